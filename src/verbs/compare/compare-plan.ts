// Compares the filter of every log push job that a Terraform plan changes, before against after. Prints nothing.
import type { CompareReport, Comparison } from '../../analysis/compare/index.ts';
import { type GuardRequest, isUnjudged, pushChange } from '../../analysis/guard/index.ts';
import { abortable, HeadgateError } from '../../base/index.ts';
import { type Dataset, DEFAULT_DATASET, getDataset } from '../../language/dataset/index.ts';
import { readFilter, selectionOf } from '../../language/filter/index.ts';
import { jobProblems, pushSettings } from '../../language/output/index.ts';
import { readArgumentFile } from '../request/argument-text.ts';
import { hasGuards } from '../request/has-guards.ts';
import { type FilterRequest, InvalidFilterError, isInvalid } from '../request/named-filters.ts';
import { compareInPasses, type OrError, orError } from './compare-together.ts';
import { type ComparedFilter, type ComparedFilters, sourceJobsOf, whySame } from './compared-filters.ts';
import {
  HIDDEN_FILTERS,
  HIDDEN_OPTIONS,
  hideDestinations,
  hideFilters,
  hideInError,
  hideProblems,
} from './hide-filters.ts';
import {
  BOTH_DISABLED,
  changedEnabled,
  changedOptions,
  enabledRemark,
  type PlannedPlace,
  readPlannedJob,
  samplingRemark,
  unknownUntilApplied,
} from './planned-options.ts';
import {
  type ComparisonRequest,
  type KnownOptions,
  type ResolvedComparison,
  resolveComparison,
  resolveRun,
} from './resolved-comparison.ts';
import { type JobState, type PlannedJob, readTerraformPlan } from './terraform-plan.ts';

/** A plan, and the logs to compare on. */
export interface ComparePlanRequest
  extends Omit<ComparisonRequest, 'emitChanged'>,
    GuardRequest,
    Pick<FilterRequest, 'ignoreLimits'> {
  /** Path of a file with the output of `terraform show -json`. */
  terraformPlan: string;
}

/** A job of the plan. */
export interface PlanComparison {
  address: string;
  action: PlannedJob['action'];
  /** Of the job. */
  name: string;
  /** Null if the job was not compared. */
  report: CompareReport | null;
  /** Why the job was not compared; null if it was. */
  reason: string | null;
  /** Whether the reason is an answer: the job pushes the same lines as before. */
  isUnchanged: boolean;
  /** Output options that change, or are unknown until Terraform applies the plan; an `enabled` that is not set; a filter that is hidden. */
  remarks: string[];
  /** How the plan changes the `sample_rate` of a job that pushes before and after; null if it does not. Figures of lines are those of the filter. */
  sampleRateChange: Comparison['sampleRateChange'];
  /** Whether the request has guards that were not judged for this job, although it changes. */
  isUnjudged: boolean;
}

/** The comparisons of a plan. */
export interface PlanCompareReport {
  version: 1;
  partial: boolean;
  /** In the order of the plan; empty if it changes no log push job. */
  jobs: PlanComparison[];
}

/** Plans of large accounts. */
const PLAN_LIMIT = { bytes: 256 * 1024 * 1024, expected: 'a Terraform plan' };

/** A job before anything is read. */
interface ReadJob extends Omit<PlanComparison, 'report' | 'isUnjudged'> {
  /** Undefined: the job is not compared. */
  compared?: ComparedFilters;
  options: KnownOptions;
  /** Whether Terraform marks a filter of the job as sensitive. */
  hidesFilters: boolean;
}

async function resolve({ terraformPlan: path, ignoreLimits = false, ...request }: ComparePlanRequest) {
  if (path === '-') {
    throw new HeadgateError(
      'terraform-plan',
      'cannot read the Terraform plan: found -, expected the path of a file; in bash, --terraform-plan <(terraform show -json FILE) needs none',
    );
  }
  const run = resolveRun(request);
  const plan = await abortable(readArgumentFile(path, 'Terraform plan', PLAN_LIMIT), run.signal);
  const read = readTerraformPlan(plan, path).map((job) => readNamed(job, path, ignoreLimits));
  const filters = read.flatMap(filtersByAddress);
  if (filters.some(({ reading }) => isInvalid(reading))) throw new InvalidFilterError(filters);
  const isApart = read.filter(({ compared }) => compared !== undefined).length > 1;
  // The lines at the destination of a job are its own.
  const rejectsOtherDatasets = run.sources.length > 0;
  const jobs: (ReadJob & { comparison?: OrError<ResolvedComparison> })[] = [];
  for (const job of read) {
    const { compared, options } = job;
    if (compared === undefined) jobs.push(job);
    else {
      const settings = { guards: options === 'unknown' ? {} : request, isApart, rejectsOtherDatasets, options };
      jobs.push({ ...job, comparison: await orError(() => resolveComparison(run, compared, settings)) });
    }
  }
  return { run, jobs, isGuarded: hasGuards(request) };
}

