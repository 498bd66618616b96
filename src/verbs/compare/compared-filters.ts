// Reads the filters of a comparison: expressions, JSON, files of filters or jobs, `all` and `none`. Reads no logs.
import type { CostedFilter } from '../../analysis/cost/index.ts';
import { HeadgateError, printPlural, uniqueNames } from '../../base/index.ts';
import { provenEqualFor } from '../../cloud/plan/index.ts';
import { type Dataset, DEFAULT_DATASET, getDataset } from '../../language/dataset/index.ts';
import { EVERY_LINE, readFilter, type Selection, selectionOf } from '../../language/filter/index.ts';
import type { Job } from '../../language/job/index.ts';
import type { RecordDomain } from '../../language/logic/index.ts';
import { type ReadStdin, readArgumentFile, readStdin } from '../request/argument-text.ts';
import { checkList } from '../request/check-value.ts';
import { distinctNames } from '../request/distinct-names.ts';
import type { LogsRequest } from '../request/logs-request.ts';
import {
  argumentOf,
  emptyFilter,
  type FilterArgument,
  type FilterObject,
  type FilterRequest,
  type FilterSet,
  fileOf,
  InvalidFilterError,
  isInvalid,
  NO_LINE,
  readFilters,
} from '../request/named-filters.ts';
import {
  datasetWithoutJob,
  InvalidTransformerError,
  readSql,
  type TransformerArgument,
  type TransformerRequest,
  type TransformerSql,
  transformerOf,
} from '../request/named-transformer.ts';

/** A filter to compare: as in `FilterRequest`, or `none`, which keeps no line. `@file` may contain a job. */
export type FilterToCompare = string | FilterObject | FilterArgument;

/** The filters to compare. */
export interface ComparedFiltersRequest
  extends Pick<FilterRequest, 'dataset' | 'ignoreLimits' | 'stdin'>,
    Pick<TransformerRequest, 'transformerAccess'> {
  /** The old filter, or the filter of one job. */
  from: FilterToCompare;
  /** The new filters. Each is compared with the old one. */
  to: readonly FilterToCompare[];
  /** The transformer of the old filter, as in `TransformerRequest`. @default none */
  fromTransformer?: TransformerArgument | undefined;
  /** The transformer of each new filter. @default none */
  toTransformer?: TransformerArgument | undefined;
}

/** A filter of a comparison. */
export interface ComparedFilter extends CostedFilter {
  /** The lines that it keeps, or none if its job is disabled. */
  selection: Selection;
  /** Whether it is a filter or a job: `none` is neither. */
  isReplayed: boolean;
  /** The flag whose text it is: `--to number 2`. @default it is of a file or of a job */
  flag?: string | undefined;
  /** Whether its name is not only its role. @default true */
  isNamed?: boolean;
}

/** The filters of a comparison. */
export interface ComparedFilters {
  dataset: Dataset;
  from: ComparedFilter;
  /** At least one. */
  to: ComparedFilter[];
  warnings: string[];
}

/** The names of filters that are not in a file. */
const OLD = 'before';
const NEW = 'after';

/**
 * Reads filters.
 * @throws HeadgateError `compare-several` if there is more than one old filter, `compare-nothing` if there is no new one or both are `none`,
 * `dataset-mismatch`, `usage`, and as `readFilters`; InvalidFilterError with all invalid filters, named by their flags, files or jobs
 */
