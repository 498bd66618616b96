// Why a question of the page has no answer: an HTTP status, a code and a sentence. Crosses threads as plain data.

import { InvalidGuardError } from '../../analysis/guard/index.ts';
import { HeadgateError } from '../../base/index.ts';
import { WIDER_RANGE } from '../../verbs/request/no-answer/no-records-error.ts';
import { PROMISE_NEEDED } from '../../verbs/suggest/resolved-suggestion.ts';
import type { Failed } from '../contract.ts';

/** A part of the state of the page. */
export type StatePart = NonNullable<Failed['error']['part']>;

type Status = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 500;

/** A failure, as plain data. */
export interface Failure {
  status: Status;
  body: Failed;
}

/** A question that cannot be answered. */
export class PageError extends HeadgateError {
  readonly status: Status;
  readonly where: Pick<Failed['error'], 'part' | 'problems'>;

  constructor(status: Status, code: string, message: string, where: Pick<Failed['error'], 'part' | 'problems'> = {}) {
    super(code, message);
    this.status = status;
    this.where = where;
  }
}

/** Words of the command line, and those of the page. */
const WORDS: readonly [string | RegExp, string][] = [
  [/^cannot (?:compare|replay):/g, 'cannot answer:'],
  [WIDER_RANGE, 'choose a longer time range'],
  ['pass --since and --until if', 'choose a time range if'],
  [
    /^cannot use --since (.*) with --until (.*): found an empty range, expected --since before --until$/g,
    'cannot use the time range: found a start, $1, that is not before the end, $2; choose an earlier start, or a later end',
  ],
  ['within --since/--until', 'in the time range'],
  ['outside --since/--until', 'outside the time range'],
  [/--(?:since|until)\b/g, 'the time range'],
  [/^candidate\b/g, 'The candidate'],
  [/^The new filter\b/g, 'The candidate'],
  [/\b(?:the old one|the filter "before")/g, 'the filter in force'],
  ['the filter "after"', 'the candidate'],
  [new RegExp(`${PROMISE_NEEDED}.*`, 'gs'), 'a never-drop guard, or that every line may be dropped'],
  ['--never-drop', 'never drop'],
  [/--guard (?=')/g, 'guard '],
  ['expected --price with a price', 'expected a price'],
  // Chosen when the page is opened.
  ['--null zero treats', 'headgate open --null zero treats'],
  [/--goal '([^']*)'/g, 'the goal $1'],
  ['such as --price', 'such as'],
  [/; --use FIELD [^;.]*/g, ''],
];

/** Returns a sentence of a verb in the words of the page, which has no flags for what can be chosen on it. */
export function inPageWords(text: string): string {
  return WORDS.reduce((found, [words, onPage]) => found.replaceAll(words, onPage), text);
}

/** Codes of an index that another process has changed. */
const CHANGED = new Set(['index-changed', 'index-damaged', 'index-unreadable', 'index-invalid']);
/** Codes of prices and times begin so. */
const PARTS: readonly [RegExp, StatePart][] = [
  [/^guard-/, 'guards'],
  [/^price-/, 'prices'],
  [/^bad-time$/, 'since'],
];

/** Describes an error. An unexpected one has no details: they would be of no use on the page. */
export function failureOf(error: unknown): Failure {
  if (error instanceof PageError) {
    const { status, code, message, where } = error;
    return { status, body: { error: { code, message, ...where } } };
  }
  if (error instanceof HeadgateError) {
    const { code } = error;
    const part = PARTS.find(([pattern]) => pattern.test(code))?.[1];
    const message = error instanceof InvalidGuardError ? describeGuards(error) : inPageWords(error.message);
    return { status: CHANGED.has(code) ? 409 : 422, body: { error: { code, message, ...(part && { part }) } } };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, body: { error: { code: 'unexpected', message: `the server failed: ${message}` } } };
}

/** Names each guard with what is wrong: the page has no list of problems beside the message. */
function describeGuards({ guards }: InvalidGuardError): string {
  return guards
    .map(({ name, problems }) => `cannot use ${name}: ${problems[0]?.message ?? 'it is invalid'}`)
    .join('; ');
}
