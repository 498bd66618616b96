// Prints lines that only one of two filters keeps: the values that distinguish them, the values of fields that were asked for, examples.
import type { ChangedLines, DistinguishingValue, FieldValues } from '../../../compare/index.ts';
import { type LineFields, printSamples } from '../samples/print-samples.ts';
import { paint, printCount, printPlural, type Style, shorten } from '../style.ts';
import { printTable } from '../table.ts';

/** Columns of the shares and the gaps. */
const FIGURE_COLUMNS = 34;
/** Minimum width of a value. Columns. */
const LEAST_COLUMNS = 30;

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
    ...by.flatMap((one) => printField(one, style)),
    ...(samples.length === 0 ? [] : [`  ${samples.length >= lines ? 'all of them' : 'for example'}:`]),
    ...printSamples(samples, fields, '    ', style),
  ];
}

function printValues(values: readonly DistinguishingValue[], style: Style): string[] {
  if (values.length === 0) return [];
  const columns = Math.max(LEAST_COLUMNS, style.width - FIGURE_COLUMNS);
  const rows = values.map((value) => [shorten(printTest(value), columns), ...sharesOf(value)]);
  return printTable(
    columnsOf('  most unlike the other lines'),
    rows.map(([text, ...rest]) => [`    ${text}`, ...rest]),
  );
}

function printField({ field, values, rest }: FieldValues, style: Style): string[] {
  const columns = Math.max(LEAST_COLUMNS, style.width - FIGURE_COLUMNS);
  const rows = values.map((value) => [`    ${shorten(value.value, columns)}`, ...sharesOf(value)]);
  if (rest > 0) rows.push([`    … other values or none`, printPercent(rest), '']);
  return printTable(columnsOf(`  by ${field}`), rows);
}

function columnsOf(title: string) {
  return [{ title }, { title: 'of these', align: 'right' }, { title: 'of all lines', align: 'right' }] as const;
}

function sharesOf({ share, shareError, shareOfAll, shareOfAllError }: DistinguishingValue): string[] {
  return [printEstimate(share, shareError), printEstimate(shareOfAll, shareOfAllError)];
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

/** A share in percent, with its error unless it is exact. */
function printEstimate(share: number, error: number): string {
  return error === 0 ? printPercent(share) : `${printPercent(share)} ±${(error * 100).toFixed(1)}`;
}

function printPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
