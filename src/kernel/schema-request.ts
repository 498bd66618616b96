// The form of a job's lines → what the kernel is to hold lines to. Says so where a part is beyond the kernel. Decides nothing about lines.
import type { Dataset, FieldType } from '../dataset/index.ts';
import type { Kernel } from './load-kernel.ts';
import { TIME_UNITS } from './time-units.ts';
import { keyText, putText, writeSlot } from './write-slot.ts';

/** Lines with exactly these fields, in this order, without white space, are counted; all others are left. */
export interface ScanSchema {
  fields: readonly FormField[];
  /** Bytes of every timestamp, of texts those between the quotes; those that are written another way are left. */
  timestamps: { bytes: number; isText: boolean };
  /** The key under which a field of the dataset stands. */
  keyOf: (field: string) => string;
  /** Key of the event's id; undefined: nobody wants ids. */
  idKey: string | undefined;
  /** UTF-8 bytes that the values of custom fields have together: lines with `near` and more are told of, with `below` and more are left. */
  customBytes: { near: number; below: number };
  /** Lines with what may be a `${` are left. */
  isWithoutLookups: boolean;
}

/** One key of the form. Any value may be null. */
export interface FormField {
  key: string;
  /** What stands there: a value of a type, or an object of custom fields. */
  value: FieldType | CustomNames;
}

/** The names of custom fields in one key. */
export interface CustomNames {
  /** Each with whether it may have several values; undefined: any name, of a header in small letters. */
  names: ReadonlyMap<string, boolean> | undefined;
  isHeader: boolean;
  /** Whether names that are not known may have several values. */
  mayBeSeveral: boolean;
}

/** Numbers of assembly/scan/form.ts and custom-names.ts. */
const KINDS: Readonly<Record<FieldType, number>> = {
  string: 0,
  int: 1,
  float: 2,
  bool: 3,
  timestamp: 4,
  'array[string]': 5,
  'array[int]': 6,
  'array[object]': 7,
  object: 8,
  unknown: 9,
};
const FREE = 1;
const HEADERS = 2;
const SEVERAL = 4;

const NO_SLOT = 2 ** 32 - 1;
/** More than a line has. */
const MAX_BYTES = 2 ** 32 - 1;

/** Writes the form; before anything else that asks for values. @returns false where something is beyond the kernel */
export function writeSchema(kernel: Kernel, form: ScanSchema, { eventTime }: Dataset): boolean {
  const { fields, timestamps, keyOf, idKey, customBytes, isWithoutLookups } = form;
  const slots = new Map<string, number>();
  for (const [index, { key }] of fields.entries()) {
    if (writeSlot(kernel, key) !== index) return false;
    slots.set(key, index);
  }
  for (const field of fields) if (!writeField(kernel, field)) return false;
  kernel.setTimeForm(timestamps.bytes, timestamps.isText ? 1 : 0);
  kernel.setForm(
    slots.get(keyOf(eventTime.field)) ?? NO_SLOT,
    TIME_UNITS[eventTime.unit],
    (idKey === undefined ? undefined : slots.get(idKey)) ?? NO_SLOT,
    isWithoutLookups ? 1 : 0,
  );
  kernel.setCustomBytes(Math.min(customBytes.near, MAX_BYTES), Math.min(customBytes.below, MAX_BYTES));
  return fields.length > 0;
}

function writeField(kernel: Kernel, { key, value }: FormField): boolean {
  const kind = typeof value === 'string' ? KINDS[value] : writeNames(kernel, value);
  if (kind < 0) return false;
  kernel.addFormField(kind, Buffer.byteLength(keyText(key)));
  return true;
}

/** @returns the kind of a field with these names, -1 where there is no room */
function writeNames(kernel: Kernel, { names, isHeader, mayBeSeveral }: CustomNames): number {
  const kind = kernel.addNameSet(
    (names === undefined ? FREE : 0) + (isHeader ? HEADERS : 0) + (mayBeSeveral ? SEVERAL : 0),
  );
  const areWritten = [...(names ?? [])].every(([name, isSeveral]) => {
    const bytes = putText(kernel, keyText(name));
    return bytes !== undefined && kernel.addName(bytes, isSeveral ? 1 : 0) !== 0;
  });
  return areWritten ? kind : -1;
}
