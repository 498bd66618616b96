// The question of a replay about the transformer of a job. Joins the answers to its report, and evaluates the examples once more: before, and after.
import { redactSecrets } from '../../base/index.ts';
import { readLine } from '../../input/record/index.ts';
import { type FilterReading, selectionOf } from '../../language/filter/index.ts';
import { type Sample, TRANSFORM_OUTCOMES, type TransformOutcome } from '../aggregates/index.ts';
import { askTransformed, type NamedTransformer, type Question } from '../query/index.ts';
import { openTransformation, type TransformText } from '../transform/index.ts';
import type { TransformedExample, TransformReport } from './report.ts';

/** A filter, and what transforms the lines that it keeps. */
interface TransformedFilter {
  reading: Pick<FilterReading, 'filter'>;
  transformer?: NamedTransformer | undefined;
}

/** Asks what the transformer of a job does. @returns undefined without a valid one */
export function askTransformer(
  { reading: { filter }, transformer: named }: TransformedFilter,
  samples: number,
): Question<TransformReport> | undefined {
  const { text } = named ?? {};
  const transformer = named?.reading.transformer;
  if (named === undefined || text === undefined || transformer === undefined) return undefined;
  const question = askTransformed(selectionOf(filter), text, { samples });
  const { fieldNames } = JSON.parse(text) as { fieldNames: readonly string[] | null };
  return {
    aggregates: question.aggregates,
    of: (answers) => {
      const { figures, batches, examples } = question.of(answers);
      const shown = TRANSFORM_OUTCOMES.map((outcome) => [
        outcome,
        examples[outcome].map((one) => exampleOf(one, text)),
      ]);
      return {
        name: named.name,
        ...(named.file !== undefined && { file: named.file }),
        sql: redactSecrets(transformer.sql),
        reads: transformer.fields,
        unlisted: transformer.unlistedFields(fieldNames),
        choices: transformer.choices,
        ...figures,
        batches: { batchLines: openTransformation(text).batchLines, ...batches },
        examples: Object.fromEntries(shown) as Record<TransformOutcome, TransformedExample[]>,
      };
    },
  };
}

/** Evaluates the line of an example. Lines of CSV and in envelopes are not records by themselves: they are shown without the result. */
export function exampleOf(sample: Sample, text: TransformText): TransformedExample {
  const reading = readLine(sample.line);
  if (!('record' in reading)) return { ...sample, records: [] };
  const transformation = openTransformation(text);
  const evaluation = transformation.evaluate(reading.record);
  const reason = transformation.transformer.reasonOf(evaluation);
  const rows = evaluation.outcome === 'rows' ? evaluation.rows : [];
  return {
    ...sample,
    records: rows.map((row) => transformation.transformer.printRow(row)),
    ...(reason !== undefined && { reason }),
  };
}
