// Checks whether a line matches the schema of a job's lines: these keys in this order, only commas between the fields, each with a value of
// its kind or null. Reads the slots that fields.ts has filled; field n has slot n. Rejects whatever is not clearly right.
//
//   0   u32  kind of the value
//   4   u32  bytes of the key with quotes and colon
import {
  ANY_VALUE, BOOL_VALUE, CUSTOM_VALUE, FLOAT_VALUE, INTEGER_ARRAY_VALUE, INTEGER_VALUE, NO_SLOT, OBJECT_ARRAY_VALUE, OBJECT_VALUE, STRING_ARRAY_VALUE,
  STRING_VALUE, TIME_VALUE, TIMESTAMP,
} from '../../../abi';
import { SCHEMA } from '../../memory';
import { bytesOfTexts, NOT_PLAIN_TEXTS } from './custom-bytes';
import { hasCustomNames } from './custom-names';
import { elementsAre } from '../json/elements';
import { Line } from '../fields';
import { Instant, readInstant } from '../json/instants';
import { mayHaveLookup } from './lookups';
import { isInteger } from '../json/numbers';
import {
  ARRAY, END, ESCAPED_ARRAY, ESCAPED_STRING, FALSE, KIND, LINE, NULL, NUMBER, OBJECT, slotAt, START, STRING, TRUE,
} from '../slots';

export const FIELD_KIND: usize = 0;
export const FIELD_KEY_BYTES: usize = 4;

const MINUS: u8 = 45;
const NINE: u8 = 57;
const CLOSE_BRACE: u8 = 125;

export abstract class Schema {
  /** 0: there is no schema. */
  static fields: u32 = 0;
  /** Length of a timestamp, for texts without quotes; and whether it is a text. */
  static timeBytes: u32 = 0;
  static isTimeText: bool = false;
  /** Slot of the time of the event, and its unit. */
  static eventSlot: u32 = NO_SLOT;
  static eventUnit: u32 = TIMESTAMP;
  /** Events of the object are in [from, until): nanoseconds since 1970. */
  static from: i64 = 0;
  static until: i64 = 0;
  static idSlot: u32 = NO_SLOT;
  /** Size of the values of all custom fields from which on a line is deferred as NEAR_LIMIT, and as SCHEMA_MISMATCH. */
  static customNear: u32 = 0;
  static customBelow: u32 = 0;
  /** That size for the line read last if it is near the limit, else 0. */
  static customBytes: u32 = 0;
  /** Whether a line that may contain a `${` does not match. */
  static isWithoutLookups: bool = false;
}

// @ts-ignore: decorator
@inline
export function schemaFieldAt(field: u32): usize {
  return SCHEMA + ((field as usize) << 3);
}

/** Discards the schema. */
export function clearSchema(): void {
  Schema.fields = 0;
  Schema.eventSlot = NO_SLOT;
  Schema.idSlot = NO_SLOT;
  Schema.from = i64.MIN_VALUE;
  Schema.until = i64.MAX_VALUE;
}

/** Whether the line at `start`, which `readFields` has read, matches. */
export function matchesSchema(start: usize): bool {
  const line = Line.number;
  let at = start + 1;
  let customBytes: usize = 0;
  for (let field: u32 = 0; field < Schema.fields; field++) {
    const slot = slotAt(field);
    if (load<u32>(slot, LINE) != line) return false;
    const kind = load<u32>(slot, KIND);
    const from = load<u32>(slot, START) as usize;
    const end = load<u32>(slot, END) as usize;
    const entry = schemaFieldAt(field);
    const quote: usize = kind <= ESCAPED_STRING ? 1 : 0;
    // Only the key is between the two values: the extra byte is the comma, before the first field the brace.
    if (from - quote != at + load<u32>(entry, FIELD_KEY_BYTES)) return false;
    at = end + quote + 1;
    const wanted = load<u32>(entry, FIELD_KIND);
    if (wanted == STRING_VALUE) {
      if (quote == 0 && kind != NULL) return false;
    } else if (wanted == INTEGER_VALUE) {
      if (kind == NUMBER ? !isInteger(from, end) : kind != NULL) return false;
    } else if (kind != NULL) {
      if (!isOfKind(wanted, kind, from, end)) return false;
      if (wanted >= CUSTOM_VALUE) customBytes += end - from;
    }
  }
  Schema.customBytes = 0;
  if (load<u8>(at - 1) != CLOSE_BRACE) return false;
  // Names and quotes make the objects longer than their values.
  if (customBytes >= Schema.customNear && !countCustom()) return false;
  return isInTime() && hasValidId() && !(Schema.isWithoutLookups && mayHaveLookup(start, Line.end));
}

/** Whether a value is of a kind other than string or integer. */
function isOfKind(wanted: u32, kind: u32, start: usize, end: usize): bool {
  switch (wanted) {
    case FLOAT_VALUE:
      return kind == NUMBER;
    case BOOL_VALUE:
      return kind == TRUE || kind == FALSE;
    case TIME_VALUE:
      return isTimestamp(kind, start, end);
    case STRING_ARRAY_VALUE: case INTEGER_ARRAY_VALUE: case OBJECT_ARRAY_VALUE:
      return (kind == ARRAY || kind == ESCAPED_ARRAY) && (end - start == 2 || elementsAre(wanted - STRING_ARRAY_VALUE, start));
    case OBJECT_VALUE:
      return kind == OBJECT;
    case ANY_VALUE:
      return true;
    default:
      return kind == OBJECT && hasCustomNames(wanted - CUSTOM_VALUE, start);
  }
}

/** Counts the bytes of all values of custom fields. @returns false if they are too long, or contain escapes */
function countCustom(): bool {
  let bytes: usize = 0;
  for (let field: u32 = 0; field < Schema.fields; field++) {
    const slot = slotAt(field);
    if (load<u32>(schemaFieldAt(field), FIELD_KIND) < CUSTOM_VALUE || load<u32>(slot, KIND) != OBJECT) continue;
    const found = bytesOfTexts(load<u32>(slot, START));
    if (found == NOT_PLAIN_TEXTS) return false;
    bytes += found;
  }
  if (bytes >= Schema.customNear) Schema.customBytes = bytes as u32;
  return bytes < Schema.customBelow;
}

/** Accepts only timestamps of the set length; others may be valid, too. Numbers beyond 64 bits begin with a nine. */
// @ts-ignore: decorator
@inline
function isTimestamp(kind: u32, start: usize, end: usize): bool {
  if (end - start != (Schema.timeBytes as usize)) return false;
  if (Schema.isTimeText) return kind == STRING && readInstant(kind, TIMESTAMP, start, end);
  const first = load<u8>(start);
  return kind == NUMBER && first != MINUS && first != NINE && isInteger(start, end);
}

/** Whether the object may contain an event of this time; also true without a time. */
function isInTime(): bool {
  if (Schema.eventSlot == NO_SLOT) return true;
  const slot = slotAt(Schema.eventSlot);
  const kind = load<u32>(slot, KIND);
  if (kind == NULL) return true;
  if (kind != NUMBER && kind != STRING) return false;
  if (!readInstant(kind, Schema.eventUnit, load<u32>(slot, START), load<u32>(slot, END))) return false;
  return Instant.value >= Schema.from && Instant.value < Schema.until;
}

function hasValidId(): bool {
  if (Schema.idSlot == NO_SLOT) return true;
  const kind = load<u32>(slotAt(Schema.idSlot), KIND);
  return kind == STRING || kind == NULL;
}
