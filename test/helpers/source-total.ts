// Creates the totals of a source for tests without a source.
import type { SourceTotal } from '../../src/input/scan/index.ts';

/** So many objects, all of them listed and read without damage. */
export function sourceTotal(objects: number): SourceTotal {
  return {
    objects,
    bytes: 0,
    skipped: 0,
    pruned: 0,
    prunedFolders: 0,
    listed: objects,
    damaged: 0,
    unreadable: 0,
    unconfirmedLines: 0,
    lost: [],
  };
}
