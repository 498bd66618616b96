// Parses the seed of a random choice.
import { randomInt } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import { SEEDS } from '../../run/request-defaults.ts';

/** Parses a whole number below 2^32, or `random`. */
export function parseSeed(text: string): number {
  if (text === 'random') return randomInt(SEEDS);
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed >= SEEDS) {
    throw new InvalidArgumentError(`Found ${JSON.stringify(text)}, expected a whole number below ${SEEDS}, or random.`);
  }
  return seed;
}
