// Numbers the keys of top-level fields. The lines of a file repeat the same keys in the same order: each key stores which one followed it
// last, so one compare of 32 bytes usually reads a key.
//
//   0   64 bytes  the key with quotes and colon, as a line contains it; zeros after it
//   64  u32       which of the first 32 bytes must be equal
//   68  u32       bytes of the key with quotes and colon
//   72  u32       address of the key that followed it last
//   76  u32       number of the slot for its value plus one, 0 if no condition tests it
//   80  u32       number of the last line that contains it
//   84  u32       address of its column, 0 if no row has one, see columns/column.ts
import { KEY_INDEX, KEY_INDEX_SLOTS, KEYS, MAX_KEYS } from '../memory';
import { closingQuote, Text } from './json/text';
import { MANY_KEYS, NOT_PLAIN, ODD_KEY } from '../../abi';

const KEY_SHIFT: u32 = 7;
const MAX_KEY_BYTES: u32 = 64;
const MASK: usize = 64;
export const LENGTH: usize = 68;
export const NEXT: usize = 72;
export const SLOT: usize = 76;
export const LINE: usize = 80;
export const COLUMN: usize = 84;

export abstract class Keys {
  /** The first keys after the entry before the first key are fields of the dataset: how many. */
  static fields: u32 = 0;
  /** Address of the field that was found last, or of the entry before the first key. */
  static foundField: usize = KEYS;
  /** Known keys, including the entry before the first key. */
  static count: u32 = 0;
  /** Why {@link findKey} failed. */
  static deferReason: u32 = 0;
}

// @ts-ignore: decorator
@inline
export function keyAt(number: u32): usize {
  return KEYS + ((number as usize) << KEY_SHIFT);
}

// @ts-ignore: decorator
@inline
export function numberOfKey(key: usize): u32 {
  return ((key - KEYS) >> KEY_SHIFT) as u32;
}

/** Removes all keys. */
export function clearKeys(): void {
  memory.fill(KEY_INDEX, 0, KEY_INDEX_SLOTS << 1);
  memory.fill(KEYS, 0, 1 << KEY_SHIFT);
  // No line that is read to its end contains 32 zeros in place of a key.
  store<u32>(KEYS, -1, MASK);
  store<u32>(KEYS, KEYS, NEXT);
  Keys.count = 1;
  Keys.fields = 0;
  Keys.foundField = KEYS;
}

/** Adds fields of the dataset: keys with quotes and colons, one after the other. Must be called before any other key is added. */
export function addFields(at: usize, end: usize): void {
  while (at < end) {
    let after = at + 1;
    while (load<u8>(after++) != 58);
    internKey(at, (after - at) as u32);
    at = after;
  }
  Keys.fields = Keys.count - 1;
}

/** Whether a line that was read contains a field of the dataset. @param line its number */
// @ts-ignore: decorator
@inline
export function hasField(line: u32): bool {
  return load<u32>(Keys.foundField, LINE) == line || findField(line);
}

function findField(line: u32): bool {
  for (let number: u32 = 1; number <= Keys.fields; number++) {
    const key = keyAt(number);
    if (load<u32>(key, LINE) != line) continue;
    Keys.foundField = key;
    return true;
  }
  return false;
}

/** Whether the line contains the key `key` at `at`. */
// @ts-ignore: decorator
@inline
export function isKey(key: usize, at: usize): bool {
  const low = i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(key)));
  const high = i8x16.bitmask(i8x16.eq(v128.load(at, 16), v128.load(key, 16)));
  const mask = load<u32>(key, MASK);
  if (((low | (high << 16)) & mask) != mask) return false;
  return load<u32>(key, LENGTH) <= 32 || isRestOfKey(key, at);
}

// @ts-ignore: decorator
@inline
function isRestOfKey(key: usize, at: usize): bool {
  const low = i8x16.bitmask(i8x16.eq(v128.load(at, 32), v128.load(key, 32)));
  const high = i8x16.bitmask(i8x16.eq(v128.load(at, 48), v128.load(key, 48)));
  const length = load<u32>(key, LENGTH);
  return (ctz(~(low | (high << 16))) as u32) >= length - 32;
}

/** Finds the key at `at`, which need not be a quote; adds a new one. @returns 0 if there is none: see `Keys.deferReason` */
export function findKey(at: usize): usize {
  Keys.deferReason = NOT_PLAIN;
  if (load<u8>(at) != 34) return 0;
  const escapeBefore = Text.escapeAt;
  const wasBeyondAscii = Text.isBeyondAscii;
  Text.isBeyondAscii = false;
  const quote = closingQuote(at + 1);
  const isOdd = Text.escapeAt != escapeBefore || Text.isBeyondAscii;
  Text.isBeyondAscii = Text.isBeyondAscii || wasBeyondAscii;
  if (quote == 0) return 0;
  Keys.deferReason = ODD_KEY;
  if (isOdd) return 0;
  Keys.deferReason = NOT_PLAIN;
  if (load<u8>(quote, 1) != 58) return 0;
  return internKey(at, (quote + 2 - at) as u32);
}

/** Finds or adds the key in `[at, at + length)`. @returns 0 if it is too long or the table is full */
export function internKey(at: usize, length: u32): usize {
  Keys.deferReason = ODD_KEY;
  if (length > MAX_KEY_BYTES) return 0;
  let place = hashOf(at, length) & (KEY_INDEX_SLOTS - 1);
  for (;;) {
    const number = load<u16>(KEY_INDEX + (place << 1));
    if (number == 0) break;
    const key = keyAt(number);
    if (load<u32>(key, LENGTH) == length && isKey(key, at)) return key;
    place = (place + 1) & (KEY_INDEX_SLOTS - 1);
  }
  Keys.deferReason = MANY_KEYS;
  if (Keys.count == MAX_KEYS) return 0;
  const key = keyAt(Keys.count);
  memory.fill(key, 0, 1 << KEY_SHIFT);
  memory.copy(key, at, length);
  store<u32>(key, length >= 32 ? -1 : (1 << length) - 1, MASK);
  store<u32>(key, length, LENGTH);
  store<u32>(key, KEYS, NEXT);
  store<u16>(KEY_INDEX + (place << 1), Keys.count as u16);
  Keys.count += 1;
  return key;
}

/** FNV-1a. */
function hashOf(at: usize, length: u32): u32 {
  let hash: u32 = 0x811c_9dc5;
  for (let index: u32 = 0; index < length; index++) hash = (hash ^ load<u8>(at + index)) * 0x0100_0193;
  return hash ^ (hash >> 15);
}
