// The columns of an index: lines of NDJSON objects without loss, as templates and dictionaries. Depends on base and record.
export {
  ColumnBuilder,
  LINE_ENDS,
  MAX_COLUMNS,
  MAX_TEMPLATES,
  PART_LINES,
  PART_MEMORY,
} from './column-builder.ts';
export { ColumnLines, codeOf, templatePieces, textAt, textOf } from './column-lines.ts';
export {
  type Column,
  type ColumnRows,
  type ColumnTexts,
  END_TIME,
  NO_TIME,
  type RowRange,
  type RowRun,
  WITHHELD,
} from './column-part.ts';
export { selectRows, withhold } from './copy-rows.ts';
export { describeWithoutManifest, isIndex, isIndexFile, MANIFEST_FILE, MANIFEST_ID } from './is-index.ts';
export {
  type NamedRun,
  NO_BUFFER,
  NOT_COMPRESSED,
  type PartEntry,
  PartFile,
  type StoredBuffer,
  type StoredColumn,
} from './part-file.ts';
export { type Codes, codesFor, leanColumn, TextTable } from './text-table.ts';
