// Reads the settings of a job in a file, and lists everything that is wrong with them: values that the API rejects, keys that jobs do not
// have. `check --job` and `jobs apply` use it, so that a problem has one text and one severity. Messages contain no secrets.
// The filter and the names of fields need a dataset: src/language/filter and src/language/output check them.
import type { z } from 'zod';
import { isPlainObject, nearest, type PlainObject, startOf } from '../../base/index.ts';
import { describeInput, expectedBy, pathOf } from './job-problem.ts';
import { jobBodySchema, outputOptionsSchema, READ_ONLY_KEYS } from './job-schema.ts';

/** The severity of every problem with a setting, by its stable code. A warning, because the platform may have added the key. */
const SETTING_SEVERITIES = {
  'job-setting': 'error',
  'job-key-misspelled': 'error',
  'job-key-unknown': 'warning',
} as const;

/** A problem with one setting. */
export interface SettingProblem {
  severity: 'error' | 'warning';
  code: keyof typeof SETTING_SEVERITIES;
  /** Path in the job: `output_options.sample_rate`; empty for a key that jobs do not have. */
  path: string;
  /** `found X, expected Y`. */
  message: string;
}

/** The settings of one job. */
export interface SettingsReading {
  /** The job to change; undefined if the file has none. */
  readonly id: number | undefined;
  /**
   * The keys with valid values, and unknown keys; without `id` and the keys that only the service writes. An empty text is null. May
   * contain secrets.
   */
  readonly settings: Record<string, unknown>;
  /** At most {@link MAX_PROBLEMS}; one more has the number of the others. */
  readonly problems: readonly SettingProblem[];
}

/** Marks a file that `jobs apply` wrote to restore a job: true, or {@link WHOLE_JOB}. Never sent. */
export const UNDO_KEY = 'headgate_undo';
/** The value of {@link UNDO_KEY} in a file with the whole job, which can also create it again. */
export const WHOLE_JOB = 'whole';
/** The zone or account that such a file was made from. Never sent. */
export const UNDO_SCOPE_KEY = 'headgate_scope';
/** Keys of headgate in an undo file. */
const UNDO_KEYS: readonly string[] = [UNDO_KEY, UNDO_SCOPE_KEY];

/** Whether a job is that of an undo file. */
export function isUndoFile({ [UNDO_KEY]: mark }: PlainObject): boolean {
  return mark === true || mark === WHOLE_JOB;
}

/** Whether a key of a job is one of headgate's own, which are never sent. */
export function isUndoKey(key: string): boolean {
  return UNDO_KEYS.includes(key);
}

type Shape = Readonly<Record<string, z.ZodType>>;

const SETTINGS: Shape = jobBodySchema.shape;
const OPTIONS: Shape = outputOptionsSchema.shape;
const KNOWN_KEYS: readonly string[] = [...Object.keys(SETTINGS), ...Object.keys(OPTIONS)];
/** Settings whose null means "not stated": a job always has one. */
const NEVER_REMOVED: readonly string[] = ['dataset', 'kind'];
/** Problems of one job that are described. Our own choice. */
const MAX_PROBLEMS = 100;
/** A longer key is cut in a message, and is not a misspelling. Characters. */
const MAX_KEY_LENGTH = 64;
/** Shorter known keys have no misspellings: too many other words differ from `name` in two letters. Our own choice. */
const MIN_MISSPELLED_LENGTH = 5;
const MISSPELLED_KEYS = KNOWN_KEYS.filter(({ length }) => length >= MIN_MISSPELLED_LENGTH);

/** Collects problems. A file can contain a million of them: further ones are only counted. */
class ProblemList {
  readonly #problems: SettingProblem[] = [];
  #more = 0;

  add(code: SettingProblem['code'], path: string, message: string): void {
    if (this.isFull) this.#more += 1;
    else this.#problems.push({ severity: SETTING_SEVERITIES[code], code, path, message });
  }

  get isFull(): boolean {
    return this.#problems.length >= MAX_PROBLEMS;
  }

