// Renders a preview of custom fields as text: sizes of lines, a row per field, the largest exchanges, problems in the data, and next
// steps.
import { columnsOf, printBytes, printCount, printPlural } from '../../../base/index.ts';
import type { LoggedField, LoggedGroup, TrafficFigures } from '../../../language/custom-fields/index.ts';
import type { FieldsPreview } from '../../../verbs/index.ts';
import { printExcludedCounts } from '../../page/excluded-counts.ts';
import { BARS_FROM_WIDTH, paint, printableAll, printBar, printShare, type Style, shorten } from '../style.ts';
import { printTable } from '../table.ts';
import { printFieldsAdvice } from './fields-advice.ts';
import { printFieldTable } from './fields-table.ts';

/** Maximum problems shown per code; `--format json` contains more. */
const PROBLEMS_SHOWN = 3;
const BAR_COLUMNS = 30;
/** Code of an unreadable entry. */
const ENTRY = 'broken-entry';
/** Minimum width of a URL, and of the fields of a key. Columns. */
const LEAST_COLUMNS = 30;
/** Maximum width of a value. Columns. */
const VALUE_COLUMNS = 40;
const KEY_COLUMNS = 'ResponseHeaders'.length;
const MARKS: Readonly<Record<LoggedField['state'], string>> = { whole: '', cut: ' (truncated)', emptied: ' (emptied)' };

type Row = FieldsPreview['rows'][number];

/** Renders a preview as text. */
export function renderFieldsText(found: FieldsPreview, style: Style): string {
  const preview = printableAll(found);
  const blocks = [
    printHead(preview, style),
    ...(preview.traffic.exchanges === 0
      ? []
      : [printSizes(preview.figures, style), printFieldTable(preview.figures, style)]),
    printFieldRows(preview, style),
    printProblems(preview, style),
    printFieldsAdvice(preview, style),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** Prints single exchanges of a preview: the request, and the custom fields of its line. Nothing if there are none. */
function printFieldRows({ rows, traffic }: FieldsPreview, style: Style): string[] {
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

function printHead({ partial, traffic }: FieldsPreview, style: Style): string[] {
  const { files, bytes, exchanges, passedOver, broken, damaged, unreadable } = traffic;
  const entries = [
    [broken, 'broken'],
    [passedOver['from-cache'], 'skipped: served from the browser cache'],
    [passedOver['no-response'], 'skipped: no response'],
    [passedOver['not-http'], 'skipped: not HTTP'],
    [passedOver['other-host'], 'skipped: other hosts'],
  ] as const;
  const objects = [
    [damaged, 'damaged'],
    [unreadable, 'unreadable'],
  ] as const;
  return [
    ...(partial
      ? [paint(style, ['bold', 'yellow'], 'PARTIAL: interrupted; the figures cover only the data read so far')]
      : []),
    paint(
      style,
      'bold',
      `${printPlural(exchanges, 'exchange')} from ${printPlural(files, 'file')} (${printBytes(bytes)} stored)`,
    ),
    ...printExcludedCounts('entries', entries),
    ...printExcludedCounts('files', objects),
  ];
}

/** Prints how many lines are within, near and over the limit. */
function printSizes(figures: TrafficFigures, style: Style): string[] {
  const { limits, limitBytes, exchanges, over, near, bytes, cutBytes, largestBytes } = figures;
  const title = paint(style, ['bold', 'cyan'], `${limits} limits`);
  const sum = `${printPlural(figures.fields.length, 'field')}, ${printBytes(bytes)} of values, ${printPlural(largestBytes, 'byte')} in the largest line`;
  if (limitBytes === null) return [`${title}  no limit on the total size`, `  ${sum}`];
  const rows = [
    ['fit', exchanges - over - near, 'green', ''],
    ['near the limit', near, 'yellow', ''],
    ['truncated', over, 'red', `${printBytes(cutBytes)} lost`],
  ] as const;
  const isBarred = style.width >= BARS_FROM_WIDTH;
  const cells = rows
    .filter(([name, lines]) => name !== 'near the limit' || lines > 0)
    .map(([name, lines, color, remark]) => [
      name,
      ...(isBarred ? [printBar(style, lines, exchanges, BAR_COLUMNS, color)] : []),
      printShare(lines, exchanges),
      printPlural(lines, 'line'),
      lines > 0 ? remark : '',
    ]);
  const right = { title: '', align: 'right' } as const;
  return [
    `${title}  ${printCount(limitBytes)} bytes for all values of a line`,
    ...printTable([{ title: '' }, ...(isBarred ? [{ title: '' }] : []), right, right, right], cells, '  '),
    `  ${sum}`,
  ];
}

function printProblems({ problemCounts, problems }: FieldsPreview, style: Style): string[] {
  // Problems of whole files come before problems of entries.
  const codes = Object.entries(problemCounts).sort(([a], [b]) => Number(a === ENTRY) - Number(b === ENTRY));
  if (codes.length === 0) return [];
  const lines = codes.flatMap(([code, count]) => [
    `  ${paint(style, 'yellow', code)} ×${printCount(count)}`,
    ...problems
      .filter((problem) => problem.code === code)
      .slice(0, PROBLEMS_SHOWN)
      .map(({ object, offset, message }) => `    ${object} at byte ${printCount(offset)}: ${message}`),
  ]);
  return [paint(style, 'bold', 'Problems in the data'), ...lines];
}
