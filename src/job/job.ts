// Log push jobs as users have them: one job, an array, or an API response with its envelope. Reads the text, checks the
// shape; the filter inside stays the text it was, for src/filter to filter.

import { z } from 'zod';
import { HeadgateError, JsonSyntaxError, nearest, parseJson, printJson, type Value } from '../base/index.ts';
import { describeJobIssue } from './job-problem.ts';
import { readLegacyOptions } from './legacy-options.ts';
import { type OutputOptions, outputOptionsSchema } from './output-options.ts';

/** A log push job, reduced to what decides which lines it pushes, in which form, and where to. */
export interface Job {
  /** Unique among the jobs of a run. */
  name: string;
  dataset: string | undefined;
  /** The filter as it stands in the job, undefined when there is none. */
  filter: string | undefined;
  /** The filter's JSON where the job holds an object in place of a string, which the platform refuses. */
  filterObject?: string | undefined;
  /** Names of output_options that stand beside `output_options`. */
  misplacedOptions: readonly string[];
  /** Where the job has none, or empty ones, what its `logpull_options` say: the platform, too, looks at them only then. */
  outputOptions: OutputOptions;
  /** It has `logpull_options`. */
  isLegacy: boolean;
  /** May hold secrets: never printed. */
  destinationConf: string | undefined;
  /** What the API said of how the job does; absent where there is nothing to say. */
  state?: JobState | undefined;
}

/** How a job does. reference/logpush.md, section 7. */
export interface JobState {
  /** `enabled` is false. */
  isDisabled: boolean;
  /** When it failed last, as the API wrote it. */
  lastError: string | undefined;
  /** May hold secrets. */
  errorMessage: string | undefined;
}

/** Jobs of one file, with what should be said about them. */
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

/** Keys that a job may have; one at least makes an object a job. reference/logpush.md, section 7. */
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

/** Where jobs are wrong in more ways, the rest is only counted. Ours. */
const MAX_SHOWN_PROBLEMS = 100;

/** Longer keys are no slip of a known one. Characters. */
const MAX_KEY_COMPARED = 32;

/** Keys of a job that decide what it pushes: a key near one of them is taken for a slip, not for a newer key of the platform. */
const DECIDING_KEYS = ['dataset', 'filter', 'destination_conf', 'output_options', 'logpull_options'];

/** The API's answer around a job or a list of jobs; its `success` may have been cut off. reference/api.md. */
const envelopeSchema = z.object({ success: z.boolean().optional(), result: z.unknown() });

/**
 * Reads a job file.
 * @param text JSON: a job, an array of jobs, or an API response
 * @param origin what to call the file in messages
 * @param fallback name of a job that has neither name nor id; several are numbered
 * @throws HeadgateError `job-invalid` (kind `negative`), naming every problem with its path
 */
