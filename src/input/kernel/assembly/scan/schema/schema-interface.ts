// The functions to write the schema of lines, and to take the ids of lines that match it. The fields of the schema have the first slots, in
// order; its filter is the only job.
import { CUSTOM_VALUE } from '../../../abi';
import { IDS, OUTCOMES } from '../../memory';
import { addNameSet as beginNameSet, addNameTo } from './custom-names';
import { FIELD_KEY_BYTES, FIELD_KIND, Schema, schemaFieldAt } from './schema';
import { Ids } from './ids';
import { textStart } from '../filter/request-interface';

/** Adds a field. @param kind of its value, a number of abi.ts @param keyBytes length of its key with quotes and colon */
export function addSchemaField(kind: u32, keyBytes: u32): void {
  const entry = schemaFieldAt(Schema.fields++);
  store<u32>(entry, kind, FIELD_KIND);
  store<u32>(entry, keyBytes, FIELD_KEY_BYTES);
}

/** Begins a set of names of custom fields. @param rules bits of abi.ts @returns the kind of a field with these names, -1 if there is no room */
export function addNameSet(rules: u32): i32 {
  const number = beginNameSet(rules);
  return number < 0 ? -1 : (CUSTOM_VALUE as i32) + number;
}

/** Adds the name at `textStart`, with quotes and colon, to the last set. @returns false if there is no room */
export function addName(bytes: u32, several: u32): bool {
  return addNameTo(textStart(), bytes, several);
}

/** Sets the length of every timestamp, for a text without its quotes. */
export function setTimestampFormat(bytes: u32, isText: u32): void {
  Schema.timeBytes = bytes;
  Schema.isTimeText = isText != 0;
}

/**
 * @param eventSlot of the field with the time of the event, or NO_SLOT
 * @param eventUnit a number of abi.ts
 * @param idSlot of the field with its id, or NO_SLOT
 */
export function setSchema(eventSlot: u32, eventUnit: u32, idSlot: u32, isWithoutLookups: u32): void {
  Schema.eventSlot = eventSlot;
  Schema.eventUnit = eventUnit;
  Schema.idSlot = idSlot;
  Schema.isWithoutLookups = isWithoutLookups != 0;
}

/** Sets the size of the values of all custom fields: lines from `near` on are deferred as NEAR_LIMIT, from `below` on as SCHEMA_MISMATCH. */
export function setCustomBytes(near: u32, below: u32): void {
  Schema.customNear = near;
  Schema.customBelow = below;
}

/** Sets the times that events of the next object may have: [from, until), nanoseconds since 1970. */
export function setSchemaTimes(from: i64, until: i64): void {
  Schema.from = from;
  Schema.until = until;
}

/** Returns the address of the ids, ID_BYTES each, see ids.ts. */
export function idsStart(): usize {
  return IDS;
}

export function idCount(): u32 {
  return Ids.count;
}

export function clearIds(): void {
  Ids.count = 0;
}

/** Returns the address of the outcomes of all conditions, u8 each, of a line deferred as UNDECIDED_LINE. */
export function outcomesStart(): usize {
  return OUTCOMES;
}

/** Returns the size of the custom fields of a line deferred as NEAR_LIMIT. */
export function customBytes(): u32 {
  return Schema.customBytes;
}
