// From --job and --ruleset to what lines are held to: the jobs of one file, each with its filter. The legacy logpull_options are read here,
// since only a validation has to know the form of older jobs.
import { HeadgateError, parseJson, type Value } from '../base/index.ts';
import { describeProblems, LIMITS, type LimitsName, type Ruleset, readRuleset } from '../custom-fields/index.ts';
import { DEFAULT_DATASET, getDataset } from '../dataset/index.ts';
import { readFilter } from '../filter/index.ts';
import type { Job, OutputOptions } from '../job/index.ts';
import { type ReadStdin, readArgumentFile } from './argument-text.ts';
import { nameOfFile, uniqueNames } from './filter-name.ts';
import { InvalidFilterError, isInvalid, type NamedFilter } from './named-filters.ts';

/** A job that lines are held to; its output options are those that count, legacy ones included. */
export interface ValidatedJob {
  filter: NamedFilter;
  job: Job;
  /** It has `logpull_options`. */
  isLegacy: boolean;
}

/** What is read from files before any object. */
export interface ValidationInput {
  jobs: ValidatedJob[];
  ruleset: Ruleset | undefined;
  warnings: string[];
}

/** Where it is read from. */
export interface ValidationFiles {
  job: string;
  /** Name of the one job that is wanted. @default all */
  jobName: string | undefined;
  ruleset: string | undefined;
  limits: LimitsName;
  stdin: ReadStdin;
}

/**
 * Reads jobs and ruleset.
 * @throws HeadgateError `job-invalid`, `no-such-job`, `unknown-dataset`, `ruleset-invalid` and those of reading files; InvalidFilterError
 */
export async function readValidationInput(files: ValidationFiles): Promise<ValidationInput> {
  const { job: path, jobName, stdin } = files;
  const text = path === '-' ? await stdin() : await readArgumentFile(path, 'job file');
  const origin = path === '-' ? 'standard input' : path;
  const { parseJobs } = await import('../job/index.ts');
  const reading = parseJobs(text, origin, nameOfFile(origin));
  const legacy = legacyOptionsIn(text);
  const names = uniqueNames(reading.jobs.map(({ name }) => name));
  const all = reading.jobs.map((job, index) => validatedJob({ ...job, name: names[index]! }, legacy[index]));
  const jobs = jobName === undefined ? all : all.filter(({ job }) => job.name === jobName);
  if (jobs.length === 0) {
    const found = all.map(({ job }) => job.name).join(', ');
    throw new HeadgateError(
      'no-such-job',
      `cannot use --job-name ${JSON.stringify(jobName)}: found ${found} in ${origin}`,
    );
  }
  const filters = jobs.map(({ filter }) => filter);
  if (filters.some((filter) => isInvalid(filter.reading))) throw new InvalidFilterError(filters);
  const found = await readRulesetFile(files);
  return { jobs, ruleset: found.ruleset, warnings: [...reading.warnings, ...found.warnings] };
}

function validatedJob(job: Job, legacy: OutputOptions | undefined): ValidatedJob {
  const dataset = getDataset(job.dataset ?? DEFAULT_DATASET);
  // The platform looks at the legacy ones only where there are no others.
  const isUsed = legacy !== undefined && Object.keys(job.outputOptions).length === 0;
  const used = isUsed ? { ...job, outputOptions: legacy } : job;
  const reading = readFilter(job.filter ?? '', dataset, { source: 'job' });
  return { job: used, isLegacy: legacy !== undefined, filter: { name: job.name, dataset, reading, job: used } };
}

async function readRulesetFile({
  ruleset: path,
  limits,
  stdin,
}: ValidationFiles): Promise<{ ruleset: Ruleset | undefined; warnings: string[] }> {
  if (path === undefined) return { ruleset: undefined, warnings: [] };
  const text = path === '-' ? await stdin() : await readArgumentFile(path, 'ruleset file');
  const reading = readRuleset(text, path === '-' ? 'standard input' : path, LIMITS[limits]);
  const warnings = reading.warnings.map(({ path: at, message }) => (at === '' ? message : `${at}: ${message}`));
  if (reading.ruleset !== undefined) return { ruleset: reading.ruleset, warnings };
  throw new HeadgateError('ruleset-invalid', describeProblems(reading), { kind: 'negative' });
}

/** What each job of a file says in `logpull_options`, as output options; the text is one that `parseJobs` has read. */
function legacyOptionsIn(text: string): (OutputOptions | undefined)[] {
  const found = parseJson(text);
  const inner = found instanceof Map ? (found.get('result') ?? found) : found;
  return (Array.isArray(inner) ? inner : [inner]).map(legacyOptionsOf);
}

/** `fields=A,B&timestamps=rfc3339&CVE-2021-44228=true`. reference/logpush.md, section 4. */
function legacyOptionsOf(job: Value): OutputOptions | undefined {
  const text = job instanceof Map ? job.get('logpull_options') : undefined;
  if (typeof text !== 'string' || text === '') return undefined;
  const query = new URLSearchParams(text);
  const fields = query
    .get('fields')
    ?.split(',')
    .filter((name) => name !== '');
  // Seen in life: more fields behind the format.
  const format = query.get('timestamps')?.split(',')[0];
  return {
    ...(fields === undefined || fields.length === 0 ? {} : { field_names: fields }),
    ...(format === 'unix' || format === 'unixnano' || format === 'rfc3339' ? { timestamp_format: format } : {}),
    'CVE-2021-44228': query.get('CVE-2021-44228') === 'true',
  };
}
