// Whether a line has the form of a job's lines: these keys in this order, with nothing but commas between the fields, each with a value of
// its kind or null. Looks at the slots that fields.ts has filled: that of a field has its number. Says no to whatever is not plainly right.
//
//   0   u32  kind of the value
//   4   u32  bytes of the key with quotes and colon
import { FORM } from '../../memory';
import { bytesOfTexts, NOT_PLAIN_TEXTS } from './custom-bytes';
import { hasCustomNames } from './custom-names';
import { elementsAre } from '../json/elements';
import { Line } from '../fields';
import { Instant, readInstant } from '../json/instants';
import { mayHaveLookup } from './lookups';
import { isInteger } from '../json/numbers';
import { TIMESTAMP } from '../filter/request';
import {
  ARRAY, END, ESCAPED_ARRAY, ESCAPED_STRING, FALSE, KIND, LINE, NULL, NUMBER, OBJECT, slotAt, START, STRING, TRUE,
} from '../slots';

/** Kinds of values. */
const TEXT: u32 = 0;
const INTEGER: u32 = 1;
const FLOAT: u32 = 2;
const BOOL: u32 = 3;
const TIME: u32 = 4;
const TEXTS: u32 = 5;
const INTEGERS: u32 = 6;
const OBJECTS: u32 = 7;
const ANY_OBJECT: u32 = 8;
const ANY: u32 = 9;
/** And the number of the set of names. */
export const CUSTOM: u32 = 10;

export const FIELD_KIND: usize = 0;
export const FIELD_KEY_BYTES: usize = 4;

const NO_SLOT: u32 = 0xffff_ffff;
const MINUS: u8 = 45;
const NINE: u8 = 57;
const CLOSE_BRACE: u8 = 125;

export abstract class Form {
  /** 0: lines may have any form. */
  static fields: u32 = 0;
  /** Bytes of a timestamp, of texts without quotes; and whether it is a text. */
  static timeBytes: u32 = 0;
  static isTimeText: bool = false;
  /** Slot of the time of the event, and how it is written. */
  static eventSlot: u32 = NO_SLOT;
  static eventUnit: u32 = TIMESTAMP;
  /** Events of the object are in [from, until): nanoseconds since 1970. */
  static from: i64 = 0;
  static until: i64 = 0;
  static idSlot: u32 = NO_SLOT;
  /** Bytes that the values of custom fields have together: from which on that is to be told, and from which on lines have another form. */
  static customNear: u32 = 0;
  static customBelow: u32 = 0;
  /** Of the line read last, as far as it is to be told; else 0. */
  static customBytes: u32 = 0;
  /** Whether lines with what may be a `${` have another form. */
  static isWithoutLookups: bool = false;
}

// @ts-ignore: decorator
@inline
export function formFieldAt(field: u32): usize {
  return FORM + ((field as usize) << 3);
}

/** Forgets the form. */
export function clearForm(): void {
  Form.fields = 0;
  Form.eventSlot = NO_SLOT;
  Form.idSlot = NO_SLOT;
  Form.from = i64.MIN_VALUE;
  Form.until = i64.MAX_VALUE;
}

/** Whether the line at `start` has the form; `readFields` has read it. */
export function hasForm(start: usize): bool {
  const line = Line.number;
  let at = start + 1;
  let customBytes: usize = 0;
  for (let field: u32 = 0; field < Form.fields; field++) {
    const slot = slotAt(field);
    if (load<u32>(slot, LINE) != line) return false;
    const kind = load<u32>(slot, KIND);
    const from = load<u32>(slot, START) as usize;
    const end = load<u32>(slot, END) as usize;
    const entry = formFieldAt(field);
    const quote: usize = kind <= ESCAPED_STRING ? 1 : 0;
    // The key and nothing else stands between the two values: the byte more is the comma, of the first one the brace.
    if (from - quote != at + load<u32>(entry, FIELD_KEY_BYTES)) return false;
    at = end + quote + 1;
    const wanted = load<u32>(entry, FIELD_KIND);
    if (wanted == TEXT) {
      if (quote == 0 && kind != NULL) return false;
    } else if (wanted == INTEGER) {
      if (kind == NUMBER ? !isInteger(from, end) : kind != NULL) return false;
    } else if (kind != NULL) {
      if (!isOfKind(wanted, kind, from, end)) return false;
      if (wanted >= CUSTOM) customBytes += end - from;
    }
  }
  Form.customBytes = 0;
  if (load<u8>(at - 1) != CLOSE_BRACE) return false;
  // With names and quotes they are longer than their values.
  if (customBytes >= Form.customNear && !countCustom()) return false;
  return isInTime() && hasGoodId() && !(Form.isWithoutLookups && mayHaveLookup(start, Line.end));
}

/** Any kind but texts and integers. */
function isOfKind(wanted: u32, kind: u32, start: usize, end: usize): bool {
  switch (wanted) {
    case FLOAT:
      return kind == NUMBER;
    case BOOL:
      return kind == TRUE || kind == FALSE;
    case TIME:
      return isTimestamp(kind, start, end);
    case TEXTS: case INTEGERS: case OBJECTS:
      return (kind == ARRAY || kind == ESCAPED_ARRAY) && (end - start == 2 || elementsAre(wanted - TEXTS, start));
    case ANY_OBJECT:
      return kind == OBJECT;
    case ANY:
      return true;
    default:
      return kind == OBJECT && hasCustomNames(wanted - CUSTOM, start);
  }
}

/** Counts the bytes of all values. @returns whether they are of a good size, and plain to count */
function countCustom(): bool {
  let bytes: usize = 0;
  for (let field: u32 = 0; field < Form.fields; field++) {
    const slot = slotAt(field);
    if (load<u32>(formFieldAt(field), FIELD_KIND) < CUSTOM || load<u32>(slot, KIND) != OBJECT) continue;
    const found = bytesOfTexts(load<u32>(slot, START));
    if (found == NOT_PLAIN_TEXTS) return false;
    bytes += found;
  }
  if (bytes >= Form.customNear) Form.customBytes = bytes as u32;
  return bytes < Form.customBelow;
}

/** Only texts and numbers of just so many bytes: all others may be right, too. Numbers beyond 64 bits begin with a nine. */
// @ts-ignore: decorator
@inline
function isTimestamp(kind: u32, start: usize, end: usize): bool {
  if (end - start != (Form.timeBytes as usize)) return false;
  if (Form.isTimeText) return kind == STRING && readInstant(kind, TIMESTAMP, start, end);
  const first = load<u8>(start);
  return kind == NUMBER && first != MINUS && first != NINE && isInteger(start, end);
}

/** Whether the time of the event is one that its object may hold; there may be none. */
function isInTime(): bool {
  if (Form.eventSlot == NO_SLOT) return true;
  const slot = slotAt(Form.eventSlot);
  const kind = load<u32>(slot, KIND);
  if (kind == NULL) return true;
  if (kind != NUMBER && kind != STRING) return false;
  if (!readInstant(kind, Form.eventUnit, load<u32>(slot, START), load<u32>(slot, END))) return false;
  return Instant.value >= Form.from && Instant.value < Form.until;
}

function hasGoodId(): bool {
  if (Form.idSlot == NO_SLOT) return true;
  const kind = load<u32>(slotAt(Form.idSlot), KIND);
  return kind == STRING || kind == NULL;
}
