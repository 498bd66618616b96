// The question of costs: what the jobs of a replay push, and what that costs in a month. Reads lines a second time only to measure what jobs store, or
// write in another form.
import { destinationKind } from '../../input/destination/index.ts';
import { withoutFailed } from '../../input/objects/index.ts';
import { type LineTotal, NO_LINES } from '../../input/scan/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { selectionOf } from '../../language/filter/index.ts';
import type { OutputOptions } from '../../language/job/index.ts';
import { changesBytes, type PushSettings, pushSettings } from '../../language/output/index.ts';
import { type HourTotals, type Sample, selectionText } from '../aggregates/index.ts';
import { askSelected, type NamedFilter, type Question } from '../query/index.ts';
import type { JobReport, Report, TransformReport } from '../replay/index.ts';
import { costOf, type TransformedInput } from './cost-of.ts';
import type { Billed, CostReport, StoredSizes, WrittenSize } from './cost-report.ts';
import { coveredHours } from './covered-hours.ts';
import { batchTimes } from './covered-span.ts';
import { exactly } from './estimated.ts';
import { type MeasureRequest, measureStored } from './measure-stored.ts';
import { MAX_DRAWS, type MeasureLimits } from './plan-runs.ts';
import type { BilledAs, Price } from './price.ts';
import { longestLine, type PushedLines, pushedLines, type SampledSource } from './pushed-lines.ts';

/** A replay that has ended. */
interface MeasuredReplay
  extends Pick<MeasureRequest, 'range' | 'reading' | 'nullAs' | 'signal' | 'threads' | 'bytesPerThread'> {
  dataset: Dataset;
  report: Report;
  /** Every line. */
  all: LineTotal;
  filters: readonly NamedFilter[];
  /** What {@link askDrawn} asks for. */
  drawn: readonly (readonly Sample[])[];
  /** By filter, what its job pushes of the lines of the source. @default its settings */
  pushes?: readonly Pick<PushSettings, 'sampleRate'>[] | undefined;
  listing: Pick<SourceListing, 'objects'>;
  /** `sample_rate` of the job that wrote the source. @default 1 */
  sampleRate?: number | undefined;
  /** @default DEFAULT_LIMITS */
  limits?: MeasureLimits | undefined;
}

/** A filter whose costs are asked for. */
export interface CostedFilter extends NamedFilter {
  /** Whether it is replayed: one that keeps no line need not be. @default true */
  isReplayed?: boolean | undefined;
  /** Whether its job has pushed the lines of the source. @default false */
  isOwn?: boolean | undefined;
}

/** The filters whose costs are asked for. */
interface CostOptions
  extends Pick<MeasureRequest, 'range' | 'reading' | 'nullAs' | 'signal' | 'threads' | 'bytesPerThread'> {
  /** As the user names them. */
  sources: readonly string[];
  dataset: Dataset;
  /** Of different names. */
  filters: readonly CostedFilter[];
  /** `sample_rate` of the job that wrote the source. @default 1 */
  sampleRate?: number | undefined;
  /** Undefined: only what jobs push. */
  prices: readonly Price[] | undefined;
  /** Whether stored sizes are measured. */
  measures: boolean;
  /** Whether the jobs push at the same time. @default false: each replaces another */
  areTogether?: boolean | undefined;
}

/** The question of costs. Its figure is measured after the pass. */
export interface CostQuestion extends Question<(found: CostedReplay) => Promise<ReplayedCosts>> {
  /** By filter, what its job pushes of the lines of the source, for guards, which undo the sampling of the source themselves. */
  pushes: readonly PushSettings[];
}

/** A replay that has ended. */
export interface CostedReplay {
  /** Of the filters that were replayed. */
  report: Report;
  listing: Pick<SourceListing, 'objects'>;
}

/** What jobs push, and their costs. */
export interface ReplayedCosts {
  /** By filter, what its job pushes of the kept lines. */
  pushed: PushedLines[];
  /** The same of the lines of the source, for guards. */
  judged: PushedLines[];
  /** Undefined without prices, for an interrupted run, lines without event times, and lines that cover too little time for a rate. */
  report: CostReport | undefined;
}

