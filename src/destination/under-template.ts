// What a prefix without a slash at its end means: a folder first, else the beginning of names.
import type { FoundObjects } from './list-objects.ts';

/**
 * A job's `logs` writes to `logs/…`, and `logs-old/…` is another place; only where nothing lies there is the prefix
 * taken as the beginning of names (`logs/20261101T10`).
 */
export async function underTemplate(
  template: string,
  list: (form: string) => Promise<FoundObjects>,
): Promise<FoundObjects> {
  if (template === '' || template.endsWith('/')) return list(template);
  const inside = await list(`${template}/`);
  return inside.listed + inside.pruned > 0 ? inside : list(template);
}
