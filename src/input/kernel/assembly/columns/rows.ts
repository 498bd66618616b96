// Adds lines as rows, in a kernel that inflates nothing: of each line with a template the numbers of its values, of every other one that of the whole line, in the blocks of their
// columns; and in blocks of CODED_ROWS rows what each line has beside its columns.
//
//   0  u32 address of the next block
//   8  CODED_ROWS times: f64 offset of the line in its object; i64 time; u32 bytes
import { CODED_ROWS, COLUMNS_FULL, LONG, MANY_KEYS, NO_FIELD, NO_TIME, NOT_PLAIN, READ, ROWS_AT } from '../../abi';
import { Arena, arenaLeft, clearArena, extend } from './arena';
import {
  addColumn, append, CHUNK_BYTES, Columns, findText, firstText, hashOf, hasTable, isLast, lastNumber, LINES, numberOf, storeCode, TEMPLATES,
} from './column';
import { clearTemplates, FIELD_COLUMN, FIRST_FIELD, TEMPLATE_NUMBER, templateOf } from './templates';
import { ARENA, ARENA_END, LINE_COUNTS, LINE_KEYS } from '../memory';
import { Line, readFields, VALUE_END, VALUE_PLACES, VALUE_START } from '../scan/fields';
import { Request } from '../scan/filter/request';
import { Text } from '../scan/json/text';
import { hasField } from '../scan/keys';
import { NO_INSTANT, readTime, Scan, timeFound } from '../scan/lines';

const TIMES: usize = (CODED_ROWS as usize) << 3;
const BYTES: usize = TIMES + ((CODED_ROWS as usize) << 3);
const BLOCK_BYTES: usize = ROWS_AT + BYTES + ((CODED_ROWS as usize) << 2);

/** In an entry of LINE_COUNTS, in place of its key: the hash of the value. */
const VALUE_HASH: usize = 0;
/** The values to look up: u32 address of the entry, u32 address of the column. */
const PENDING: usize = LINE_KEYS;

/** Left for blocks of all columns and of rows, and the table of templates. Bytes. */
const SPARE_BYTES: usize = 0x40_0000;

const OPEN_BRACE: u8 = 123;
const LF: u8 = 10;

export abstract class Rows {
  static count: u32 = 0;
  static texts: u32 = 0;
  /** Whether a line without columns is a row; else it is deferred. */
  static hasWhole: bool = true;
  /** At so many rows, or bytes of memory, the rows must be taken. */
  static most: u32 = 0;
  static mostBytes: usize = 0;
  static firstBlock: usize = 0;
  static block: usize = 0;
}

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
  clearArena();
  clearTemplates(templates);
  Columns.count = 0;
  Columns.isCrowded = false;
  addColumn(0);
  addColumn(0);
  Rows.count = 0;
  Rows.firstBlock = 0;
  Rows.block = 0;
}

// @ts-ignore: decorator
@inline
function isFull(): bool {
  return Rows.count >= Rows.most || Arena.at - ARENA >= Rows.mostBytes || Columns.isCrowded;
}

/** Returns the first block of rows, 0 without one. */
export function firstRows(): usize {
  return Rows.firstBlock;
}

export function rowCount(): u32 {
  return Rows.count;
}

/**
 * Adds the lines of `[at, end)`, whose last byte must be a LF, until one is deferred.
 * @param offset of the byte at `at` in its object
 * @returns READ, COLUMNS_FULL, or the reason to defer the line at `readUpTo`
 */
export function addLines(at: usize, end: usize, offset: f64): u32 {
  Scan.offset = offset as u64;
  Text.escapeAt = 0;
  while (at < end) {
    Scan.at = at;
    if (isFull()) return COLUMNS_FULL;
    let reason = readFieldsAt(at);
    if (reason != READ) Line.end = afterLine(at);
    const bytes = Line.end - at;
    if (bytes > (Scan.maxLineBytes as usize)) return LONG;
    if (reason == READ && Scan.defersNoField && !hasField(Line.number)) return NO_FIELD;
    reason = addRow(at, Line.end, reason);
    if (reason != READ) return reason;
    Scan.offset += bytes as u64;
    at = Line.end;
  }
  Scan.at = at;
  return READ;
}

/** Adds one line, of which a LF at `end` is no part if `isOpen`. @returns READ, COLUMNS_FULL, or the reason why the line is not in columns */
export function addLine(at: usize, end: usize, isOpen: bool, offset: f64): u32 {
  Scan.offset = offset as u64;
  Text.escapeAt = 0;
  let status = COLUMNS_FULL;
  if (!isFull()) {
    const reason = readFieldsAt(at);
    status = addRow(at, end, reason == READ && Line.end != (isOpen ? end + 1 : end) ? NOT_PLAIN : reason);
  }
  // A long line was there.
  Arena.end = ARENA_END;
  return status;
}

