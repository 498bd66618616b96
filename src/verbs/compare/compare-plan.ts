// Compares the filter of every log push job that a Terraform plan changes, before against after. Prints nothing.
import type { CompareReport, Comparison } from '../../analysis/compare/index.ts';
import { type GuardRequest, isUnjudged, pushChange } from '../../analysis/guard/index.ts';
import { abortable, HeadgateError } from '../../base/index.ts';
import { type Dataset, DEFAULT_DATASET, getDataset } from '../../language/dataset/index.ts';
import { readFilter, selectionOf } from '../../language/filter/index.ts';
import type { Job } from '../../language/job/index.ts';
import { jobProblems, pushSettings } from '../../language/output/index.ts';
import { readArgumentFile } from '../request/argument-text.ts';
import { hasGuards } from '../request/has-guards.ts';
import { InvalidFilterError, isInvalid, NO_LINE } from '../request/named-filters.ts';
import { compareInPasses } from './compare-in-passes.ts';
import { type CompareRequest, type ResolvedComparison, resolveCompare } from './compare-request.ts';
import { type ComparedFilter, sourceJobsOf, whySame } from './compared-filters.ts';
import {
  HIDDEN_FILTERS,
  HIDDEN_OPTIONS,
  hideDestinations,
  hideFilters,
  hideInError,
  hideProblems,
} from './hide-filters.ts';
import type { OrError } from './keep-errors.ts';
import {
  BOTH_DISABLED,
  changedEnabled,
  changedOptions,
  enabledRemark,
  readPlannedJob,
  samplingRemark,
  unknownUntilApplied,
} from './planned-options.ts';
import type { GuardedComparison } from './prepared-comparison.ts';
import { type JobState, type PlannedJob, readTerraformPlan } from './terraform-plan.ts';

