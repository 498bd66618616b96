// The verb compare: what changes if one filter replaces another? Joins the filters and their comparison; compare-together.ts reads the logs.
import type { CompareReport } from '../../analysis/compare/index.ts';
import type { GuardRequest } from '../../analysis/guard/index.ts';
import { abortable, HeadgateError } from '../../base/index.ts';
import { type ResumeRequest, resumable } from '../request/resume.ts';
import { compareTogether } from './compare-together.ts';
import { type ComparedFiltersRequest, readComparedFilters } from './compared-filters.ts';
import { type ComparisonRequest, resolveComparison, resolveRun } from './resolved-comparison.ts';

/** The filters to compare, and the logs to compare them on. */
export interface CompareRequest extends ComparedFiltersRequest, ComparisonRequest, GuardRequest, ResumeRequest {}

async function resolve(request: CompareRequest) {
  const run = resolveRun(request);
  const compared = await abortable(readComparedFilters(request), run.signal);
  return { run, comparison: await resolveComparison(run, compared, { guards: request }) };
}

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
export async function compare(request: CompareRequest): Promise<CompareReport> {
  return await resumable('compare', request, request.emitChanged && '--emit-changed', async (given, file) => {
    const { run, comparison } = await resolve(given);
    const result = (await compareTogether({ ...run, file }, [comparison])).get(comparison)!;
    if (result instanceof HeadgateError) throw result;
    return result;
  });
}
