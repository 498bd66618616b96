// Prints single exchanges of a preview: the request, and the custom fields of its line.
import type { LoggedField, LoggedGroup } from '../../../custom-fields/index.ts';
import type { FieldsPreview } from '../../../task/index.ts';
import { columnsOf, paint, printCount, printPlural, type Style, shorten } from '../style.ts';

/** Minimum width of a URL, and of the fields of a key. Columns. */
const LEAST_COLUMNS = 30;
/** Maximum width of a value. Columns. */
const VALUE_COLUMNS = 40;
const KEY_COLUMNS = 'ResponseHeaders'.length;

const MARKS: Readonly<Record<LoggedField['state'], string>> = { whole: '', cut: ' (truncated)', emptied: ' (emptied)' };

type Row = FieldsPreview['rows'][number];

/** Prints the rows; nothing if there are none. */
export function printFieldRows({ rows, traffic }: FieldsPreview, style: Style): string[] {
  if (rows.length === 0) return [];
  const head = `${paint(style, 'bold', 'Exchanges')} (${printCount(rows.length)} of ${printCount(traffic.exchanges)}, most bytes first)`;
  return [head, ...rows.flatMap((row) => printRow(row, style))];
}

function printRow(row: Row, style: Style): string[] {
  const { method, status, bytes, cutBytes } = row;
  const size = `${printPlural(bytes, 'byte')}${cutBytes === 0 ? '' : `, ${printCount(cutBytes)} lost`}`;
  const url = shorten(row.url, Math.max(LEAST_COLUMNS, style.width - columnsOf(method + size) - 12));
  return [
    `  ${paint(style, 'cyan', method)} ${url}  ${status}  ${paint(style, cutBytes === 0 ? 'dim' : 'red', size)}`,
    ...row.logged.flatMap((group) => printKey(group, style)),
  ];
}

/** `Cookies  currency EUR · prefs a-long…value (truncated)`, wrapped. */
function printKey({ key, fields }: LoggedGroup, style: Style): string[] {
  const columns = Math.max(LEAST_COLUMNS, style.width - KEY_COLUMNS - 6);
  const lines: string[] = [];
  let width = 0;
  for (const { name, value, state } of fields) {
    const mark = MARKS[state];
    const texts = typeof value === 'string' ? [value] : value;
    const shown = texts.map((text) => (text === '' ? '""' : shorten(text, VALUE_COLUMNS))).join(', ');
    const plain = `${name} ${shown}${mark}`;
    const painted = `${paint(style, 'dim', name)} ${shown}${paint(style, 'red', mark)}`;
    if (lines.length > 0 && width + 3 + columnsOf(plain) <= columns) {
      lines[lines.length - 1] += ` · ${painted}`;
      width += 3 + columnsOf(plain);
    } else {
      lines.push(painted);
      width = columnsOf(plain);
    }
  }
  const none = lines.length === 0 ? [paint(style, 'dim', 'none')] : lines;
  return none.map((line, index) => `    ${(index === 0 ? key : '').padEnd(KEY_COLUMNS)}  ${line}`);
}
