// What the caller takes: rows as columns, TAKEN_ROWS at a time, and the texts of one column, as many at a time as there is room for.
//
// Rows:  TAKEN_ROWS times f64 offset; i64 time; u32 bytes; then for each column TAKEN_ROWS times the u32 number of the text, 0 without one
// Texts: u32 how many end here, u32 how many bytes; their ends, u32 each, counted from the first text of the column; the bytes
import { TAKEN_ROWS } from '../../abi';
import {
  CHUNK, CHUNK_HEAD, CHUNK_TEXTS_END, Columns, copyText, FIRST_CHUNK, LINES, NEXT_CHUNK, numberOfColumn, TEMPLATES, TEXT_HEAD, TEXTS_AT,
  WIDE_FROM,
} from './column';
import { BLOCK_HEAD, BLOCK_ROWS_END, ROW_BYTES, ROW_HEAD, ROW_OFFSET, ROW_TEMPLATE, ROW_TIME, Rows } from './rows';
import { FIELD_COLUMN, FIRST_FIELD, TEMPLATE_FIELDS, TEMPLATE_NUMBER } from './templates';
import { TAKEN, TAKEN_BYTES } from '../memory';

const TIMES: usize = TAKEN + ((TAKEN_ROWS as usize) << 3);
const BYTES: usize = TIMES + ((TAKEN_ROWS as usize) << 3);
const NUMBERS: usize = BYTES + ((TAKEN_ROWS as usize) << 2);

const ENDS: usize = TAKEN + 8;
const MAX_ENDS: u32 = 0x1_0000;
const TEXT_ROOM: usize = ENDS + ((MAX_ENDS as usize) << 2);
/** A copy may write a vector beyond the last text. */
const TEXT_ROOM_END: usize = TAKEN + TAKEN_BYTES - 32;

abstract class Cursor {
  /** Number of the next row, and its place. */
  static row: u32 = 0;
  static block: usize = 0;
  static at: usize = 0;
  /** The next text, its chunk, and the end of the column. */
  static text: usize = 0;
  static chunk: usize = 0;
  static textsEnd: usize = 0;
  /** Bytes of that text, and of all texts, that were returned. */
  static textBytes: usize = 0;
  static bytes: usize = 0;
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

/** Begins to take the texts of a column. */
export function beginTextsOf(column: usize): void {
  Cursor.chunk = load<u32>(column, FIRST_CHUNK);
  Cursor.text = Cursor.chunk + CHUNK_HEAD;
  Cursor.textsEnd = load<u32>(column, TEXTS_AT);
  Cursor.textBytes = 0;
  Cursor.bytes = 0;
}

/** Writes the next texts; the last one of them may continue in the next call. */
export function nextTexts(): void {
  let to = TEXT_ROOM;
  let count: u32 = 0;
  while (Cursor.text != Cursor.textsEnd && count < MAX_ENDS) {
    if (load<u32>(Cursor.chunk, NEXT_CHUNK) != 0 && Cursor.text == (load<u32>(Cursor.chunk, CHUNK_TEXTS_END) as usize)) {
      Cursor.chunk = load<u32>(Cursor.chunk, NEXT_CHUNK);
      Cursor.text = Cursor.chunk + CHUNK_HEAD;
    }
    const left = (load<u32>(Cursor.text) as usize) - Cursor.textBytes;
    const bytes = min(left, TEXT_ROOM_END - to);
    copyText(to, Cursor.text + TEXT_HEAD + Cursor.textBytes, bytes);
    to += bytes;
    Cursor.bytes += bytes;
    if (bytes < left) {
      Cursor.textBytes += bytes;
      break;
    }
    store<u32>(ENDS + (count << 2), Cursor.bytes as u32);
    count += 1;
    Cursor.text += TEXT_HEAD + (load<u32>(Cursor.text) as usize);
    Cursor.textBytes = 0;
  }
  store<u32>(TAKEN, count);
  store<u32>(TAKEN, (to - TEXT_ROOM) as u32, 4);
}

/** Returns the address of the bytes of texts. */
export function takenTextsStart(): usize {
  return TEXT_ROOM;
}
