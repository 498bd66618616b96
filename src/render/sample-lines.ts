// The lines of a sample: byte for byte, or as JSON with their places.
import type { SampleResult } from '../task/index.ts';
import { renderJson } from './json.ts';

/** The lines and nothing else, each with its line end, one by one. */
export function* renderSampleLines({ sample }: SampleResult): Generator<string> {
  for (const { line } of sample) yield line;
}

/** The whole result as JSON; `samples` as in the report of a replay: object, offset, and the line without its end. */
export function renderSampleJson({ sample, ...result }: SampleResult): Iterable<string> {
  const samples = sample.map(({ line, ...place }) => ({ ...place, line: line.replace(/\r?\n$/, '') }));
  return renderJson({ ...result, samples });
}
