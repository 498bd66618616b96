// The question about the lines of a selection that reach a transformer: its outcomes, the assumed batches, and examples.
import type { Selection } from '../../language/filter/index.ts';
import {
  type Aggregate,
  type BatchFigures,
  type Sample,
  selectionText,
  TRANSFORM_OUTCOMES,
  type TransformFigures,
  type TransformOutcome,
} from '../aggregates/index.ts';
import type { TransformText } from '../transform/index.ts';
import type { Question } from './query.ts';

/** Examples by outcome. */
export type TransformedExamples = Record<TransformOutcome, readonly Sample[]>;

/** What a transformer does with the lines of a selection. */
export interface TransformedLines {
  figures: TransformFigures;
  batches: BatchFigures;
  examples: TransformedExamples;
}

/** What is asked about the lines of a selection. */
export interface TransformedOptions {
  /** Examples of each outcome. @default 0 */
  samples?: number | undefined;
  /** The lines that form batches, of which `selection` are a part: those that batches take down are of `selection` alone. @default `selection` */
  batchesOf?: Selection | undefined;
}

/** Asks what a transformer does with lines. */
export function askTransformed(
  selection: Selection,
  by: TransformText,
  { samples = 0, batchesOf = selection }: TransformedOptions = {},
): Question<TransformedLines> {
  const of = selectionText(selection);
  const transformed = { kind: 'transformed', of, by } as const;
  const batches = { kind: 'batches', of: selectionText(batchesOf), by, taken: of } as const;
  const drawn = TRANSFORM_OUTCOMES.map((outcome) => ({ kind: 'examples', of, by, outcome, limit: samples }) as const);
  const aggregates: Aggregate[] = [transformed, batches, ...(samples > 0 ? drawn : [])];
  return {
    aggregates,
    of: (answers) => {
      const examples = drawn.map((asked) => [asked.outcome, samples > 0 ? answers.of(asked) : []]);
      return {
        figures: answers.of(transformed),
        batches: answers.of(batches),
        examples: Object.fromEntries(examples) as TransformedExamples,
      };
    },
  };
}