/** Asks for costs. */
export function askCosts(options: CostOptions): CostQuestion {
  const { filters, sampleRate = 1, prices, measures } = options;
  const isSampled = sampleRate < 1;
  const replayed = filters.filter(({ isReplayed = true }) => isReplayed);
  const every = askSelected('every');
  const drawn = measures ? askDrawn(replayed) : undefined;
  const pushOf = isSampled ? ({ job }: CostedFilter) => pushSettings(job) : pushOfSource;
  return {
    pushes: filters.map(pushOf),
    aggregates: prices === undefined ? [] : [...every.aggregates, ...(drawn?.aggregates ?? [])],
    of: (answers) => async (found) => {
      const all = prices === undefined ? undefined : every.of(answers).kept;
      const sizes =
        drawn !== undefined && all !== undefined
          ? await measureReplay({
              ...options,
              ...found,
              all,
              filters: replayed,
              drawn: drawn.of(answers),
              pushes: replayed.map(pushOfSource),
            })
          : undefined;
      const sizeOf = byName(found.report, sizes?.jobs ?? []);
      const inputOf = byName(found.report, sizes?.inputs ?? []);
      const stored: StoredSizes | undefined = sizes && {
        ...sizes,
        jobs: filters.map(({ name }) => sizeOf.get(name) ?? null),
        inputs: filters.map(({ name }) => inputOf.get(name) ?? null),
      };
      const longest = longestLine(stored);
      const counted = byName(found.report, found.report.jobs ?? []);
      const jobs = filters.map((filter): CostedJob => {
        const found: Pick<JobReport, 'kept' | 'emitted' | 'transformer'> = counted.get(filter.name) ?? {
          kept: NO_LINES,
        };
        const { emitted, transformer } = found;
        const size = sizes && (sizeOf.get(filter.name) ?? null);
        const source = filter.isOwn ? undefined : { sampleRate, longest };
        if (transformer !== undefined)
          return transformedJob(filter, { ...found, transformer }, { push: pushOf(filter), size, source });
        const { kept } = found;
        const pushed =
          emitted === undefined
            ? pushedLines(kept, pushOfSource(filter), size, source)
            : { lines: exactly(emitted.lines), bytes: exactly(emitted.bytes) };
        // Guards undo the rate of a known writer, and apply that of the job.
        const isJudgedAsPushed = !isSampled || (emitted !== undefined && !filter.isOwn);
        const judged = isJudgedAsPushed ? pushed : pushedLines(kept, pushSettings(filter.job), size);
        return { filter, push: pushOf(filter), kept, emitted, pushed, judged };
      });
      return {
        pushed: jobs.map(({ pushed }) => pushed),
        judged: jobs.map(({ judged }) => judged),
        report: all && costReport(options, found, { all, jobs, stored }),
      };
    },
  };
}

/** Options that change the bytes around the records of a transformer. */
const AROUND_RECORDS = ['record_prefix', 'record_suffix', 'record_delimiter', 'batch_prefix', 'batch_suffix'] as const;

/** What a job with a transformer pushes: the records that were delivered. */
function transformedJob(
  filter: CostedFilter,
  { kept, emitted, transformer }: Pick<JobReport, 'kept' | 'emitted'> & { transformer: TransformReport },
  {
    push,
    size,
    source,
  }: { push: PushSettings; size: WrittenSize | null | undefined; source: SampledSource | undefined },
): CostedJob {
  const { delivered } = transformer;
  const options = filter.job?.outputOptions ?? {};
  const changesBytes = AROUND_RECORDS.some((key) => options[key] !== undefined);
  const ofRecords = { ...push, changesBytes };
  // The records were counted: only other bytes around them, and the size of each for a sample, have to be measured.
  const measured = (rate: number) => (changesBytes || rate < 1 || (source?.sampleRate ?? 1) < 1 ? size : undefined);
  const pushedAt = (sampleRate: number, of?: SampledSource): PushedLines => {
    const pushed = pushedLines(delivered, { ...ofRecords, sampleRate }, measured(sampleRate), of);
    const isCounted = push.enabled && sampleRate === 1 && (of?.sampleRate ?? 1) === 1;
    return isCounted ? { ...pushed, lines: exactly(delivered.lines) } : pushed;
  };
  const pushed =
    emitted === undefined
      ? pushedAt(pushOfSource(filter).sampleRate, source)
      : { lines: exactly(emitted.lines), bytes: exactly(emitted.bytes) };
  const judged = emitted === undefined ? pushedAt(push.sampleRate) : pushed;
  return { filter, push: ofRecords, kept: delivered, emitted, pushed, judged, input: { kept, push } };
}

/** Lines in the destination of a job are those that it has sampled. */
function pushOfSource({ job, isOwn }: CostedFilter): PushSettings {
  const push = pushSettings(job);
  return isOwn ? { ...push, sampleRate: 1 } : push;
}

/** A filter, what was counted, and what its job pushes. */
interface CostedJob extends Pick<JobReport, 'kept'> {
  filter: CostedFilter;
  push: PushSettings;
  emitted: JobReport['emitted'] | undefined;
  pushed: PushedLines;
  judged: PushedLines;
  /** The lines that reach its transformer: `kept` are then the records that it delivers. */
  input?: TransformedInput | undefined;
}

/** What was counted and measured. */
interface CostedLines {
  /** Every line that was read. */
  all: Pick<JobReport['kept'], 'lines' | 'bytes'>;
  jobs: readonly CostedJob[];
  stored: StoredSizes | undefined;
}

