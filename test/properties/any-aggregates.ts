// Random aggregates of every kind.
import fc from 'fast-check';
import {
  type Aggregate,
  type AggregateKind,
  EVERY,
  NONE,
  type SelectionText,
  selectionText,
  TRANSFORM_OUTCOMES,
} from '../../src/analysis/aggregates/index.ts';
import { loadTransformers, type TransformInput } from '../../src/analysis/transform/index.ts';
import { filterArbitrary } from '../helpers/filter/arbitraries.ts';

const selection: fc.Arbitrary<SelectionText> = fc.oneof(
  { weight: 6, arbitrary: filterArbitrary.map(selectionText) },
  { weight: 1, arbitrary: fc.constantFrom(EVERY, NONE) },
);
const selections = fc.array(selection, { maxLength: 3 });
/** How many lines are drawn. */
export const drawLimit = fc.integer({ min: 0, max: 4 });

await loadTransformers();

/** Transformers that drop, fail and leave undecided some of the random records, or deliver several records of one. */
export const SQLS: readonly string[] = [
  'SELECT * FROM http_requests',
  "SELECT RayID AS id, upper(ClientRequestHost) AS host FROM http_requests WHERE ClientRequestMethod = 'GET' AND EdgeResponseStatus >= 200",
  'SELECT CAST(ClientRequestPath AS BIGINT) AS n, 100 / EdgeResponseStatus AS q FROM http_requests WHERE BotScore < 50',
  "SELECT RayID, named_struct('a', ClientASN, 'b', ClientCountry) AS s FROM http_requests WHERE ClientCountry IN ('de', 'us') AND CAST(RayID AS BIGINT) > 0",
  'SELECT unnest(BotTags) AS tag, RayID FROM http_requests',
  'WITH a AS (SELECT ClientRequestHost AS host, EdgeResponseStatus AS status FROM http_requests WHERE ClientRequestHost IS NOT NULL) SELECT host, status + 1 AS next FROM a WHERE status <> 404',
];
const transform: fc.Arbitrary<string> = fc
  .record<TransformInput>({
    sql: fc.constantFrom(...SQLS),
    dataset: fc.constant('http_requests'),
    fieldNames: fc.option(
      fc.constant(['RayID', 'ClientRequestHost', 'EdgeResponseStatus', 'ClientCountry', 'BotScore']),
      {
        freq: 3,
      },
    ),
    timestampFormat: fc.constantFrom(null, null, 'unixnano', 'rfc3339'),
  })
  .map((input) => JSON.stringify(input));

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
  transformed: fc.record({ kind: fc.constant('transformed'), of: selection, by: transform }),
  batches: fc.record({ kind: fc.constant('batches'), of: selection, by: transform, taken: selection }),
  transitions: fc
    .tuple(selection, selection, fc.option(transform), fc.option(transform))
    .map(([from, to, before, after]) => ({ kind: 'transitions', of: [from, to], by: [before, after] })),
  examples: fc.record({
    ...{ kind: fc.constant('examples'), of: selection, by: transform, limit: drawLimit },
    outcome: fc.constantFrom(...TRANSFORM_OUTCOMES),
  }),
};

/** Some of them. */
export const anyAggregates: fc.Arbitrary<Aggregate[]> = fc.array(fc.oneof(...Object.values(ASKED)), {
  minLength: 1,
  maxLength: 6,
});
