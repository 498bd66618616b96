// Replays filters over listed sources, and counts in the same pass how pairs of them differ. `compare` and `jobs plan` use it.
import { differenceOf, type LineDifference, planComparison } from '../../compare/index.ts';
import type { Selection } from '../../filter/index.ts';
import type { ExtraCount, HourTotals, Report, ShownLines, ShownSelection } from '../../replay/index.ts';
import type { NamedFilter } from '../../run/named-filters.ts';
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
  /** Lines to count for other purposes. */
  others: readonly ShownSelection[];
}

/** What to replay and to compare. */
export interface ListedComparisons extends Omit<ListedReplay, 'filters' | 'samples' | 'selections'> {
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
  /** A sample of all lines; undefined if none was drawn. */
  every: ExtraCount | undefined;
  /** Of {@link ComparedPairs.others}. */
  others: readonly ExtraCount[];
}

/** Outputs of a pair: newly kept, newly dropped and undecided lines. */
const OUTPUTS = 3;

/** Replays and compares. @returns the figures of each comparison */
export async function compareListed(request: ListedComparisons): Promise<ListedDifferences[]> {
  const { comparisons, samples, findsEdits, valueLines, ...replay } = request;
  let outputs = 0;
  const plans = comparisons.map(({ pairs }) =>
    pairs.map(({ from, to }) => {
      const firstOutput = request.emission === undefined ? undefined : outputs;
      outputs += OUTPUTS;
      return planComparison(from, to, { dataset: request.dataset, samples, findsEdits, valueLines, firstOutput });
    }),
  );
  const every: ShownSelection[] = valueLines > 0 ? [{ selection: 'every', samples: 0, valueLines }] : [];
  const selections = [
    ...every,
    ...comparisons.flatMap(({ others }, index) => [...plans[index]!.flatMap((plan) => plan.selections), ...others]),
  ];
  const filters = comparisons.flatMap((one) => one.filters);
  const { report, extra } = await replayListed({ ...replay, filters, selections, samples: 0 });
  const counts = [...extra];
  const all = valueLines > 0 ? counts.shift() : undefined;
  const [first] = report.jobs ?? [];
  const bytes = first === undefined ? 0 : first.kept.bytes + first.dropped.bytes + first.undecided.bytes;
  const read = { lines: report.lines.read, bytes };
  let start = 0;
  return comparisons.map((one, index): ListedDifferences => {
    const end = start + one.filters.length;
    const part = reportOfJobs(report, start, end);
    start = end;
    return {
      report: part,
      differences: plans[index]!.map((plan) => differenceOf(plan, counts.splice(0, plan.selections.length), read)),
      every: all,
      others: counts.splice(0, one.others.length),
    };
  });
}

/** Returns the report of a part of the jobs. */
function reportOfJobs({ overlap: _, ...report }: Report, start: number, end: number): Report {
  const { jobs, hours, otherHours } = report;
  const ofJobs = <Hour extends HourTotals>(hour: Hour): Hour => ({ ...hour, jobs: hour.jobs.slice(start, end) });
  return {
    ...report,
    ...(jobs === undefined ? {} : { jobs: jobs.slice(start, end) }),
    ...(hours === undefined ? {} : { hours: hours.map(ofJobs) }),
    ...(otherHours === undefined ? {} : { otherHours: ofJobs(otherHours) }),
  };
}

/** Returns the figures and examples alone, without the lines that values are counted in. */
export function shownOf({ lines, bytes, samples }: ShownLines): ShownLines {
  return { lines, bytes, samples };
}
