// Renders the lines of a sample byte for byte, in pieces: it may exceed the maximum length of a string.
import type { SampleResult } from '../../verbs/index.ts';

/** Yields only the lines, one by one, with their line ends. */
export function* renderSampleLines({ sample }: SampleResult): Generator<string> {
  for (const { line } of sample) yield line;
}
