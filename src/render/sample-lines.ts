// The lines of a sample: byte for byte, or as JSON with their places. In pieces, each made when it is taken: a sample may be larger than a
// text can be.
import type { SampleResult } from '../task/index.ts';
import { renderJson } from './json.ts';

/** The lines and nothing else, each with its line end. */
export function* renderSampleLines({ sample }: SampleResult): Generator<string> {
  for (const { line } of sample) yield line;
}

/** The whole result as JSON; `samples` as in the report of a replay: object, offset, and the line without its end. */
export function* renderSampleJson({ sample, ...result }: SampleResult): Generator<string> {
  const frame = textOf(renderJson({ ...result, samples: [] }));
  if (sample.length === 0) {
    yield frame;
    return;
  }
  const end = frame.lastIndexOf(']');
  yield frame.slice(0, end);
  let before = '\n';
  for (const { line, ...place } of sample) {
    const one = textOf(renderJson({ ...place, line: line.replace(/\r?\n$/, '') })).trimEnd();
    yield `${before}    ${one.replaceAll('\n', '\n    ')}`;
    before = ',\n';
  }
  yield `\n  ${frame.slice(end)}`;
}

/** Whole or in pieces. */
function textOf(json: string | Iterable<string>): string {
  return typeof json === 'string' ? json : [...json].join('');
}
