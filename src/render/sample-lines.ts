// The lines of a sample: byte for byte, or as JSON with their places.
import { constants } from 'node:buffer';
import { HeadgateError } from '../base/index.ts';
import type { SampleResult } from '../task/index.ts';
import { renderJson } from './json.ts';
import { printCount, printPlural } from './style.ts';

/**
 * The lines and nothing else, each with its line end.
 * @throws HeadgateError `sample-too-large` beyond what one text can hold
 */
export function renderSampleLines({ sample }: SampleResult): string {
  const length = sample.reduce((sum, { line }) => sum + line.length, 0);
  if (length > constants.MAX_STRING_LENGTH) {
    throw new HeadgateError(
      'sample-too-large',
      `cannot print the sample: found ${printPlural(sample.length, 'line')} of ${printPlural(length, 'character')}, wanted at most ${printCount(constants.MAX_STRING_LENGTH)}; draw fewer with -n`,
    );
  }
  return sample.map(({ line }) => line).join('');
}

/** The whole result as JSON; `samples` as in the report of a replay: object, offset, and the line without its end. */
export function renderSampleJson({ sample, ...result }: SampleResult): string {
  const samples = sample.map(({ line, ...place }) => ({ ...place, line: line.replace(/\r?\n$/, '') }));
  return renderJson({ ...result, samples });
}
