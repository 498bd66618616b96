// Finds the settings of a job that the API rejects, and keys that no job has, for a report of all problems at once. Messages contain no
// secrets.
import type { z } from 'zod';
import { isPlainObject, nearest } from '../base/index.ts';
import { describeJobIssue, describeSettingIssue } from './job-problem.ts';
import { jobBodySchema } from './job-schema.ts';
import { outputOptionsSchema } from './output-options.ts';
import { UNDO_KEY } from './parse-job-file.ts';

/** One setting. */
export interface SettingProblem {
  /** `wrong-value`: the API rejects it. `repeated-key`: a JSON object contains it twice. `unknown-key`: no job has the key. */
  kind: 'wrong-value' | 'repeated-key' | 'unknown-key';
  /** Path in the job: `output_options.sample_rate`. */
  path: string;
  /** `found X, expected Y`. */
  message: string;
}

type Shape = Readonly<Record<string, z.ZodType>>;

const SETTINGS: Shape = jobBodySchema.shape;
const OPTIONS: Shape = outputOptionsSchema.shape;
/** A longer key is not a misspelling of a known one. Characters. */
const MAX_KEY_COMPARED = 32;
/** Longest key in a message. Characters. */
const MAX_KEY_SHOWN = 64;

/**
 * Splits a job into its accepted settings and the problems of the others.
 * @returns `settings`: the job without wrong values
 */
export function splitSettings(job: Readonly<Record<string, unknown>>): {
  settings: Record<string, unknown>;
  problems: SettingProblem[];
} {
  const settings: Record<string, unknown> = {};
  const problems: SettingProblem[] = [];
  for (const [key, value] of Object.entries(job)) {
    if (key === 'output_options' && isPlainObject(value)) settings[key] = splitOptions(value, problems);
    else if (!Object.hasOwn(SETTINGS, key)) {
      settings[key] = value;
      if (key !== UNDO_KEY && !Object.hasOwn(OPTIONS, key)) problems.push(unknownKey(key));
    } else {
      const issues = issuesOf(SETTINGS[key]!, value);
      for (const issue of issues) problems.push(wrongValue(key, describeSettingIssue(key, issue)));
      // A wrong name still names the job in a report.
      if (issues.length === 0 || (key === 'name' && typeof value === 'string')) settings[key] = value;
    }
  }
  return { settings, problems };
}

/** Returns the problem of a key that repeats an earlier one. @param path in the job */
export function repeatedKey(path: string): SettingProblem {
  return { kind: 'repeated-key', path, message: 'found the key twice, expected it once; remove one' };
}

/** Unknown options pass: src/output reports them. */
function splitOptions(options: Readonly<Record<string, unknown>>, problems: SettingProblem[]): Record<string, unknown> {
  const accepted: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) {
    // Null removes an option.
    if (value === null) continue;
    const issues = Object.hasOwn(OPTIONS, key) ? issuesOf(OPTIONS[key]!, value) : [];
    for (const issue of issues) {
      const path = ['output_options', key, ...issue.path];
      problems.push(wrongValue(`output_options.${key}`, describeJobIssue('', { ...issue, path })));
    }
    if (issues.length === 0) accepted[key] = value;
  }
  return accepted;
}

function issuesOf(schema: z.ZodType, value: unknown): readonly z.core.$ZodIssue[] {
  return schema.safeParse(value, { reportInput: true }).error?.issues ?? [];
}

/** @param text `path: found …`, with the path or one below it */
function wrongValue(path: string, text: string): SettingProblem {
  const end = text.indexOf(': found ', path.length);
  return { kind: 'wrong-value', path: text.slice(0, end), message: text.slice(end + 2) };
}

function unknownKey(key: string): SettingProblem {
  const known = [...Object.keys(SETTINGS), ...Object.keys(OPTIONS)];
  const meant = key.length <= MAX_KEY_COMPARED ? nearest(key, known) : undefined;
  const shown = JSON.stringify(key.slice(0, MAX_KEY_SHOWN));
  const place = meant !== undefined && Object.hasOwn(OPTIONS, meant) ? ' in output_options' : '';
  const fix = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}${place}?`;
  return { kind: 'unknown-key', path: '', message: `found the key ${shown}, expected a key of a job${fix}` };
}
