// Reads --filter and --job, and compiles their filters in the order of the command line. Every problem of every filter is
// reported before any log is read.
import { stat } from 'node:fs/promises';
import type { NamedFilter } from '../../analysis/query/index.ts';
import { enumerate, HeadgateError, printJson, uniqueNames, valueFrom } from '../../base/index.ts';
import { type Dataset, DEFAULT_DATASET, getDataset } from '../../language/dataset/index.ts';
import {
  type CompiledFilter,
  compileFilter,
  EVERY_LINE,
  type FilterReading,
  type NullReading,
  readFilter,
} from '../../language/filter/index.ts';
import type { Job } from '../../language/job/index.ts';
import { nameOfFile, type ReadStdin, readArgumentFile, readStdin } from './argument-text.ts';
import { distinctNames } from './distinct-names.ts';
import { datasetOfIndexes } from './index-dataset.ts';
import type { LogsRequest } from './logs-request.ts';

/** A --filter or --job of the command line. */
export interface FilterArgument {
  kind: 'filter' | 'job';
  value: string;
  /** The flag that contains the filter, for messages. @default `--filter` */
  flag?: string | undefined;
  /** Text of the job; `value` is then its origin in messages. @default read from `value` */
  text?: string | undefined;
}

/** A filter as an object: the value that its JSON text describes. */
export interface FilterObject {
  where: object;
}

/** Filters and jobs, and the dataset of their fields. */
export interface FilterRequest {
  /**
   * Filters. Text is an expression, JSON, `all` (keeps every line), `@` with the path of a file, or `-` for standard input.
   * `{ where: … }` is a filter as an object. `{ kind: 'job', value: path }` is a job file, for a job between filters.
   * @default none
   */
  filters?: readonly (string | FilterObject | FilterArgument)[] | undefined;
  /** Paths of job files, or `-`. They follow `filters`. @default none */
  jobs?: readonly string[] | undefined;
  /** @default the dataset of the jobs, else of the index that is the source, else `http_requests` */
  dataset?: string | undefined;
  /** Accepts filters beyond the platform's limits on operators and bytes, with a warning. @default false */
  ignoreLimits?: boolean | undefined;
  /** Reads standard input, for an argument `-`. @default reads `process.stdin` once */
  stdin?: ReadStdin | undefined;
}

/** A destination: never a filter, but it may contain a secret, which must not appear in the excerpt of an error. */
const LOCATION = /^\s*@?[a-z][a-z0-9+.-]*:\/\//i;

/** The text that means "no job" in a comparison: no line is kept. */
export const NO_LINE = 'none';

