// Checks the values of a request that the flags of the command line check too, with the same words. JavaScript passes them unchecked.
import { HeadgateError } from '../../base/index.ts';

/** Returns a whole number of at least `least`. @throws HeadgateError `usage` for any other value */
export function checkCount(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw unusable(name, value, `a whole number of at least ${least}`);
}

/** Returns a list. @throws HeadgateError `usage` for any other value: a text is a list of characters */
export function checkList<Item>(name: string, value: readonly Item[]): readonly Item[] {
  if (Array.isArray(value)) return value;
  throw unusable(name, value, 'an array');
}

/** Returns one of some texts. @throws HeadgateError `usage` for any other value */
export function checkChoice<Choice extends string>(name: string, value: Choice, choices: readonly Choice[]): Choice {
  if (choices.includes(value)) return value;
  throw unusable(name, value, `one of ${choices.join(', ')}`);
}

/** Returns the seed of a sample. @param seeds number of seeds @throws HeadgateError `usage` */
export function checkSeed(value: number, seeds: number): number {
  if (Number.isSafeInteger(value) && value >= 0 && value < seeds) return value;
  throw unusable('seed', value, `a whole number below ${seeds}`);
}

/** Returns half the width of an interval. @throws HeadgateError `usage` */
export function checkPrecision(value: number): number {
  if (value > 0 && value < 0.5) return value;
  throw unusable('precision', value, 'a share such as 0.01, above 0 and below 0.5');
}

/** Returns a name that matches its rule. @throws HeadgateError `usage` */
export function checkName(name: string, value: string, rule: { pattern: RegExp; expected: string }): string {
  if (rule.pattern.test(value)) return value;
  throw unusable(name, value, rule.expected);
}

function unusable(name: string, value: unknown, expected: string): HeadgateError {
  const found = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return new HeadgateError('usage', `cannot use ${name}: found ${found}, expected ${expected}`);
}
