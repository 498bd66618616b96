// Renders the result of `test` as JSON with exact integers of any size.
import type { TestResult } from '../../analysis/suite/index.ts';
import { valueFrom } from '../../base/index.ts';
import { renderExactJson } from './render-json.ts';

/** Renders as one line of JSON, integers exact, in pieces. */
export function renderTestJson(result: TestResult): Iterable<string> {
  return renderExactJson(valueFrom(result));
}
