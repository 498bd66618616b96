// Reverts several edits of a filter at once: a comparison reverts each alone.
import { alignSelections, placesIn, selectionOf } from '../../../src/compare/align-selections.ts';
import type { Dataset } from '../../../src/dataset/index.ts';
import type { Selection } from '../../../src/filter/index.ts';

/** Returns the new filter with some edits reverted, by their indexes among those that `filterEdits` returns. */
export function withoutEdits(from: Selection, to: Selection, dataset: Dataset, reverted: readonly number[]): Selection {
  const root = alignSelections(from, to, dataset);
  if (root === undefined) return reverted.length === 0 ? to : from;
  const places = placesIn(root, undefined);
  return selectionOf(root, new Set(reverted.map((index) => places[index]!.edit)));
}
