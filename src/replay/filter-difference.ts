// The lines that two filters treat differently, as selections to count in the pass of the filters. Reads no lines.
import { complementOf, decidedBy, type Filter, intersectionOf, selectionOf } from '../filter/index.ts';
import type { LineTotal } from '../scan/index.ts';
import type { ShownSelection } from './extra-tally.ts';
import type { ExtraCount, ShownLines } from './report.ts';

/** How two filters differ on the lines that were read. */
export interface FilterDifference {
  /** Kept by the new filter, dropped by the old one. */
  newlyKept: ShownLines;
  /** Dropped by the new filter, kept by the old one. */
  newlyDropped: ShownLines;
  /** Lines for which at least one of the two is undecided. */
  unclear: LineTotal;
}

/**
 * Returns the selections that {@link differenceOf} needs, in its order.
 * @param from undefined: it keeps every line
 * @param samples of each kind of line
 */
export function differenceSelections(
  from: Filter | undefined,
  to: Filter | undefined,
  samples: number,
): ShownSelection[] {
  const [before, after] = [selectionOf(from), selectionOf(to)];
  return [
    { selection: intersectionOf(after, complementOf(before)), samples },
    { selection: intersectionOf(before, complementOf(after)), samples },
    { selection: intersectionOf(decidedBy(before), decidedBy(after)), samples: 0 },
  ];
}

/** Returns the difference from the counts of {@link differenceSelections}. */
export function differenceOf(counts: readonly ExtraCount[]): FilterDifference {
  const [newlyKept, newlyDropped, decided] = counts;
  const { lines, bytes } = decided!.undecided;
  return { newlyKept: newlyKept!.kept, newlyDropped: newlyDropped!.kept, unclear: { lines, bytes } };
}
