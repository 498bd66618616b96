// The answers to all aggregates, and how they add up. An aggregate without an entry does not compile. Reads no lines.
import type { Aggregate, AggregateKind, Merging } from './aggregate.ts';
import { CONDITIONS, type ConditionFigures } from './condition-tally.ts';
import { FIELDS, type FieldCount } from './field-tally.ts';
import { HOURS, type Hours } from './hour-tally.ts';
import { OVERLAP, type Overlap } from './kept-sets.ts';
import { LINES, type LineFigures } from './line-counter.ts';
import { SAMPLE, type Sample, VALUES, type ValueLine } from './sample-tally.ts';
import { BATCHES, type BatchFigures, EXAMPLES } from './transform-counter.ts';
import { TRANSFORMED, type TransformFigures } from './transform-tally.ts';
import { TRANSITIONS, type Transitions } from './transition-tally.ts';
import { type FilterTotals, OBJECTS, type ObjectTotals, VERDICTS } from './verdict-tally.ts';

/**
 * The answers, by kind. An answer over a part of the source has the same shape: it is plain data, survives `structuredClone` and JSON, and
 * answers over parts add up to the answer over all of them.
 */
export interface AnswerByKind {
  lines: LineFigures;
  verdicts: FilterTotals;
  objects: ObjectTotals[];
  conditions: ConditionFigures;
  /** `jobs` of an hour are the selections, in order. */
  hours: Hours;
  fields: FieldCount[];
  /** `jobs` of an entry are indices of the selections. */
  overlap: Overlap[];
  sample: Sample[];
  values: ValueLine[];
  transformed: TransformFigures;
  batches: BatchFigures;
  transitions: Transitions;
  examples: Sample[];
}

/** The answer to an aggregate. */
export type AnswerTo<A extends Aggregate> = AnswerByKind[A['kind']];

/** Every aggregate, by kind. */
export const AGGREGATES: { readonly [K in AggregateKind]: Merging<K, AnswerByKind[K]> } = {
  lines: LINES,
  verdicts: VERDICTS,
  objects: OBJECTS,
  conditions: CONDITIONS,
  hours: HOURS,
  fields: FIELDS,
  overlap: OVERLAP,
  sample: SAMPLE,
  values: VALUES,
  transformed: TRANSFORMED,
  batches: BATCHES,
  transitions: TRANSITIONS,
  examples: EXAMPLES,
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
