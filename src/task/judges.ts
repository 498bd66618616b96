// From --filter and --job to filters that are ready to run, in the order of the command line. Every problem of every
// filter is found before anything is read.
import { HeadgateError } from '../base/index.ts';
import { type Dataset, DEFAULT_DATASET, getDataset } from '../dataset/index.ts';
import { compileFilter, type FilterReading, readFilter } from '../filter/index.ts';
import { type Job, nameOfFile, parseJobs, type ReplayJob, uniqueNames } from '../replay/index.ts';
import { type ReadStdin, readArgumentFile } from './argument-text.ts';

/** What JSON null is taken for. */
export type NullReading = 'unknown' | 'zero';

/** One --filter or --job as given. */
export interface JudgeArgument {
  kind: 'filter' | 'job';
  value: string;
}

/** A filter with where it came from. */
export interface Judge {
  name: string;
  dataset: Dataset;
  reading: FilterReading;
  /** Present when it came with a job. */
  job: Job | undefined;
}

/** All judges of a run, and remarks on the job files. */
export interface Judges {
  dataset: Dataset;
  judges: Judge[];
  warnings: string[];
}

/** The filters of a run are not all valid. Carries the judges so that every problem can be shown. */
export class InvalidFilterError extends HeadgateError {
  readonly judges: readonly Judge[];

  constructor(judges: readonly Judge[]) {
    const invalid = judges.filter((judge) => isInvalid(judge.reading)).map((judge) => judge.name);
    super('filter-invalid', `cannot use ${invalid.join(', ')}: the filter is invalid; nothing was read`, {
      kind: 'negative',
    });
    this.judges = judges;
  }
}

/** Whether a reading has an error, warnings aside. */
export function isInvalid(reading: FilterReading): boolean {
  return reading.problems.some((problem) => problem.severity === 'error');
}

interface NamedText {
  name: string;
  text: string;
  job: Job | undefined;
}

/**
 * Reads all filters and jobs.
 * @param datasetName of --dataset; by default that of the jobs, else `http_requests`
 * @throws HeadgateError for unreadable files, invalid jobs, an unknown dataset, jobs of several datasets
 */
export async function readJudges(
  argumentList: readonly JudgeArgument[],
  datasetName: string | undefined,
  stdin: ReadStdin,
): Promise<Judges> {
  const warnings: string[] = [];
  const found: NamedText[] = [];
  for (const { kind, value } of argumentList) {
    if (kind === 'filter') {
      const unnamed = found.filter((one) => one.job === undefined).length + 1;
      found.push(await readFilterArgument(value, `filter-${unnamed}`, stdin));
      continue;
    }
    const origin = value === '-' ? 'standard input' : value;
    const reading = parseJobs(value === '-' ? await stdin() : await readArgumentFile(value, 'job file'), origin);
    warnings.push(...reading.warnings);
    found.push(...reading.jobs.map((job) => ({ name: job.name, text: job.filter ?? '', job })));
  }
  const dataset = chooseDataset(found, datasetName);
  const chosen = found.filter((one) => one.job === undefined || datasetOf(one.job) === dataset.name);
  const names = uniqueNames(chosen.map((one) => one.name));
  const judges = chosen.map((one, index) => ({
    name: names[index]!,
    dataset,
    reading: readFilter(one.text, dataset, { source: one.job === undefined ? 'text' : 'job' }),
    job: one.job,
  }));
  return { dataset, judges, warnings };
}

/** Makes filters ready to run. @throws InvalidFilterError */
export function compileJudges(judges: readonly Judge[], nullAs: NullReading): ReplayJob[] {
  if (judges.some((judge) => isInvalid(judge.reading))) throw new InvalidFilterError(judges);
  return judges.map(({ name, dataset, reading }) => ({
    name,
    filter: reading.filter === undefined ? undefined : compileFilter(reading.filter, dataset, { nullAs }),
  }));
}

/** Reads a filter argument: text, `@file`, or `-`. */
export async function readFilterArgument(value: string, fallback: string, stdin: ReadStdin): Promise<NamedText> {
  if (value === '-') return { name: fallback, text: await stdin(), job: undefined };
  if (!value.startsWith('@')) return { name: fallback, text: value, job: undefined };
  const path = value.slice(1);
  return { name: nameOfFile(path), text: await readArgumentFile(path, 'filter'), job: undefined };
}

function datasetOf(job: Job): string {
  return job.dataset ?? DEFAULT_DATASET;
}

function chooseDataset(found: readonly NamedText[], datasetName: string | undefined): Dataset {
  const ofJobs = [...new Set(found.flatMap((one) => (one.job === undefined ? [] : [datasetOf(one.job)])))];
  if (datasetName !== undefined) {
    const dataset = getDataset(datasetName);
    if (ofJobs.length > 0 && !ofJobs.includes(datasetName)) {
      throw new HeadgateError(
        'dataset-mismatch',
        `cannot use --dataset ${datasetName}: found jobs of ${ofJobs.join(', ')}; leave --dataset out, or give a job of ${datasetName}`,
        { kind: 'negative' },
      );
    }
    return dataset;
  }
  if (ofJobs.length > 1) {
    throw new HeadgateError(
      'dataset-mismatch',
      `cannot replay these jobs together: found the datasets ${ofJobs.join(', ')}, wanted one; choose with --dataset`,
      { kind: 'negative' },
    );
  }
  return getDataset(ofJobs[0] ?? DEFAULT_DATASET);
}