export async function readComparedFilters(
  request: ComparedFiltersRequest & Pick<LogsRequest, 'sources'>,
): Promise<ComparedFilters> {
  const { stdin = readStdin() } = request;
  const [from, ...to] = [request.from, ...checkList('to', request.to)].map(argumentOf) as [
    FilterArgument,
    ...FilterArgument[],
  ];
  if (to.length === 0) throw nothingToCompare('no new filter, expected at least one --to');
  const isOneInput = [from, ...to].filter(({ value }) => value === '-').length < 2;
  const { fromTransformer, toTransformer, ...others } = request;
  const shared = { ...others, stdin: isOneInput ? readOnce(stdin) : stdin };
  const sqlOf = async (argument: TransformerArgument | undefined, flag: string) =>
    argument === undefined ? undefined : await readSql(argument, shared, flag);
  const oldSql = await sqlOf(fromTransformer, '--from-transformer');
  const newSql = await sqlOf(toTransformer, '--to-transformer');
  const flagged = [{ ...from, flag: '--from' }, ...flaggedTo(to)];
  for (const { kind, value, flag } of flagged) {
    if (kind === 'filter' && value.trim() === '') throw emptyFilter(flag, flag);
  }
  const [oldSource, ...newSources] = await Promise.all(flagged.map(asJobFile));
  // A filter without a job is about the fields of the jobs beside it.
  const chosen =
    shared.dataset ??
    (await datasetOfJobs([oldSource!], shared)) ??
    (await datasetOfJobs(newSources, shared)) ??
    (await datasetWithoutJob(request.sources, newSql ?? oldSql));
  const datasetFrom =
    shared.dataset === undefined ? `${from.kind === 'job' ? '--from-job' : '--from'} ${from.value}` : undefined;
  const read = (one: FlaggedArgument, origin?: string) => readOne(one, { ...shared, dataset: chosen }, origin);
  const before = await read(oldSource!);
  const after: ReadSet[] = [];
  for (const one of newSources) after.push(await read(one, datasetFrom));
  if (before.filters.length !== 1) {
    throw new HeadgateError(
      'compare-several',
      `cannot compare: found ${printPlural(before.filters.length, 'job')} in --from ${from.value}, expected one; pass a file with one job`,
    );
  }
  const sets = [before, ...after];
  const [{ job: oldJob } = { job: undefined }] = before.filters;
  const all = namedByRole(
    sets.flatMap(({ filters }, side) => filters.map((filter) => namedBySql(filter, side === 0 ? oldSql : newSql))),
  ).map((filter) => ofJob(filter, oldJob));
  if (all.every(({ job }) => job?.state?.isDisabled === true)) {
    // Nothing is pushed before and after, so that only the filters can differ.
    for (const filter of all) filter.selection = selectionOf(filter.reading.filter);
  }
  if (all.every(({ selection }) => selection === 'none')) {
    throw nothingToCompare('none before and after, expected at least one filter');
  }
  const { dataset } = before;
  checkValid(all, dataset);
  for (const [index, filter] of all.entries()) {
    const sql = index === 0 ? oldSql : newSql;
    if (sql === undefined || !filter.isReplayed) continue;
    filter.transformer = await transformerOf(sql, dataset, filter.job?.outputOptions);
    if (filter.transformer.text === undefined) throw new InvalidTransformerError(filter.transformer);
  }
  const [old, ...news] = all;
  return { dataset, from: old!, to: news, warnings: sets.flatMap(({ warnings }) => warnings) };
}

/** @throws HeadgateError `dataset-mismatch` if filters are for different datasets; InvalidFilterError */
function checkValid(all: readonly ComparedFilter[], dataset: Dataset): void {
  const filters = all.map((filter) => ({ ...filter, name: filter.flag ?? filter.name }));
  if (!filters.some(({ reading }) => isInvalid(reading))) return;
  const fitting = filters.filter(({ reading }) => !isInvalid(reading) && reading.filter !== undefined);
  const others = filters.flatMap(({ name, reading: { problems } }) => {
    const other = problems.find(({ code }) => code === 'other-dataset');
    return other === undefined ? [] : [`${name} with ${other.found}`];
  });
  if (fitting.length === 0 || others.length === 0) throw new InvalidFilterError(filters);
  throw new HeadgateError(
    'dataset-mismatch',
    `cannot compare filters for different datasets: found ${fitting.map(({ name }) => name).join(', ')} for ${dataset.name}, and ${others.join('; ')}, expected filters for one dataset`,
  );
}

/** The filters as a set, for messages and for the jobs whose destinations are read. */
export function filterSetOf({ dataset, from, to, warnings }: ComparedFilters): FilterSet {
  return { dataset, filters: [from, ...to].filter((one) => one.isReplayed), warnings };
}

/** The jobs whose destination has the lines: the old one, else the new ones. */
export function sourceJobsOf({ from, to }: ComparedFilters): Job[] {
  if (from.job !== undefined) return [from.job];
  return to.flatMap(({ job }) => job ?? []);
}

/** Returns the records for which two filters are proven equal; null if that is not proven. */
export function equalityOf(from: ComparedFilter, to: ComparedFilter): RecordDomain | null {
  const isUsable = [from, to].every((one) => one.isReplayed && !isInvalid(one.reading));
  return (isUsable ? provenEqualFor(from.reading.filter, to.reading.filter, from.dataset) : undefined) ?? null;
}

/** Says why two filters of a job have the same verdict on every line; undefined if that is not proven. @param texts as in the job */
export function whySame(
  from: ComparedFilter,
  to: ComparedFilter,
  [old, next]: readonly (string | null | undefined)[],
): string | undefined {
  if ((old ?? '') === (next ?? '')) return 'the filter does not change';
  return equalityOf(from, to) === 'any' ? 'the filter is proven equal, written differently' : undefined;
}

/** A side may be read again, as a filter for the dataset of the other side. */
function readOnce(stdin: ReadStdin): ReadStdin {
  let text: Promise<string> | undefined;
  return () => {
    text ??= stdin();
    return text;
  };
}

/** An argument with the flag that contains it. */
interface FlaggedArgument extends FilterArgument {
  flag: string;
}

