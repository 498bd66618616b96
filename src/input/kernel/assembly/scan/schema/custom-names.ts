// Checks that an object of custom fields contains only valid names, each once, each with a string (for response headers also an array of
// strings) or null. There is one set of names for each key of a line that contains such an object.
//
// Set, 16 bytes               Name, padded to 16 bytes
//   0   u32 first name          0   u32 bytes of the text
//   4   u32 names               4   u32 1: may have several values
//   8   u32 first of NAMES_SEEN 8   text: the name with quotes and colon
//   12  u32 rules, see abi.ts
import { ANY_NAME, HEADER_NAMES, SEVERAL_VALUES } from '../../../abi';
import { MAX_NAMES, NAMES, NAMES_BYTES, NAMES_SEEN } from '../../memory';
import { flatEnd } from '../json/flat';
import { closingQuote } from '../json/text';
import { isEqual } from '../filter/texts';
import { NULL_LETTERS } from '../json/words';

const MAX_NAME_SETS: u32 = 8;
const NAME_SETS: usize = NAMES;
const FIRST_NAME: usize = NAMES + ((MAX_NAME_SETS as usize) << 4);

/** Maximum number of names compared for one name of a line, and maximum number of names of one object; beyond it the line is deferred: time stays linear. Our choice; the platform has at most 100. */
const MAX_LOOKED: u32 = 128;

const SET_COUNT: usize = 4;
const SET_SEEN: usize = 8;
const SET_RULES: usize = 12;
const NAME_SEVERAL: usize = 4;
const NAME_TEXT: usize = 8;

const QUOTE: u8 = 34;
const COMMA: u8 = 44;
const COLON: u8 = 58;
const OPEN_BRACKET: u8 = 91;
const BACKSLASH: u8 = 92;
const CLOSE_BRACE: u8 = 125;
const LAST_PRINTABLE: u8 = 126;
const EMPTY_ARRAY: u16 = 0x5d5b;

export abstract class Names {
  static sets: u32 = 0;
  static count: u32 = 0;
  static end: usize = FIRST_NAME;
  /** Number of the object read last. */
  static object: u32 = 0;
  /** Address after the name found last, and its place in its set. */
  static at: usize = 0;
  static place: u32 = 0;
  static entry: usize = 0;
  static mayBeSeveral: bool = false;
}

export function clearNames(): void {
  Names.sets = 0;
  Names.count = 0;
  Names.end = FIRST_NAME;
  Names.object = 0;
  memory.fill(NAMES_SEEN, 0, (MAX_NAMES as usize) << 2);
}

/** Begins a set. @returns its number, -1 if there is no room */
export function addNameSet(rules: u32): i32 {
  if (Names.sets == MAX_NAME_SETS) return -1;
  const set = NAME_SETS + ((Names.sets as usize) << 4);
  store<u32>(set, Names.end as u32);
  store<u32>(set, 0, SET_COUNT);
  store<u32>(set, Names.count, SET_SEEN);
  store<u32>(set, rules, SET_RULES);
  return Names.sets++;
}

/** Adds the name at `text`, with quotes and colon, to the last set. @returns false if there is no room */
export function addNameTo(text: usize, bytes: u32, several: u32): bool {
  const end = Names.end + roomOf(bytes);
  if (Names.count == MAX_NAMES || end > NAMES + NAMES_BYTES - 16) return false;
  const set = NAME_SETS + (((Names.sets - 1) as usize) << 4);
  store<u32>(set, load<u32>(set, SET_COUNT) + 1, SET_COUNT);
  store<u32>(Names.end, bytes);
  store<u32>(Names.end, several, NAME_SEVERAL);
  memory.copy(Names.end + NAME_TEXT, text, bytes);
  Names.end = end;
  Names.count += 1;
  return true;
}

// @ts-ignore: decorator
@inline
function roomOf(bytes: u32): usize {
  return ((bytes as usize) + NAME_TEXT + 15) & ~15;
}

/** Whether all names of an object are valid. @param at the opening brace of a well-formed object */
export function hasCustomNames(number: u32, at: usize): bool {
  if (load<u8>(at, 1) == CLOSE_BRACE) return true;
  const set = NAME_SETS + ((number as usize) << 4);
  const isFree = (load<u32>(set, SET_RULES) & ANY_NAME) != 0;
  Names.object += 1;
  Names.place = 0;
  Names.entry = load<u32>(set);
  let count: u32 = 0;
  let c: u8 = 0;
  do {
    at += 1;
    if (!(isFree ? isValidName(set, at, count++) : isConfigured(set, at))) return false;
    at = valueEnd(Names.at);
    if (at == 0) return false;
    c = load<u8>(at);
  } while (c == COMMA);
  return c == CLOSE_BRACE;
}

/** Returns the address after a string, an array of strings where that is valid, or null; 0 for any other value. */
function valueEnd(at: usize): usize {
  const c = load<u8>(at);
  if (c == QUOTE) return closingQuote(at + 1) + 1;
  if (c != OPEN_BRACKET) return load<u32>(at) == NULL_LETTERS ? at + 4 : 0;
  if (!Names.mayBeSeveral) return 0;
  const pair = load<u16>(at);
  if (pair == EMPTY_ARRAY) return at + 2;
  return load<u8>(at, 1) == QUOTE ? flatEnd(at) : 0;
}

/** Whether the name is configured and not repeated. Starts after the name found last: names usually follow the configured order. */
function isConfigured(set: usize, at: usize): bool {
  const count = load<u32>(set, SET_COUNT);
  const most = min(count, MAX_LOOKED);
  let entry = Names.entry;
  let place = Names.place;
  for (let looked: u32 = 0; looked < most; looked++) {
    if (place == count) {
      place = 0;
      entry = load<u32>(set);
    }
    const bytes = load<u32>(entry);
    const next = entry + roomOf(bytes);
    if (isEqual(at, entry + NAME_TEXT, bytes)) {
      const seen = NAMES_SEEN + (((load<u32>(set, SET_SEEN) + place) as usize) << 2);
      if (load<u32>(seen) == Names.object) return false;
      store<u32>(seen, Names.object);
      Names.mayBeSeveral = load<u32>(entry, NAME_SEVERAL) != 0;
      Names.at = at + bytes;
      Names.entry = next;
      Names.place = place + 1;
      return true;
    }
    entry = next;
    place += 1;
  }
  return false;
}

/** Whether a name is valid without a ruleset: not repeated in the object, and in lower case for a header. */
function isValidName(set: usize, at: usize, count: u32): bool {
  const rules = load<u32>(set, SET_RULES);
  const isHeader = (rules & HEADER_NAMES) != 0;
  if (count == MAX_LOOKED || load<u8>(at) != QUOTE) return false;
  const start = at + 1;
  let end = start;
  for (let c = load<u8>(end); c != QUOTE; c = load<u8>(++end)) {
    if (c == BACKSLASH || (isHeader && (((c - 65) as u8) < 26 || c > LAST_PRINTABLE))) return false;
  }
  if (load<u8>(end, 1) != COLON) return false;
  for (let other: u32 = 0; other < count; other++) {
    const known = NAMES_SEEN + ((other as usize) << 3);
    if (load<u32>(known, 4) == ((end - start) as u32) && isEqual(start, load<u32>(known), end - start)) return false;
  }
  const own = NAMES_SEEN + ((count as usize) << 3);
  store<u32>(own, start as u32);
  store<u32>(own, (end - start) as u32, 4);
  Names.mayBeSeveral = (rules & SEVERAL_VALUES) != 0;
  Names.at = end + 2;
  return true;
}
