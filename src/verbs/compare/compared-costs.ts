// The costs of compared filters, and what each new one costs more than the old one. Reads no lines.
import type { LineDifference } from '../../analysis/compare/index.ts';
import {
  askCosts,
  type CostDifference,
  type CostedReplay,
  type CostQuestion,
  costDifference,
  type Price,
  type ReplayedCosts,
} from '../../analysis/cost/index.ts';
import type { Question } from '../../analysis/query/index.ts';
import { destinationKind } from '../../input/destination/index.ts';
import { pushSettings } from '../../language/output/index.ts';
import { readPrices } from '../request/read-prices.ts';
import type { ResolvedComparison } from './compare-request.ts';
import { type ComparedFilter, type ComparedFilters, isReplayed } from './compared-filters.ts';

/** The question of costs, with the prices. */
export interface PlannedCosts
  extends Question<(found: ReplayedDifferences) => Promise<ComparedCosts>>,
    Pick<CostQuestion, 'pushes'> {
  prices: readonly Price[];
}

/** The costs of all filters, the old one first. */
export interface ComparedCosts extends ReplayedCosts {
  /** By new filter. */
  differences: CostDifference[];
  /** By new filter, whether it pushes the same bytes as the old one, to the same kind of destination. */
  isUnchanged: boolean[];
}

interface ReplayedDifferences extends CostedReplay {
  /** By new filter. */
  differences: readonly Pick<LineDifference, 'newlyKept' | 'newlyDropped' | 'undecided'>[];
}

/** What costs need of a request. */
export type CostsRequest = Pick<
  ResolvedComparison,
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
  const measures =
    prices.some(({ parts }) => parts.some(({ of }) => of === 'stored')) ||
    // Without the sizes of lines, the interval of sampled bytes is wide.
    sampleRate < 1 ||
    filters.some(({ job }) => Object.keys(job?.outputOptions ?? {}).length > 0);
  const costs = askCosts({
    ...{ ...request, dataset, filters, isOwn, sampleRate, prices, measures },
    isReplayed: filters.map(isReplayed),
  });
  return {
    ...{ prices, pushes: costs.pushes, aggregates: costs.aggregates },
    of: (answers) => async (found) => {
      const { pushed, judged, report } = await costs.of(answers)(found);
      const isUnchanged = to.map(
        (one, index) => keepsSame(found.differences[index]) && pushedAs(one) === pushedAs(from),
      );
      const [before, ...after] = report?.jobs ?? [];
      const differences = after.map((one, index) => costDifference(one, before!, isUnchanged[index]));
      return { pushed, judged, report, differences, isUnchanged };
    },
  };
}

function keepsSame(difference: ReplayedDifferences['differences'][number] | undefined): boolean {
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