/** Text that may be a path and is not a word of an expression: it has a slash or an extension. */
const PATH_LIKE = /^[^\s"'{}()@]*[/\\.][^\s"'{}()]*$/;

/** All filters of a run, and remarks on the job files. */
export interface FilterSet {
  dataset: Dataset;
  filters: NamedFilter[];
  warnings: string[];
}

/** Some filters of a run are invalid. Carries the filters with all their problems. */
export class InvalidFilterError extends HeadgateError {
  readonly filters: readonly NamedFilter[];

  constructor(filters: readonly NamedFilter[]) {
    const invalid = filters.filter((filter) => isInvalid(filter.reading)).map((filter) => filter.name);
    super('filter-invalid', `cannot use ${invalid.join(', ')}: the filter is invalid; nothing was read`, {
      kind: 'negative',
    });
    this.filters = filters;
  }
}

/** Whether a reading has an error; warnings do not count. */
export function isInvalid(reading: FilterReading): boolean {
  return reading.problems.some((problem) => problem.severity === 'error');
}

/** The text of a filter. */
export interface NamedText {
  name: string;
  flag?: string | undefined;
  /** The path that the text, or the job, was read from. */
  path?: string;
  text: string;
  job: Job | undefined;
}

/**
 * Reads all filters and jobs.
 * @param request the indexes among its sources have the dataset of filters that no flag and no job names
 * @param collectsProblems whether jobs with wrong settings are returned with their problems @default false: they throw
 * @param rejectsOthers whether jobs of other datasets throw `dataset-mismatch` @default false: they are skipped with a warning
 * @param datasetFrom what chose `datasetName`, if not --dataset, for messages: `--from live.json`
 * @throws HeadgateError for unreadable files, invalid jobs, an unknown dataset, jobs of several datasets; `filter-empty`; `usage` as
 * {@link argumentOf}
 */
export async function readFilters(
  request: FilterRequest & Pick<LogsRequest, 'sources'>,
  {
    collectsProblems = false,
    rejectsOthers = false,
    datasetFrom,
  }: { collectsProblems?: boolean; rejectsOthers?: boolean; datasetFrom?: string | undefined } = {},
): Promise<FilterSet> {
  const { dataset: datasetName, stdin = readStdin(), ignoreLimits = false, sources = [] } = request;
  const warnings: string[] = [];
  const found: NamedText[] = [];
  let unnamed = 0;
  for (const { kind, value, text, flag } of filterArguments(request)) {
    if (kind === 'filter') {
      const named = await readFilterArgument(value, `filter-${unnamed + 1}`, stdin);
      if (!value.startsWith('@') && named.name !== EVERY_LINE) unnamed += 1;
      found.push({ ...named, flag });
      continue;
    }
    // Loaded for jobs only: the library of the schema would double the start time of a check.
    const { parseJobs } = await import('../../language/job/index.ts');
    const origin = value === '-' ? 'standard input' : value;
    const reading = parseJobs(
      text ?? (value === '-' ? await stdin() : await readArgumentFile(value, 'job file')),
      origin,
      nameOfFile(origin),
      { collectsProblems },
    );
    for (const warning of reading.warnings) warnings.push(warning);
    for (const job of reading.jobs)
      found.push({ name: job.name, ...(value === '-' ? {} : { path: value }), text: job.filter ?? '', job, flag });
  }
  const dataset = chooseDataset(found, datasetName) ?? getDataset((await datasetOfIndexes(sources)) ?? DEFAULT_DATASET);
  const [chosen, left] = partition(found, (one) => one.job === undefined || datasetOf(one.job) === dataset.name);
  const isNoneLeft = !chosen.some(({ job }) => job !== undefined);
  if (left.length > 0 && (rejectsOthers || isNoneLeft)) throw otherDatasets(left, dataset, datasetFrom);
  if (left.length > 0) {
    warnings.push(`skipped jobs of datasets other than ${dataset.name}: ${left.map(({ name }) => name).join(', ')}`);
  }
  const names = uniqueNames(distinctNames(chosen.map(fileOf)));
  // Loaded for jobs only, like their schema.
  const problemsOf = chosen.some(({ job }) => job !== undefined)
    ? (await import('../../language/output/index.ts')).jobProblems
    : undefined;
  const filters = chosen.map(({ text, job, path, flag }, index): NamedFilter => {
    const name = names[index]!;
    const source = job === undefined ? 'text' : 'job';
    const reading = readFilter(text, dataset, { source, ignoresLimits: ignoreLimits });
    if (job === undefined && reading.form === 'none' && text.trim() !== EVERY_LINE)
      throw emptyFilter(path ?? flag ?? name, flag);
    return { name, file: path, dataset, reading, job, jobProblems: job === undefined ? [] : problemsOf!(job, dataset) };
  });
  return { dataset, filters, warnings };
}

/** The filters and jobs of a request, in order. @throws HeadgateError `usage` as {@link argumentOf} */
export function filterArguments({ filters = [], jobs = [] }: FilterRequest): FilterArgument[] {
  return [...filters.map(argumentOf), ...jobs.map((value): FilterArgument => ({ kind: 'job', value }))];
}

/** Converts a filter of a request to an argument. @throws HeadgateError `usage` for a rounded number, or a value that JSON cannot hold */
export function argumentOf(filter: string | FilterObject | FilterArgument): FilterArgument {
  if (typeof filter === 'string') return { kind: 'filter', value: filter };
  if (!('where' in filter)) return filter;
  try {
    return { kind: 'filter', value: printJson(valueFrom(filter)) };
  } catch (error) {
    throw error instanceof TypeError ? new HeadgateError('usage', error.message, { cause: error }) : error;
  }
}

/** The name of a filter, with its path if that is where its name is from: jobs have names of their own. */
export function fileOf({ name, path, job }: { name: string; path?: string | undefined; job: Job | undefined }): {
  name: string;
  path?: string | undefined;
} {
  return job === undefined ? { name, path } : { name };
}

/** @param from what chose the dataset @default --dataset */
function otherDatasets(
  left: readonly NamedText[],
  { name: dataset }: Dataset,
  from: string | undefined,
): HeadgateError {
  const names = left.map(({ name }) => name).join(', ');
  const found = [...new Set(left.map(({ job }) => datasetOf(job!)))].join(', ');
  const given = from === undefined ? `--dataset ${dataset}` : `${dataset}, the dataset of ${from}`;
  const fix = from === undefined ? `omit --dataset, or pass a job of ${dataset}` : `pass a job of ${dataset}`;
  return new HeadgateError(
    'dataset-mismatch',
    `cannot use ${names} with ${given}: found ${left.length === 1 ? 'a job' : 'jobs'} of ${found}; ${fix}`,
  );
}

/** Splits items into those that pass the test and the others. */
function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  const groups = Map.groupBy(items, test);
  return [groups.get(true) ?? [], groups.get(false) ?? []];
}

