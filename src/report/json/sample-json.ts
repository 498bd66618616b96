// Renders a sample as JSON in pieces: it may exceed the maximum length of a string.
import type { SampleResult } from '../../verbs/index.ts';
import type { SampleReport } from '../schema/index.ts';
import { renderJson } from './render-json.ts';

/** The whole result as JSON; `samples` as in the report of a replay: object, offset, and the line without its end. */
export function renderSampleJson({ sample, ...result }: SampleResult): Generator<string> {
  return renderJson({ ...result, samples: { [Symbol.iterator]: () => withoutLineEnds(sample) } });
}

function* withoutLineEnds(sample: SampleResult['sample']): Generator<SampleReport['samples'][number]> {
  for (const { line, ...place } of sample) yield { ...place, line: line.replace(/\r?\n$/, '') };
}
