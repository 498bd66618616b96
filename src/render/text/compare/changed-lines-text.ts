// Prints lines that only one of two filters keeps: the values that distinguish them, the values of fields that were asked for, examples.
import type { ChangedLines, DistinguishingValue } from '../../../compare/index.ts';
import { absentFields } from '../absent-fields.ts';
import { type LineFields, printSamples } from '../samples/print-samples.ts';
import { printSentence } from '../sentence.ts';
import { columnsOf, paint, printCount, printPlural, type Style, shorten } from '../style.ts';
import { printTable } from '../table.ts';
import { columnsOfValues, printFieldValues, printShares, shareColumns } from './field-values-text.ts';

const INDENT = '  ';
/** A value gets a line of its own if less is left beside its field. Columns. */
const LEAST_VALUE_COLUMNS = 12;
const OPERATORS: Readonly<Record<DistinguishingValue['test'], string>> = {
  equals: '=',
  startsWith: 'starts with',
  contains: 'contains',
  atLeast: '≥',
  below: '<',
};
const COLORS = { 'newly dropped': 'red', 'newly kept': 'green' } as const;

/** Prints the lines; nothing if there are none. */
export function printChangedLines(
  title: keyof typeof COLORS,
  changed: ChangedLines,
  fields: LineFields,
  style: Style,
): string[] {
  const { lines, examined, values, by, samples } = changed;
  if (lines === 0) return [];
  const head = paint(style, ['bold', COLORS[title]], `${printPlural(lines, 'line')} ${title}`);
  const part =
    examined === 0 || examined >= lines || values.length + by.length === 0
      ? ''
      : `, values from a sample of ${printCount(examined)}`;
  return [
    `${head}${part}`,
    ...printValues(values, style),
    ...by.flatMap((one) => printFieldValues(one, INDENT, style)),
    ...absentFields(by).flatMap((clause) => printSentence(clause, style)),
    ...(samples.length === 0 ? [] : [`  ${samples.length >= lines ? 'all of them' : 'for example'}:`]),
    ...printSamples(samples, fields, '    ', style),
  ];
}

function printValues(values: readonly DistinguishingValue[], style: Style): string[] {
  if (values.length === 0) return [];
  const columns = columnsOfValues(INDENT, style);
  const rows = values.map((value) => [printTest(value, columns), ...printShares(value)]);
  return printTable(shareColumns('most distinguishing values'), rows, INDENT);
}

/** Prints the test; a long value is shortened, or begins on the next line: the field and the operator are always shown. */
function printTest({ field, test, value }: DistinguishingValue, columns: number): string {
  const before = `${field} ${OPERATORS[test]} `;
  const free = columns - columnsOf(before);
  if (columnsOf(value) <= free || free >= LEAST_VALUE_COLUMNS) return `  ${before}${shorten(value, free)}`;
  return `  ${before.trimEnd()}\n    ${shorten(value, columns - 2)}`;
}
