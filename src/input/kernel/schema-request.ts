// Writes the schema of a job's lines to the kernel, which checks lines against it. Returns false if the kernel does not support a part.
// Decides no line.
import type { Dataset, FieldType } from '../../language/dataset/index.ts';
import * as abi from './abi.ts';
import { TIME_UNITS } from './kernel-time.ts';
import type { Kernel } from './load-kernel.ts';
import { keyText, putText, writeSlot } from './write-slot.ts';

/** The kernel counts lines that have exactly these fields, in this order, without whitespace. It defers all others. */
export interface ScanSchema {
  fields: readonly SchemaField[];
  /** Length of every timestamp in bytes, without quotes. The kernel defers a line with a timestamp of another length. */
  timestamps: { bytes: number; isText: boolean };
  /** Returns the key of a dataset field in a line. */
  keyOf: (field: string) => string;
  /** Key of the event ID; undefined: the caller needs no IDs. */
  idKey: string | undefined;
  /**
   * Size of the values of all custom fields of a line, in UTF-8 bytes: from `near` on the kernel defers the line as `near-limit`, from
   * `below` on as `schema-mismatch`.
   */
  customBytes: { near: number; below: number };
  /** The kernel defers lines that may contain a `${`. */
  isWithoutLookups: boolean;
}

/** One key of the schema. Any value may be null. */
export interface SchemaField {
  key: string;
  /** A value of a type, or an object of custom fields. */
  value: FieldType | CustomNames;
}

/** The names of custom fields in the object under one key. */
export interface CustomNames {
  /** Each name with whether it may have several values; undefined: any name, a header in lower case. */
  names: ReadonlyMap<string, boolean> | undefined;
  isHeader: boolean;
  /** Whether any name may have several values; applies only where `names` is undefined. */
  mayBeSeveral: boolean;
}

/** The kernel's kind of value for each type of field. `defer`: it checks none, so every line goes to the LineChecker of src/analysis/validate. */
export const VALUE_KINDS: Readonly<Record<FieldType, number | 'defer'>> = {
  string: abi.STRING_VALUE,
  int: abi.INTEGER_VALUE,
  float: abi.FLOAT_VALUE,
  bool: abi.BOOL_VALUE,
  timestamp: abi.TIME_VALUE,
  'array[string]': abi.STRING_ARRAY_VALUE,
  'array[int]': abi.INTEGER_ARRAY_VALUE,
  'array[object]': abi.OBJECT_ARRAY_VALUE,
  object: abi.OBJECT_VALUE,
  unknown: abi.ANY_VALUE,
};

/** Longer than any line. */
const MAX_BYTES = 2 ** 32 - 1;

/** Writes the schema, before any other part that adds slots. @returns false if a part is not supported by the kernel */
export function writeSchema(kernel: Kernel, schema: ScanSchema, { eventTime }: Dataset): boolean {
  const { fields, timestamps, keyOf, idKey, customBytes, isWithoutLookups } = schema;
  const unit = TIME_UNITS[eventTime.unit];
  // The catalog is data: a unit may be none that the table has.
  if (typeof unit !== 'number') return false;
  const slots = new Map<string, number>();
  for (const [index, { key }] of fields.entries()) {
    if (writeSlot(kernel, key) !== index) return false;
    slots.set(key, index);
  }
  for (const field of fields) if (!writeField(kernel, field)) return false;
  kernel.setTimestampFormat(timestamps.bytes, timestamps.isText ? 1 : 0);
  kernel.setSchema(
    slots.get(keyOf(eventTime.field)) ?? abi.NO_SLOT,
    unit,
    (idKey === undefined ? undefined : slots.get(idKey)) ?? abi.NO_SLOT,
    isWithoutLookups ? 1 : 0,
  );
  kernel.setCustomBytes(Math.min(customBytes.near, MAX_BYTES), Math.min(customBytes.below, MAX_BYTES));
  return fields.length > 0;
}

function writeField(kernel: Kernel, { key, value }: SchemaField): boolean {
  const kind = typeof value === 'string' ? VALUE_KINDS[value] : writeNames(kernel, value);
  // A type that the table lacks cannot be compiled, but it can be added at runtime.
  if (typeof kind !== 'number') return false;
  kernel.addSchemaField(kind, Buffer.byteLength(keyText(key)));
  return true;
}

/** @returns the kind of a field with these names, `defer` if there is no room */
function writeNames(kernel: Kernel, { names, isHeader, mayBeSeveral }: CustomNames): number | 'defer' {
  const rules =
    (names === undefined ? abi.ANY_NAME : 0) +
    (isHeader ? abi.HEADER_NAMES : 0) +
    (mayBeSeveral ? abi.SEVERAL_VALUES : 0);
  const kind = kernel.addNameSet(rules);
  const areWritten = [...(names ?? [])].every(([name, isSeveral]) => {
    const bytes = putText(kernel, keyText(name));
    return bytes !== undefined && kernel.addName(bytes, isSeveral ? 1 : 0) !== 0;
  });
  return areWritten && kind >= 0 ? kind : 'defer';
}
