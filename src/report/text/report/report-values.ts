// Prints the values of fields in the lines that a filter drops and keeps, or in all lines by weight: what --by asks for. Computes no figures.
import type { ValueWeight } from '../../../analysis/compare/index.ts';
import { printBytes, printCount, printPlural } from '../../../base/index.ts';
import type { ReplayResult } from '../../../verbs/index.ts';
import { absentFields } from '../absent-fields.ts';
import { estimatedShare } from '../estimated-share.ts';
import { printFieldValues } from '../field-values-text.ts';
import { printSentence } from '../sentence.ts';
import { paint, type Style, shorten } from '../style.ts';
import { printTable } from '../table.ts';

/** Columns of the figures of a weight, with their gaps. */
const FIGURE_COLUMNS = 40;
/** Minimum width of a value. Columns. */
const LEAST_COLUMNS = 20;

/** Prints the values of a job; nothing without `--by`. */
export function printValuesOf(job: NonNullable<ReplayResult['jobs']>[number], style: Style): string[] {
  const { by } = job;
  if (by === undefined) return [];
  const absent = absentFields([...by.dropped.fields, ...by.kept.fields]);
  const ofVerdicts = (['dropped', 'kept'] as const).flatMap((verdict) => {
    const { lines } = job[verdict];
    const { examined, fields } = by[verdict];
    if (lines === 0) return [];
    const part = examined < lines ? `, values from a sample of ${printCount(examined)}` : '';
    return [
      `  ${printPlural(lines, 'line')} ${verdict}${part}`,
      ...fields.flatMap((one) => printFieldValues(one, '    ', style)),
    ];
  });
  return [...ofVerdicts, ...absent.flatMap((clause) => printSentence(clause, style))];
}

/** Prints the values with most bytes in all lines, a block for each field; nothing with a filter, or without `--by`. */
export function printWeights({ by, lines }: ReplayResult, style: Style): string[][] {
  if (by === undefined) return [];
  const isEstimated = by.examined < lines.read;
  const columns = Math.max(LEAST_COLUMNS, style.width - FIGURE_COLUMNS);
  const print = (weight: ValueWeight): string[] => {
    const { share, error } = estimatedShare(weight.share, weight.shareError);
    const about = isEstimated ? '~' : '';
    return [
      error === undefined ? share : `${share} ±${error}`,
      `${about}${printBytes(weight.bytes)}`,
      `${about}${printCount(weight.lines)}`,
    ];
  };
  return [
    ...by.fields.map(({ field, absent, values, rest }) => [
      ...printTable(
        [
          { title: paint(style, 'bold', `By ${field}`) },
          { title: 'of bytes', align: 'right' },
          { title: 'bytes', align: 'right' },
          { title: 'lines', align: 'right' },
        ],
        [
          ...values.map((one) => [`  ${shorten(one.value, columns)}`, ...print(one)]),
          ...(rest.lines === 0 ? [] : [['  … other values or none', ...print(rest)]]),
        ],
      ),
      ...absentFields([{ field, absent }]).flatMap((clause) => printSentence(clause, style)),
    ]),
    isEstimated
      ? printSentence(
          `estimated from a random sample of ${printPlural(by.examined, 'line')}; ± is the 95 % error`,
          style,
        )
      : [],
  ];
}
