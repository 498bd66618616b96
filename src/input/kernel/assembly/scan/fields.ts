// The hot loop: reads one line of JSON from brace to line end. Checks all of it, notes the key and the bytes of each field, and the place of
// each value that a condition tests. Counts nothing: the line may still be deferred.
//
// LINE_COUNTS contains for each field what the line adds to the counts of its key: u64 bytes, u32 lines, u32 empty lines. For columns, it
// contains the address of the key, of the value, and after the value: u32 each.
import { passSpace } from './json/bytes';
import { KEYS, LINE_COUNTS, LINE_KEYS } from '../memory';
import { findKey, isKey, Keys, LENGTH, LINE, NEXT, numberOfKey, SLOT } from './keys';
import { flatEnd } from './json/flat';
import { Nested, nestedEnd } from './json/nested';
import { numberEnd } from './json/numbers';
import {
  ARRAY, ESCAPED_ARRAY, ESCAPED_STRING, FALSE, fillSlot, NULL, NUMBER, OBJECT, STRING, TRUE,
} from './slots';
import { closingQuote, Text } from './json/text';
import { isUtf8 } from './json/utf8';
import { DEEP_NESTING, FIELD_LINES_AT, NOT_PLAIN, READ, REPEATED_KEY } from '../../abi';
import { FALS_LETTERS, LAST_OF_FALSE, NULL_LETTERS, TRUE_LETTERS } from './json/words';

const QUOTE: u8 = 34;
const OPEN_BRACE: u8 = 123;
const CLOSE_BRACE: u8 = 125;
const OPEN_BRACKET: u8 = 91;
/** `[]` and `{}` as little-endian words. */
const EMPTY_ARRAY: u16 = 0x5d5b;
const EMPTY_OBJECT: u16 = 0x7d7b;
const LF: u8 = 10;
const CR: u8 = 13;

/** Of an entry of LINE_COUNTS. */
export const VALUE_START: usize = 4;
export const VALUE_END: usize = 8;

const ONE_LINE: u64 = 1;
const ONE_EMPTY_LINE: u64 = (1 << 32) + 1;

/** What {@link readFields} notes of each field. */
export const NOTHING: u32 = 0;
export const KEY_COUNTS: u32 = 1;
export const VALUE_PLACES: u32 = 2;

export abstract class Line {
  /** Number of the line being read: distinguishes its values from those of earlier lines. */
  static number: u32 = 0;
  /** How many fields it has, if they are noted. */
  static fields: u32 = 0;
  /** Address after its line end. */
  static end: usize = 0;
}

/**
 * Reads the line at `start`, whose line end must be in memory.
 * @param notes what to write to LINE_COUNTS
 * @returns READ, or the reason to defer the line
 */
export function readFields(start: usize, notes: u32): u32 {
  const line = Line.number + 1;
  Line.number = line;
  Text.isBeyondAscii = false;
  if (load<u8>(start) != OPEN_BRACE) return NOT_PLAIN;
  let at = passSpace(start + 1);
  let key: usize = KEYS;
  let field: u32 = 0;
  if (load<u8>(at) != CLOSE_BRACE) {
    for (;;) {
      let next = load<u32>(key, NEXT) as usize;
      if (!isKey(next, at)) {
        next = findKey(at);
        if (next == 0) return Keys.deferReason;
        store<u32>(key, next as u32, NEXT);
      }
      key = next;
      if (load<u32>(key, LINE) == line) return REPEATED_KEY;
      store<u32>(key, line, LINE);
      const keyBytes = load<u32>(key, LENGTH);
      const slot = load<u32>(key, SLOT);
      at += keyBytes;
      let c = load<u8>(at);
      if (c <= 32) {
        at = passSpace(at);
        c = load<u8>(at);
      }
      const value = at;
      let bytes: usize = 0;
      let counts = ONE_LINE;
      if (c == QUOTE) {
        at = closingQuote(at + 1);
        if (at == 0) return NOT_PLAIN;
        if (slot != 0) fillSlot(slot, line, Text.escapeAt > value ? ESCAPED_STRING : STRING, value + 1, at);
        at += 1;
        bytes = at - value;
        if (bytes == 2) counts = ONE_EMPTY_LINE;
      } else if (((c - 48) as u8) <= 9 || c == 45) {
        at = numberEnd(at);
        if (at == 0) return NOT_PLAIN;
        if (slot != 0) fillSlot(slot, line, NUMBER, value, at);
        bytes = at - value;
      } else if ((c | 0x20) == OPEN_BRACE) {
        const pair = load<u16>(at);
        if (pair == EMPTY_ARRAY || pair == EMPTY_OBJECT) {
          at += 2;
          bytes = 2;
        } else {
          Nested.spaces = 0;
          at = flatEnd(value);
          if (at == 0) {
            at = nestedEnd(value);
            if (at == 0) return Nested.isDeep ? DEEP_NESTING : NOT_PLAIN;
          }
          bytes = at - value - Nested.spaces;
        }
        if (slot != 0) {
          const isEscaped = Text.escapeAt > value;
          fillSlot(slot, line, c != OPEN_BRACKET ? OBJECT : isEscaped ? ESCAPED_ARRAY : ARRAY, value, at);
        }
        if (bytes == 2) counts = ONE_EMPTY_LINE;
      } else {
        const word = load<u32>(at);
        let kind: u32;
        if (word == TRUE_LETTERS) {
          kind = TRUE;
          at += 4;
        } else if (word == NULL_LETTERS) {
          kind = NULL;
          counts = ONE_EMPTY_LINE;
          at += 4;
        } else {
          if (word != FALS_LETTERS || load<u8>(at, 4) != LAST_OF_FALSE) return NOT_PLAIN;
          kind = FALSE;
          at += 5;
        }
        if (slot != 0) fillSlot(slot, line, kind, value, at);
        bytes = at - value;
      }
      if (notes == VALUE_PLACES) {
        const entry = LINE_COUNTS + (field << 4);
        store<u32>(entry, key as u32);
        store<u32>(entry, value as u32, VALUE_START);
        store<u32>(entry, at as u32, VALUE_END);
        field += 1;
      } else if (notes == KEY_COUNTS) {
        store<u32>(LINE_KEYS + (field << 2), numberOfKey(key));
        const entry = LINE_COUNTS + (field << 4);
        store<u64>(entry, (bytes + keyBytes + 1) as u64);
        store<u64>(entry, counts, FIELD_LINES_AT);
        field += 1;
      }
      c = load<u8>(at);
      if (c <= 32) {
        at = passSpace(at);
        c = load<u8>(at);
      }
      if (c == CLOSE_BRACE) break;
      if (c != 44) return NOT_PLAIN;
      at += 1;
      if (load<u8>(at) <= 32) at = passSpace(at);
    }
  }
  Line.fields = field;
  at += 1;
  const end = at;
  if (load<u8>(at) == CR) at += 1;
  if (load<u8>(at) != LF) return NOT_PLAIN;
  Line.end = at + 1;
  return Text.isBeyondAscii && !isUtf8(start, end) ? NOT_PLAIN : READ;
}
