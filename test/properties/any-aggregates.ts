// Random aggregates of every kind.
import fc from 'fast-check';
import {
  type Aggregate,
  type AggregateKind,
  EVERY,
  NONE,
  type SelectionText,
  selectionText,
} from '../../src/analysis/aggregates/index.ts';
import { filterArbitrary } from '../helpers/filter/arbitraries.ts';

const selection: fc.Arbitrary<SelectionText> = fc.oneof(
  { weight: 6, arbitrary: filterArbitrary.map(selectionText) },
  { weight: 1, arbitrary: fc.constantFrom(EVERY, NONE) },
);
const selections = fc.array(selection, { maxLength: 3 });
/** How many lines are drawn. */
export const drawLimit = fc.integer({ min: 0, max: 4 });

/** An aggregate without an entry does not compile, and is not tested. */
export const ASKED: { readonly [K in AggregateKind]: fc.Arbitrary<Aggregate & { kind: K }> } = {
  lines: fc.record({ kind: fc.constant('lines'), examined: fc.boolean() }),
  verdicts: fc.record({ kind: fc.constant('verdicts'), of: selection }),
  objects: fc.record({ kind: fc.constant('objects'), of: selection }),
  conditions: fc.record({ kind: fc.constant('conditions'), of: selection }),
  hours: fc.record({ kind: fc.constant('hours'), of: selections }),
  fields: fc.record({ kind: fc.constant('fields'), of: selection }),
  overlap: fc.record({ kind: fc.constant('overlap'), of: selections }),
  sample: fc.record({
    ...{ kind: fc.constant('sample'), of: selection, limit: drawLimit },
    verdict: fc.constantFrom('kept', 'dropped', 'undecided'),
  }),
  values: fc.record({ kind: fc.constant('values'), of: selection, limit: drawLimit }),
};

/** Some of them. */
export const anyAggregates: fc.Arbitrary<Aggregate[]> = fc.array(fc.oneof(...Object.values(ASKED)), {
  minLength: 1,
  maxLength: 6,
});