function costReport(
  options: CostOptions,
  { report, listing }: CostedReplay,
  { all, jobs, stored }: CostedLines,
): CostReport | undefined {
  const { prices = [], range, signal, sampleRate = 1 } = options;
  if (report.partial || signal.aborted || report.hours === undefined) return undefined;
  const covered = coveredHours(report.hours, { range, batches: batchTimes(listing.objects, report.source.lost) });
  if (covered === undefined) return undefined;
  const { otherHours } = report;
  const outside = otherHours && byName(report, otherHours.jobs);
  const billed = billedBy(options);
  const ofJobs = jobs.map(({ filter: { name, job }, kept, push, emitted, pushed, input }, index) => ({
    ...{ name, kept, input },
    push,
    billed: billed[index],
    outside: outside && (outside.get(name) ?? NO_VERDICTS).kept,
    // A sample that was written is one of many; records of a transformer were counted.
    pushed: (emitted === undefined && input === undefined) || pushSettings(job).sampleRate < 1 ? undefined : pushed,
  }));
  const as = [...new Set(billed.flatMap((one) => one.as))];
  const ofAll = {
    kept: all,
    outside: otherHours,
    billed: { as: as.length === 0 ? kindsOfSources(options.sources) : as, isShared: false },
  };
  return costOf({ covered, all: ofAll, jobs: ofJobs, stored, prices, sampleRate });
}

/** The lines of a filter that was not replayed, in any hours. */
export const NO_VERDICTS: HourTotals['jobs'][number] = { kept: NO_LINES, undecided: NO_LINES };

/** Finds an entry of each job of a report by the name of the job. @param entries in the order of the jobs */
export function byName<Entry>({ jobs = [] }: Pick<Report, 'jobs'>, entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry, index) => [jobs[index]!.name, entry]));
}

/** How price lists apply: a filter without a job pushes where the jobs beside it do, else to the kind of destination that the source is. */
function billedBy({ filters, sources, areTogether = false }: CostOptions): Billed[] {
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

/** Asks for the places of lines to measure: of all lines, and of those that each filter keeps. */
export function askDrawn(filters: readonly Pick<NamedFilter, 'reading'>[]): Question<readonly (readonly Sample[])[]> {
  const selections = ['every' as const, ...filters.map(({ reading }) => selectionOf(reading.filter))];
  const aggregates = selections.map(
    (one) => ({ kind: 'sample', of: selectionText(one), verdict: 'kept', limit: MAX_DRAWS, arePlaces: true }) as const,
  );
  return { aggregates, of: (answers) => aggregates.map((asked) => answers.of(asked)) };
}

/**
 * Measures the sizes. Of a sampled source, all kept lines are measured: the hash that selected them may be the one that would select them again.
 * @returns undefined if nothing was measured, as {@link measureStored}
 */
export async function measureReplay(replayed: MeasuredReplay): Promise<StoredSizes | undefined> {
  const { report, all, filters, drawn, pushes = [], listing, sampleRate = 1 } = replayed;
  if (report.partial) return undefined;
  const { bytes } = report.lines;
  const { lost } = report.source;
  const objects = lost.length === 0 ? listing.objects : withoutFailed(listing.objects, lost);
  // Lines of an object that failed after its beginning are counted, and cannot be read again.
  const failed = lost.filter(({ offset }) => offset > 0).map(({ object }) => ({ object: { name: object } }));
  if (withoutFailed(failed, lost).length < failed.length) return undefined;
  const counted = report.jobs ?? [];
  const lines = counted.map(({ kept }, index) => ({
    selection: selectionOf(filters[index]!.reading.filter),
    options: withRate(filters[index]!.job?.outputOptions, sampleRate < 1 ? 1 : pushes[index]?.sampleRate),
    ...{ kept, drawn: drawn[index + 1]!, transformer: filters[index]!.transformer?.text },
  }));
  // Lines that reach a transformer as they were read have the bytes that were counted.
  const inputs = lines.flatMap(({ transformer, ...one }, index) =>
    transformer !== undefined && changesBytes(one.options) ? [{ ...one, index }] : [],
  );
  const measured = await measureStored({
    ...replayed,
    source: { objects, bytes, storedBytes: report.source.bytes },
    lines: [{ selection: 'every', options: undefined, kept: all, drawn: drawn[0]! }, ...lines, ...inputs],
  });
  if (measured === undefined) return undefined;
  const [ofAll = null, ...sizes] = measured.sizes;
  const ofInputs = sizes.splice(lines.length);
  return {
    ...{ sampling: measured.sampling, all: ofAll, jobs: sizes },
    inputs: lines.map((_, index) => ofInputs[inputs.findIndex((one) => one.index === index)] ?? null),
  };
}

function withRate(options: OutputOptions | undefined, sampleRate: number | undefined): OutputOptions | undefined {
  return options === undefined || sampleRate === undefined ? options : { ...options, sample_rate: sampleRate };
}

/** Returns a warning if sizes are priced that cannot be measured: a pipe can be read only once. */
export function unmeasuredPipes(prices: readonly Price[], { objects }: Pick<SourceListing, 'objects'>): string[] {
  const stored = prices.find(({ parts }) => parts.some(({ of }) => of === 'stored'));
  if (stored === undefined) return [];
  for (const { object } of objects) {
    if (object.singleUse !== true) continue;
    return [
      `stored bytes of ${object.name} are not measured, because it can be read only once: save it to a file for costs with the price ${JSON.stringify(stored.name)}`,
    ];
  }
  return [];
}