/**
 * Compares every job that the plan changes: a created or disabled job keeps no line before or after. All filters are checked before anything
 * is read.
 * @throws InvalidFilterError with all invalid filters of the plan; HeadgateError `terraform-plan`, `terraform-no-jobs`, or for an unreadable
 * file; the error of the first job if no job has an answer
 */
export async function comparePlan(request: ComparePlanRequest): Promise<PlanCompareReport> {
  const { run, jobs: resolved, isGuarded } = await resolve(request);
  const ready = resolved.flatMap(({ comparison }) => (comparison instanceof HeadgateError ? [] : (comparison ?? [])));
  const results = await compareInPasses(run, ready);
  let failure: HeadgateError | undefined;
  const jobs = resolved.flatMap(({ comparison, compared, options: _, hidesFilters, ...job }): PlanComparison[] => {
    if (comparison === undefined) return [{ ...job, report: null, isUnjudged: isGuarded && !job.isUnchanged }];
    const found = comparison instanceof HeadgateError ? comparison : results.get(comparison);
    if (found === undefined) return [];
    if (found instanceof HeadgateError) {
      const shown = hidesFilters ? hideInError(found) : found;
      const error = withMessage(shown, hideDestinations(shown.message, sourceJobsOf(compared!)));
      failure ??= namingJob(error, job);
      return [{ ...job, report: null, reason: error.message, isUnjudged: isGuarded }];
    }
    const report = hidesFilters ? hideFilters(found) : found;
    const { sampleRateChange } = report.comparisons[0]!;
    const isOpen = report.guards?.some(isUnjudged) !== false;
    return [{ ...job, sampleRateChange, report, isUnjudged: isGuarded && isOpen }];
  });
  if (jobs.some(({ report }) => report?.partial)) return { version: 1, partial: true, jobs };
  if (failure !== undefined && jobs.every(({ report, isUnchanged }) => report === null && !isUnchanged)) throw failure;
  return { version: 1, partial: false, jobs };
}

/** Returns which jobs that change were not compared, and why; undefined if all were. With guards, {@link unjudgedError} names them, too. */
export function uncomparedError({ jobs, partial }: PlanCompareReport): HeadgateError | undefined {
  const left = jobs.filter(({ report, isUnchanged }) => report === null && !isUnchanged);
  if (partial || left.length === 0) return undefined;
  return new HeadgateError(
    'plan-uncompared',
    `cannot compare ${withReasons(left)}: expected a comparison of every job that changes`,
  );
}

/** Returns why a plan has no answer: guards were not judged for a job that changes; undefined if they were. */
export function unjudgedError({ jobs, partial }: PlanCompareReport): HeadgateError | undefined {
  const unjudged = jobs.filter(({ isUnjudged }) => isUnjudged);
  if (partial || unjudged.length === 0) return undefined;
  return new HeadgateError(
    'guards-unjudged',
    `cannot judge the guards for ${withReasons(unjudged)}: expected a comparison of every job that changes`,
  );
}

function withReasons(jobs: readonly PlanComparison[]): string {
  return jobs
    .map(({ address, reason, remarks, report }) => {
      const found = (report?.guards ?? []).filter(isUnjudged).map((guard) => `${guard.guard}: ${guard.found}`);
      return `${address} (${[reason ?? [], found, ...remarks].flat().join('; ')})`;
    })
    .join(', ');
}

/** @throws as {@link readJob}, with the address of the job */
function readNamed(job: PlannedJob, path: string, ignoresLimits: boolean): ReadJob {
  try {
    return readJob(job, path, ignoresLimits);
  } catch (error) {
    throw error instanceof HeadgateError ? namingJob(error, job) : error;
  }
}

/** Names the job, unless the error is about all jobs: InvalidGuardError. */
function namingJob(error: HeadgateError, { address }: Pick<PlannedJob, 'address'>): HeadgateError {
  if (error.constructor !== HeadgateError || error.message.includes(address)) return error;
  return withMessage(error, `${address}: ${error.message}`);
}

function withMessage(error: HeadgateError, message: string): HeadgateError {
  const { code, kind, details } = error;
  return message === error.message ? error : new HeadgateError(code, message, { kind, details });
}

