// What the caller takes: rows as columns, TAKEN_ROWS at a time, and the texts of one column.
//
// Rows:  TAKEN_ROWS times f64 offset; i64 time; u32 bytes; then for each column TAKEN_ROWS times the u32 number of the text, 0 without one
// Texts: their ends, u32 each, counted from the first text; the bytes of all
import { TAKEN_ROWS } from '../../abi';
import { Arena } from './arena';
import {
  CHUNK_HEAD, CHUNK_TEXTS_END, Columns, copyText, FIRST_CHUNK, LINES, NEXT_CHUNK, numberOfColumn, SPARE, TEMPLATES, TEXT_BYTES, TEXT_HEAD, TEXTS,
  TEXTS_AT, WIDE_FROM,
} from './column';
import { BLOCK_HEAD, BLOCK_ROWS_END, ROW_BYTES, ROW_HEAD, ROW_OFFSET, ROW_TEMPLATE, ROW_TIME, Rows } from './rows';
import { FIELD_COLUMN, FIRST_FIELD, TEMPLATE_FIELDS, TEMPLATE_NUMBER } from './templates';
import { reach } from '../inflate/window';
import { TAKEN } from '../memory';

const TIMES: usize = TAKEN + ((TAKEN_ROWS as usize) << 3);
const BYTES: usize = TIMES + ((TAKEN_ROWS as usize) << 3);
const NUMBERS: usize = BYTES + ((TAKEN_ROWS as usize) << 2);

abstract class Cursor {
  /** Number of the next row, and its place. */
  static row: u32 = 0;
  static block: usize = 0;
  static at: usize = 0;
}

/** Begins to take rows, or those of the last call again. */
export function beginRows(): void {
  Cursor.row = 0;
  Cursor.block = Rows.firstBlock;
  Cursor.at = Rows.firstBlock + BLOCK_HEAD;
}

// @ts-ignore: decorator
@inline
function store32(column: usize, index: usize, number: u32): void {
  store<u32>(NUMBERS + ((numberOfColumn(column) * TAKEN_ROWS + (index as u32)) << 2), number);
}

/** Writes the next rows as columns. @returns how many */
export function nextRows(): u32 {
  const rows = min(Rows.count - Cursor.row, TAKEN_ROWS);
  memory.fill(NUMBERS, 0, ((Columns.count * TAKEN_ROWS) as usize) << 2);
  for (let index: usize = 0; index < (rows as usize); index++) {
    if (Cursor.block != Rows.block && Cursor.at == (load<u32>(Cursor.block, BLOCK_ROWS_END) as usize)) {
      Cursor.block = load<u32>(Cursor.block);
      Cursor.at = Cursor.block + BLOCK_HEAD;
    }
    const row = Cursor.at;
    store<f64>(TAKEN + (index << 3), load<f64>(row, ROW_OFFSET));
    store<i64>(TIMES + (index << 3), load<i64>(row, ROW_TIME));
    store<u32>(BYTES + (index << 2), load<u32>(row, ROW_BYTES));
    Cursor.at = takeNumbers(row, index);
    Cursor.row += 1;
  }
  return rows;
}

/** @returns the address after the row */
function takeNumbers(row: usize, index: usize): usize {
  const template = load<u32>(row, ROW_TEMPLATE) as usize;
  let cell = row + ROW_HEAD;
  if (template == 0) {
    store32(LINES, index, load<u32>(cell));
    return cell + 4;
  }
  store32(TEMPLATES, index, load<u32>(template, TEMPLATE_NUMBER));
  let field = template + FIRST_FIELD;
  const end = field + ((load<u32>(template, TEMPLATE_FIELDS) as usize) << 4);
  for (; field < end; field += 16) {
    const column = load<u32>(field, FIELD_COLUMN) as usize;
    if (load<u32>(column, WIDE_FROM) <= Cursor.row) {
      store32(column, index, load<u32>(cell));
      cell += 4;
    } else {
      store32(column, index, load<u16>(cell));
      cell += 2;
    }
  }
  return cell;
}

/** Writes the texts of a column after all blocks. @returns the address of their ends */
export function writeTextsOf(column: usize): usize {
  const ends = Arena.at;
  const start = ends + ((load<u32>(column, TEXTS) as usize) << 2);
  // A line is added only if four times its bytes are free.
  if (!reach(start + load<u32>(column, TEXT_BYTES) + SPARE)) unreachable();
  let end = ends;
  let to = start;
  for (let chunk = load<u32>(column, FIRST_CHUNK) as usize; chunk != 0; chunk = load<u32>(chunk, NEXT_CHUNK)) {
    const isLast = load<u32>(chunk, NEXT_CHUNK) == 0;
    const textsEnd = (isLast ? load<u32>(column, TEXTS_AT) : load<u32>(chunk, CHUNK_TEXTS_END)) as usize;
    for (let text = chunk + CHUNK_HEAD; text < textsEnd; end += 4) {
      const bytes = load<u32>(text);
      copyText(to, text + TEXT_HEAD, bytes);
      to += bytes;
      text += TEXT_HEAD + (bytes as usize);
      store<u32>(end, (to - start) as u32);
    }
  }
  return ends;
}