export function parseJobs(text: string, origin: string, fallback: string): JobReading {
  const holders = new WeakSet<object>();
  const found = unwrap(plainOf(parseText(text, origin), holders), origin);
  const items: readonly unknown[] = Array.isArray(found) ? found : [found];
  const other = items.map(otherFile).find((one) => one !== undefined);
  if (other !== undefined) {
    throw new HeadgateError('job-invalid', `cannot use the job in ${origin}: found ${other}`, { kind: 'negative' });
  }
  if (items.length === 0) {
    throw new HeadgateError('job-invalid', `cannot use ${origin}: found an empty list of jobs, expected one or more`, {
      kind: 'negative',
    });
  }
  const warnings: string[] = [];
  const problems: (() => string)[] = [];
  const jobs = items.flatMap((item, index) => {
    const parsed = jobSchema.safeParse(item, { reportInput: true });
    const place = Array.isArray(found) ? `[${index}]` : '';
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

function parseText(text: string, origin: string): Value {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new HeadgateError('job-invalid', `cannot read the job in ${origin}: it is no JSON at ${error.message}`, {
      kind: 'negative',
    });
  }
}

function unwrap(value: unknown, origin: string): unknown {
  const envelope = envelopeSchema.safeParse(value);
  if (!envelope.success || envelope.data.result === undefined) return value;
  if (envelope.data.success === false) {
    throw new HeadgateError(
      'job-invalid',
      `cannot use the job in ${origin}: it is an API answer with "success": false; expected the answer to GET …/logpush/jobs`,
      { kind: 'negative' },
    );
  }
  return envelope.data.result;
}

/**
 * Plain objects for the schema; a filter given as an object becomes its text, so that its integers stay exact.
 * @param holders takes the objects that hold such a filter
 */
function plainOf(value: Value, holders: WeakSet<object>): unknown {
  if (Array.isArray(value)) return value.map((inner) => plainOf(inner, holders));
  if (value instanceof Map) {
    const filter = value.get('filter');
    const entries = [...value].map(([name, inner]) => [name, plainOf(inner, holders)] as const);
    const plain = Object.fromEntries(entries);
    if (!(filter instanceof Map)) return plain;
    plain.filter = printJson(filter);
    holders.add(plain);
    return plain;
  }
  if (value !== null && typeof value === 'object') return Number(value.text);
  return typeof value === 'bigint' ? Number(value) : value;
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

/** Of keys that only the API writes: what is not as documented is passed over. */
function stateOf({ enabled, last_error, error_message }: Record<string, unknown>): Pick<Job, 'state'> {
  const [lastError, errorMessage] = [last_error, error_message].map((value) =>
    typeof value === 'string' && value !== '' ? value : undefined,
  );
  if (enabled !== false && lastError === undefined && errorMessage === undefined) return {};
  return { state: { isDisabled: enabled === false, lastError, errorMessage } };
}

/** What a file is that was taken for a job. */
function otherFile(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  if ('rules' in item || 'phase' in item) return 'a ruleset, expected a log push job; give a ruleset with --ruleset';
  if ('action_parameters' in item) return 'a rule of a ruleset, expected a log push job; give a ruleset with --ruleset';
  if ('log' in item) return 'a HAR file, expected a log push job; give traffic to headgate fields preview';
  return undefined;
}

/** Why an object with these keys is no job, or hides its filter under a key the platform does not know. */
function notAJob(keys: readonly string[]): string | undefined {
  if (keys.includes('where')) return 'found a filter, expected a job; give a filter with --filter @FILE';
  const misspelt = keys.find((key) => !JOB_KEYS.includes(key) && JOB_KEYS.includes(key.toLowerCase()));
  if (misspelt !== undefined)
    return `found the key ${JSON.stringify(misspelt)}, expected ${JSON.stringify(misspelt.toLowerCase())}`;
  const near = keys.find((key) => isNearDeciding(key, keys));
  if (near !== undefined) {
    const meant = nearest(near, DECIDING_KEYS);
    return `found the key ${JSON.stringify(near)}, which the platform does not have, expected ${JSON.stringify(meant)}`;
  }
  if (keys.some((key) => JOB_KEYS.includes(key))) return undefined;
  return `found an object without any key of a job, expected one or more of ${JOB_KEYS.join(', ')}`;
}

/** Whether a key is near to a deciding one that the job lacks. A job whose filter goes unread would seem to keep every line. */
function isNearDeciding(key: string, keys: readonly string[]): boolean {
  if (JOB_KEYS.includes(key) || key.length > MAX_KEY_COMPARED) return false;
  const meant = nearest(key, DECIDING_KEYS);
  return meant !== undefined && !keys.includes(meant);
}

/** What a job does beside filtering, and a replay of its filter does not show. */
function remarksOn({ name, outputOptions: { sample_rate: rate } }: Job): string[] {
  if (rate === undefined || rate === 1) return [];
  return [
    `${name} pushes a sample of what its filter keeps (sample_rate ${rate}); what is told as kept is before that`,
  ];
}
