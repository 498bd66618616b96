// Prints the configured fields of a preview in order, one per row: frequency, size and losses.
import { printBytes, printCount } from '../../../base/index.ts';
import type { FieldFigures, TrafficFigures } from '../../../language/custom-fields/index.ts';
import { BARS_FROM_WIDTH, paint, printBar, printShare, type Style, shorten } from '../style.ts';
import { printTable } from '../table.ts';

const BAR_COLUMNS = 10;
const NAME_COLUMNS = 32;

/** Names of the arrays of a ruleset. */
const ARRAY_NAMES: Readonly<Record<FieldFigures['array'], string>> = {
  request_fields: 'request',
  transformed_request_fields: 'request, transformed',
  response_fields: 'response',
  raw_response_fields: 'response, raw',
  cookie_fields: 'cookie',
};

/** Returns the display name of a field: `cookie cartId`. */
export function nameOfField({ array, name }: Pick<FieldFigures, 'array' | 'name'>): string {
  return `${ARRAY_NAMES[array]} ${name}`;
}

/** Prints a row per field; omits empty columns. */
export function printFieldTable({ fields, exchanges }: TrafficFigures, style: Style): string[] {
  const isBarred = style.width >= BARS_FROM_WIDTH;
  const optional = [
    { title: 'empty', cell: ({ empty, lines }: FieldFigures) => (empty === 0 ? '' : printShare(empty, lines)) },
    { title: 'truncated', cell: ({ crossing }: FieldFigures) => some(crossing) },
    { title: 'emptied', cell: ({ emptied }: FieldFigures) => some(emptied) },
    { title: 'bytes lost', cell: ({ cutBytes }: FieldFigures) => (cutBytes === 0 ? '' : printBytes(cutBytes)) },
    { title: 'repeats lost', cell: ({ repeated }: FieldFigures) => some(repeated.values) },
  ].filter(({ cell }) => fields.some((field) => cell(field) !== ''));
  const rows = fields.map((field) => {
    const isSeen = field.lines > 0;
    const name = shorten(nameOfField(field), NAME_COLUMNS);
    const cells = [
      ...(isBarred ? [printBar(style, field.lines, exchanges, BAR_COLUMNS, 'blue')] : []),
      isSeen ? printShare(field.lines, exchanges) : paint(style, 'yellow', 'never'),
      isSeen ? printBytes(field.bytes) : '',
      ...optional.map(({ cell }) => cell(field)),
    ];
    return [`  ${isSeen ? name : paint(style, 'yellow', name)}`, ...cells];
  });
  const columns = [
    { title: `${paint(style, 'bold', 'Fields')} (${printCount(fields.length)})` },
    ...(isBarred ? [{ title: '' }] : []),
    ...['in lines', 'bytes', ...optional.map(({ title }) => title)].map(
      (title) => ({ title, align: 'right' }) as const,
    ),
  ];
  return printTable(columns, rows);
}

function some(count: number): string {
  return count === 0 ? '' : printCount(count);
}
