// Parses the JSON text of a job file: one job, an array of jobs, or an API response with them. Checks no key of a job.
import {
  HeadgateError,
  isPlainObject,
  JsonSyntaxError,
  type PlainObject,
  parseJson,
  printJson,
  type Value,
} from '../../base/index.ts';

/** The jobs of a file as plain objects. */
export interface JobDocument {
  readonly items: readonly unknown[];
  /** Path of a job in the text: `[0]`, `result`, `result[1]`; empty for a single job. */
  readonly placeOf: (index: number) => string;
  /** Whether the file contains an array of jobs. */
  readonly isList: boolean;
  /** The jobs whose filter is an object. It is JSON text in {@link items}, with its integers exact. */
  readonly holders: WeakSet<object>;
  /** Paths in a job of keys that repeat an earlier key of their object. */
  readonly duplicatesIn: (index: number) => readonly string[];
}

/** Keys that jobs, and answers of the API with them, have; no filter has one. */
const KEYS_OF_JOBS = [
  ...['destination_conf', 'ownership_challenge', 'dataset', 'filter', 'output_options', 'logpull_options', 'result'],
];

/** Whether a text is JSON with jobs where a filter is expected: one, a list, or an API response. */
export function isJobText(text: string): boolean {
  try {
    const value = plainOf(parseJson(text), new WeakSet());
    return Array.isArray(value) || isJob(value);
  } catch {
    return false;
  }
}

/** Whether a value is a job, or an API response. Neither a filter nor a suite of filter tests is one. */
export function isJob(value: unknown): value is PlainObject {
  const others = ['where', 'cases'];
  const has = (key: string): boolean => Object.hasOwn(value as object, key);
  return isPlainObject(value) && !others.some(has) && KEYS_OF_JOBS.some(has);
}

/**
 * Parses the text of a job file.
 * @param origin the file's name in messages
 * @throws HeadgateError `job-invalid` (kind `negative`) for invalid JSON, an API error, another kind of file, an empty list
 */
export function parseJobDocument(text: string, origin: string): JobDocument {
  const holders = new WeakSet<object>();
  const duplicates: string[] = [];
  const value = plainOf(parseText(text, origin, duplicates), holders);
  const found = unwrap(value, origin);
  const isList = Array.isArray(found);
  const items: readonly unknown[] = isList ? found : [found];
  const other = items.map(otherFile).find((one) => one !== undefined);
  if (other !== undefined) throw invalid(`cannot use the job in ${origin}: found ${other}`);
  if (items.length === 0) {
    throw invalid(`cannot use ${origin}: found an empty list of jobs, expected at least one job`);
  }
  const root = found === value ? '' : 'result';
  const placeOf = (index: number): string => (isList ? `${root}[${index}]` : root);
  const places = new Map<string | undefined, number>(items.map((_, index) => [placeOf(index), index]));
  const byJob = Map.groupBy(duplicates, (path) => places.get(placeIn(path, root, isList)));
  return {
    items,
    placeOf,
    isList,
    holders,
    duplicatesIn: (index) =>
      (byJob.get(index) ?? []).map((path) => path.slice(placeOf(index).length).replace(/^\./, '')),
  };
}

/** The place of the job that a path is in. */
function placeIn(path: string, root: string, isList: boolean): string | undefined {
  if (isList) return path.slice(0, path.indexOf(']') + 1);
  return root === '' || path.startsWith(`${root}.`) ? root : undefined;
}

function invalid(message: string): HeadgateError {
  return new HeadgateError('job-invalid', message, { kind: 'negative' });
}

function parseText(text: string, origin: string, duplicates: string[]): Value {
  try {
    return parseJson(text, { onDuplicateKey: (path) => duplicates.push(path) });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw invalid(`cannot parse the job in ${origin}: invalid JSON at ${error.message}`);
  }
}

/** The API response around a job or a list of jobs. `success` may be missing, because users copy parts of a response. */
function unwrap(value: unknown, origin: string): unknown {
  if (!isPlainObject(value) || value.result === undefined) return value;
  const { success = true, result } = value;
  if (typeof success !== 'boolean') return value;
  if (!success) {
    throw invalid(
      `cannot use the job in ${origin}: found an API response with "success": false, expected the successful response to GET …/logpush/jobs`,
    );
  }
  return result;
}

/**
 * Converts a value to plain objects for the schema. A filter that is an object becomes JSON text, which keeps its integers exact.
 * @param holders receives the objects that contain such a filter
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

/** The commands that read a ruleset, for messages. */
const RULESET_COMMANDS = 'headgate fields plan, fields preview and validate read a ruleset (--ruleset FILE)';

/** Identifies another kind of file that was given as a job. */
function otherFile(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  if ('rules' in item || 'phase' in item) return `a ruleset, expected a Logpush job; ${RULESET_COMMANDS}`;
  if ('action_parameters' in item) return `a rule of a ruleset, expected a Logpush job; ${RULESET_COMMANDS}`;
  if ('log' in item) return 'a HAR file, expected a Logpush job; pass traffic to headgate fields preview';
  return undefined;
}
