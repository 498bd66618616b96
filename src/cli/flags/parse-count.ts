// Parses whole numbers on the command line.
import { InvalidArgumentError } from 'commander';

/** Parses a whole number of at least `least`. */
export function parseCount(least: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(count) || count < least) {
      throw new InvalidArgumentError(`Found ${JSON.stringify(text)}, expected a whole number of at least ${least}.`);
    }
    return count;
  };
}
