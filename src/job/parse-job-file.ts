// Parses a job file that is to be applied: all keys of its jobs, checked against the keys, types and limits of the API.
// Collects every problem of a job. The filter and the names of fields need a dataset: src/plan checks them.
import type { z } from 'zod';
import { isPlainObject, nearest } from '../base/index.ts';
import { type JobDocument, parseJobDocument } from './job-document.ts';
import { describeJobIssue, describeSettingIssue } from './job-problem.ts';
import { jobBodySchema, READ_ONLY_KEYS } from './job-schema.ts';
import { outputOptionsSchema } from './output-options.ts';

/** Settings of a job by the keys of the API; null removes a setting. */
export type JobSettings = Readonly<Record<string, unknown>>;

/** A job of a file, as it is to be applied. */
export interface JobFile {
  /** The job to change; undefined if the file has none. */
  readonly id: number | undefined;
  /**
   * All keys of the file with a valid value, except `id`, keys that only the service writes, and `ownership_challenge`.
   * An empty text is null. Unknown output options are kept. May contain secrets.
   */
  readonly settings: JobSettings;
  /** The token of an ownership challenge. A secret. */
  readonly ownershipChallenge: string | undefined;
  /** Names of output options that are keys of the job itself instead of its `output_options`. */
  readonly misplacedOptions: readonly string[];
  /** Why the job cannot be applied: one sentence each, without secrets. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  /** The file restores a job that the service had accepted: {@link UNDO_KEY}. */
  readonly isUndo: boolean;
}

/** Marks a file that `jobs apply` wrote to restore a job. Never sent. */
export const UNDO_KEY = 'headgate_undo';

type Shape = Readonly<Record<string, z.ZodType>>;

const SETTINGS: Shape = jobBodySchema.shape;
const OPTIONS: Shape = outputOptionsSchema.shape;
/** Settings whose null means "not stated": a job always has one. */
const NEVER_REMOVED: readonly string[] = ['dataset', 'kind'];
/** A longer key is not a misspelling of a known one. Characters. */
const MAX_KEY_COMPARED = 32;
/** Problems of one job that are described. Our own choice. */
const MAX_PROBLEMS = 100;
/** Longest key in a message. Characters. */
const MAX_KEY_SHOWN = 64;

/**
 * Parses a job file.
 * @param text JSON: a job, an array of jobs, or an API response
 * @param origin the file's name in messages
 * @returns at least one job
 * @throws HeadgateError `job-invalid` (kind `negative`) if the text contains no jobs
 */
export function parseJobFile(text: string, origin: string): readonly JobFile[] {
  const document = parseJobDocument(text, origin);
  return document.items.map((item, index) => {
    const job = readJob(item, document.placeOf(index), document);
    return { ...job, problems: firstOf(job.problems) };
  });
}

/** A file can contain a million problems: further ones are only counted. */
function firstOf(problems: readonly string[]): readonly string[] {
  const more = problems.length - MAX_PROBLEMS;
  return more <= 0 ? problems : [...problems.slice(0, MAX_PROBLEMS), `and ${more} more problems`];
}

/** What is wrong or doubtful, with the path in the job. */
interface Findings {
  problems: string[];
  warnings: string[];
}

function readJob(item: unknown, place: string, { duplicates }: JobDocument): JobFile {
  const repeated = duplicates.filter((path) => place === '' || path.startsWith(`${place}.`));
  const findings: Findings = {
    problems: repeated.map((path) => `${path}: found the key twice, expected each key once; remove one of them`),
    warnings: [],
  };
  const { problems } = findings;
  const settings: Record<string, unknown> = {};
  const misplacedOptions: string[] = [];
  let id: number | undefined;
  if (!isPlainObject(item)) {
    problems.push(`${place || 'the document'}: found no object, expected a job`);
    return { id, settings, ownershipChallenge: undefined, misplacedOptions, isUndo: false, ...findings };
  }
  for (const [key, value] of Object.entries(item)) {
    if (READ_ONLY_KEYS.includes(key) || key === UNDO_KEY) continue;
    if (key === 'id') id = readId(value, problems);
    else if (key === 'output_options' && isPlainObject(value)) settings[key] = readOptions(value, problems);
    else if (Object.hasOwn(SETTINGS, key)) readSetting(key, value, settings, problems);
    else if (Object.hasOwn(OPTIONS, key)) misplacedOptions.push(key);
    else readUnknown(key, value, settings, findings);
  }
  const { ownership_challenge: token, ...rest } = settings;
  const ownershipChallenge = typeof token === 'string' ? token : undefined;
  const isUndo = item[UNDO_KEY] === true;
  return { id, settings: rest, ownershipChallenge, misplacedOptions, isUndo, ...findings };
}

function readId(value: unknown, problems: string[]): number | undefined {
  if (value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  const found = typeof value === 'number' ? value : `a ${typeof value}`;
  problems.push(`id: found ${found}, expected a positive integer, as the API returns it`);
  return undefined;
}

function readSetting(key: string, value: unknown, settings: Record<string, unknown>, problems: string[]): void {
  if (value === null && NEVER_REMOVED.includes(key)) return;
  const parsed = SETTINGS[key]!.safeParse(value, { reportInput: true });
  if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => describeSettingIssue(key, issue)));
  else settings[key] = parsed.data === '' && key !== 'kind' ? null : parsed.data;
}

function readOptions(options: Readonly<Record<string, unknown>>, problems: string[]): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) {
    if (key in {}) {
      problems.push(unusableKey(key));
      continue;
    }
    const schema = OPTIONS[key];
    const parsed =
      value === null || !Object.hasOwn(OPTIONS, key) ? undefined : schema!.safeParse(value, { reportInput: true });
    if (parsed === undefined) read[key] = value;
    else if (parsed.success) read[key] = parsed.data;
    else {
      for (const issue of parsed.error.issues) {
        problems.push(describeJobIssue('', { ...issue, path: ['output_options', key, ...issue.path] }));
      }
    }
  }
  return read;
}

/** A key that every JavaScript object has, such as `constructor`, cannot be a setting. */
function unusableKey(key: string): string {
  return `found the key ${JSON.stringify(key)}, which jobs do not have; remove it`;
}

function readUnknown(key: string, value: unknown, settings: Record<string, unknown>, findings: Findings): void {
  const found = `found the key ${JSON.stringify(key.slice(0, MAX_KEY_SHOWN))}`;
  if (key in {}) {
    findings.problems.push(unusableKey(key));
    return;
  }
  if (key === 'where') {
    findings.problems.push('found a filter, expected a job; write it as the value of "filter"');
    return;
  }
  const known = [...Object.keys(SETTINGS), ...Object.keys(OPTIONS)];
  const meant = key.length <= MAX_KEY_COMPARED ? nearest(key, known) : undefined;
  if (meant === undefined) {
    findings.warnings.push(`${found}, which headgate does not know: apply sends it as it is`);
    settings[key] = value;
    return;
  }
  const place = Object.hasOwn(OPTIONS, meant) ? ' in output_options' : '';
  findings.problems.push(`${found}, which jobs do not have, expected ${JSON.stringify(meant)}${place}`);
}
