// Makes comparisons in as few passes over the logs as their datasets and sources allow. One that fails does not end the others: its error takes
// its place. Prints nothing.
import { askComparison, type CompareReport, valueLinesFor } from '../../analysis/compare/index.ts';
import { unmeasuredPipes } from '../../analysis/cost/index.ts';
import { type EmitJob, type EmitRequest, type EmitRun, jobFolders, startEmitting } from '../../analysis/emit/index.ts';
import { HeadgateError, printPlural } from '../../base/index.ts';
import type { ResumedRun, StoredRuns } from '../../input/resume/index.ts';
import { listSources, type SourceListing } from '../../input/sources/index.ts';
import { conditionsOf } from '../../language/filter/index.ts';
import type { Job, OutputOptions } from '../../language/job/index.ts';
import { wrapperKeysOf } from '../../language/output/index.ts';
import { takeRun } from '../request/resume.ts';
import { compareListed } from './compare-listed.ts';
import { sourceJobsOf } from './compared-filters.ts';
import { comparisonReport, type ReplayedComparison } from './comparison-report.ts';
import { guardsOf, type ResolvedComparison, type ResolvedRun } from './resolved-comparison.ts';

/**
 * Comparisons in one pass. Their samples of lines, 2048 for each kind of changed lines, then need as much memory as those of one comparison
 * may, and all hours of their filters are counted. Chosen by headgate.
 */
const MAX_COMPARISONS = 7;
/**
 * Conditions of the selections that the comparisons of a pass count; a comparison with more has a pass of its own. The kernel supports 8192,
 * those of guards included: a pass with more takes three times as long. Chosen by headgate.
 */
const MAX_CONDITIONS = 4096;

/** A result, or why there is none. */
export type OrError<Result> = Result | HeadgateError;

/** By comparison; one that was not reached has no entry. */
export type ComparisonResults = Map<ResolvedComparison, OrError<CompareReport>>;

/** Returns the error of a step that fails. @throws any error that ends the run: an interruption, or one that is no HeadgateError */
export async function orError<Result>(step: () => Promise<Result>): Promise<OrError<Result>> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof HeadgateError) || error.kind === 'interrupted') throw error;
    return error;
  }
}

/**
 * Makes comparisons of one old and one new filter each. Those for the same dataset over the same source, read the same way, share passes; their figures are those of separate comparisons. Ends after an interrupted pass.
 * @throws HeadgateError `stdin-twice` if standard input would have to be read in several passes; any error that ends the run
 */
export async function compareInPasses(
  run: ResolvedRun,
  comparisons: readonly ResolvedComparison[],
): Promise<ComparisonResults> {
  const passes = passesOf(comparisons, run);
  if (passes.length > 1 && run.sources.includes('-')) throw stdinTwice(comparisons);
  const results: ComparisonResults = new Map();
  for (const pass of passes) {
    const found = await compareTogether(run, pass);
    for (const [one, result] of found) results.set(one, result);
    if ([...found.values()].some((result) => !(result instanceof HeadgateError) && result.partial)) break;
  }
  return results;
}