function readJob(job: PlannedJob, path: string, ignoresLimits: boolean): ReadJob {
  const { address, action, before, after, unknown, unknownOptions, sensitive } = job;
  const hidesFilters = sensitive.includes('filter');
  const isSensitive = sensitive.includes('output_options') || sensitive.includes('logpull_options');
  const name = (sensitive.includes('name') ? undefined : (after?.name ?? before?.name)) ?? address;
  const isUnknown = pushes(after) && unknownOptions.length > 0;
  const without: ReadJob = {
    ...{ address, action, name, reason: null, isUnchanged: false, remarks: [], sampleRateChange: null },
    ...{ hidesFilters, options: isUnknown ? 'unknown' : isSensitive ? 'sensitive' : 'shown' },
  };
  if (unknown.length > 0) return { ...without, reason: unknownUntilApplied(unknown) };
  const staysOff = !pushes(before) && !pushes(after);
  if (staysOff && (before === null || after === null)) {
    return { ...without, isUnchanged: true, reason: `the job is ${before === null ? 'created' : 'deleted'} disabled` };
  }
  const datasets = new Set(
    [before, after].flatMap((state) => (state === null ? [] : [state.dataset ?? DEFAULT_DATASET])),
  );
  const dataset = getDataset([...datasets].at(-1)!);
  const sideOf = (state: JobState | null, time: string, isSent: boolean) => {
    const place = { name: `${name} (${time})`, origin: `${path}, ${address} (${time})`, isSensitive };
    return readSide(state, { ...place, of: dataset, hidesFilters, isSent, ignoresLimits: isSent && ignoresLimits });
  };
  // The platform has accepted the filter in force.
  const from = sideOf(before, 'before', false);
  const to = sideOf(after, 'after', before?.filter !== after?.filter);
  const isKnownBoth = pushes(before) && pushes(after) && !isUnknown;
  const changed = isKnownBoth ? changedOptions(from.job!, to.job!, { isSensitive }) : [];
  const remarks = [
    isUnknown ? unknownUntilApplied(unknownOptions) : [],
    before === null || after === null ? [] : changedEnabled(pushes(before), pushes(after)),
    changed,
    enabledRemark(job) ?? [],
  ].flat();
  if (datasets.size > 1) {
    return { ...without, remarks, reason: `the dataset changes from ${[...datasets].join(' to ')}` };
  }
  // Nothing is pushed before and after, so that only the filters can differ.
  if (staysOff) for (const side of [from, to]) side.selection = selectionOf(side.reading.filter);
  const same = pushes(before) === pushes(after) ? whySame(from, to, [before?.filter, after?.filter]) : undefined;
  if (same !== undefined && changed.length === 0 && !isUnknown) {
    const reason = staysOff ? `the job is disabled before and after, and ${same}` : same;
    return { ...without, isUnchanged: remarks.length === 0, remarks, reason };
  }
  const isSampledAnew = isKnownBoth && pushChange(pushSettings(from.job), pushSettings(to.job)) !== undefined;
  const sampling = isSampledAnew || !pushes(after) || isUnknown ? undefined : samplingRemark(to.job!, { isSensitive });
  return {
    ...without,
    remarks: [
      ...remarks,
      sampling ?? [],
      staysOff ? BOTH_DISABLED : [],
      hidesFilters ? HIDDEN_FILTERS : [],
      isSensitive ? HIDDEN_OPTIONS : [],
    ].flat(),
    compared: { dataset, from, to: [to], warnings: [...from.warnings, ...to.warnings] },
  };
}

/** Several jobs may have one name. */
function filtersByAddress({ address, compared }: ReadJob): ComparedFilter[] {
  if (compared === undefined) return [];
  const { from, to } = compared;
  const named = (filter: ComparedFilter, time: string) => ({ ...filter, name: `${address} (${time})` });
  return [named(from, 'before'), ...to.map((filter) => named(filter, 'after'))];
}

/** Whether a job pushes lines at all. */
function pushes(state: JobState | null): boolean {
  return state !== null && state.enabled !== false;
}

/** How a state of a job is read. */
interface Side extends Omit<PlannedPlace, 'dataset'> {
  of: Dataset;
  hidesFilters: boolean;
  /** Whether the filter is sent. */
  isSent: boolean;
  ignoresLimits: boolean;
}

/** @returns the filter, with the remarks on its output options @throws as {@link readPlannedJob} */
function readSide(state: JobState | null, side: Side): ComparedFilter & { warnings: string[] } {
  const { name, of: dataset, hidesFilters, isSent, ignoresLimits } = side;
  const read = readFilter(state?.filter, dataset, { source: 'job', isSent, ignoresLimits });
  const reading = hidesFilters ? hideProblems(read) : read;
  const selection = pushes(state) ? selectionOf(reading.filter) : 'none';
  const filter = { name, dataset, reading, selection, isReplayed: state !== null };
  if (state === null) return { ...filter, job: undefined, jobProblems: [], warnings: [] };
  const { jobs, warnings } = readPlannedJob(state, { ...side, dataset: dataset.name });
  const [job] = jobs;
  return { ...filter, job, jobProblems: side.isSensitive ? [] : jobProblems(job!, dataset), warnings };
}
