// A comparison before its pass: adds the defaults of the request, checks filters and fields, and reads guards, prices and the job that wrote the
// source. Reads no logs.
import type { SourceCompleteness } from '../../analysis/compare/index.ts';
import type { EmitRequest } from '../../analysis/emit/index.ts';
import type { GuardRequest } from '../../analysis/guard/index.ts';
import { askSelected, askTransitions, type DeliveredSelection, type Question } from '../../analysis/query/index.ts';
import { abortable, HeadgateError, isPlainObject } from '../../base/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import { type Dataset, type OtherDatasets, otherDatasetsOf } from '../../language/dataset/index.ts';
import { pushSettings } from '../../language/output/index.ts';
import { askContradiction, completenessOf, guardedSource } from '../completeness/completeness.ts';
import { prepareGuards, type ReplayGuards } from '../replay/replay-guards.ts';
import { checkFields } from '../replay/values-by.ts';
import { checkCount, checkList } from '../request/check-value.ts';
import { ignore, type LogsRequest, resolveLogs, type ThreadsRequest } from '../request/logs-request.ts';
import { compileFilters, type FilterSet } from '../request/named-filters.ts';
import { readGuards } from '../request/read-guards.ts';
import type { PriceRequest } from '../request/read-prices.ts';
import { DEFAULT_CHANGED_SAMPLES } from '../request/request-defaults.ts';
import { rejectWithheld } from '../request/withheld-fields.ts';
import { isOwnSourceOf } from '../request/written-by/own-source.ts';
import {
  readWritingJob,
  type WritingJob,
  type WrittenByRequest,
  writingJobOf,
} from '../request/written-by/written-by.ts';
import { resolveCosts } from './compared-costs.ts';
import { type ComparedFilter, type ComparedFilters, filterSetOf, sourceJobsOf } from './compared-filters.ts';

/** The logs to compare on, and what is reported: the same for all comparisons of a request. */
export interface ComparisonRequest extends LogsRequest, PriceRequest, ThreadsRequest, WrittenByRequest {
  /** Lines shown of those newly kept, and as many of those newly dropped. @default 3 */
  samples?: number | undefined;
  /** Fields whose most frequent values are listed. @default none */
  by?: readonly string[] | undefined;
  /** Whether all fields are searched for values that distinguish changed lines. @default true */
  findsValues?: boolean | undefined;
  /** Where all newly kept, newly dropped and undecided lines are written as stored; line ends become LF. @default nowhere */
  emitChanged?: EmitRequest | undefined;
  /** Called once, before an object is read. */
  onListing?: ((listing: SourceListing, set: FilterSet) => void) | undefined;
}

/** A {@link ComparisonRequest} with its defaults. */
export type ResolvedRun = ReturnType<typeof resolveRun>;

/** Adds the defaults. @throws HeadgateError `usage` */
export function resolveRun(request: ComparisonRequest) {
  const { samples = DEFAULT_CHANGED_SAMPLES, by = [], findsValues = true, onListing = ignore } = request;
  const { emitChanged, price, writtenBy } = request;
  checkCount('samples', samples, 0);
  checkList('by', by);
  return {
    ...{ ...resolveLogs(request), samples, by, findsValues, emitChanged, onListing, price, writtenBy },
  };
}

/** What is known of the output options of compared jobs. */
export type KnownOptions = 'shown' | 'sensitive' | 'unknown';

/** The guards that judge the new filters, and what is reported of their jobs. */
export interface ComparisonOptions {
  guards: GuardRequest;
  /** Whether other jobs of the account are compared apart. @default false */
  isApart?: boolean | undefined;
  /** Whether lines of another dataset than that of the filters are rejected. @default false */
  rejectsOtherDatasets?: boolean | undefined;
  /** Whether output options of the jobs are left out of the report, or not known. @default 'shown' */
  options?: KnownOptions | undefined;
}

/** A comparison, and what it asks. */
export type ResolvedComparison = Awaited<ReturnType<typeof resolveComparison>>;

