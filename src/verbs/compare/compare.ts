// The verb compare: what changes if one filter replaces another? Reads the filters; compare-filters.ts compares them.
import type { CompareReport } from '../../analysis/compare/index.ts';
import { abortable } from '../../base/index.ts';
import { compareFilters } from './compare-filters.ts';
import { type CompareRequest, resolveCompare } from './compare-request.ts';
import { checkCompared, readComparedFilters } from './compared-filters.ts';

/**
 * Replays an old filter and new ones over the sources, and reports how they differ: lines that only one of them keeps, the edits of the
 * filter with the lines that each is responsible for, and where these lines come from. A damaged object does not end the run.
 * @throws InvalidFilterError or InvalidGuardError before anything is read; HeadgateError `compare-several`, `compare-nothing`,
 * `dataset-mismatch`, `unknown-field`; `no-records` or `no-verdict` if no line is decided by both filters of a comparison
 * @example
 * ```ts
 * import { compare } from 'headgate';
 *
 * const { comparisons } = await compare({
 *   sources: ['samples/logs'],
 *   from: 'EdgeResponseStatus >= 500',
 *   to: ['EdgeResponseStatus >= 400'],
 * });
 * console.log(comparisons[0]?.onlyAfter.lines, comparisons[0]?.onlyBefore.lines); // => 4386 0
 * ```
 */
export async function compare(given: CompareRequest): Promise<CompareReport> {
  const request = resolveCompare(given);
  const compared = await abortable(readComparedFilters(request.from, request.to, request), request.signal);
  checkCompared(compared);
  return compareFilters(request, compared);
}
