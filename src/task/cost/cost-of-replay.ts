// Joins the report of a replay with prices and measured sizes to its costs. Reads nothing.
import {
  type CostReport,
  costOf,
  coveredHours,
  type KeptLines,
  type Price,
  type StoredSizes,
} from '../../cost/index.ts';
import { pushSettings } from '../../output/index.ts';
import type { JobReport, Report } from '../../replay/index.ts';
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
  listing: Pick<SourceListing, 'objects'>;
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
  const jobs = (report.jobs ?? []).map((job, index) => ({
    ...keptLines(job, filters[index]),
    outside: otherHours?.jobs[index]?.kept,
  }));
  return costOf({ covered, all: { kept: all, outside: otherHours }, jobs, stored, prices, sampleRate });
}

function keptLines({ name, kept }: JobReport, filter: NamedFilter | undefined): KeptLines {
  return { name, kept, push: pushSettings(filter?.job) };
}
