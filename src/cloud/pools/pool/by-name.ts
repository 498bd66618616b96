// The order of lists in plans and reports. Compares code units, so that it does not depend on the language of the system.
import type { PoolName } from '../migration.ts';

/** Orders text by its UTF-16 code units. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders pools and policies by name; those with equal names by id. */
export function byName(a: PoolName, b: PoolName): number {
  return compareText(a.name, b.name) || compareText(a.id, b.id);
}

/** Only the id and the name. */
export function nameOf({ id, name }: PoolName): PoolName {
  return { id, name };
}
