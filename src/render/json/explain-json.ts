// The answer to `explain` as JSON: integers of any size stay exact.
import { valueFrom } from '../../base/index.ts';
import type { ExplainResult } from '../../task/index.ts';
import { renderExactJson } from './render-json.ts';

/** Renders as one line of JSON, integers exact, in pieces. */
export function renderExplainJson(result: ExplainResult): Iterable<string> {
  return renderExactJson(valueFrom(result));
}
