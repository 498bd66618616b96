// Reads the filters of a comparison: expressions, JSON, files of filters or jobs, `all` and `none`. Reads no logs.
import type { NamedFilter } from '../../analysis/query/index.ts';
import { HeadgateError, isPlainObject, printPlural, uniqueNames } from '../../base/index.ts';
import { provenEqualFor } from '../../cloud/plan/index.ts';
import { type Dataset, DEFAULT_DATASET, getDataset } from '../../language/dataset/index.ts';
import { EVERY_LINE, readFilter, type Selection, selectionOf } from '../../language/filter/index.ts';
import type { Job } from '../../language/job/index.ts';
import type { RecordDomain } from '../../language/logic/index.ts';
import { type ReadStdin, readArgumentFile } from '../request/argument-text.ts';
import { distinctNames } from '../request/distinct-names.ts';

import {
  emptyFilter,
  type FilterArgument,
  type FilterSet,
  fileOf,
  InvalidFilterError,
  isInvalid,
  NO_LINE,
  readFilters,
} from '../request/named-filters.ts';

/** A filter of a comparison. */
export interface ComparedFilter extends NamedFilter {
  /** The lines that it keeps, or none if its job is disabled. */
  selection: Selection;
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
 * Reads filters. Invalid ones are returned with their problems.
 * @throws HeadgateError `compare-several` if there is more than one old filter, `compare-nothing` if there is no new one or both are `none`,
 * `dataset-mismatch`, and as `readFilters`
 */
export async function readComparedFilters(
  from: FilterArgument,
  to: readonly FilterArgument[],
  { dataset, stdin, ignoreLimits }: { dataset: string | undefined; stdin: ReadStdin; ignoreLimits: boolean },
): Promise<ComparedFilters> {
  if (to.length === 0) throw nothingToCompare('no new filter, expected at least one --to');
  const isOneInput = [from, ...to].filter(({ value }) => value === '-').length < 2;
  const input = isOneInput ? readOnce(stdin) : stdin;
  const read = (given: readonly FlaggedArgument[], name: string | undefined, datasetFrom?: string): Promise<Side> =>
    readSide(given, name, { stdin: input, ignoreLimits, datasetFrom });
  const flagged = [{ ...from, flag: '--from' }, ...flaggedTo(to)];
  for (const { kind, value, flag } of flagged) {
    if (kind === 'filter' && value.trim() === '') throw emptyFilter(flag, flag);
  }
  const sources = await Promise.all(flagged.map(asJobFile));
  let before = await read(sources.slice(0, 1), dataset);
  const after = await read(
    sources.slice(1),
    dataset ?? before.datasetOfJobs,
    dataset === undefined ? `${from.kind === 'job' ? '--from-job' : '--from'} ${from.value}` : undefined,
  );
  if (dataset === undefined && after.datasetOfJobs !== undefined && before.datasetOfJobs === undefined) {
    before = await read(sources.slice(0, 1), after.datasetOfJobs);
  }
  if (before.filters.length !== 1) {
    throw new HeadgateError(
      'compare-several',
      `cannot compare: found ${printPlural(before.filters.length, 'job')} in --from ${from.value}, expected one; pass a file with one job`,
    );
  }
  const [first] = before.filters;
  const all = [first!, ...after.filters];
  if (all.every(({ job }) => job?.state?.isDisabled === true)) {
    // Nothing is pushed before and after, so that only the filters can differ.
    for (const filter of all) filter.selection = selectionOf(filter.reading.filter);
  }
  if (first!.selection === 'none' && after.filters.every(({ selection }) => selection === 'none')) {
    throw nothingToCompare('none before and after, expected at least one filter');
  }
  const [name, ...names] = namesOf(first!, after.filters);
  return {
    dataset: after.datasetOfJobs === undefined ? before.dataset : after.dataset,
    from: { ...first!, name: name! },
    to: after.filters.map((filter, index) => ({ ...filter, name: names[index]! })),
    warnings: [...before.warnings, ...after.warnings],
  };
}

/**
 * @throws HeadgateError `dataset-mismatch` if filters are for different datasets; InvalidFilterError with all invalid filters, named by their
 * flags, files or jobs
 */
export function checkCompared({ dataset, from, to }: ComparedFilters): void {
  const filters = [from, ...to].map((filter) => ({ ...filter, name: filter.flag ?? filter.name }));
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
  return { dataset, filters: [from, ...to].filter(isReplayed), warnings };
}

/** The jobs whose destination has the lines: the old one, else the new ones. */
export function sourceJobsOf({ from, to }: ComparedFilters): Job[] {
  if (from.job !== undefined) return [from.job];
  return to.flatMap(({ job }) => job ?? []);
}

/** Whether a filter is replayed: no job needs no replay. The filter of a disabled job is counted, too. */
export function isReplayed({ selection, job }: Pick<ComparedFilter, 'selection' | 'job'>): boolean {
  return selection !== 'none' || job !== undefined;
}

/** Returns the records for which two filters are proven equal; null if that is not proven. */
export function equalityOf(from: ComparedFilter, to: ComparedFilter): RecordDomain | null {
  const isUsable = [from, to].every((one) => isReplayed(one) && !isInvalid(one.reading));
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

interface Side extends Pick<FilterSet, 'dataset' | 'warnings'> {
  filters: ComparedFilter[];
  datasetOfJobs: string | undefined;
}

async function readSide(
  given: readonly FlaggedArgument[],
  datasetName: string | undefined,
  options: { stdin: ReadStdin; ignoreLimits: boolean; datasetFrom?: string | undefined },
): Promise<Side> {
  const { stdin, ignoreLimits, datasetFrom } = options;
  const sets: FilterSet[] = [];
  for (const one of given) {
    sets.push(
      isNone(one)
        ? noLine(datasetName)
        : await readFilters(
            { filters: [one], dataset: datasetName, stdin, ignoreLimits },
            { refusesOthers: true, datasetFrom },
          ),
    );
  }
  const ofJobs = new Set(
    sets.flatMap(({ filters, dataset }) => (filters.some(({ job }) => job) ? [dataset.name] : [])),
  );
  if (ofJobs.size > 1) {
    throw new HeadgateError(
      'dataset-mismatch',
      `cannot compare: found jobs of the datasets ${[...ofJobs].join(', ')}, expected one dataset; compare the jobs of each dataset in a run of their own`,
    );
  }
  const [datasetOfJobs] = ofJobs;
  // A filter without a job is about the fields of the jobs beside it.
  if (datasetName === undefined && datasetOfJobs !== undefined) return readSide(given, datasetOfJobs, options);
  return {
    dataset: sets[0]!.dataset,
    datasetOfJobs,
    filters: sets.flatMap(({ filters }, index) =>
      filters.map((filter) => ({
        ...filter,
        selection: isNone(given[index]!) || filter.job?.state?.isDisabled ? 'none' : selectionOf(filter.reading.filter),
        ...(filter.file === undefined && filter.job === undefined
          ? { flag: given[index]!.flag, isNamed: [EVERY_LINE, NO_LINE].includes(filter.name) }
          : {}),
      })),
    ),
    warnings: sets.flatMap(({ warnings }) => warnings),
  };
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
  return isJobText(await readArgumentFile(path, 'filter file')) ? { ...given, kind: 'job', value: path } : given;
}

const KEYS_OF_JOBS = ['destination_conf', 'dataset', 'filter', 'output_options', 'logpull_options', 'result'];

function isJobText(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if (Array.isArray(value)) return true;
  return isPlainObject(value) && !('where' in value) && !('cases' in value) && KEYS_OF_JOBS.some((key) => key in value);
}

/** Names filters by their role where they have no name of their own, and by their time where both have the same. */
function namesOf(first: ComparedFilter, others: readonly ComparedFilter[]): string[] {
  const all = [first, ...others];
  const distinct = distinctNames(all.map(({ name, file, job }) => fileOf({ name, path: file, job })));
  const [from, ...to] = all.map((filter, index) => ({ ...filter, name: distinct[index]! })) as [
    ComparedFilter,
    ...ComparedFilter[],
  ];
  const own = (filter: ComparedFilter): string | undefined => (filter.isNamed === false ? undefined : filter.name);
  const isRepeated = to.some((filter) => own(filter) !== undefined && filter.name === from.name);
  const nameOf = (filter: ComparedFilter, index: number): string =>
    isRepeated && filter.name === from.name
      ? `${filter.name} (after)`
      : (own(filter) ?? (to.length === 1 ? NEW : `${NEW}-${index + 1}`));
  const old = isRepeated ? `${from.name} (before)` : (own(from) ?? OLD);
  return uniqueNames([old, ...to.map(nameOf)]);
}

function nothingToCompare(found: string): HeadgateError {
  return new HeadgateError('compare-nothing', `cannot compare: found ${found}`);
}
