// Finds the sample logs of a checkout. An installed package has none.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of the samples, which only a checkout contains. */
export const SAMPLES_FOLDER = resolve(import.meta.dirname, '../../../samples');

/** Returns whether the samples are there. */
export function hasSamples(): boolean {
  return existsSync(join(SAMPLES_FOLDER, 'logs'));
}
