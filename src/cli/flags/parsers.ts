// Parsers of values that flags and arguments of several commands take.
import { randomInt } from 'node:crypto';
import { SEEDS } from '../../verbs/request/request-defaults.ts';
import type { Parser } from '../flag-row.ts';

const UNSET = 'is a shell variable empty?';

/** Returns the parser of a name that must not be empty. @param what with its article: `a file` */
export function named(what: string): Parser<string> {
  return { parse: (text) => (text === '' ? undefined : text), expected: `${what}; ${UNSET}` };
}

/** Returns the parser of text in which white space does not count. @param what with its article */
export function worded(what: string): Parser<string> {
  return { parse: (text) => text.trim() || undefined, expected: `${what}; ${UNSET}` };
}

/** Returns the parser of a whole number. */
export function wholeNumber(least: number): Parser<number> {
  return {
    parse: (text) => {
      const count = Number(text);
      return /^\d+$/.test(text) && Number.isSafeInteger(count) && count >= least ? count : undefined;
    },
    expected: `a whole number of at least ${least}`,
  };
}

/** The seed of a random choice: a whole number below 2^32, or `random`. */
export const SEED: Parser<number> = {
  parse: (text) => {
    if (text === 'random') return randomInt(SEEDS);
    const seed = Number(text);
    return /^\d+$/.test(text) && seed < SEEDS ? seed : undefined;
  },
  expected: `a whole number below ${SEEDS}, or random`,
};

/** Returns the parser of one of several texts. */
export function oneOf<Choice extends string>(choices: readonly Choice[]): Parser<Choice> {
  return {
    parse: (text) => choices.find((choice) => choice === text),
    expected: `one of ${choices.join(', ')}`,
  };
}

/** Splits names at commas. @returns undefined if one of them is empty */
export function splitNames(text: string): string[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  return names.includes('') ? undefined : names;
}
