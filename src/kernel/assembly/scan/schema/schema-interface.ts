// What the caller says once of the form that lines must have, and what it takes of lines that have it. Behind `addJob`, the one job that
// lines are held to; the slots of the fields are the first ones.
import { CUSTOM_VALUE } from '../../../abi';
import { IDS, OUTCOMES } from '../../memory';
import { addNameSet as beginNameSet, addNameTo } from './custom-names';
import { FIELD_KEY_BYTES, FIELD_KIND, Schema, schemaFieldAt } from './schema';
import { Ids } from './ids';
import { textStart } from '../filter/request-interface';

/** Adds a field, whose key has so many bytes with quotes and colon. @param kind a number of form.ts */
export function addSchemaField(kind: u32, keyBytes: u32): void {
  const entry = schemaFieldAt(Schema.fields++);
  store<u32>(entry, kind, FIELD_KIND);
  store<u32>(entry, keyBytes, FIELD_KEY_BYTES);
}

/** Begins a set of names of custom fields. @param rules see custom-names.ts @returns the kind of fields that hold them, -1 where there is no room */
export function addNameSet(rules: u32): i32 {
  const number = beginNameSet(rules);
  return number < 0 ? -1 : (CUSTOM_VALUE as i32) + number;
}

/** Adds the name at `textStart`, with quotes and colon, to the set begun last. @returns false where there is no room */
export function addName(bytes: u32, several: u32): bool {
  return addNameTo(textStart(), bytes, several);
}

/** Bytes of a timestamp, of a text those between its quotes. */
export function setTimestampFormat(bytes: u32, isText: u32): void {
  Schema.timeBytes = bytes;
  Schema.isTimeText = isText != 0;
}

/**
 * @param eventSlot of the field with the time of the event, all ones where there is none
 * @param idSlot of the field with its id, all ones where there is none
 * @param eventUnit a number of request.ts
 */
export function setSchema(eventSlot: u32, eventUnit: u32, idSlot: u32, isWithoutLookups: u32): void {
  Schema.eventSlot = eventSlot;
  Schema.eventUnit = eventUnit;
  Schema.idSlot = idSlot;
  Schema.isWithoutLookups = isWithoutLookups != 0;
}

/** Bytes that the values of custom fields have together: from `near` on lines are told of, from `below` on they have another form. */
export function setCustomBytes(near: u32, below: u32): void {
  Schema.customNear = near;
  Schema.customBelow = below;
}

/** Which times the events of the next object may have: [from, until), nanoseconds since 1970. */
export function setSchemaTimes(from: i64, until: i64): void {
  Schema.from = from;
  Schema.until = until;
}

/** Where ids are, 16 bytes each, see ids.ts; and how many. */
export function idsStart(): usize {
  return IDS;
}

export function idCount(): u32 {
  return Ids.count;
}

export function clearIds(): void {
  Ids.count = 0;
}

/** Of the line that was left undecided: the outcome of each condition, u8. */
export function outcomesStart(): usize {
  return OUTCOMES;
}

/** Of the line that was left near the limit: the bytes that its custom fields have. */
export function customBytes(): u32 {
  return Schema.customBytes;
}
