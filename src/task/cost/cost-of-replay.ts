// Joins the report of a replay with prices and measured sizes to its costs. Reads nothing.
import {
  type CostReport,
  costOf,
  coveredHours,
  type KeptLines,
  type Price,
  type StoredSizes,
} from '../../cost/index.ts';
import { defaultsOf } from '../../output/index.ts';
import type { JobReport, Report } from '../../replay/index.ts';
import { batchTimes } from '../../run/covered-span.ts';
import type { SettledLogs } from '../../run/logs-request.ts';
import type { NamedFilter } from '../../run/named-filters.ts';
import type { SourceListing } from '../../run/sources.ts';
import type { LineTotal } from '../../scan/index.ts';

/** Bytes of a line beside its fields: braces and line end, without the comma after the last field. */
const BYTES_AROUND_FIELDS = 2;

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

function keptLines(job: JobReport, filter: NamedFilter | undefined): KeptLines {
  const { field_names: names, sample_rate: sampleRate } = defaultsOf(filter?.job?.outputOptions ?? {});
  return { name: job.name, kept: job.kept, sampleRate, bytesWritten: bytesOfFields(job, names) };
}

/** Bytes of the listed fields; undefined if they were not counted. */
function bytesOfFields({ fields, kept }: JobReport, names: readonly string[] | undefined): number | undefined {
  if (fields === undefined || names === undefined) return undefined;
  const written = fields.filter(({ name }) => names.includes(name));
  return written.reduce((sum, { bytes }) => sum + bytes, kept.lines * BYTES_AROUND_FIELDS);
}
