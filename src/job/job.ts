// Parses Logpush jobs from a file: one job, an array, or an API response with its envelope. Checks the shape, and leaves the
// filter of a job as text for src/filter to parse.

import { z } from 'zod';
import { HeadgateError, nearest } from '../base/index.ts';
import { parseJobDocument } from './job-document.ts';
import { describeJobIssue } from './job-problem.ts';
import { readLegacyOptions } from './legacy-options.ts';
import { type OutputOptions, outputOptionsSchema } from './output-options.ts';

/** A Logpush job, reduced to the parts that decide which lines it pushes, in what format, and to which destination. */
export interface Job {
  /** Unique among the jobs of a run. */
  name: string;
  dataset: string | undefined;
  /** The job's filter, verbatim; undefined when the job has none. */
  filter: string | undefined;
  /** The filter as JSON when the job contains an object in place of a string, which the platform rejects. */
  filterObject?: string | undefined;
  /** Names of output options that are keys of the job itself instead of its `output_options`. */
  misplacedOptions: readonly string[];
  /** When `output_options` are missing or empty, these come from `logpull_options`: the platform, too, uses those only then. */
  outputOptions: OutputOptions;
  /** The job has `logpull_options`. */
  isLegacy: boolean;
  /** May contain secrets: never printed. */
  destinationConf: string | undefined;
  /** The job's status from the API; absent when the job is enabled and has no error. */
  state?: JobState | undefined;
}

/** The status of a job. `docs/platform.md`, "Jobs". */
export interface JobState {
  /** `enabled` is false. */
  isDisabled: boolean;
  /** Time of the last failure, as the API wrote it. */
  lastError: string | undefined;
  /** May contain secrets. */
  errorMessage: string | undefined;
}

/** The jobs of one file, with warnings for the user. */
export interface JobReading {
  jobs: Job[];
  warnings: string[];
}

const jobSchema = z
  .looseObject({
    id: z.number().nullish(),
    name: z.string().nullish(),
    dataset: z.string().nullish(),
    filter: z.string().nullish(),
    destination_conf: z.string().nullish(),
    output_options: outputOptionsSchema.nullish(),
    logpull_options: z.string().nullish(),
  })
  .superRefine((job, context) => {
    const problem = notAJob(Object.keys(job));
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });

/** The keys of a job; an object with at least one of them is a job. `docs/platform.md`, "Jobs". */
const JOB_KEYS = [
  'id',
  'name',
  'dataset',
  'enabled',
  'kind',
  'filter',
  'destination_conf',
  'output_options',
  'logpull_options',
];

/** Further problems are only counted. Our own choice. */
const MAX_SHOWN_PROBLEMS = 100;

/** A longer key is not a misspelling of a known one. Characters. */
const MAX_KEY_COMPARED = 32;

/** Keys that decide what a job pushes: a similar key counts as a misspelling, not as a new key of the platform. */
const DECIDING_KEYS = ['dataset', 'filter', 'destination_conf', 'output_options', 'logpull_options'];

/**
 * Parses a job file.
 * @param text JSON: a job, an array of jobs, or an API response
 * @param origin the file's name in messages
 * @param fallback name of a job that has neither a name nor an id; several such jobs are numbered
 * @throws HeadgateError `job-invalid` (kind `negative`), which lists the problems with their paths
 */
