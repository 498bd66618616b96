// The lines of a sample, byte for byte. In pieces, each made when it is taken: a sample may be larger than one string can be.
import type { SampleResult } from '../../task/index.ts';

/** The lines and nothing else, each with its line end, one by one. */
export function* renderSampleLines({ sample }: SampleResult): Generator<string> {
  for (const { line } of sample) yield line;
}
