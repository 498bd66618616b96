// Under which key of a line a field of the dataset stands: its own name, but where a record_template says otherwise.
import type { FieldSource } from '../../base/index.ts';
import type { LineSchema } from './line-schema.ts';

/** @returns undefined where the line has no such field: another one, or a text, stands under its name */
export type KeyOfField = (field: string) => string | undefined;

/** The keys of a form. Of a field listed twice the last counts. */
export function keyOfField({ fields = [] }: Pick<LineSchema, 'fields'>): KeyOfField {
  const keys = new Map<string, string | undefined>(
    fields.flatMap(({ key, field }) => (field === key ? [] : [[key, undefined] as const])),
  );
  for (const { key, field } of fields) if (field !== undefined) keys.set(field, key);
  return (field) => (keys.has(field) ? keys.get(field) : field);
}

/** A line's fields by the names of the dataset. @param line by its keys */
export function underFieldNames(line: FieldSource, keyOf: KeyOfField): FieldSource {
  return {
    get: (field) => {
      const key = keyOf(field);
      return key === undefined ? undefined : line.get(key);
    },
  };
}