  list(): SettingProblem[] {
    if (this.#more === 0) return this.#problems;
    const message = `and ${this.#more} more problems`;
    return [...this.#problems, { severity: 'error', code: 'job-setting', path: '', message }];
  }
}

/**
 * Reads the settings of a job.
 * @param duplicates paths in the job of keys that repeat an earlier key
 */
export function readSettings(job: PlainObject, duplicates: readonly string[]): SettingsReading {
  const problems = new ProblemList();
  const settings: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(job)) {
    if (READ_ONLY_KEYS.includes(key) || isUndoKey(key) || key === 'id' || isMisplacedOption(key)) continue;
    if (key === 'output_options' && isPlainObject(value)) settings[key] = readOptions(value, problems);
    else if (Object.hasOwn(SETTINGS, key)) readSetting(key, value, settings, problems);
    else if (readUnknownKey(key, job, problems)) settings[key] = value;
  }
  const id = readId(job.id, problems);
  for (const path of duplicates) {
    problems.add('job-setting', startOf(path, MAX_KEY_LENGTH), 'found the key twice, expected it once; remove one');
  }
  return { id, settings, problems: problems.list() };
}

/** Whether an object has a key of a job, perhaps misspelled or misplaced. */
export function hasJobKey(item: PlainObject): boolean {
  const keys = Object.keys(item);
  if (Object.hasOwn(item, UNDO_KEY) || keys.some((key) => KNOWN_KEYS.includes(key))) return true;
  // The search for a similar key is slow.
  return keys.slice(0, MAX_PROBLEMS).some((key) => misspelledKey(key, item) !== undefined);
}

/** Whether a key of a job is the name of an output option. */
export function isMisplacedOption(key: string): boolean {
  return Object.hasOwn(OPTIONS, key);
}

/**
 * Returns the known key that a key of a job misspells: one that differs from it only in case, or a similar one that the job lacks, which
 * has no effect then. A similar key beside the known one may be new on the platform.
 */
export function misspelledKey(key: string, job: PlainObject): string | undefined {
  if (key.length > MAX_KEY_LENGTH || KNOWN_KEYS.includes(key)) return undefined;
  const folded = key.toLowerCase();
  const same = KNOWN_KEYS.find((known) => known.toLowerCase() === folded);
  if (same !== undefined) return same;
  const options = isPlainObject(job.output_options) ? job.output_options : {};
  const meant = nearest(key, MISSPELLED_KEYS);
  return meant === undefined || Object.hasOwn(job, meant) || Object.hasOwn(options, meant) ? undefined : meant;
}

/** The problem with a misspelled key, for a message. @param meant {@link misspelledKey} */
export function describeMisspelledKey(key: string, meant: string): string {
  const place = isMisplacedOption(meant) ? ' in output_options' : '';
  return `found the key ${JSON.stringify(key)}, which jobs do not have, expected ${JSON.stringify(meant)}${place}`;
}

/** An id as other tools write it. Not `07` or `7.0`: such text may not be an id. */
const ID_TEXT = /^[1-9]\d{0,15}$/;

/**
 * Reads the id of a job: a positive integer, or its decimal digits as text.
 * @returns undefined if there is none; null if the value is not an id
 */
export function parseJobId(value: unknown): number | null | undefined {
  if (value === null || value === undefined) return undefined;
  const id = typeof value === 'string' && ID_TEXT.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Describes a value that {@link parseJobId} rejects. */
export function describeInvalidId(value: unknown): string {
  return `found ${describeInput(value, false)}, expected a positive integer, as the API returns it`;
}

function readId(value: unknown, problems: ProblemList): number | undefined {
  const id = parseJobId(value);
  if (id === null) problems.add('job-setting', 'id', describeInvalidId(value));
  return id ?? undefined;
}

/** Settings whose text a message does not repeat: it may be long, or contain secrets. */
const NEVER_SHOWN: readonly string[] = ['destination_conf', 'logpull_options', 'filter', 'ownership_challenge'];

function readSetting(key: string, value: unknown, settings: Record<string, unknown>, problems: ProblemList): void {
  if (value === null && NEVER_REMOVED.includes(key)) return;
  const parsed = SETTINGS[key]!.safeParse(value, { reportInput: true });
  if (parsed.success) {
    settings[key] = parsed.data === '' && key !== 'kind' ? null : parsed.data;
    return;
  }
  for (const { input, message } of parsed.error.issues) {
    const found = input === '' ? 'an empty string' : describeInput(input, !NEVER_SHOWN.includes(key));
    problems.add('job-setting', key, `found ${found}, expected ${message}`);
  }
}

/** Reads `output_options`. Null removes an option. Unknown options remain: src/language/output reports them. */
function readOptions(options: PlainObject, problems: ProblemList): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) {
    if (key in {}) {
      problems.add('job-setting', 'output_options', describeUnusableKey(key));
      continue;
    }
    const parsed =
      value === null || !Object.hasOwn(OPTIONS, key)
        ? undefined
        : OPTIONS[key]!.safeParse(value, { reportInput: true });
    if (parsed === undefined) read[key] = value;
    else if (parsed.success) read[key] = parsed.data;
    else {
      for (const issue of parsed.error.issues) {
        const path = pathOf(['output_options', key, ...issue.path]);
        const found = problems.isFull ? '' : describeInput(issue.input, true);
        problems.add('job-setting', path, `found ${found}, expected ${expectedBy(issue)}`);
      }
    }
  }
  return read;
}

/** A key that every JavaScript object has, such as `constructor`, cannot be a setting. */
function describeUnusableKey(key: string): string {
  return `found the key ${JSON.stringify(key)}, which jobs do not have; remove it`;
}

/** Reports a key that is not known. @returns whether it can be sent */
function readUnknownKey(key: string, job: PlainObject, problems: ProblemList): boolean {
  if (key in {}) {
    problems.add('job-setting', '', describeUnusableKey(key));
    return false;
  }
  if (key === 'where') {
    problems.add('job-setting', '', 'found a filter, expected a job; write it as the value of "filter"');
    return false;
  }
  // The search for a similar key is slow. An undo file contains only keys of the live job.
  const meant = problems.isFull || isUndoFile(job) ? undefined : misspelledKey(key, job);
  if (meant !== undefined) {
    problems.add('job-key-misspelled', '', describeMisspelledKey(key, meant));
    return false;
  }
  const shown = JSON.stringify(startOf(key, MAX_KEY_LENGTH));
  if (hasInexactInteger(job[key])) {
    const message = `found an integer beyond 2^53 in the key ${shown}, which headgate cannot send exactly; remove the key`;
    problems.add('job-setting', '', message);
    return false;
  }
  problems.add(
    'job-key-unknown',
    '',
    `found the key ${shown}, which headgate does not know: jobs apply sends it as it is`,
  );
  return true;
}

/** Whether a value contains an integer whose last digits are lost. */
function hasInexactInteger(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInexactInteger);
}
