// Recognizes documents that users confuse with jobs: filters and suites of filter tests. Parses neither.
import type { PlainObject } from '../../base/index.ts';

const PASS_FILTER = 'pass a filter with --filter @FILE, in compare with --from @FILE or --to @FILE';

/** Whether an object is a suite of filter tests: no job has such a key. */
export function isSuite(document: PlainObject): boolean {
  return Array.isArray(document.cases);
}

/** Returns what an object is instead of a job, as a clause for errors; undefined if it may be a job. */
export function describeOtherDocument(document: PlainObject): string | undefined {
  if (Object.hasOwn(document, 'where')) return `found a filter, expected a job; ${PASS_FILTER}`;
  return isSuite(document)
    ? 'found a suite of filter tests (key "cases"), expected a job; pass the job or the filter that the suite tests'
    : undefined;
}