function passesOf(comparisons: readonly ResolvedComparison[], { sources }: ResolvedRun): ResolvedComparison[][] {
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
function split(comparisons: readonly ResolvedComparison[]): ResolvedComparison[][] {
  const passes: ResolvedComparison[][] = [];
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

function conditionCount({ compared: { dataset, from, to } }: ResolvedComparison): number {
  const selections = to.flatMap((one) => askComparison(from.selection, one.selection, { dataset }).selections);
  return selections.reduce(
    (sum, selection) => sum + (typeof selection === 'object' ? conditionsOf(selection.where).length : 0),
    0,
  );
}

function stdinTwice(comparisons: readonly ResolvedComparison[]): HeadgateError {
  const datasets = new Set(comparisons.map(({ compared }) => compared.dataset.name));
  const found = `${printPlural(comparisons.length, 'job')} of ${[...datasets].join(', ')}`;
  return new HeadgateError(
    'stdin-twice',
    `cannot compare on standard input: found ${found}, which need several passes, expected jobs of one dataset and at most ${MAX_COMPARISONS} of them, because standard input can be read only once; save the lines to a file`,
  );
}

/**
 * Makes comparisons of filters for one dataset in one pass, over the sources of the request or, if it has none, over one destination that their
 * jobs share. All figures are those of separate calls if the comparisons have equally many new filters and are at most
 * {@link MAX_COMPARISONS}.
 * @throws any error that ends the run
 */
export async function compareTogether(
  run: ResolvedRun & { file?: StoredRuns | undefined },
  comparisons: readonly ResolvedComparison[],
): Promise<ComparisonResults> {
  const started = new Date();
  const results: ComparisonResults = new Map();
  const replayed = await orError(async () => {
    const found = await listSources(
      run,
      comparisons.flatMap(({ compared }) => sourceJobsOf(compared)),
    );
    const resumed = takeRun(run.file, found, { verb: 'compare' }, run);
    const listing = resumed?.listing ?? found;
    // The comparisons of a request have the same prices.
    listing.warnings.push(...unmeasuredPipes(comparisons[0]!.costs.prices, listing));
    const ready: GuardedComparison[] = [];
    for (const one of comparisons) {
      const guards = await orError(async () => guardsOf(one, run, listing));
      if (guards instanceof HeadgateError) results.set(one, guards);
      else ready.push({ comparison: one, guards });
    }
    return ready.length === 0 ? [] : await replayAll({ ...run, resumed }, ready, listing);
  });
  if (replayed instanceof HeadgateError) {
    for (const one of comparisons) if (!results.has(one)) results.set(one, replayed);
    return results;
  }
  for (const one of replayed) results.set(one.comparison, await orError(() => comparisonReport(run, one, started)));
  return results;
}

type GuardedComparison = Pick<ReplayedComparison, 'comparison' | 'guards'>;

/** Replays in one pass, and writes changed lines if the request asks for it. */
async function replayAll(
  run: ResolvedRun & { resumed: ResumedRun | undefined },
  ready: readonly GuardedComparison[],
  listing: SourceListing,
): Promise<ReplayedComparison[]> {
  const comparisons = ready.map(({ comparison }) => comparison);
  const [{ compared, by }] = comparisons as [ResolvedComparison];
  const { dataset } = compared;
  const newFilters = Math.max(...comparisons.map((one) => one.compared.to.length));
  let emission: EmitRun | undefined;
  try {
    emission = await startEmittingChanged(run, comparisons, listing);
    run.onListing(listing, {
      dataset,
      filters: comparisons.flatMap(({ set }) => set.filters),
      warnings: [...new Set(comparisons.flatMap(({ set }) => set.warnings))],
    });
    const found = await compareListed({
      ...{ ...run, verb: 'compare', dataset, listing, emission, detail: 'no-fields', findsEdits: true },
      valueLines: run.findsValues || by.length > 0 ? valueLinesFor(1 + 2 * newFilters) : 0,
      comparisons: ready.map(({ comparison, guards }) => ({
        filters: comparison.set.filters,
        pairs: comparison.compared.to.map((to) => ({ from: comparison.compared.from.selection, to: to.selection })),
        asked: [
          guards,
          comparison.costs,
          comparison.completeness?.contradiction,
          comparison.otherDataset,
          ...comparison.transitions,
        ].flatMap((asked) => asked?.aggregates ?? []),
      })),
    });
    return ready.map((one, index) => ({ ...one, listing, found: found[index]! }));
  } catch (error) {
    throw run.emitChanged === undefined ? error : namingEmitChanged(error);
  } finally {
    await emission?.close();
  }
}

/** Prepares the output of changed lines; undefined if they are not written. */
async function startEmittingChanged(
  { emitChanged, connection, signal }: ResolvedRun,
  comparisons: readonly ResolvedComparison[],
  listing: SourceListing,
): Promise<EmitRun | undefined> {
  if (emitChanged === undefined) return undefined;
  const jobs = changedOutputs(
    emitChanged,
    comparisons.flatMap(({ compared }) => compared.to.map(({ name }) => name)),
  );
  // Each object gets its digits before anything is written.
  const objects = [...listing.objects];
  listing.objects = objects;
  const { dataset } = comparisons[0]!.compared;
  return startEmitting(emitChanged, { jobs, dataset, objects, connection, signal });
}

/** Folders of the lines of a comparison, in the order of the outputs of `askComparison`. */
const FOLDERS = ['newly-kept', 'newly-dropped', 'undecided'] as const;

/** Returns the outputs of comparisons with new filters of these names. @throws HeadgateError `emit-several` for a stream */
function changedOutputs(request: EmitRequest, names: readonly string[]): EmitJob[] {
  if (request.kind === 'stream') {
    throw new HeadgateError(
      'emit-several',
      'cannot use --emit-changed -: found standard output, expected a folder or a bucket, which get a folder for each kind of lines',
    );
  }
  const above = names.length === 1 ? [''] : jobFolders(names).map((name) => `${name}/`);
  return above.flatMap((folder) => FOLDERS.map((kind) => ({ folder: `${folder}${kind}`, options: undefined })));
}

/** Returns an error about `--emit` as one about `--emit-changed`, which writes in the same way; any other error unchanged. */
function namingEmitChanged(error: unknown): unknown {
  if (!(error instanceof HeadgateError)) return error;
  const { code, message, kind, endsRun, retryAfterMs, details, cause } = error;
  const named = message.replace(/--emit(?=\s)/, '--emit-changed');
  return new HeadgateError(code, named, { kind, endsRun, retryAfterMs, details, cause });
}
