// Which fields the lines are made of, heaviest first, and what each would save if it were left out.
import type { FieldCount, Report } from '../replay/index.ts';
import { BARS_FROM_WIDTH, paint, printBar, printBytes, printCount, printShare, type Style } from './style.ts';
import { printTable } from './table.ts';

/** Fields shown; `--format json` has all. */
const FIELDS_SHOWN = 10;
const BAR_COLUMNS = 10;

/** Prints the heaviest fields over all lines read. */
export function printFields(report: Report, style: Style): string[] {
  if (report.fields === undefined || report.fields.length === 0) return [];
  const fields = [...report.fields].sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
  const bytes = fields.reduce((sum, field) => sum + field.bytes, 0);
  const heaviest = fields.slice(0, FIELDS_SHOWN);
  const isBarred = style.width >= BARS_FROM_WIDTH;
  const rows = heaviest.map((field) => [
    `  ${field.name}`,
    ...(isBarred ? [printBar(style, field.bytes, fields[0]!.bytes, BAR_COLUMNS, 'blue')] : []),
    printShare(field.bytes, bytes),
    printBytes(field.bytes),
    printShare(field.lines, report.lines.read),
    field.empty === 0 ? '' : printShare(field.empty, field.lines),
  ]);
  const columns = [
    { title: `${paint(style, 'bold', 'Fields')} (${printCount(fields.length)})` },
    ...(isBarred ? [{ title: '' }] : []),
    { title: 'of bytes', align: 'right' },
    { title: 'bytes', align: 'right' },
    { title: 'in lines', align: 'right' },
    { title: 'empty', align: 'right' },
  ] as const;
  return [...printTable(columns, rows), ...printLighter(fields.slice(FIELDS_SHOWN), bytes)];
}

function printLighter(fields: readonly FieldCount[], bytes: number): string[] {
  if (fields.length === 0) return [];
  const rest = fields.reduce((sum, field) => sum + field.bytes, 0);
  return [`  … and ${printCount(fields.length)} lighter ones, ${printShare(rest, bytes)} of bytes together`];
}
