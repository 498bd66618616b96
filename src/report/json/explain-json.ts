// Renders the result of `explain` as JSON with exact integers of any size.
import { valueFrom } from '../../base/index.ts';
import type { ExplainResult } from '../../verbs/index.ts';
import { renderExactJson } from './render-json.ts';

/** Renders as one line of JSON, integers exact, in pieces. */
export function renderExplainJson(result: ExplainResult): Iterable<string> {
  return renderExactJson(valueFrom(result));
}
