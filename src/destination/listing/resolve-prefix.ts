// Resolves a prefix without a final slash: to a folder, else to the beginning of names.

import { DATE_PLACEHOLDER } from '../location/location.ts';
import type { FoundObjects } from './list-objects.ts';

/**
 * Lists a prefix. A job with the prefix `logs` writes to `logs/…`, and `logs-old/…` is another location; so the prefix
 * is the beginning of names (`logs/20261101T10`) only if the folder contains no object.
 */
export async function resolvePrefix(
  template: string,
  list: (form: string) => Promise<FoundObjects>,
): Promise<FoundObjects> {
  if (template === '' || template.endsWith('/')) return list(template);
  const inside = await list(`${template}/`);
  if (inside.listed > 0) return inside;
  // Pruned day folders prove that the folder exists, unless the day is part of a file's name.
  return inside.pruned > 0 && !template.includes(DATE_PLACEHOLDER) ? inside : list(template);
}
