// What a prefix without a slash at its end means: a folder first, else the beginning of names.

import { DATE_PLACEHOLDER } from '../location/location.ts';
import type { FoundObjects } from './list-objects.ts';

/**
 * A job's `logs` writes to `logs/…`, and `logs-old/…` is another place; only where nothing lies there is the prefix
 * taken as the beginning of names (`logs/20261101T10`).
 */
export async function resolvePrefix(
  template: string,
  list: (form: string) => Promise<FoundObjects>,
): Promise<FoundObjects> {
  if (template === '' || template.endsWith('/')) return list(template);
  const inside = await list(`${template}/`);
  if (inside.listed > 0) return inside;
  // Day folders that were passed over say that the folder is there, unless the day itself is part of a file's name.
  return inside.pruned > 0 && !template.includes(DATE_PLACEHOLDER) ? inside : list(template);
}