/** Reads what the request names. @throws InvalidFilterError, InvalidGuardError, HeadgateError `unknown-field`; as `readPrices` and `readWritingJob` */
export async function resolveComparison(
  run: ResolvedRun,
  { dataset, from, to, warnings }: ComparedFilters,
  { guards, isApart, rejectsOtherDatasets = false, options = 'shown' }: ComparisonOptions,
) {
  const { signal } = run;
  // A new job replaces the one that has pushed the lines of the source.
  const ownSource = async (one: ComparedFilter): Promise<ComparedFilter> => ({
    ...one,
    isOwn: (one === from || from.job === undefined) && (await isOwnSourceOf(one.job, run)),
  });
  const compared = { dataset, warnings, from, to };
  const set = filterSetOf(compared);
  const compiled = compileFilters(set.filters, run.nullAs);
  const by = checkFields(run.by, dataset);
  const guardSet = await abortable(readGuards(guards, dataset), signal);
  set.warnings.push(...guardSet.warnings);
  const writer = await abortable(writerOf(run, compared), signal);
  const owned = { dataset, from: await ownSource(from), to: await Promise.all(to.map(ownSource)) };
  return {
    ...{ compared, options, by, guardSet },
    /** The filters that are replayed. */
    set,
    /** In the order of {@link set}. */
    compiled,
    /** Undefined if the source has every line, or its writer is not known. */
    completeness: writer && {
      answers: new Map(to.map((one) => [one, completenessFor(one, writer, dataset)])),
      source: guardedSource(writer, dataset),
      contradiction: askContradiction(writer, dataset),
    },
    costs: await abortable(resolveCosts(run, owned, { isApart, sampleRate: writer?.sampleRate }), signal),
    /** By new filter; undefined if neither it nor the old one has a transformer. */
    transitions: to.map((one) =>
      one.transformer === undefined && from.transformer === undefined
        ? undefined
        : askTransitions(deliveredBy(from), deliveredBy(one)),
    ),
    /** Undefined: lines of any dataset are compared. */
    otherDataset: rejectsOtherDatasets ? askOtherDataset(dataset) : undefined,
  };
}

function deliveredBy({ selection, transformer }: ComparedFilter): DeliveredSelection {
  return { selection, transformer: transformer?.text };
}

/** Prepares the guards of a comparison. @throws as {@link prepareGuards} */
export function guardsOf(
  { compared: { from, to }, by, guardSet, completeness, costs, options }: ResolvedComparison,
  { range }: ResolvedRun,
  listing: SourceListing,
): ReplayGuards {
  rejectWithheld('list the values of', by, listing);
  for (const { transformer } of [from, ...to])
    rejectWithheld('transform', transformer?.reading.transformer?.fields ?? [], listing);
  const judged = to.map(({ name, selection, job, transformer }) => ({
    ...{ name, filter: selection === 'every' ? undefined : selection, replaces: from.selection },
    ...{ transformer: transformer?.text, replacesTransformer: from.transformer?.text },
    ...{ push: pushSettings(job), hidesPush: options !== 'shown' },
    replacesPush: options === 'unknown' || job === undefined ? undefined : from.job && pushSettings(from.job),
  }));
  return prepareGuards(guardSet, judged, { listing, range, prices: costs.prices, source: completeness?.source });
}

/** The job that wrote the source: that of the request, else the old job at its destination, unless it pushes every line. @throws as {@link readWritingJob} */
async function writerOf(
  { writtenBy, sources, connection }: ResolvedRun,
  compared: ComparedFilters,
): Promise<WritingJob | undefined> {
  const { dataset, from } = compared;
  if (writtenBy !== undefined) {
    return await readWritingJob(writtenBy, { dataset, sources, jobs: sourceJobsOf(compared), connection });
  }
  if (from.job === undefined || !(await isOwnSourceOf(from.job, { sources, connection }))) return undefined;
  const writer = await writingJobOf(from.job, dataset);
  return writer.filter === undefined && writer.sampleRate === 1 ? undefined : writer;
}

function completenessFor({ selection }: ComparedFilter, job: WritingJob, dataset: Dataset): SourceCompleteness {
  if (selection !== 'none') return completenessOf(selection === 'every' ? undefined : selection, job, dataset);
  const { name: writtenBy, sampleRate } = job;
  return { writtenBy, sampleRate, answer: 'complete', conditions: [], missingFields: [] };
}

/** Lines whose fields are counted: enough to find those that most lines contain. Our own choice. */
const LINES_FOR_DATASET = 64;

/**
 * Asks whether lines belong to another dataset than the job that is compared on them: its figures would mean nothing. The answer is the error
 * `other-dataset`, given a guess from the first lines of a file for lines that are not JSON.
 */
function askOtherDataset(dataset: Dataset): Question<(guess: OtherDatasets | undefined) => HeadgateError | undefined> {
  const lines = askSelected('every', { samples: LINES_FOR_DATASET });
  return {
    aggregates: lines.aggregates,
    of: (answers) => (guess) => {
      const records = lines.of(answers).kept.samples.flatMap(({ line }) => recordIn(line) ?? []);
      const counts = new Map<string, number>();
      for (const name of records.flatMap((record) => Object.keys(record)))
        counts.set(name, (counts.get(name) ?? 0) + 1);
      const fields = [...counts].map(([name, count]) => ({ name, lines: count }));
      const other = records.length === 0 ? guess : otherDatasetsOf(fields, records.length, dataset);
      if (other === undefined) return undefined;
      return new HeadgateError(
        'other-dataset',
        `cannot compare: found lines that look like ${other.names.join(' or ')}, expected ${dataset.name}, the dataset of the job; pass a source of that dataset, or none to read the destination of the job`,
      );
    },
  };
}

function recordIn(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
