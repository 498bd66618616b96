// Prints the values of fields in the lines that a filter drops and keeps: what --by asks for. Computes no figures.
import type { ReplayResult } from '../../../task/index.ts';
import { printFieldValues } from '../compare/field-values-text.ts';
import { printCount, printPlural, type Style } from '../style.ts';

/** Prints the values of a job; nothing without `--by`. */
export function printValuesOf(job: NonNullable<ReplayResult['jobs']>[number], style: Style): string[] {
  const { by } = job;
  if (by === undefined) return [];
  return (['dropped', 'kept'] as const).flatMap((verdict) => {
    const { lines } = job[verdict];
    const { examined, fields } = by[verdict];
    if (lines === 0) return [];
    const part = examined < lines ? `, values from a sample of ${printCount(examined)}` : '';
    return [
      `  ${printPlural(lines, 'line')} ${verdict}${part}`,
      ...fields.flatMap((one) => printFieldValues(one, '    ', style)),
    ];
  });
}
