// Prints lines that only one of two filters keeps: the values that distinguish them, the values of fields that were asked for, examples.
import type { ChangedLines, DistinguishingValue } from '../../../compare/index.ts';
import { type LineFields, printSamples } from '../samples/print-samples.ts';
import { paint, printCount, printPlural, type Style, shorten } from '../style.ts';
import { printTable } from '../table.ts';
import { columnsOfValues, printFieldValues, printShares, shareColumns } from './field-values-text.ts';

const INDENT = '  ';
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
  const part = examined === 0 || examined >= lines ? '' : `, values from a sample of ${printCount(examined)}`;
  return [
    `${head}${part}`,
    ...printValues(values, style),
    ...by.flatMap((one) => printFieldValues(one, INDENT, style)),
    ...(samples.length === 0 ? [] : [`  ${samples.length >= lines ? 'all of them' : 'for example'}:`]),
    ...printSamples(samples, fields, '    ', style),
  ];
}

function printValues(values: readonly DistinguishingValue[], style: Style): string[] {
  if (values.length === 0) return [];
  const columns = columnsOfValues(INDENT, style);
  const rows = values.map((value) => [`  ${shorten(printTest(value), columns)}`, ...printShares(value)]);
  return printTable(shareColumns('most unlike the other lines'), rows, INDENT);
}

function printTest({ field, test, value }: DistinguishingValue): string {
  switch (test) {
    case 'equals':
      return `${field} = ${value}`;
    case 'startsWith':
      return `${field} starts with ${value}`;
    case 'contains':
      return `${field} contains ${value}`;
    case 'atLeast':
      return `${field} ≥ ${value}`;
    case 'below':
      return `${field} < ${value}`;
  }
}
