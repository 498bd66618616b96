// A column while it is built: its distinct texts, numbered from 1 in the order of their first row, a hash table to find them, and the number of
// the text of each row. A column of which almost every text is new has no table: its texts are appended, and a text may be in it twice.
//
// Column, 64 bytes                                   Text                   Slot of a table, 8 bytes
//   0   u32 address of its key, 0 if it is no field   0  u32 bytes           0  u32 hash
//   4   u32 address of its table, 0 without one       4  u32 its number      4  u32 address of the text, 0 if it is free
//   8   u32 slots of the table minus one              8  the bytes
//   12  u32 texts                                    Chunk of texts
//   16  u32 address after its last text               0  u32 address of the next one
//   20  u32 end of the chunk of this text             4  u32 address after its last text, if there is a next one
//   24  u32 address of its first chunk                8  texts
//   28  u32 address of its last chunk                Block of numbers: of CODED_ROWS rows, 0 for a row without a text
//   32  u32 address of the text of the last row that has one    0  u32 address of the next one
//   36  u32 texts looked up in the table              4  u32 which rows it has: that of the first row divided by CODED_ROWS
//   40  u32 texts when the table was last checked for use   8  u32 bytes of a number: 2 or 4
//   44  u32 bytes of all texts                        16 the numbers
//   48  u32 address of its first block
//   52  u32 address of its last block
import { allocate, Arena, arenaLeft, extend, release } from './arena';
import { CODED_ROWS, CODES_AT } from '../../abi';
import { reach } from '../inflate/window';
import { COLUMNS, MAX_COLUMNS, RELEASED } from '../memory';
import { isEqual } from '../scan/filter/texts';
import { numberOfKey } from '../scan/keys';

const KEY: usize = 0;
const TABLE: usize = 4;
const MASK: usize = 8;
export const TEXTS: usize = 12;
const TEXTS_AT: usize = 16;
const CHUNK_END: usize = 20;
const FIRST_CHUNK: usize = 24;
const CHUNK: usize = 28;
const LAST: usize = 32;
const LOOKUPS: usize = 36;
const TEXTS_BEFORE: usize = 40;
const TEXT_BYTES: usize = 44;
const FIRST_BLOCK: usize = 48;
const BLOCK: usize = 52;

const NEXT_CHUNK: usize = 0;
const CHUNK_TEXTS_END: usize = 4;
const CHUNK_HEAD: usize = 8;
const NUMBER: usize = 4;
const TEXT_HEAD: usize = 8;
const BLOCK_ROWS: usize = 4;
const BLOCK_WIDTH: usize = 8;

const FIRST_SLOTS: usize = 32;
const SLOT_SHIFT: u32 = 3;
const SLOT_TEXT: usize = 4;
const FIRST_CHUNK_BYTES: usize = 256;
/** The largest chunk that is not for one text. */
export const CHUNK_BYTES: usize = 0x8000;
/** Room for a vector after a text. */
const SPARE: usize = 16;
/** The largest number in 16 bits. */
const LAST_SHORT: u32 = 0xffff;
/** After so many texts the table is checked for use, and it is discarded if no more than one of so many was known. Chosen by headgate. */
const CHECKED_TEXTS: u32 = 4096;
const KNOWN_TEXTS: u32 = CHECKED_TEXTS >> 6;

/** Address of 8 zeros: a text without bytes. There is no released block of so few bytes. */
const NO_TEXT: usize = RELEASED;

export const TEMPLATES: usize = COLUMNS;
export const LINES: usize = COLUMNS + 64;

export abstract class Columns {
  static count: u32 = 0;
  /** Whether a table could not grow: the rows must be taken. */
  static isCrowded: bool = false;
}

// @ts-ignore: decorator
@inline
export function columnAt(number: u32): usize {
  return COLUMNS + ((number as usize) << 6);
}

// @ts-ignore: decorator
@inline
export function numberOfColumn(column: usize): u32 {
  return ((column - COLUMNS) >> 6) as u32;
}

/** Adds a column. @returns its address, 0 if there is no room */
export function addColumn(key: usize): usize {
  if (Columns.count == MAX_COLUMNS) return 0;
  const table = allocate(FIRST_SLOTS << SLOT_SHIFT);
  if (table == 0) return 0;
  memory.fill(table, 0, FIRST_SLOTS << SLOT_SHIFT);
  const column = columnAt(Columns.count++);
  memory.fill(column, 0, 64);
  store<u32>(column, key as u32, KEY);
  store<u32>(column, table as u32, TABLE);
  store<u32>(column, (FIRST_SLOTS - 1) as u32, MASK);
  store<u32>(column, NO_TEXT as u32, LAST);
  return column;
}

/** Whether a text is that of the last row that has one. */
// @ts-ignore: decorator
@inline
export function isLast(column: usize, start: usize, bytes: u32): bool {
  const last = load<u32>(column, LAST) as usize;
  return load<u32>(last) == bytes && isEqual(start, last + TEXT_HEAD, bytes);
}

/** Returns the number of that text. */
// @ts-ignore: decorator
@inline
export function lastNumber(column: usize): u32 {
  return load<u32>(load<u32>(column, LAST), NUMBER);
}

