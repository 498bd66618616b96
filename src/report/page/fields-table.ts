// Fields by weight: the bytes that a destination saves if the field is removed.
import type { FieldCount } from '../../analysis/aggregates/index.ts';
import { printCount } from '../../base/index.ts';
import { bytesCell, codeCell, countCell, figureColumn, NO_CELL, shareCell, textColumn } from './cells.ts';
import { present, type Section, type Table } from './page.ts';

/** Maximum fields shown of all lines. */
const FIELDS_SHOWN = 25;

/** The section of the fields of all lines; empty if fields were not counted. @param isDetail whether filters are the subject of the report */
export function fieldsSection(
  fields: readonly FieldCount[],
  { lines, isDetail }: { lines: number; isDetail: boolean },
): Section[] {
  if (fields.length === 0) return [];
  return [
    {
      title: `Fields of all lines (${printCount(fields.length)})`,
      isDetail,
      blocks: [fieldsTable('fields', fields, { lines }, FIELDS_SHOWN)],
    },
  ];
}

/** A row for each field, the heaviest first. @param of what the fields were counted in @param of.bytes @default the sum of the fields */
export function fieldsTable(
  name: string,
  fields: readonly FieldCount[],
  { lines, bytes = fields.reduce((sum, field) => sum + field.bytes, 0) }: { lines: number; bytes?: number },
  shown: number,
): Table {
  const most = fields.reduce((largest, field) => Math.max(largest, field.bytes), 0);
  const isAnyCut = fields.some(({ truncated }) => truncated !== undefined);
  const columns = present(
    textColumn('Field', 'field'),
    figureColumn('Saves if removed', 'share_of_bytes'),
    figureColumn('Bytes', 'bytes'),
    figureColumn('In lines', 'lines'),
    figureColumn('Share', 'share_of_lines'),
    figureColumn('Empty', 'empty'),
    isAnyCut && figureColumn('Truncated', ''),
  );
  const rows = fields
    .toSorted((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1))
    .map((field) =>
      present(
        codeCell(field.name),
        { ...shareCell(field.bytes, bytes), bar: most === 0 ? 0 : field.bytes / most },
        bytesCell(field.bytes),
        countCell(field.lines),
        shareCell(field.lines, lines, false),
        countCell(field.empty),
        isAnyCut && (field.truncated === undefined ? NO_CELL : countCell(field.truncated)),
      ),
    );
  return { kind: 'table', name, columns, rows, shown };
}
