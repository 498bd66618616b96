// Parses Logpush jobs from a file: one job, an array, or an API response with its envelope. Checks the shape, and leaves the
// filter of a job as text for src/language/filter to parse.
import { z } from 'zod';
import { HeadgateError, isPlainObject, type PlainObject } from '../../base/index.ts';
import { parseJobDocument } from './job-document.ts';
import { describeJobIssue } from './job-problem.ts';
import { type OutputOptions, outputOptionsSchema } from './job-schema.ts';
import { readLegacyOptions } from './legacy-options.ts';
import { describeOtherDocument } from './other-document.ts';
import {
  describeMisspelledKey,
  isMisplacedOption,
  misspelledKey,
  parseJobId,
  readSettings,
  type SettingProblem,
  type SettingsReading,
} from './read-settings.ts';

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
  /** Id of the transformer behind the job. Absent without one, and for a value that is no number. */
  transformerId?: number | undefined;
  /** Problems with settings; a setting with a wrong value is absent. Only with `collectsProblems`. */
  settingProblems?: readonly SettingProblem[] | undefined;
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

/** The parts that a replay needs, with their types. {@link readSettings} also checks the limits of the API. */
const jobSchema = z.looseObject({
  id: z.preprocess((value) => parseJobId(value) ?? value, z.number().nullish()),
  name: z.string().nullish(),
  dataset: z.string().nullish(),
  filter: z.string().nullish(),
  destination_conf: z.string().nullish(),
  output_options: z.preprocess(withoutNulls, outputOptionsSchema.nullish()),
  logpull_options: z.string().nullish(),
});

/** Null removes an option. */
function withoutNulls(options: unknown): unknown {
  if (!isPlainObject(options)) return options;
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}

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

/** Keys that decide what a job pushes. A job whose misspelled filter is ignored would appear to keep every line. */
const DECIDING_KEYS = ['dataset', 'filter', 'destination_conf', 'output_options', 'logpull_options'];

/**
 * Parses a job file.
 * @param text JSON: a job, an array of jobs, or an API response
 * @param origin the file's name in messages
 * @param fallback name of a job that has neither a name nor an id; several such jobs are numbered
 * @param collectsProblems whether a job with wrong or unknown settings is returned with its problems, for a report of all of them @default false: only settings that decide what the job pushes are checked, and wrong ones throw
 * @throws HeadgateError `job-invalid` (kind `negative`), which lists the problems with their paths
 */
export function parseJobs(
  text: string,
  origin: string,
  fallback: string,
  { collectsProblems = false }: { collectsProblems?: boolean } = {},
): JobReading {
  const { items, isList, holders, duplicatesIn } = parseJobDocument(text, origin);
  const warnings: string[] = [];
  const problems: (() => string)[] = [];
  const jobs = items.flatMap((item, index) => {
    const place = isList ? `[${index}]` : '';
    const reading = collectsProblems && isPlainObject(item) ? readSettings(item, duplicatesIn(index)) : undefined;
    const rejections = isPlainObject(item) ? rejectionsOf(item, collectsProblems) : [];
    const parsed = jobSchema.safeParse(reading === undefined ? item : usableParts(item as PlainObject, reading), {
      reportInput: true,
    });
    for (const rejection of rejections) problems.push(() => `${place || 'the document'}: ${rejection}`);
    for (const issue of parsed.error?.issues ?? []) problems.push(() => describeJobIssue(place, issue));
    if (rejections.length > 0 || !parsed.success) return [];
    const read = jobFrom(parsed.data, items.length === 1 ? fallback : `${fallback}-${index + 1}`);
    for (const warning of read.warnings) warnings.push(warning);
    const job: Job = { ...read.job };
    if (typeof item === 'object' && item !== null && holders.has(item)) job.filterObject = job.filter;
    if (reading !== undefined) job.settingProblems = reading.problems;
    return [job];
  });
  if (problems.length > 0) {
    const shown = problems.slice(0, MAX_SHOWN_PROBLEMS).map((describe) => describe());
    const more = problems.length - shown.length;
    const found = `${shown.join('; ')}${more > 0 ? `; and ${more} more problems` : ''}`;
    throw new HeadgateError('job-invalid', `cannot use the job in ${origin}: ${found}`, { kind: 'negative' });
  }
  return { jobs, warnings };
}

/** The parts of a job that have no problem. A wrong name still names the job in a report. */
function usableParts(job: PlainObject, { id, settings }: SettingsReading): PlainObject {
  const { name, last_error, error_message } = job;
  const misplaced = Object.fromEntries(Object.entries(job).filter(([key]) => isMisplacedOption(key)));
  return { ...misplaced, ...settings, id, last_error, error_message, ...(typeof name === 'string' && { name }) };
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
    misplacedOptions: Object.keys(found).filter(isMisplacedOption),
    outputOptions: options,
    isLegacy: legacy !== undefined,
    destinationConf: found.destination_conf || undefined,
    ...(typeof found.transformer_id === 'number' && { transformerId: found.transformer_id }),
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

/**
 * Why an object is not a job, or not one that can be replayed.
 * @param isReadInFull whether {@link readSettings} reports its misspelled keys
 */
function rejectionsOf(job: PlainObject, isReadInFull: boolean): string[] {
  const other = describeOtherDocument(job);
  if (other !== undefined) return [other];
  const keys = Object.keys(job);
  const misspelled = keys.flatMap((key) => {
    const meant = misspelledKey(key, job);
    return meant !== undefined && JOB_KEYS.includes(meant) ? [{ key, meant }] : [];
  });
  if (misspelled.length === 0 && !keys.some((key) => JOB_KEYS.includes(key))) {
    return [`found an object without any key of a job, expected at least one of ${JOB_KEYS.join(', ')}`];
  }
  if (isReadInFull) return [];
  return misspelled
    .filter(({ key, meant }) => DECIDING_KEYS.includes(meant) || key.toLowerCase() === meant)
    .map(({ key, meant }) => describeMisspelledKey(key, meant));
}