/** Returns the number of a text of at least one byte, and adds it if it is new. There must be room for a chunk. */
export function numberOf(column: usize, start: usize, bytes: u32): u32 {
  if (isLast(column, start, bytes)) return lastNumber(column);
  return load<u32>(column, TABLE) == 0 ? append(column, start, bytes) : findText(column, start, bytes, hashOf(start, bytes));
}

// @ts-ignore: decorator
@inline
export function hasTable(column: usize): bool {
  return load<u32>(column, TABLE) != 0;
}

/** Returns the address of the first text that may have the hash, 0 if there is none. */
// @ts-ignore: decorator
@inline
export function firstText(column: usize, hash: u32): usize {
  return load<u32>(load<u32>(column, TABLE) + (((hash & load<u32>(column, MASK)) as usize) << SLOT_SHIFT), SLOT_TEXT);
}

/** {@link numberOf} in a column with a table. @param hash of the text */
export function findText(column: usize, start: usize, bytes: u32, hash: u32): u32 {
  const table = load<u32>(column, TABLE) as usize;
  const mask = load<u32>(column, MASK);
  let place = hash & mask;
  for (;;) {
    const slot = table + ((place as usize) << SLOT_SHIFT);
    const text = load<u32>(slot, SLOT_TEXT) as usize;
    if (text == 0) break;
    if (load<u32>(slot) == hash && load<u32>(text) == bytes && isEqual(start, text + TEXT_HEAD, bytes)) {
      store<u32>(column, text as u32, LAST);
      countLookup(column);
      return load<u32>(text, NUMBER);
    }
    place = (place + 1) & mask;
  }
  const number = append(column, start, bytes);
  const slot = table + ((place as usize) << SLOT_SHIFT);
  store<u32>(slot, hash);
  store<u32>(slot, load<u32>(column, LAST), SLOT_TEXT);
  if (number << 1 > mask) growTable(column);
  countLookup(column);
  return number;
}

/** Discards the table if it has found almost no text. */
// @ts-ignore: decorator
@inline
function countLookup(column: usize): void {
  const lookups = load<u32>(column, LOOKUPS) + 1;
  store<u32>(column, lookups, LOOKUPS);
  if ((lookups & (CHECKED_TEXTS - 1)) == 0) checkTable(column);
}

function checkTable(column: usize): void {
  const texts = load<u32>(column, TEXTS);
  const added = texts - load<u32>(column, TEXTS_BEFORE);
  store<u32>(column, texts, TEXTS_BEFORE);
  // Templates need their numbers.
  if (CHECKED_TEXTS - added > KNOWN_TEXTS || column == TEMPLATES) return;
  release(load<u32>(column, TABLE), ((load<u32>(column, MASK) + 1) as usize) << SLOT_SHIFT);
  store<u32>(column, 0, TABLE);
}

/** Moves the texts to a table of four times the slots, of twice once there are many. */
function growTable(column: usize): void {
  const table = load<u32>(column, TABLE) as usize;
  const slots = (load<u32>(column, MASK) + 1) as usize;
  const larger = slots << (slots < 4096 ? 2 : 1);
  const isCrowded = arenaLeft() < (larger << SLOT_SHIFT) + Arena.reserved;
  const moved = isCrowded ? 0 : allocate(larger << SLOT_SHIFT);
  if (moved == 0) {
    // Half of the slots are free: there is room for another text, and the rows are taken before the next line.
    Columns.isCrowded = true;
    return;
  }
  memory.fill(moved, 0, larger << SLOT_SHIFT);
  const mask = (larger - 1) as u32;
  const end = table + (slots << SLOT_SHIFT);
  for (let slot = table; slot < end; slot += 8) {
    const entry = load<u64>(slot);
    if (entry >> 32 == 0) continue;
    let place = (entry as u32) & mask;
    while (load<u32>(moved + ((place as usize) << SLOT_SHIFT), SLOT_TEXT) != 0) place = (place + 1) & mask;
    store<u64>(moved + ((place as usize) << SLOT_SHIFT), entry);
  }
  release(table, slots << SLOT_SHIFT);
  store<u32>(column, moved as u32, TABLE);
  store<u32>(column, mask, MASK);
}

/** Adds a text. @returns its number */
export function append(column: usize, start: usize, bytes: u32): u32 {
  const room = TEXT_HEAD + (bytes as usize);
  let text = load<u32>(column, TEXTS_AT) as usize;
  if (text + room + SPARE > load<u32>(column, CHUNK_END)) text = addChunk(column, room);
  const number = load<u32>(column, TEXTS) + 1;
  store<u32>(text, bytes);
  store<u32>(text, number, NUMBER);
  copyText(text + TEXT_HEAD, start, bytes);
  store<u32>(column, (text + room) as u32, TEXTS_AT);
  store<u32>(column, number, TEXTS);
  store<u32>(column, load<u32>(column, TEXT_BYTES) + bytes, TEXT_BYTES);
  store<u32>(column, text as u32, LAST);
  return number;
}

