// The costs of compared filters, and what each new one costs more than the old one. Reads no lines.

import type { LineDifference } from '../../analysis/compare/index.ts';
import {
  askCosts,
  byName,
  type CostDifference,
  type CostedReplay,
  type CostQuestion,
  costDifference,
  NO_VERDICTS,
  type Price,
  type PushedShare,
  type ReplayedCosts,
} from '../../analysis/cost/index.ts';
import type { Question } from '../../analysis/query/index.ts';
import type { JobReport, Report } from '../../analysis/replay/index.ts';
import { destinationKind } from '../../input/destination/index.ts';
import { NO_LINES } from '../../input/scan/index.ts';
import { pushSettings } from '../../language/output/index.ts';
import { type GuardedFigures, minus } from '../replay/replay-guards.ts';
import type { ResolvedLogs } from '../request/logs-request.ts';
import { type PriceRequest, readPrices } from '../request/read-prices.ts';
import type { ComparedFilter, ComparedFilters } from './compared-filters.ts';

/** The question of costs, with the prices. */
export interface ComparedCostQuestion
  extends Question<(found: ComparedReplay) => Promise<ComparedCosts>>,
    Pick<CostQuestion, 'pushes'> {
  prices: readonly Price[];
}

interface ComparedReplay extends CostedReplay {
  /** By new filter. */
  differences: readonly Pick<LineDifference, 'newlyKept' | 'newlyDropped' | 'undecided'>[];
}

/** The costs of compared filters. */
export interface ComparedCosts extends Pick<ReplayedCosts, 'pushed' | 'report'> {
  /** By new filter. */
  differences: CostDifference[];
  /** What guards judge of the new filters. */
  guarded: Pick<GuardedFigures, 'pushed' | 'pushedBefore' | 'costs'>;
}

/** How the source was sampled, and what the old job pushes. */
interface PushedSource {
  /** Whether other jobs of the account are compared apart. @default false */
  isApart?: boolean | undefined;
  /** `sample_rate` of the job that wrote the source. @default 1 */
  sampleRate?: number | undefined;
  /** What the old job pushes, if headgate cannot parse it. @default as its settings say */
  oldPush?: PushedShare | undefined;
}

/** Reads the prices, and asks for costs. @throws as {@link readPrices} */
export async function resolveCosts(
  request: PriceRequest &
    Pick<ResolvedLogs, 'nullAs' | 'range' | 'reading' | 'signal' | 'sources' | 'threads' | 'bytesPerThread'>,
  { dataset, from, to }: Pick<ComparedFilters, 'dataset' | 'from' | 'to'>,
  { isApart, sampleRate = 1, oldPush = pushSettings(from.job) }: PushedSource,
): Promise<ComparedCostQuestion> {
  const prices = await readPrices(request, isApart);
  const filters = [from, ...to];
  const measures =
    prices.some(({ parts }) => parts.some(({ of }) => of === 'stored')) ||
    // Without the sizes of lines, the interval of sampled bytes is wide.
    sampleRate < 1 ||
    filters.some(({ job }) => Object.keys(job?.outputOptions ?? {}).length > 0);
  const costs = askCosts({ ...request, dataset, filters, sampleRate, prices, measures });
  return {
    ...{ prices, pushes: costs.pushes, aggregates: costs.aggregates },
    of: (answers) => async (found) => {
      const { pushed, judged, report } = await costs.of(answers)(found);
      const isUnchanged = to.map(
        (one, index) => keepsSame(found.differences[index]) && pushedAs(one) === pushedAs(from),
      );
      const [old, ...jobs] = report?.jobs ?? [];
      const [, ...judgedNew] = judged;
      const [, ...pushedBefore] = pushed;
      return {
        ...{ pushed, report },
        differences: jobs.map((one, index) => costDifference(one, old!, isUnchanged[index])),
        guarded: {
          ...{ pushed: judgedNew, pushedBefore },
          costs: report && {
            report: { ...report, jobs },
            old: { cost: old!, undecided: undecidedInHours(from, found.report), push: oldPush, isUnchanged },
          },
        },
      };
    },
  };
}

/** Returns the report of a filter; undefined for one that was not replayed. */
export function jobNamed({ jobs = [] }: Pick<Report, 'jobs'>, name: string): JobReport | undefined {
  return jobs.find((job) => job.name === name);
}

/** The lines in the covered hours. */
function undecidedInHours({ name }: ComparedFilter, report: Report) {
  const { undecided: outside } = (report.otherHours && byName(report, report.otherHours.jobs).get(name)) ?? NO_VERDICTS;
  return minus(jobNamed(report, name)?.undecided ?? NO_LINES, outside);
}

function keepsSame(difference: ComparedReplay['differences'][number] | undefined): boolean {
  if (difference === undefined) return false;
  return difference.newlyKept.lines + difference.newlyDropped.lines + difference.undecided.lines === 0;
}

/** In what form a job pushes lines, and where they are billed. */
function pushedAs({ job, transformer }: ComparedFilter): string {
  const { enabled, sampleRate } = pushSettings(job);
  const { sample_rate: _, ...form } = job?.outputOptions ?? {};
  const kind = job?.destinationConf === undefined ? undefined : destinationKind(job.destinationConf);
  return JSON.stringify([enabled, sampleRate, form, kind, transformer?.text]);
}
