// Describes zod issues with a job in our words, with their paths.
import type { z } from 'zod';
import { redactSecrets, startOf } from '../../base/index.ts';

/** Maximum length of a quoted value. Characters. */
const MAX_SHOWN = 80;

/**
 * Describes one problem: `[0].output_options.sample_rate: found 2, expected a number above 0 and up to 1`.
 * @param place path of the job in its list
 * @param issue includes the input
 */
export function describeJobIssue(place: string, issue: z.core.$ZodIssue): string {
  const path = `${place}${place === '' || issue.path.length === 0 ? '' : '.'}${pathOf(issue.path)}` || 'the document';
  if (issue.code === 'custom') return `${path}: ${issue.message}`;
  const found = describeInput(issue.input, issue.path[0] === 'output_options');
  // Neither the document nor a job that is not an object has a path.
  const isJob = issue.path.length === 0;
  return `${path}: found ${found}, expected ${isJob ? 'a job, an array of jobs, or an API response with them' : expectedBy(issue)}`;
}

/** Prints a path: `output_options.field_names[1]`. */
export function pathOf(parts: readonly PropertyKey[]): string {
  return parts.reduce<string>((path, part) => {
    if (typeof part === 'number') return `${path}[${part}]`;
    return path === '' ? String(part) : `${path}.${String(part)}`;
  }, '');
}

/** What an issue with a job or with an output option expects. */
export function expectedBy(issue: z.core.$ZodIssue): string {
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

/** Describes a value. @param isShown whether a text is quoted: never one that may be a secret as a whole */
export function describeInput(input: unknown, isShown: boolean): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'an array';
  if (typeof input === 'object') return 'an object';
  if (typeof input === 'string') return isShown ? JSON.stringify(startOf(redactSecrets(input), MAX_SHOWN)) : 'a string';
  return typeof input === 'number' || typeof input === 'boolean' ? String(input) : `a ${typeof input}`;
}
