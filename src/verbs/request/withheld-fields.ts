// Rejects questions about fields whose values an index among the sources does not have: the answer would be that no line has them.
import { HeadgateError } from '../../base/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';

/** @param action fails for want of the values: `list the values of` @throws HeadgateError `index-without` */
export function rejectWithheld(
  action: string,
  fields: readonly string[],
  { indexes = [] }: Pick<SourceListing, 'indexes'>,
): void {
  for (const { index, without } of indexes) {
    const withheld = [...new Set(fields)].filter((field) => without.includes(field));
    if (withheld.length === 0) continue;
    throw new HeadgateError(
      'index-without',
      `cannot ${action} ${withheld.join(', ')}: the index ${index} was built without ${withheld.length === 1 ? 'its values' : 'their values'}; ${WITHHELD_FIX}`,
    );
  }
}

/** What helps if an index does not have the values of a field. */
export const WITHHELD_FIX = 'read the logs themselves, or build another index with these values';