/** A plan, and the logs to compare on. */
export interface ComparePlanRequest extends Omit<CompareRequest, 'from' | 'to' | 'dataset' | 'stdin' | 'emitChanged'> {
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

/**
 * Compares every job that the plan changes: a created or disabled job keeps no line before or after. All filters are checked before anything
 * is read.
 * @throws InvalidFilterError with all invalid filters of the plan; HeadgateError `terraform-plan`, `terraform-no-jobs`, or for an unreadable
 * file; the error of the first job if no job has an answer
 */
export async function comparePlan(given: ComparePlanRequest): Promise<PlanCompareReport> {
  const { terraformPlan: path, ...rest } = given;
  if (path === '-') {
    throw new HeadgateError(
      'terraform-plan',
      'cannot read the Terraform plan: found -, expected the path of a file; in bash, --terraform-plan <(terraform show -json FILE) needs none',
    );
  }
  const request = resolveCompare({ ...rest, from: NO_LINE, to: [] });
  const plan = await abortable(readArgumentFile(path, 'Terraform plan', PLAN_LIMIT), request.signal);
  const prepared = readTerraformPlan(plan, path).map((job) => prepareNamed(job, path, request));
  const comparisons = prepared.flatMap(({ comparison }) => comparison ?? []);
  const filters = comparisons.flatMap(({ compared }) => [compared.from, ...compared.to]);
  if (filters.some(({ reading }) => isInvalid(reading))) {
    throw new InvalidFilterError(prepared.flatMap(filtersByAddress));
  }
  const isGuarded = hasGuards(given);
  // The lines at the destination of a job are its own.
  const refusesOtherDatasets = request.sources.length > 0;
  const found = await compareInPasses(
    { ...request, isApart: comparisons.length > 1 },
    comparisons.map((one) => ({ ...one, refusesOtherDatasets })),
  );
  const compared = prepared.filter(({ comparison }) => comparison !== undefined);
  const results = found.map((result, index) => result && withoutSecrets(result, compared[index]!));
  const left = [...results];
  const jobs = prepared.flatMap(({ comparison, hidesFilters: _, ...job }): PlanComparison[] => {
    if (comparison === undefined) return [{ ...job, report: null, isUnjudged: isGuarded && !job.isUnchanged }];
    const result = left.shift();
    if (result === undefined) return [];
    if (result instanceof HeadgateError) {
      return [{ ...job, report: null, reason: result.message, isUnjudged: isGuarded }];
    }
    const { sampleRateChange } = result.comparisons[0]!;
    const isOpen = result.guards?.some(isUnjudged) !== false;
    return [{ ...job, sampleRateChange, report: result, isUnjudged: isGuarded && isOpen }];
  });
  if (jobs.some(({ report }) => report?.partial)) return { version: 1, partial: true, jobs };
  const failure = results.findIndex((result) => result instanceof HeadgateError);
  if (failure >= 0 && jobs.every(({ report, isUnchanged }) => report === null && !isUnchanged)) {
    throw namingJob(results[failure] as HeadgateError, compared[failure]!);
  }
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

/** Plans of large accounts. */
const PLAN_LIMIT = { bytes: 256 * 1024 * 1024, expected: 'a Terraform plan' };

/** A job before anything is read. */
interface PreparedJob extends Omit<PlanComparison, 'report' | 'isUnjudged'> {
  /** Undefined: the job is not compared. */
  comparison: GuardedComparison | undefined;
  /** Whether Terraform marks a filter of the job as sensitive. */
  hidesFilters: boolean;
}

/** Returns the result without filters that are sensitive, and without parts of destinations. */
function withoutSecrets(
  result: OrError<CompareReport>,
  { comparison, hidesFilters }: PreparedJob,
): OrError<CompareReport> {
  if (!(result instanceof HeadgateError)) return hidesFilters ? hideFilters(result) : result;
  const error = hidesFilters ? hideInError(result) : result;
  const jobs = comparison === undefined ? [] : sourceJobsOf(comparison.compared);
  return withMessage(error, hideDestinations(error.message, jobs));
}

/** @throws as {@link prepare}, with the address of the job */
function prepareNamed(job: PlannedJob, path: string, request: ResolvedComparison): PreparedJob {
  try {
    return prepare(job, path, request);
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

function prepare(job: PlannedJob, path: string, { guards, ignoreLimits }: ResolvedComparison): PreparedJob {
  const { address, action, before, after, unknown, unknownOptions } = job;
  const hidesFilters = job.sensitive.includes('filter');
  const name = (job.sensitive.includes('name') ? undefined : (after?.name ?? before?.name)) ?? address;
  const head = {
    ...{ address, action, name, reason: null, isUnchanged: false, remarks: [], hidesFilters, sampleRateChange: null },
  };
  const without = { ...head, comparison: undefined };
  if (unknown.length > 0) return { ...without, reason: unknownUntilApplied(unknown) };
  const staysOff = !pushes(before) && !pushes(after);
  if (staysOff && (before === null || after === null)) {
    return { ...without, isUnchanged: true, reason: `the job is ${before === null ? 'created' : 'deleted'} disabled` };
  }
  const datasets = new Set(
    [before, after].flatMap((state) => (state === null ? [] : [state.dataset ?? DEFAULT_DATASET])),
  );
  const dataset = getDataset([...datasets].at(-1)!);
  const sides = { path, address, name, dataset, hidesFilters, isSensitive: hasSensitiveOptions(job) };
  const [from, to] = [
    sideOf(before, { ...sides, time: 'before', isSent: false }),
    sideOf(after, { ...sides, time: 'after', isSent: before?.filter !== after?.filter, ignoresLimits: ignoreLimits }),
  ];
  const isUnknown = pushes(after) && unknownOptions.length > 0;
  const isKnownBoth = pushes(before) && pushes(after) && !isUnknown;
  const changed = isKnownBoth ? changedOptions(from.job!, to.job!, sides) : [];
  const switched = before === null || after === null ? [] : changedEnabled(pushes(before), pushes(after));
  const remarks = [
    isUnknown ? unknownUntilApplied(unknownOptions) : [],
    switched,
    changed,
    enabledRemark(job) ?? [],
  ].flat();
  if (datasets.size > 1)
    return { ...without, remarks, reason: `the dataset changes from ${[...datasets].join(' to ')}` };
  // Nothing is pushed before and after, so that only the filters can differ.
  if (staysOff) for (const side of [from, to]) side.selection = selectionOf(side.reading.filter);
  const same = pushes(before) === pushes(after) ? whySame(from, to, [before?.filter, after?.filter]) : undefined;
  if (same !== undefined && changed.length === 0 && !isUnknown) {
    return { ...without, isUnchanged: remarks.length === 0, remarks, reason: staysOff ? `${OFF}, and ${same}` : same };
  }
  const warnings = [...from.warnings, ...to.warnings];
  const comparison = {
    compared: { dataset, from, to: [to], warnings },
    guards: isUnknown ? withoutGuards(guards) : guards,
    options: isUnknown ? ('unknown' as const) : sides.isSensitive ? ('sensitive' as const) : ('shown' as const),
  };
  const isSampledAnew = isKnownBoth && pushChange(pushSettings(from.job), pushSettings(to.job)) !== undefined;
  if (!isSampledAnew && pushes(after) && !isUnknown) remarks.push(...[samplingRemark(to.job!, sides) ?? []].flat());
  if (staysOff) remarks.push(BOTH_DISABLED);
  if (hidesFilters) remarks.push(HIDDEN_FILTERS);
  if (sides.isSensitive) remarks.push(HIDDEN_OPTIONS);
  return { ...head, remarks, comparison };
}

const OFF = 'the job is disabled before and after';

function hasSensitiveOptions({ sensitive }: PlannedJob): boolean {
  return sensitive.includes('output_options') || sensitive.includes('logpull_options');
}

/** Several jobs may have one name. */
function filtersByAddress({ address, comparison }: PreparedJob): ComparedFilter[] {
  if (comparison === undefined) return [];
  const { from, to } = comparison.compared;
  const named = (filter: ComparedFilter, time: string) => ({ ...filter, name: `${address} (${time})` });
  return [named(from, 'before'), ...to.map((filter) => named(filter, 'after'))];
}

function withoutGuards(guards: GuardRequest): GuardRequest {
  return { ...guards, guards: [], neverDrop: [], neverKeep: [], undecidedOk: undefined };
}

/** Whether a job pushes lines at all. */
function pushes(state: JobState | null): boolean {
  return state !== null && state.enabled !== false;
}

/** One state of a job, and how its filter is read. */
interface Side {
  /** Of the plan. */
  path: string;
  address: string;
  name: string;
  dataset: Dataset;
  time: 'before' | 'after';
  /** Whether values of output options are left out of messages. */
  isSensitive: boolean;
  hidesFilters: boolean;
  /** Whether the filter is sent: the platform has accepted the one in force. */
  isSent: boolean;
  ignoresLimits?: boolean;
}

/** @returns the filter, with its remarks on the output options @throws as {@link readPlannedJob} */
function sideOf(state: JobState | null, side: Side): ComparedFilter & { job: Job | undefined; warnings: string[] } {
  const { path, address, dataset, time, isSensitive, hidesFilters, isSent, ignoresLimits = false } = side;
  const name = `${side.name} (${time})`;
  const read = readFilter(state?.filter, dataset, {
    ...{ source: 'job', isSent, ignoresLimits },
  });
  const reading = hidesFilters ? hideProblems(read) : read;
  const without = { name, dataset, reading, job: undefined, jobProblems: [], warnings: [], selection: 'none' as const };
  if (state === null) return without;
  const place = { name, dataset: dataset.name, origin: `${path}, ${address} (${time})`, isSensitive };
  const { jobs, warnings } = readPlannedJob(state, place);
  const job = jobs[0]!;
  const problems = isSensitive ? [] : jobProblems(job, dataset);
  return {
    ...without,
    job,
    jobProblems: problems,
    warnings,
    selection: pushes(state) ? selectionOf(reading.filter) : 'none',
  };
}
