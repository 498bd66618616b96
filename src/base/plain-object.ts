// Distinguishes a JSON object, as `JSON.parse` returns it, from every other JSON value. Does not check its contents.

/** A JSON object whose values are not checked. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: neither an array nor null. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