export function parseJobs(text: string, origin: string, fallback: string): JobReading {
  const { items, isList, holders } = parseJobDocument(text, origin);
  const warnings: string[] = [];
  const problems: (() => string)[] = [];
  const jobs = items.flatMap((item, index) => {
    const parsed = jobSchema.safeParse(item, { reportInput: true });
    const place = isList ? `[${index}]` : '';
    if (!parsed.success) {
      for (const issue of parsed.error.issues) problems.push(() => describeJobIssue(place, issue));
      return [];
    }
    const read = jobFrom(parsed.data, items.length === 1 ? fallback : `${fallback}-${index + 1}`);
    for (const warning of [...read.warnings, ...remarksOn(read.job)]) warnings.push(warning);
    const isHolder = typeof item === 'object' && item !== null && holders.has(item);
    return [isHolder ? { ...read.job, filterObject: read.job.filter } : read.job];
  });
  if (problems.length > 0) {
    const shown = problems.slice(0, MAX_SHOWN_PROBLEMS).map((describe) => describe());
    const more = problems.length - shown.length;
    const found = `${shown.join('; ')}${more > 0 ? `; and ${more} more problems` : ''}`;
    throw new HeadgateError('job-invalid', `cannot use the job in ${origin}: ${found}`, { kind: 'negative' });
  }
  return { jobs, warnings };
}

function jobFrom(found: z.infer<typeof jobSchema>, fallback: string): { job: Job; warnings: string[] } {
  const name = found.name || (typeof found.id === 'number' ? `job-${found.id}` : fallback);
  const own = found.output_options ?? {};
  const legacy = found.logpull_options || undefined;
  const { options, warnings } =
    legacy === undefined || Object.keys(own).length > 0
      ? { options: own, warnings: [] }
      : readLegacyOptions(legacy, name);
  const job: Job = {
    name,
    dataset: found.dataset || undefined,
    filter: found.filter || undefined,
    misplacedOptions: Object.keys(found).filter((key) => Object.hasOwn(outputOptionsSchema.shape, key)),
    outputOptions: options,
    isLegacy: legacy !== undefined,
    destinationConf: found.destination_conf || undefined,
    ...stateOf(found),
  };
  return { job, warnings };
}

/** Reads the keys that only the API writes; ignores values that are not as documented. */
function stateOf({ enabled, last_error, error_message }: Record<string, unknown>): Pick<Job, 'state'> {
  const [lastError, errorMessage] = [last_error, error_message].map((value) =>
    typeof value === 'string' && value !== '' ? value : undefined,
  );
  if (enabled !== false && lastError === undefined && errorMessage === undefined) return {};
  return { state: { isDisabled: enabled === false, lastError, errorMessage } };
}

/** Why an object with these keys is not a job, or has a misspelled key that would hide its filter or another deciding part. */
function notAJob(keys: readonly string[]): string | undefined {
  if (keys.includes('where')) return 'found a filter, expected a job; pass a filter with --filter @FILE';
  const misspelt = keys.find((key) => !JOB_KEYS.includes(key) && JOB_KEYS.includes(key.toLowerCase()));
  if (misspelt !== undefined)
    return `found the key ${JSON.stringify(misspelt)}, expected ${JSON.stringify(misspelt.toLowerCase())}`;
  const near = keys.find((key) => isNearDeciding(key, keys));
  if (near !== undefined) {
    const meant = nearest(near, DECIDING_KEYS);
    return `found the key ${JSON.stringify(near)}, which jobs do not have, expected ${JSON.stringify(meant)}`;
  }
  if (keys.some((key) => JOB_KEYS.includes(key))) return undefined;
  return `found an object without any key of a job, expected at least one of ${JOB_KEYS.join(', ')}`;
}

/** Whether a key resembles a deciding key that the job lacks. A job whose filter is ignored would appear to keep every line. */
function isNearDeciding(key: string, keys: readonly string[]): boolean {
  if (JOB_KEYS.includes(key) || key.length > MAX_KEY_COMPARED) return false;
  const meant = nearest(key, DECIDING_KEYS);
  return meant !== undefined && !keys.includes(meant);
}

/** Reports what a job does in addition to filtering: a replay of its filter does not show it. */
function remarksOn({ name, outputOptions: { sample_rate: rate } }: Job): string[] {
  if (rate === undefined || rate === 1) return [];
  return [
    `${name} pushes only a sample of the lines that its filter keeps (sample_rate ${rate}); the report counts kept lines before sampling`,
  ];
}