// @ts-ignore: decorator
@inline
function readFieldsAt(at: usize): u32 {
  return load<u8>(at) == OPEN_BRACE ? readFields(at, VALUE_PLACES) : NOT_PLAIN;
}

/** Returns the address after the line at `at`. */
function afterLine(at: usize): usize {
  const feeds = i8x16.splat(LF);
  let found = i8x16.bitmask(i8x16.eq(v128.load(at), feeds));
  while (found == 0) {
    at += 16;
    found = i8x16.bitmask(i8x16.eq(v128.load(at), feeds));
  }
  return at + (ctz(found) as usize) + 1;
}

/**
 * Adds a row.
 * @param reason READ if the values of the line are noted
 * @returns READ, COLUMNS_FULL, or the reason why the line is not in columns
 */
function addRow(at: usize, end: usize, reason: u32): u32 {
  let time = NO_INSTANT;
  if (reason == READ && Request.timeUnit != NO_TIME) {
    reason = readTime();
    if (reason == READ) time = timeFound();
  }
  if (reason != READ && !Rows.hasWhole) return reason;
  const fields: usize = reason == READ ? (Line.fields as usize) : 0;
  // Each value may need a chunk, each field a column with its table, the line a text and a template.
  Arena.reserved = 4 * (end - at) + fields * (2 * CHUNK_BYTES) + SPARE_BYTES;
  if (arenaLeft() < Arena.reserved) return COLUMNS_FULL;
  const template = reason == READ ? templateOf(at, end) : 0;
  if (template == 0 && !Rows.hasWhole) return MANY_KEYS;
  const row = Rows.count;
  const index = (row % CODED_ROWS) as usize;
  if (index == 0) addBlock();
  const block = Rows.block + ROWS_AT;
  store<f64>(block + (index << 3), Scan.offset as f64);
  store<i64>(block + TIMES + (index << 3), time);
  store<u32>(block + BYTES + (index << 2), (end - at) as u32);
  if (template == 0) storeCode(LINES, row, numberOf(LINES, at, (end - at) as u32));
  else {
    storeCode(TEMPLATES, row, load<u32>(template, TEMPLATE_NUMBER));
    storeValues(template, row);
  }
  Rows.count = row + 1;
  return READ;
}

/**
 * Stores the number of each value. Looks up the values that the row before has not, one step of all of them after the other: each step waits for
 * memory, and the processor waits for several values at a time.
 */
function storeValues(template: usize, row: u32): void {
  const end = LINE_COUNTS + (Line.fields << 4);
  let field = template + FIRST_FIELD;
  let pending = PENDING;
  for (let entry = LINE_COUNTS; entry < end; entry += 16) {
    const column = load<u32>(field, FIELD_COLUMN) as usize;
    const start = load<u32>(entry, VALUE_START) as usize;
    const bytes = load<u32>(entry, VALUE_END) - (start as u32);
    field += 16;
    if (isLast(column, start, bytes)) storeCode(column, row, lastNumber(column));
    else if (!hasTable(column)) storeCode(column, row, append(column, start, bytes));
    else {
      store<u32>(entry, hashOf(start, bytes), VALUE_HASH);
      store<u32>(pending, entry as u32);
      store<u32>(pending, column as u32, 4);
      pending += 8;
    }
  }
  let texts: u32 = 0;
  for (let at = PENDING; at < pending; at += 8) {
    texts += load<u32>(firstText(load<u32>(at, 4), load<u32>(load<u32>(at), VALUE_HASH)));
  }
  // Without a use, the loads would not be made.
  Rows.texts = texts;
  for (let at = PENDING; at < pending; at += 8) {
    const entry = load<u32>(at) as usize;
    const start = load<u32>(entry, VALUE_START) as usize;
    const bytes = load<u32>(entry, VALUE_END) - (start as u32);
    const column = load<u32>(at, 4) as usize;
    storeCode(column, row, findText(column, start, bytes, load<u32>(entry, VALUE_HASH)));
  }
}

function addBlock(): void {
  const block = extend(BLOCK_BYTES);
  if (block == 0) unreachable();
  store<u32>(block, 0);
  if (Rows.block == 0) Rows.firstBlock = block;
  else store<u32>(Rows.block, block as u32);
  Rows.block = block;
}
