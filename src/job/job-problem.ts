// Describes a zod issue with a job in our words, with its path. Quotes values of options only: others may be secrets.
import type { z } from 'zod';

/** Maximum length of a quoted value. Characters. */
const MAX_SHOWN = 80;

/**
 * Describes one problem: `[0].output_options.sample_rate: found 2, expected a number above 0 and up to 1`.
 * @param place path of the job in its list
 * @param issue includes the input
 */
export function describeJobIssue(place: string, issue: z.core.$ZodIssue): string {
  const path = issue.path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    place,
  );
  if (issue.code === 'custom') return `${path || 'the document'}: ${issue.message}`;
  return `${path || 'the document'}: found ${describeInput(issue.input, issue.path)}, expected ${expectedBy(issue)}`;
}

/** Settings whose text a message does not repeat: it may be long, or contain secrets. */
const NEVER_SHOWN: readonly string[] = ['destination_conf', 'logpull_options', 'filter', 'ownership_challenge'];

/**
 * Describes one problem with a setting other than `output_options`: `enabled: found "yes", expected true or false`.
 * @param issue includes the input; its message is what the schema expects
 */
export function describeSettingIssue(key: string, { input, message }: z.core.$ZodIssue): string {
  const isShown = typeof input === 'string' && !NEVER_SHOWN.includes(key);
  const found = isShown ? JSON.stringify(input.slice(0, MAX_SHOWN)) : describeInput(input, []);
  return `${key}: found ${input === '' ? 'an empty string' : found}, expected ${message}`;
}

function expectedBy(issue: z.core.$ZodIssue): string {
  // Neither the document nor a job that is not an object has a path.
  if (issue.path.length === 0) return 'a job, an array of jobs, or an API response with them';
  switch (issue.code) {
    case 'invalid_type':
      return /^[aeiou]/.test(issue.expected) ? `an ${issue.expected}` : `a ${issue.expected}`;
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return 'true or false';
    case 'too_small':
    case 'too_big':
      return 'a number above 0 and up to 1';
    default:
      return issue.message;
  }
}

function describeInput(input: unknown, path: readonly PropertyKey[]): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'an array';
  if (typeof input === 'object') return 'an object';
  const isOption = path[0] === 'output_options';
  if (typeof input === 'string') return isOption ? JSON.stringify(input.slice(0, MAX_SHOWN)) : 'a string';
  return typeof input === 'number' || typeof input === 'boolean' ? String(input) : `a ${typeof input}`;
}
