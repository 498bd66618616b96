// How messages quote what they found: as JSON, on one line, never longer than a reader bears.
import { nearest, printJson, type Value } from '../base/index.ts';
import { MAX_COMPARED_LENGTH } from '../dataset/index.ts';

/** Longest quotation of something found. Characters. */
const MAX_QUOTED = 80;
/** Longest JSON given as a fix: any filter within its limits fits. Characters. */
const MAX_FIX = 1200;
/** Elements of a list that are looked at; more cannot be shown anyway. */
const MAX_ELEMENTS = 40;

/** The value as JSON, cut where it is long. */
export function quote(value: Value): string {
  const shown = Array.isArray(value) ? value.slice(0, MAX_ELEMENTS) : value;
  const text = printJson(typeof shown === 'string' ? shown.slice(0, MAX_QUOTED + 1) : shown);
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`;
}

/** "write X", or nothing where X is too long to be of use. */
export function writeAdvice(json: string): string | undefined {
  return json.length <= MAX_FIX ? `write ${json}` : undefined;
}

/** The nearest of the known names; none for a name too long to be a slip. */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  return written.length <= MAX_COMPARED_LENGTH ? nearest(written, known) : undefined;
}

/** "a", "a or b", "a, b or c". @param last the word before the last one @default 'or' */
export function enumerate(names: readonly string[], last: 'and' | 'or' = 'or'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}
