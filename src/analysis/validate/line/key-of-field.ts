// Which key of a line contains a field of the dataset: its own name, unless a record_template renames it.
import type { FieldSource } from '../../../base/index.ts';
import type { LineSchema } from './line-schema.ts';

/** Returns the key; undefined if lines do not contain the field: another field, or a text, has its name as key. */
export type KeyOfField = (field: string) => string | undefined;

/** Returns the keys of a schema. Of a repeated field the last one counts. */
export function keyOfField({ fields = [] }: Pick<LineSchema, 'fields'>): KeyOfField {
  const keys = new Map<string, string | undefined>(
    fields.flatMap(({ key, field }) => (field === key ? [] : [[key, undefined] as const])),
  );
  for (const { key, field } of fields) if (field !== undefined) keys.set(field, key);
  return (field) => (keys.has(field) ? keys.get(field) : field);
}

/** Returns a line's fields by the names of the dataset. @param line its fields by key */
export function underFieldNames(line: FieldSource, keyOf: KeyOfField): FieldSource {
  return {
    get: (field) => {
      const key = keyOf(field);
      return key === undefined ? undefined : line.get(key);
    },
  };
}