/** The error for an empty filter: an unset variable must not become a filter that keeps every line. */
export function emptyFilter(name: string, flag = '--filter', meaning = 'keeps every line'): HeadgateError {
  // Without the number that follows a repeated flag.
  const alternative = `${flag.split(' ')[0]} ${EVERY_LINE} ${meaning}`;
  return new HeadgateError(
    'filter-empty',
    `cannot use ${name}: found an empty filter, expected JSON or an expression; a shell variable may be unset; ${alternative}`,
  );
}

/** A name and a compiled filter; without a filter, every line is kept. */
export interface CompiledJob {
  name: string;
  filter: CompiledFilter | undefined;
}

/** Compiles filters. @throws InvalidFilterError */
export function compileFilters(filters: readonly NamedFilter[], nullAs: NullReading): CompiledJob[] {
  if (filters.some((filter) => isInvalid(filter.reading))) throw new InvalidFilterError(filters);
  return filters.map(({ name, dataset, reading }) => ({
    name,
    filter: reading.filter === undefined ? undefined : compileFilter(reading.filter, dataset, { nullAs }),
  }));
}

/** The jobs of the filters that have one. */
export function jobsOf({ filters }: FilterSet): Job[] {
  return filters.flatMap(({ job }) => (job === undefined ? [] : [job]));
}

/** Reads a filter argument: text, `@file`, or `-`. @param fallback its name, unless it is of a file or keeps every line */
export async function readFilterArgument(value: string, fallback: string, stdin: ReadStdin): Promise<NamedText> {
  if (LOCATION.test(value)) {
    throw new HeadgateError(
      'filter-is-location',
      'cannot read the filter: found a destination, expected a filter; pass the destination as the source: headgate replay DESTINATION --filter FILTER',
    );
  }
  if (await isFile(value)) {
    throw new HeadgateError(
      'filter-is-path',
      `cannot read the filter: found the path of a file, expected a filter; to read the filter from the file, pass @${value}`,
    );
  }
  if (value.trim() === NO_LINE) {
    throw new HeadgateError(
      'filter-none',
      'cannot read the filter: found none, expected an expression or JSON; only --from and --to of headgate compare accept none, for no job',
    );
  }
  if (value.trim() === EVERY_LINE) return { name: EVERY_LINE, text: value, job: undefined };
  if (value === '-') return { name: fallback, text: await stdin(), job: undefined };
  if (!value.startsWith('@')) return { name: fallback, text: value, job: undefined };
  const path = value.slice(1);
  if (path === '') {
    throw new HeadgateError(
      'filter-is-path',
      'cannot read the filter: found @ alone, expected @ and the path of a file',
    );
  }
  return { name: nameOfFile(path), path, text: await readArgumentFile(path, 'filter'), job: undefined };
}

/** Whether text is the path of an existing file. */
export async function isFile(value: string): Promise<boolean> {
  if (!PATH_LIKE.test(value)) return false;
  const found = await stat(value).catch(() => undefined);
  return found?.isFile() ?? false;
}

function datasetOf(job: Job): string {
  return job.dataset ?? DEFAULT_DATASET;
}

/** The dataset of --dataset. @throws HeadgateError `unknown-dataset`, a usage error */
export function datasetOfFlag(name: string): Dataset {
  try {
    return getDataset(name);
  } catch (error) {
    throw error instanceof HeadgateError ? new HeadgateError(error.code, error.message) : error;
  }
}

/** The dataset that a flag or the jobs name; undefined without both. */
function chooseDataset(found: readonly NamedText[], datasetName: string | undefined): Dataset | undefined {
  if (datasetName !== undefined) return datasetOfFlag(datasetName);
  const jobs = found.filter(({ job }) => job !== undefined);
  const byDataset = [...Map.groupBy(jobs, ({ job }) => datasetOf(job!))];
  if (byDataset.length > 1) {
    const of = byDataset.map(([dataset, ofIt]) => `${ofIt.map(({ name }) => name).join(', ')} of ${dataset}`);
    throw new HeadgateError(
      'dataset-mismatch',
      `cannot use these jobs together: found ${enumerate(of, 'and')}, expected jobs of one dataset; select it with --dataset`,
    );
  }
  return byDataset[0] && getDataset(byDataset[0][0]);
}
