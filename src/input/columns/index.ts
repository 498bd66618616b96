// The columns of an index: lines of NDJSON objects without loss, as templates and dictionaries. Depends on base and record.
export {
  ColumnBuilder,
  leanColumn,
  MAX_COLUMNS,
  MAX_TEMPLATES,
  PART_BYTES,
  PART_LINES,
  rowTime,
} from './column-builder.ts';
export { ColumnLines, codeOf, textAt, textOf } from './column-lines.ts';
export {
  type Column,
  type ColumnRows,
  type ColumnTexts,
  FIRST_TIME,
  type FieldColumns,
  LAST_TIME,
  NO_TIME,
  type RowRun,
} from './column-part.ts';
export { isIndex, lacksManifest, MANIFEST_FILE, MANIFEST_ID, NO_MANIFEST } from './is-index.ts';
export {
  damagedIndex,
  type NamedRun,
  NO_BUFFER,
  NOT_COMPRESSED,
  PartFile,
  type StoredBuffer,
  type StoredColumn,
  type StoredPart,
} from './part-file.ts';
export { selectRows } from './select-rows.ts';
export { TextTable } from './text-table.ts';
export { withhold } from './withhold.ts';
