// Makes the comparisons of a plan in as few passes as their datasets and sources allow. Prints nothing.
import { HeadgateError, printPlural } from '../../base/index.ts';
import type { CompareReport } from '../../compare/index.ts';
import { compareTogether } from './compare-filters.ts';
import type { SettledComparison } from './compare-request.ts';
import { sourceJobsOf } from './compared-filters.ts';
import type { OrError } from './keep-errors.ts';
import type { GuardedComparison } from './prepared-comparison.ts';

/**
 * Comparisons in one pass. Their samples of lines, 2048 for each kind of changed lines, then need as much memory as those of one comparison
 * may, and all hours of their filters are counted. Ours.
 */
export const MAX_COMPARISONS = 7;

/**
 * Makes comparisons of one old and one new filter each. Those for the same dataset over the same source share a pass, up to
 * {@link MAX_COMPARISONS}; their figures are those of separate comparisons. Ends after an interrupted pass.
 * @returns for each comparison, its report or why it failed; undefined: it was not reached
 * @throws HeadgateError `stdin-twice` if standard input would have to be read in several passes; any error that ends the run
 */
export async function compareInPasses(
  request: SettledComparison,
  comparisons: readonly GuardedComparison[],
): Promise<(OrError<CompareReport> | undefined)[]> {
  const passes = passesOf(comparisons, request);
  if (passes.length > 1 && request.sources.includes('-')) throw stdinTwice(comparisons);
  const results = new Map<GuardedComparison, OrError<CompareReport>>();
  for (const pass of passes) {
    const found = await compareTogether(request, pass);
    for (const [index, one] of pass.entries()) results.set(one, found[index]!);
    if (found.some((result) => !(result instanceof HeadgateError) && result.partial)) break;
  }
  return comparisons.map((one) => results.get(one));
}

function passesOf(
  comparisons: readonly GuardedComparison[],
  { sources }: Pick<SettledComparison, 'sources'>,
): GuardedComparison[][] {
  const groups = Map.groupBy(comparisons, ({ compared }) => {
    const destinations = sources.length > 0 ? [] : sourceJobsOf(compared).map((job) => job.destinationConf);
    return JSON.stringify([compared.dataset.name, destinations]);
  });
  return [...groups.values()].flatMap((group) => {
    const passes = Array.from({ length: Math.ceil(group.length / MAX_COMPARISONS) }, (_, index) => index);
    return passes.map((index) => group.slice(index * MAX_COMPARISONS, (index + 1) * MAX_COMPARISONS));
  });
}

function stdinTwice(comparisons: readonly GuardedComparison[]): HeadgateError {
  const datasets = new Set(comparisons.map(({ compared }) => compared.dataset.name));
  const found = `${printPlural(comparisons.length, 'job')} of ${[...datasets].join(', ')}`;
  return new HeadgateError(
    'stdin-twice',
    `cannot compare on standard input: found ${found}, expected at most ${MAX_COMPARISONS} jobs of one dataset, because standard input can be read only once; save the lines to a file`,
  );
}
