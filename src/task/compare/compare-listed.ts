// Replays filters over listed sources, and counts in the same pass how pairs of them differ. `compare` and `jobs plan` use it.
import { differenceOf, type LineDifference, planComparison, valueLinesFor } from '../../compare/index.ts';
import type { Selection } from '../../filter/index.ts';
import type { ExtraCount, Report, ShownLines, ShownSelection } from '../../replay/index.ts';
import { type ListedReplay, replayListed } from '../replay/replay-listed.ts';

/** Two filters to compare, as the lines that they keep. */
export interface FilterPair {
  from: Selection;
  to: Selection;
}

/** What to replay and to compare. */
export interface ListedComparison extends Omit<ListedReplay, 'samples' | 'selections'> {
  pairs: readonly FilterPair[];
  /** Examples of newly kept lines, and as many of those newly dropped. */
  samples: number;
  /** Whether the lines that each edit of a filter is responsible for are counted. */
  findsEdits: boolean;
  /** Whether samples are drawn to count values in. */
  drawsValues: boolean;
  /** Lines to count for other purposes. */
  others: readonly ShownSelection[];
}

/** The figures of a comparison. */
export interface ListedDifferences {
  report: Report;
  /** By pair. */
  differences: LineDifference[];
  /** A sample of all lines; undefined if none was drawn. */
  every: ExtraCount | undefined;
  /** Of {@link ListedComparison.others}. */
  others: readonly ExtraCount[];
}

/** Outputs of a pair: newly kept, newly dropped and undecided lines. */
const OUTPUTS = 3;

/** Replays and compares. */
export async function compareListed(request: ListedComparison): Promise<ListedDifferences> {
  const { pairs, samples, findsEdits, drawsValues, others, ...replay } = request;
  const valueLines = drawsValues ? valueLinesFor(1 + 2 * pairs.length) : 0;
  const plans = pairs.map(({ from, to }, index) =>
    planComparison(from, to, {
      ...{ dataset: request.dataset, samples, findsEdits, valueLines },
      firstOutput: request.emission === undefined ? undefined : index * OUTPUTS,
    }),
  );
  const every: ShownSelection[] = drawsValues ? [{ selection: 'every', samples: 0, valueLines }] : [];
  const selections = [...every, ...plans.flatMap((plan) => plan.selections), ...others];
  const { report, extra } = await replayListed({ ...replay, selections, samples: 0 });
  const counts = [...extra];
  const all = drawsValues ? counts.shift() : undefined;
  const [first] = report.jobs ?? [];
  const bytes = first === undefined ? 0 : first.kept.bytes + first.dropped.bytes + first.undecided.bytes;
  const read = { lines: report.lines.read, bytes };
  const differences = plans.map((plan) => differenceOf(plan, counts.splice(0, plan.selections.length), read));
  return { report, differences, every: all, others: counts };
}

/** Returns the figures and examples alone, without the lines that values are counted in. */
export function shownOf({ lines, bytes, samples }: ShownLines): ShownLines {
  return { lines, bytes, samples };
}
