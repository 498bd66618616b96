// How the answers to all aggregates add up. An aggregate without an entry does not compile. Reads no lines.
import type { Aggregate, AggregateKind, AnswerTo, Merging } from './aggregate.ts';
import { CONDITIONS } from './condition-tally.ts';
import { FIELDS } from './field-tally.ts';
import { HOURS } from './hour-tally.ts';
import { OVERLAP } from './kept-sets.ts';
import { LINES } from './line-counter.ts';
import { SAMPLE, VALUES } from './sample-tally.ts';
import { OBJECTS, VERDICTS } from './verdict-tally.ts';

/** Every aggregate, by kind. */
export const AGGREGATES: { readonly [K in AggregateKind]: Merging<K> } = {
  lines: LINES,
  verdicts: VERDICTS,
  objects: OBJECTS,
  conditions: CONDITIONS,
  hours: HOURS,
  fields: FIELDS,
  overlap: OVERLAP,
  sample: SAMPLE,
  values: VALUES,
};

/** Returns the answer over no line. */
export function emptyAnswer<A extends Aggregate>(asked: A): AnswerTo<A> {
  return mergingOf(asked).empty(asked);
}

/** Adds two answers to an aggregate. */
export function mergeAnswers<A extends Aggregate>(asked: A, a: AnswerTo<A>, b: AnswerTo<A>): AnswerTo<A> {
  return mergingOf(asked).merge(asked, a, b);
}

/** The entry of one aggregate: TypeScript does not see that it is the one for its kind. */
function mergingOf<A extends Aggregate>({ kind }: A): MergingOf<A> {
  return AGGREGATES[kind] as unknown as MergingOf<A>;
}

interface MergingOf<A extends Aggregate> {
  empty(asked: A): AnswerTo<A>;
  merge(asked: A, a: AnswerTo<A>, b: AnswerTo<A>): AnswerTo<A>;
}
