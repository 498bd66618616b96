// The functions to build columns: the caller writes lines, adds them, and takes the rows when they are full. Only for a kernel that inflates nothing.
import { Arena } from './arena';
import { columnAt, Columns, FIRST_BLOCK, KEY, TEXTS, writeTextsOf } from './column';
import { ADDED, ADDED_BYTES, ARENA_END } from '../memory';
import { reach } from '../inflate/window';
import { addOneLine, addWholeLines, clearRows, Rows } from './rows';
import { numberOfKey } from '../scan/keys';
import { Scan } from '../scan/lines';
import { Templates } from './templates';

/**
 * Discards all rows and columns. The caller must have written the request again, which removes all keys.
 * @param rows at which they must be taken
 * @param bytes of memory at which the rows must be taken
 * @param templates at which a line with another one than the line before has no columns
 * @param hasWhole whether a line without columns is a row; else it is deferred
 */
export function beginColumns(rows: u32, bytes: u32, templates: u32, hasWhole: bool): void {
  Rows.hasWhole = hasWhole;
  Rows.most = rows;
  Rows.mostBytes = bytes;
  Templates.most = templates;
  clearRows();
}

/** Returns where the caller writes `bytes` bytes of lines, or one long line, until they are added; 0 if there is no room. */
export function linesStart(bytes: usize): usize {
  if (bytes <= ADDED_BYTES) return ADDED;
  const start = ARENA_END - 64 - bytes;
  if (start < Arena.at || !reach(ARENA_END)) return 0;
  Arena.end = start;
  return start;
}

/**
 * Adds the lines of `[at, end)`, whose last byte must be a LF, until one is deferred.
 * @param offset of the byte at `at` in its object
 * @returns READ, COLUMNS_FULL, or the reason to defer the line at `readUpTo`
 */
export function addLines(at: usize, end: usize, offset: f64): u32 {
  Scan.offset = offset as u64;
  return addWholeLines(at, end);
}

/**
 * Adds the line of `[at, end)`. If `isOpen`, it has no line end; a LF must follow it.
 * @returns READ, COLUMNS_FULL, or the reason why the line is not in columns
 */
export function addLine(at: usize, end: usize, isOpen: bool, offset: f64): u32 {
  Scan.offset = offset as u64;
  const status = addOneLine(at, end, isOpen);
  Arena.end = ARENA_END;
  return status;
}

export function rowCount(): u32 {
  return Rows.count;
}

/** Returns how many columns there are: templates, lines, then fields. */
export function columnCount(): u32 {
  return Columns.count;
}

/** Returns the number of the key of a field's column. */
export function keyOfColumn(column: u32): u32 {
  return numberOfKey(load<u32>(columnAt(column), KEY));
}

/** Returns how many texts a column has. */
export function textCount(column: u32): u32 {
  return load<u32>(columnAt(column), TEXTS);
}

/** Returns the first block of rows, 0 without one, see rows.ts. */
export function firstRows(): usize {
  return Rows.firstBlock;
}

/** Returns the first block of the numbers of a column, 0 without one, see column.ts. */
export function firstCodes(column: u32): usize {
  return load<u32>(columnAt(column), FIRST_BLOCK);
}

/** Writes the texts of a column after all blocks, see column.ts. @returns the address of their ends */
export function writeTexts(column: u32): usize {
  return writeTextsOf(columnAt(column));
}
