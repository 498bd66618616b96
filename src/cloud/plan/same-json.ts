// Compares JSON values; the order of keys is no difference.
import { isPlainObject } from '../../base/index.ts';

/** Whether two JSON values are equal; the order of keys is not compared. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return jsonOf(a) === jsonOf(b);
}

/** Returns JSON text with the keys of each object in alphabetical order. */
export function jsonOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      isPlainObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
    ) ?? ''
  );
}
