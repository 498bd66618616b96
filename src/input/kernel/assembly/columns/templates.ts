// Templates: the bytes of a line between the values of its fields. Most lines have the template of the line before. The numbers of templates
// are those of their texts in the column TEMPLATES.
//
//   0   u32  number
//   4   u32  fields
//   8   u32  bytes after the last value, line end included
//   12  u32  their address
//   16  for each field, 16 bytes:
//       0   u32  address of its key
//       4   u32  address of its column
//       8   u32  bytes between the value before, or the start of the line, and this one
//       12  u32  their address; 0: the key with a comma or brace, which have no other text of so many bytes
import { extend } from './arena';
import { addColumn, copyText, numberOf, numberOfColumn, LINES, TEMPLATES, TEXTS } from './column';
import { LINE_COUNTS, TEMPLATE_TEXT } from '../memory';
import { Line, VALUE_END, VALUE_START } from '../scan/fields';
import { isEqual } from '../scan/filter/texts';
import { COLUMN, LENGTH } from '../scan/keys';

export const TEMPLATE_NUMBER: usize = 0;
export const TEMPLATE_FIELDS: usize = 4;
const END_BYTES: usize = 8;
const END_AT: usize = 12;
export const FIRST_FIELD: usize = 16;
export const FIELD_SHIFT: u32 = 4;
const FIELD_KEY: usize = 0;
export const FIELD_COLUMN: usize = 4;
const GAP_BYTES: usize = 8;
const GAP_AT: usize = 12;

/** In place of a value, before the number of its column. UTF-8 does not contain it. */
const VALUE_MARK: u8 = 0xff;
const SEMICOLON: u8 = 59;
const ZERO: u8 = 48;
/** The longest text of a template. Bytes; less than the room at TEMPLATE_TEXT. */
const MAX_TEMPLATE_BYTES: usize = 0x1_0000;
/** Bytes of the mark, the number of a column, and the semicolon at most. */
const MARK_BYTES: usize = 8;

export abstract class Templates {
  /** At so many, lines with another one than the line before are stored whole. */
  static most: u32 = 0;
  /** Addresses of templates by number. */
  static table: usize = 0;
  /** The template of the last line that has one, 0 without one. */
  static last: usize = 0;
}

/** Discards the templates. The arena must be empty. */
export function clearTemplates(most: u32): void {
  Templates.most = most;
  Templates.table = extend(((most as usize) + 1) << 2);
  Templates.last = 0;
}

/** Returns the template of the line in `[at, end)`, whose values are noted; 0 if it cannot have one. */
// @ts-ignore: decorator
@inline
export function templateOf(at: usize, end: usize): usize {
  const last = Templates.last;
  return last != 0 && isOfTemplate(last, at, end) ? last : findTemplate(at, end);
}

function isOfTemplate(template: usize, at: usize, end: usize): bool {
  if (load<u32>(template, TEMPLATE_FIELDS) != Line.fields) return false;
  let field = template + FIRST_FIELD;
  const fieldsEnd = LINE_COUNTS + (Line.fields << FIELD_SHIFT);
  for (let entry = LINE_COUNTS; entry < fieldsEnd; entry += 16) {
    const bytes = load<u32>(entry, VALUE_START) - (at as u32);
    if (load<u32>(field, FIELD_KEY) != load<u32>(entry) || load<u32>(field, GAP_BYTES) != bytes) return false;
    const gap = load<u32>(field, GAP_AT) as usize;
    if (gap != 0 && !isEqual(at, gap, bytes)) return false;
    at = load<u32>(entry, VALUE_END);
    field += 16;
  }
  return load<u32>(template, END_BYTES) == ((end - at) as u32) && isEqual(at, load<u32>(template, END_AT), end - at);
}