/** Adds a chunk with room for a text. @returns the address of the text */
function addChunk(column: usize, room: usize): usize {
  const last = load<u32>(column, CHUNK) as usize;
  const lastBytes = load<u32>(column, CHUNK_END) as usize - last;
  const needed = CHUNK_HEAD + room + SPARE;
  let bytes = last == 0 ? FIRST_CHUNK_BYTES : min(lastBytes << 1, CHUNK_BYTES);
  while (bytes < needed && bytes < CHUNK_BYTES) bytes <<= 1;
  const chunk = needed > bytes ? extend(needed) : allocate(bytes);
  if (needed > bytes) bytes = needed;
  // The caller has checked the room.
  if (chunk == 0) unreachable();
  store<u32>(chunk, 0, NEXT_CHUNK);
  if (last == 0) store<u32>(column, chunk as u32, FIRST_CHUNK);
  else {
    store<u32>(last, chunk as u32, NEXT_CHUNK);
    store<u32>(last, load<u32>(column, TEXTS_AT), CHUNK_TEXTS_END);
  }
  store<u32>(column, chunk as u32, CHUNK);
  store<u32>(column, (chunk + bytes) as u32, CHUNK_END);
  return chunk + CHUNK_HEAD;
}

/** Stores the number of the text of a row: of the last row that has one, or a later one. There must be room for a block. */
// @ts-ignore: decorator
@inline
export function storeCode(column: usize, row: u32, number: u32): void {
  let block = load<u32>(column, BLOCK) as usize;
  if (block == 0 || load<u32>(block, BLOCK_ROWS) != row / CODED_ROWS) block = addBlock(column, row / CODED_ROWS);
  const at = block + CODES_AT;
  const index = (row % CODED_ROWS) as usize;
  if (load<u32>(block, BLOCK_WIDTH) == 2) store<u16>(at + (index << 1), number as u16);
  else store<u32>(at + (index << 2), number);
}

/** Adds a block of numbers: each of its rows may add a text. */
function addBlock(column: usize, rows: u32): usize {
  const width: u32 = load<u32>(column, TEXTS) + CODED_ROWS > LAST_SHORT ? 4 : 2;
  const bytes = CODES_AT + ((CODED_ROWS * width) as usize);
  const block = extend(bytes);
  if (block == 0) unreachable();
  memory.fill(block, 0, bytes);
  store<u32>(block, rows, BLOCK_ROWS);
  store<u32>(block, width, BLOCK_WIDTH);
  const last = load<u32>(column, BLOCK) as usize;
  if (last == 0) store<u32>(column, block as u32, FIRST_BLOCK);
  else store<u32>(last, block as u32);
  store<u32>(column, block as u32, BLOCK);
  return block;
}

/** Returns how many columns there are: templates, lines, then fields. */
export function columnCount(): u32 {
  return Columns.count;
}

/** Returns the number of the key of a field's column. */
export function keyOfColumn(column: u32): u32 {
  return numberOfKey(load<u32>(columnAt(column), KEY));
}

export function textCount(column: u32): u32 {
  return load<u32>(columnAt(column), TEXTS);
}

/** Returns the first block of the numbers of a column, 0 without one. */
export function firstCodes(column: u32): usize {
  return load<u32>(columnAt(column), FIRST_BLOCK);
}

/** Writes the texts of a column after all blocks: their ends, u32 each, counted from the first text; the bytes of all. @returns the address of the ends */
export function writeTexts(number: u32): usize {
  const column = columnAt(number);
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

/** Copies a text. Reads and writes up to 15 bytes beyond either end. */
// @ts-ignore: decorator
@inline
export function copyText(to: usize, from: usize, bytes: usize): void {
  if (bytes > 256) {
    memory.copy(to, from, bytes);
    return;
  }
  const end = from + bytes;
  while (from < end) {
    v128.store(to, v128.load(from));
    from += 16;
    to += 16;
  }
}

const FIRST_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const SECOND_FACTOR: u64 = 0xc2b2_ae3d_27d4_eb4f;

// @ts-ignore: decorator
@inline
function mixed(hash: u64, word: u64, factor: u64): u64 {
  const product = (hash ^ word) * factor;
  return product ^ (product >> 32);
}

/** Two lanes of 8 bytes each. Reads up to 7 bytes beyond a short text. */
export function hashOf(start: usize, bytes: u32): u32 {
  let first: u64 = FIRST_FACTOR ^ (bytes as u64);
  let second: u64 = SECOND_FACTOR;
  let at = start;
  const end = start + (bytes as usize);
  if (bytes < 8) {
    first = mixed(first, load<u64>(at) << ((64 - (bytes << 3)) as u64), FIRST_FACTOR);
  } else {
    for (; at + 16 < end; at += 16) {
      first = mixed(first, load<u64>(at), FIRST_FACTOR);
      second = mixed(second, load<u64>(at, 8), SECOND_FACTOR);
    }
    // The last words may overlap those before them.
    if (end - at > 8) first = mixed(first, load<u64>(at), FIRST_FACTOR);
    second = mixed(second, load<u64>(end - 8), SECOND_FACTOR);
  }
  const hash = mixed(first, second, FIRST_FACTOR);
  return (hash ^ (hash >> 29)) as u32;
}