/** Numbers the new filters, if there are several. Those of `--to-job` are named by their jobs. */
function flaggedTo(to: readonly FilterArgument[]): FlaggedArgument[] {
  const isOne = to.filter(({ kind }) => kind === 'filter').length === 1;
  let count = 0;
  return to.map((given) => {
    if (given.kind === 'job') return { ...given, flag: '--to-job' };
    count += 1;
    return { ...given, flag: isOne ? '--to' : `--to number ${count}` };
  });
}

/** Filters and jobs of an argument. */
interface ReadSet extends FilterSet {
  filters: ComparedFilter[];
}

/** Reads an argument. @param datasetFrom what chose the dataset, for messages @default --dataset */
async function readOne(
  argument: FlaggedArgument,
  request: Omit<FilterRequest, 'filters'>,
  datasetFrom: string | undefined,
): Promise<ReadSet> {
  const isReplayed = !isNone(argument);
  const set = isReplayed
    ? await readFilters({ ...request, filters: [argument] }, { rejectsOthers: true, datasetFrom })
    : noLine(request.dataset);
  const filters = set.filters.map((filter): ComparedFilter => {
    const { file, job, name, reading } = filter;
    const selection = isReplayed && !job?.state?.isDisabled ? selectionOf(reading.filter) : 'none';
    const isText = file === undefined && job === undefined;
    return {
      ...{ ...filter, isReplayed, selection },
      ...(isText && { flag: argument.flag, isNamed: [EVERY_LINE, NO_LINE].includes(name) }),
    };
  });
  return { ...set, filters };
}

/** A new filter without a job is one for the old job, and pushes as that job does: nothing is known of it if that job pushes nothing. */
function ofJob(filter: ComparedFilter, job: Job | undefined): ComparedFilter {
  if (job === undefined || job.state?.isDisabled || filter.job !== undefined || !filter.isReplayed) return filter;
  return { ...filter, job };
}

/** The dataset of the jobs among arguments; undefined: there is none. @throws HeadgateError `dataset-mismatch` */
async function datasetOfJobs(
  given: readonly FlaggedArgument[],
  request: Omit<FilterRequest, 'filters'>,
): Promise<string | undefined> {
  const names = new Set<string>();
  for (const one of given) {
    if (one.kind === 'job') names.add((await readFilters({ ...request, filters: [one] })).dataset.name);
  }
  if (names.size < 2) return [...names][0];
  throw new HeadgateError(
    'dataset-mismatch',
    `cannot compare: found jobs of the datasets ${[...names].join(', ')}, expected one dataset; compare the jobs of each dataset in a run of their own`,
  );
}

function isNone({ kind, value }: FilterArgument): boolean {
  return kind === 'filter' && value.trim() === NO_LINE;
}

function noLine(datasetName: string | undefined): FilterSet {
  const dataset = getDataset(datasetName ?? DEFAULT_DATASET);
  const reading = readFilter(undefined, dataset);
  return { dataset, filters: [{ name: NO_LINE, dataset, reading, job: undefined, jobProblems: [] }], warnings: [] };
}

/** `@job.json` may contain a job, an array of jobs or an API response in place of a filter. */
async function asJobFile(given: FlaggedArgument): Promise<FlaggedArgument> {
  if (given.kind === 'job' || !given.value.startsWith('@')) return given;
  const path = given.value.slice(1);
  // Loaded for files only, like the schema of jobs.
  const { isJobText } = await import('../../language/job/index.ts');
  return isJobText(await readArgumentFile(path, 'filter file')) ? { ...given, kind: 'job', value: path } : given;
}

/** Names a side without a filter after its transformer. */
function namedBySql(filter: ComparedFilter, sql: TransformerSql | undefined): ComparedFilter {
  const { isReplayed, job, reading } = filter;
  if (sql === undefined || !isReplayed || job !== undefined || reading.filter !== undefined) return filter;
  return { ...filter, name: sql.name, isNamed: sql.file !== undefined };
}

/** Names filters, the old one first: by their role where they have no name of their own, and by their time where both have the same. */
function namedByRole(filters: readonly ComparedFilter[]): ComparedFilter[] {
  const distinct = distinctNames(filters.map(({ name, file, job }) => fileOf({ name, path: file, job })));
  const own = filters.map(({ isNamed = true }, index) => (isNamed ? distinct[index] : undefined));
  const [, ...others] = own;
  const isRepeated = others.includes(distinct[0]);
  const names = own.map((name, index) => {
    if (isRepeated && distinct[index] === distinct[0]) return `${distinct[0]} (${index === 0 ? OLD : NEW})`;
    return name ?? (index === 0 ? OLD : others.length === 1 ? NEW : `${NEW}-${index}`);
  });
  const unique = uniqueNames(names);
  return filters.map((filter, index) => ({ ...filter, name: unique[index]! }));
}

function nothingToCompare(found: string): HeadgateError {
  return new HeadgateError('compare-nothing', `cannot compare: found ${found}`);
}
