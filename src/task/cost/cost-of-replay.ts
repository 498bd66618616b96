// Joins the report of a replay with prices and measured sizes to its costs. Reads nothing.
import {
  type Billed,
  type BilledAs,
  type CostReport,
  costOf,
  coveredHours,
  type Price,
  type PushedLines,
  type StoredSizes,
} from '../../cost/index.ts';
import { destinationKind } from '../../destination/index.ts';
import { type PushSettings, pushSettings } from '../../output/index.ts';
import type { Report } from '../../replay/index.ts';
import { batchTimes } from '../../run/covered-span.ts';
import type { SettledLogs } from '../../run/logs-request.ts';
import type { NamedFilter } from '../../run/named-filters.ts';
import type { SourceListing } from '../../run/sources.ts';
import type { LineTotal } from '../../scan/index.ts';

/** The figures of a replay that its costs depend on. */
export interface ReplayedLines {
  report: Pick<Report, 'hours' | 'otherHours' | 'jobs' | 'partial' | 'source'>;
  /** Every line that was read. */
  all: LineTotal;
  filters: readonly NamedFilter[];
  /** By filter, what its job pushes of the lines of the source. @default its settings */
  pushes?: readonly PushSettings[] | undefined;
  /** By filter, what its job pushed, if that was written. @default computed */
  pushed?: readonly (PushedLines | undefined)[] | undefined;
  listing: Pick<SourceListing, 'objects'>;
  /** As in the request: where the lines of a filter without a job come from. */
  sources: readonly string[];
  /** Whether the jobs push at the same time. @default false: each replaces another */
  areTogether?: boolean | undefined;
  range: SettledLogs['range'];
  prices: readonly Price[];
  /** Undefined: not measured. */
  stored: StoredSizes | undefined;
  /** `sample_rate` of the job that wrote the source. @default 1 */
  sampleRate?: number | undefined;
}

/** Returns the costs; undefined for an interrupted run, lines without event times, and lines that cover too little time for a rate. */
export function costOfReplay(replayed: ReplayedLines): CostReport | undefined {
  const { report, all, filters, listing, range, prices, stored, sampleRate = 1 } = replayed;
  if (report.partial || report.hours === undefined) return undefined;
  const covered = coveredHours(report.hours, { range, batches: batchTimes(listing.objects, report.source.lost) });
  if (covered === undefined) return undefined;
  const { otherHours } = report;
  const billed = billedBy(replayed);
  const jobs = (report.jobs ?? []).map((job, index) => ({
    ...{ name: job.name, kept: job.kept, push: replayed.pushes?.[index] ?? pushSettings(filters[index]?.job) },
    ...{ outside: otherHours?.jobs[index]?.kept, billed: billed[index], pushed: replayed.pushed?.[index] },
  }));
  const as = [...new Set(billed.flatMap((one) => one.as))];
  const ofAll = {
    kept: all,
    outside: otherHours,
    billed: { as: as.length === 0 ? kindsOfSources(replayed.sources) : as, isShared: false },
  };
  return costOf({ covered, all: ofAll, jobs, stored, prices, sampleRate });
}

/** How price lists apply: a filter without a job pushes where the jobs beside it do, else to the kind of destination that the source is. */
function billedBy({ filters, sources, areTogether = false }: ReplayedLines): Billed[] {
  const ofJobs = filters.flatMap(({ job }) => job?.destinationConf ?? []);
  const others = ofJobs.length > 0 ? kindsOf(ofJobs.map(destinationKind)) : kindsOfSources(sources);
  return filters.map(({ job, dataset }) => {
    const own = job?.destinationConf;
    const as = own === undefined ? others : kindsOf([destinationKind(own)]);
    return {
      as: dataset.name === TRACE_EVENTS ? ['trace-events'] : as,
      isShared: areTogether && job !== undefined,
    };
  });
}

/** docs/platform.md, "Prices": billed by lines, wherever they go. */
const TRACE_EVENTS = 'workers_trace_events';

/** The bucket behind the edge script is not known. */
function kindsOfSources(sources: readonly string[]): BilledAs[] {
  return kindsOf(sources.map((source) => (/^\s*https:/i.test(source) ? undefined : destinationKind(source))));
}

function kindsOf(kinds: readonly ReturnType<typeof destinationKind>[]): BilledAs[] {
  const known = [...new Set(kinds)].filter((kind) => kind !== undefined);
  return known.length === 0 || kinds.includes(undefined) ? ['external', 'internal'] : known;
}
