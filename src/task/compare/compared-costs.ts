// The costs of compared filters, and what each new one costs more than the old one. Reads lines a second time only for a price of stored bytes,
// and for jobs that write other bytes than they read.
import type { LineDifference } from '../../compare/index.ts';
import {
  type CostDifference,
  type CostReport,
  costDifference,
  longestLine,
  type Price,
  type PushedLines,
  pushedLines,
  type StoredSizes,
} from '../../cost/index.ts';
import { destinationKind } from '../../destination/index.ts';
import { pushSettings } from '../../output/index.ts';
import { askSelected, type HourTotals, type JobReport, type Question, type Report } from '../../replay/index.ts';
import type { SourceListing } from '../../run/sources.ts';
import { NO_LINES } from '../../scan/index.ts';
import { costOfReplay } from '../cost/cost-of-replay.ts';
import { askDrawn, measureReplay } from '../cost/measure-replay.ts';
import { MAX_DRAWS } from '../cost/plan-runs.ts';
import { readPrices } from '../cost/read-prices.ts';
import type { SettledComparison } from './compare-request.ts';
import { type ComparedFilter, type ComparedFilters, isReplayed } from './compared-filters.ts';

/** Costs before the pass. */
export interface PlannedCosts extends Question<(found: ReplayedLines) => Promise<ComparedCosts>> {
  prices: readonly Price[];
}

/** The costs of all filters. */
export interface ComparedCosts {
  /** What each job pushes, the old one first, as in `jobs` of the report. */
  pushed: PushedLines[];
  /** The same of the lines of the source, for guards, which undo the sampling of the source themselves. */
  judged: PushedLines[];
  /** In the same order; undefined if there is no rate. */
  report: CostReport | undefined;
  /** By new filter. */
  differences: CostDifference[];
  /** By new filter, whether it pushes the same bytes as the old one, to the same kind of destination. */
  isUnchanged: boolean[];
}

interface ReplayedLines {
  report: Report;
  /** Of all filters, those that keep no line included. */
  jobs: readonly JobReport[];
  listing: SourceListing;
  /** By new filter. */
  differences: readonly Pick<LineDifference, 'newlyKept' | 'newlyDropped' | 'undecided'>[];
}

/** What costs need of a request. */
export type CostsRequest = Pick<
  SettledComparison,
  'isApart' | 'nullAs' | 'otherUsage' | 'price' | 'range' | 'reading' | 'signal' | 'sources'
>;

/** How the source was sampled. */
export interface PushedSource {
  /** `sample_rate` of the job that wrote it. @default 1 */
  sampleRate?: number | undefined;
  /** By filter, the old one first: whether its job has pushed the lines of the source. @default none has */
  isOwn?: readonly boolean[] | undefined;
}

/** Reads the prices. @throws as {@link readPrices} */
export async function prepareCosts(
  request: CostsRequest,
  { dataset, from, to }: ComparedFilters,
  { sampleRate = 1, isOwn = [] }: PushedSource = {},
): Promise<PlannedCosts> {
  const prices = await readPrices(request, request.isApart);
  const filters = [from, ...to];
  const push = filters.map(({ job }) => pushSettings(job));
  // Lines in the destination of a job are those that it has sampled.
  const ofSource = push.map((one, index) => (isOwn[index] ? { ...one, sampleRate: 1 } : one));
  const measures =
    prices.some(({ parts }) => parts.some(({ of }) => of === 'stored')) ||
    // Without the sizes of lines, the interval of sampled bytes is wide.
    sampleRate < 1 ||
    filters.some(({ job }) => Object.keys(job?.outputOptions ?? {}).length > 0);
  const replayed = filters.filter(isReplayed);
  const every = askSelected('every', { samples: measures ? MAX_DRAWS : 0 });
  const drawn = askDrawn(measures ? replayed : []);
  return {
    prices,
    aggregates: [...every.aggregates, ...drawn.aggregates],
    of:
      (answers) =>
      async ({ report, jobs, listing, differences }) => {
        const all = every.of(answers).kept;
        const sizes = measures
          ? await measureReplay({
              ...{ ...request, dataset, report, all, filters: replayed, drawn: drawn.of(answers), listing, sampleRate },
              pushes: ofSource.filter((_, index) => isReplayed(filters[index]!)),
            })
          : undefined;
        const stored: StoredSizes | undefined = sizes && { ...sizes, jobs: byFilter(filters, sizes.jobs, null) };
        const sampled = { sampleRate, longest: longestLine(stored) };
        const pushed = jobs.map(({ kept }, index) =>
          pushedLines(kept, ofSource[index]!, stored?.jobs[index], isOwn[index] ? undefined : sampled),
        );
        const judged = jobs.map(({ kept }, index) => pushedLines(kept, push[index]!, stored?.jobs[index]));
        const isUnchanged = to.map((one, index) => keepsSame(differences[index]) && pushedAs(one) === pushedAs(from));
        const { hours, otherHours, partial, source } = report;
        const cost = costOfReplay({
          report: {
            ...{ partial, source, jobs: [...jobs] },
            ...(hours === undefined ? {} : { hours }),
            ...(otherHours === undefined
              ? {}
              : { otherHours: { ...otherHours, jobs: byFilter(filters, otherHours.jobs, NO_VERDICTS) } }),
          },
          ...{
            all,
            filters,
            ...(sampleRate === 1 ? { pushes: ofSource } : {}),
            listing,
            sources: request.sources,
            range: request.range,
            prices,
            stored,
            sampleRate,
          },
        });
        const [before, ...after] = cost?.jobs ?? [];
        return {
          ...{ pushed, judged, isUnchanged, report: cost },
          differences: after.map((one, index) => costDifference(one, before!, isUnchanged[index])),
        };
      },
  };
}

function keepsSame(difference: ReplayedLines['differences'][number] | undefined): boolean {
  if (difference === undefined) return false;
  return difference.newlyKept.lines + difference.newlyDropped.lines + difference.undecided.lines === 0;
}

/** In what form a job pushes lines, and where they are billed. */
function pushedAs({ job }: ComparedFilter): string {
  const { enabled, sampleRate } = pushSettings(job);
  const { sample_rate: _, ...form } = job?.outputOptions ?? {};
  const kind = job?.destinationConf === undefined ? undefined : destinationKind(job.destinationConf);
  return JSON.stringify([enabled, sampleRate, form, kind]);
}

/** The lines of a filter that was not replayed, in any hours. */
export const NO_VERDICTS: HourTotals['jobs'][number] = { kept: NO_LINES, undecided: NO_LINES };

/** Adds entries for the filters that were not replayed, because they keep no line. */
export function byFilter<Entry>(
  filters: readonly Pick<ComparedFilter, 'selection' | 'job'>[],
  replayed: readonly Entry[],
  none: Entry,
): Entry[] {
  const left = [...replayed];
  return filters.map((filter) => (isReplayed(filter) ? left.shift()! : none));
}
