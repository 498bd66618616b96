// A JSON object as `JSON.parse` gives it, told from everything else that JSON holds. Knows nothing of what is in it.

/** A JSON object, its values not looked at. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: no array, and not null. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
