// Replays filters over listed sources, and asks in the same pass how pairs of them differ. `compare` and `jobs plan` use it.
import type { Aggregate, Transitions } from '../../analysis/aggregates/index.ts';
import { askComparison, type DeliveredChange, type LineDifference } from '../../analysis/compare/index.ts';
import {
  type Answers,
  askSelected,
  type NamedFilter,
  type SelectedLines,
  type ShownLines,
} from '../../analysis/query/index.ts';
import type { Report } from '../../analysis/replay/index.ts';
import type { Selection } from '../../language/filter/index.ts';
import { type ListedReplay, replayListed } from '../replay/replay-listed.ts';

/** Two filters to compare, as the lines that they keep. */
export interface FilterPair {
  from: Selection;
  to: Selection;
}

/** Filters to replay and to compare. The figures of several comparisons are those that each would have in a pass of its own. */
export interface ComparedPairs {
  filters: readonly NamedFilter[];
  pairs: readonly FilterPair[];
  /** What else is asked. */
  asked: readonly Aggregate[];
}

/** What to replay and to compare. */
export interface ListedComparisons extends Omit<ListedReplay, 'replays' | 'samples' | 'asked' | 'outputs'> {
  comparisons: readonly ComparedPairs[];
  /** Examples of newly kept lines, and as many of those newly dropped. */
  samples: number;
  /** Whether the lines that each edit of a filter is responsible for are counted. */
  findsEdits: boolean;
  /** Lines in each sample to count values in. 0: none is drawn. */
  valueLines: number;
}

/** The figures of a comparison. */
export interface ListedDifferences {
  /** Without `overlap`. */
  report: Report;
  /** By pair. */
  differences: LineDifference[];
  /** All lines. */
  every: SelectedLines;
  answers: Answers;
}

/** Replays and compares. @returns the figures of each comparison */
export async function compareListed(request: ListedComparisons): Promise<ListedDifferences[]> {
  const { comparisons, samples, findsEdits, valueLines, dataset, ...replay } = request;
  const pairs = comparisons.map((one) =>
    one.pairs.map(({ from, to }) => askComparison(from, to, { dataset, samples, findsEdits, valueLines })),
  );
  const every = askSelected('every', { valueLines });
  const { reports, answers } = await replayListed({
    ...{ ...replay, dataset, samples: 0, countsOverlap: false },
    replays: comparisons.map((one) => one.filters),
    asked: [every, ...pairs.flat()]
      .flatMap(({ aggregates }) => aggregates)
      .concat(comparisons.flatMap((one) => one.asked)),
    outputs: pairs.flat().flatMap((one) => (request.emission === undefined ? [] : one.outputs())),
  });
  const { lines, bytes } = every.of(answers).kept;
  return reports.map((report, index) => ({
    ...{ report, every: every.of(answers), answers },
    differences: pairs[index]!.map((pair) => pair.of(answers)({ lines, bytes })),
  }));
}

/** Returns the figures and examples alone, without the lines that values are counted in. */
export function shownOf({ lines, bytes, samples }: ShownLines): ShownLines {
  return { lines, bytes, samples };
}

/** Adds the lines that are delivered neither before nor after. @param every all lines */
export function deliveredChange(transitions: Transitions, { kept }: Pick<SelectedLines, 'kept'>): DeliveredChange {
  const { newlyFailing: _, ...classes } = transitions;
  const neither = { lines: kept.lines, bytes: kept.bytes };
  for (const { lines, bytes } of Object.values(classes)) {
    neither.lines -= lines;
    neither.bytes -= bytes;
  }
  return { ...transitions, neither };
}
