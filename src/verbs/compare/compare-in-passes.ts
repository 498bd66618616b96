// Makes the comparisons of a plan in as few passes as their datasets and sources allow. Prints nothing.
import { askComparison, type CompareReport } from '../../analysis/compare/index.ts';
import { HeadgateError, printPlural } from '../../base/index.ts';
import { conditionsOf } from '../../language/filter/index.ts';
import type { Job, OutputOptions } from '../../language/job/index.ts';
import { wrapperKeysOf } from '../../language/output/index.ts';
import { compareTogether } from './compare-filters.ts';
import type { ResolvedComparison } from './compare-request.ts';
import { sourceJobsOf } from './compared-filters.ts';
import type { OrError } from './keep-errors.ts';
import type { GuardedComparison } from './prepared-comparison.ts';

/**
 * Comparisons in one pass. Their samples of lines, 2048 for each kind of changed lines, then need as much memory as those of one comparison
 * may, and all hours of their filters are counted. Ours.
 */
export const MAX_COMPARISONS = 7;
/**
 * Conditions of the selections that the comparisons of a pass count; a comparison with more has a pass of its own. The kernel supports 8192,
 * those of guards included: a pass with more takes three times as long. Ours.
 */
const MAX_CONDITIONS = 4096;

/**
 * Makes comparisons of one old and one new filter each. Those for the same dataset over the same source, read the same way, share passes; their figures are those of separate comparisons. Ends after an interrupted pass.
 * @returns for each comparison, its report or why it failed; undefined: it was not reached
 * @throws HeadgateError `stdin-twice` if standard input would have to be read in several passes; any error that ends the run
 */
export async function compareInPasses(
  request: ResolvedComparison,
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
  { sources }: Pick<ResolvedComparison, 'sources'>,
): GuardedComparison[][] {
  const groups = Map.groupBy(comparisons, ({ compared }) => {
    const jobs = sourceJobsOf(compared);
    const destinations = sources.length > 0 ? [] : jobs.map((job) => job.destinationConf);
    return JSON.stringify([compared.dataset.name, destinations, jobs.map(readingOptionsOf)]);
  });
  return [...groups.values()].flatMap(split);
}

/** The output options that decide how lines of a job are read; undefined for lines of JSON. */
function readingOptionsOf({ outputOptions }: Job): OutputOptions | undefined {
  const { output_type: type, record_template: template } = outputOptions;
  return type === 'csv' || template !== undefined || wrapperKeysOf(outputOptions).length > 0
    ? outputOptions
    : undefined;
}

/** Splits the comparisons of a dataset and source into passes, in order. */
function split(comparisons: readonly GuardedComparison[]): GuardedComparison[][] {
  const passes: GuardedComparison[][] = [];
  let conditions = 0;
  for (const one of comparisons) {
    const pass = passes.at(-1);
    const more = conditionCount(one);
    if (pass === undefined || pass.length === MAX_COMPARISONS || conditions + more > MAX_CONDITIONS) {
      passes.push([one]);
      conditions = more;
    } else {
      pass.push(one);
      conditions += more;
    }
  }
  return passes;
}

function conditionCount({ compared: { dataset, from, to } }: GuardedComparison): number {
  const selections = to.flatMap((one) => askComparison(from.selection, one.selection, { dataset }).selections);
  return selections.reduce(
    (sum, selection) => sum + (typeof selection === 'object' ? conditionsOf(selection.where).length : 0),
    0,
  );
}

function stdinTwice(comparisons: readonly GuardedComparison[]): HeadgateError {
  const datasets = new Set(comparisons.map(({ compared }) => compared.dataset.name));
  const found = `${printPlural(comparisons.length, 'job')} of ${[...datasets].join(', ')}`;
  return new HeadgateError(
    'stdin-twice',
    `cannot compare on standard input: found ${found}, which need several passes, expected jobs of one dataset and at most ${MAX_COMPARISONS} of them, because standard input can be read only once; save the lines to a file`,
  );
}