/** Finds or adds the template by its text. @returns 0 if the text is too long, or if there is no room for a column */
function findTemplate(at: usize, end: usize): usize {
  const known = load<u32>(TEMPLATES, TEXTS);
  const bytes: usize = known >= Templates.most ? 0 : writeText(at, end);
  if (bytes == 0) return 0;
  const number = numberOf(TEMPLATES, TEMPLATE_TEXT, bytes as u32);
  const template = number > known ? addTemplate(number, at, end) : (load<u32>(Templates.table + (number << 2)) as usize);
  Templates.last = template;
  return template;
}

/** Writes the text of the template to TEMPLATE_TEXT, and adds missing columns. @returns its bytes, 0 if the template is not possible */
function writeText(at: usize, end: usize): usize {
  let to = TEMPLATE_TEXT;
  const fieldsEnd = LINE_COUNTS + (Line.fields << FIELD_SHIFT);
  for (let entry = LINE_COUNTS; entry < fieldsEnd; entry += 16) {
    const key = load<u32>(entry) as usize;
    let column = load<u32>(key, COLUMN) as usize;
    if (column == 0) {
      column = addColumn(key);
      if (column == 0) return 0;
      store<u32>(key, column as u32, COLUMN);
    }
    const start = load<u32>(entry, VALUE_START) as usize;
    if (to + (start - at) + MARK_BYTES > TEMPLATE_TEXT + MAX_TEMPLATE_BYTES) return 0;
    copyText(to, at, start - at);
    to += start - at;
    store<u8>(to++, VALUE_MARK);
    to = writeNumber(to, numberOfColumn(column) - numberOfColumn(LINES) - 1);
    store<u8>(to++, SEMICOLON);
    at = load<u32>(entry, VALUE_END);
  }
  if (to + (end - at) > TEMPLATE_TEXT + MAX_TEMPLATE_BYTES) return 0;
  copyText(to, at, end - at);
  return to + (end - at) - TEMPLATE_TEXT;
}

/** Writes a number below 1000. @returns the address after it */
function writeNumber(to: usize, number: u32): usize {
  if (number >= 100) store<u8>(to++, ZERO + ((number / 100) as u8));
  if (number >= 10) store<u8>(to++, ZERO + ((number / 10 % 10) as u8));
  store<u8>(to++, ZERO + ((number % 10) as u8));
  return to;
}

/** Adds the template of the line under its number. There must be room for it. */
function addTemplate(number: u32, at: usize, end: usize): usize {
  let gaps: usize = 16 + (end - at);
  const fields = (Line.fields as usize) << FIELD_SHIFT;
  for (let entry = LINE_COUNTS; entry < LINE_COUNTS + fields; entry += 16) {
    gaps -= load<u32>(entry, VALUE_END) - load<u32>(entry, VALUE_START);
  }
  const template = extend(FIRST_FIELD + fields + gaps);
  if (template == 0) unreachable();
  store<u32>(template, number, TEMPLATE_NUMBER);
  store<u32>(template, Line.fields, TEMPLATE_FIELDS);
  let gap = template + FIRST_FIELD + fields;
  let field = template + FIRST_FIELD;
  for (let entry = LINE_COUNTS; entry < LINE_COUNTS + fields; entry += 16) {
    const key = load<u32>(entry) as usize;
    const bytes = (load<u32>(entry, VALUE_START) as usize) - at;
    store<u32>(field, key as u32, FIELD_KEY);
    store<u32>(field, load<u32>(key, COLUMN), FIELD_COLUMN);
    store<u32>(field, bytes as u32, GAP_BYTES);
    // Any other text of so many bytes with this key would lack the comma or the brace.
    store<u32>(field, bytes == load<u32>(key, LENGTH) + 1 ? 0 : (gap as u32), GAP_AT);
    memory.copy(gap, at, bytes);
    gap += bytes;
    at = load<u32>(entry, VALUE_END);
    field += 16;
  }
  store<u32>(template, (end - at) as u32, END_BYTES);
  store<u32>(template, gap as u32, END_AT);
  memory.copy(gap, at, end - at);
  store<u32>(Templates.table + (number << 2), template as u32);
  return template;
}
