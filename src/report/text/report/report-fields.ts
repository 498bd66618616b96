// Prints the fields by size, largest first, and the savings from removing each: for all lines, and for the lines a job keeps.
import type { FieldCount } from '../../../analysis/aggregates/index.ts';
import type { JobReport, Report } from '../../../analysis/replay/index.ts';
import { printBytes, printCount } from '../../../base/index.ts';
import type { LineTotal } from '../../../input/scan/index.ts';
import { BARS_FROM_WIDTH, DEFAULT_WIDTH, paint, printBar, printShare, type Style } from '../style.ts';
import { printTable } from '../table.ts';

/** Maximum fields shown for all lines; `--format json` contains all. */
const FIELDS_SHOWN = 10;
/** Maximum fields shown for each job. */
const JOB_FIELDS_SHOWN = 5;
const BAR_COLUMNS = 10;

/** Prints the largest fields of all lines. */
export function printFields({ fields = [], lines }: Report, style: Style): string[] {
  const title = paint(style, 'bold', `Fields of all lines (${printCount(fields.length)})`);
  return printFieldTable(title, fields, { lines: lines.read, bytes: sumOf(fields) }, FIELDS_SHOWN, style);
}

/** Prints the largest fields a job pushes; nothing if it keeps no line, or if the table of all lines shows the same. */
export function printJobFields({ fields = [], fieldNames, kept }: JobReport, report: Report, style: Style): string[] {
  const pushed = fieldNames === undefined ? fields : fields.filter(({ name }) => fieldNames.includes(name));
  const isAll = pushed.length === fields.length;
  const isRepeated = style.sourceFields === true && kept.lines === report.lines.read && isAll;
  if (kept.lines === 0 || isRepeated) return [];
  const bytes = sumOf(pushed);
  const count = printCount(pushed.length);
  const verb = isAll
    ? `keeps (${count})`
    : `pushes (${count} of ${printCount(fields.length)}, ${printBytes(bytes)} in the source)`;
  const title = paint(style, 'dim', `  fields it ${verb}`);
  return printFieldTable(title, pushed, { lines: kept.lines, bytes }, JOB_FIELDS_SHOWN, style);
}

function printFieldTable(
  title: string,
  found: readonly FieldCount[],
  total: LineTotal,
  shown: number,
  style: Style,
): string[] {
  if (found.length === 0) return [];
  const fields = [...found].sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
  const isBarred = style.width >= BARS_FROM_WIDTH;
  const heaviest = fields.slice(0, shown);
  const isAnyCut = heaviest.some(({ truncated }) => truncated !== undefined);
  const rows = heaviest.map((field) => [
    `  ${field.name}`,
    ...(isBarred ? [printBar(style, field.bytes, fields[0]!.bytes, BAR_COLUMNS, 'blue')] : []),
    printShare(field.bytes, total.bytes),
    printBytes(field.bytes),
    printShare(field.lines, total.lines),
    field.empty === 0 ? '' : printShare(field.empty, field.lines),
    ...(isAnyCut ? [field.truncated === undefined ? '' : printCount(field.truncated)] : []),
  ]);
  const columns = [
    { title },
    ...(isBarred ? [{ title: '' }] : []),
    { title: style.width >= DEFAULT_WIDTH ? 'saves if removed' : 'saves', align: 'right' },
    { title: 'bytes', align: 'right' },
    { title: 'in lines', align: 'right' },
    { title: 'empty', align: 'right' },
    ...(isAnyCut ? [{ title: 'truncated', align: 'right' } as const] : []),
  ] as const;
  return [...printTable(columns, rows), ...printLighter(fields.slice(shown), total.bytes)];
}

function sumOf(fields: readonly FieldCount[]): number {
  return fields.reduce((sum, field) => sum + field.bytes, 0);
}

function printLighter(fields: readonly FieldCount[], bytes: number): string[] {
  if (fields.length === 0) return [];
  return [`  … and ${printCount(fields.length)} smaller fields, ${printShare(sumOf(fields), bytes)} in total`];
}
