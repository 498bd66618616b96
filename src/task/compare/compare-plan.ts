// Compares the filter of every log push job that a Terraform plan changes, before against after. Prints nothing.
import { HeadgateError } from '../../base/index.ts';
import type { CompareReport } from '../../compare/index.ts';
import { type Dataset, DEFAULT_DATASET, getDataset } from '../../dataset/index.ts';
import { readFilter, selectionOf } from '../../filter/index.ts';
import type { GuardRequest } from '../../guard/index.ts';
import { type Job, parseJobs } from '../../job/index.ts';
import { abortable } from '../../run/abortable.ts';
import { readArgumentFile } from '../../run/argument-text.ts';
import { hasGuards } from '../../run/has-guards.ts';
import { InvalidFilterError, isInvalid } from '../../run/named-filters.ts';
import { compareInPasses } from './compare-in-passes.ts';
import { type CompareRequest, type SettledComparison, settleCompare } from './compare-request.ts';
import { type ComparedFilter, NO_LINE } from './compared-filters.ts';
import type { GuardedComparison } from './prepared-comparison.ts';
import { type JobState, type PlannedJob, readTerraformPlan, sampleRateOf } from './terraform-plan.ts';

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
  /** What the comparison does not cover: a sample rate that changes, or is unknown until Terraform applies the plan. */
  remarks: string[];
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
  const request = settleCompare({ ...rest, from: NO_LINE, to: [] });
  const plan = await abortable(readArgumentFile(path, 'Terraform plan', PLAN_LIMIT), request.signal);
  const prepared = readTerraformPlan(plan, path).map((job) => prepare(job, request));
  const comparisons = prepared.flatMap(({ comparison }) => comparison ?? []);
  const filters = comparisons.flatMap(({ compared }) => [compared.from, ...compared.to]);
  if (filters.some(({ reading }) => isInvalid(reading))) throw new InvalidFilterError(filters);
  const isGuarded = hasGuards(given);
  const results = await compareInPasses(request, comparisons);
  const left = [...results];
  const jobs = prepared.flatMap(({ comparison, ...job }): PlanComparison[] => {
    if (comparison === undefined) return [{ ...job, report: null, isUnjudged: isGuarded && !job.isUnchanged }];
    const result = left.shift();
    if (result === undefined) return [];
    if (result instanceof HeadgateError) {
      return [{ ...job, report: null, reason: result.message, isUnjudged: isGuarded }];
    }
    return [{ ...job, report: result, isUnjudged: isGuarded && result.guards === undefined }];
  });
  if (jobs.some(({ report }) => report?.partial)) return { version: 1, partial: true, jobs };
  const failure = results.find((result) => result instanceof HeadgateError);
  if (failure !== undefined && jobs.every(({ report, isUnchanged }) => report === null && !isUnchanged)) throw failure;
  return { version: 1, partial: false, jobs };
}

/** Returns why a plan has no answer: guards were not judged for a job that changes; undefined if they were. */
export function unjudgedError({ jobs, partial }: PlanCompareReport): HeadgateError | undefined {
  const unjudged = jobs.filter(({ isUnjudged }) => isUnjudged);
  if (partial || unjudged.length === 0) return undefined;
  const found = unjudged.map(
    ({ address, reason, remarks }) => `${address} (${[reason ?? [], ...remarks].flat().join('; ')})`,
  );
  return new HeadgateError(
    'guards-unjudged',
    `cannot judge the guards for ${found.join(', ')}: expected a comparison of every job that changes`,
  );
}

/** Plans of large accounts. */
const PLAN_LIMIT = { bytes: 256 * 1024 * 1024, expected: 'a Terraform plan' };

/** A job before anything is read. */
interface PreparedJob extends Omit<PlanComparison, 'report' | 'isUnjudged'> {
  /** Undefined: the job is not compared. */
  comparison: GuardedComparison | undefined;
}

function prepare(job: PlannedJob, { guards, ignoreLimits }: SettledComparison): PreparedJob {
  const { address, action, before, after, unknown } = job;
  const name = after?.name ?? before?.name ?? address;
  const head = { address, action, name, reason: null, isUnchanged: false, remarks: [] };
  const without = { ...head, comparison: undefined };
  const decisive = unknown.filter((setting) => setting !== 'sample_rate');
  if (decisive.length > 0) return { ...without, reason: unknownUntilApplied(decisive) };
  const sampling = samplingOf(job);
  const remarks = [sampling ?? [], enabledRemark(job) ?? []].flat();
  if (!pushes(before) && !pushes(after)) {
    return { ...without, isUnchanged: true, reason: 'the job is disabled before and after' };
  }
  const datasets = new Set(
    [before, after].flatMap((state) => (state === null ? [] : [state.dataset ?? DEFAULT_DATASET])),
  );
  if (datasets.size > 1)
    return { ...without, remarks, reason: `the dataset changes from ${[...datasets].join(' to ')}` };
  if (pushes(before) === pushes(after) && (before?.filter ?? '') === (after?.filter ?? '')) {
    return { ...without, isUnchanged: remarks.length === 0, remarks, reason: 'the filter does not change' };
  }
  const dataset = getDataset([...datasets][0]!);
  const [from, to] = [
    filterOf(before, `${name} (before)`, dataset, { isSent: false }),
    filterOf(after, `${name} (after)`, dataset, { isSent: true, ignoresLimits: ignoreLimits }),
  ];
  const comparison = {
    compared: { dataset, from, to: [to], warnings: [] },
    guards: unknown.includes('sample_rate') ? withoutGuards(guards) : guards,
  };
  return { ...head, remarks, comparison };
}

function withoutGuards(guards: GuardRequest): GuardRequest {
  return { ...guards, guards: [], neverDrop: [], neverKeep: [], undecidedOk: undefined };
}

function unknownUntilApplied(settings: readonly string[]): string {
  const names = settings.join(', ');
  return `${names} ${settings.length === 1 ? 'is' : 'are'} unknown until Terraform applies the plan`;
}

/** What the plan does to the sample rate of a job that pushes lines before and after; undefined if nothing. */
function samplingOf({ before, after, unknown }: PlannedJob): string | undefined {
  if (!pushes(after)) return undefined;
  if (unknown.includes('sample_rate')) return unknownUntilApplied(['sample_rate']);
  if (!pushes(before)) return undefined;
  const [old, next] = [sampleRateOf(before!), sampleRateOf(after!)];
  return old === next ? undefined : `sample_rate changes from ${old} to ${next}`;
}

/** Undefined if `enabled` is known, or set neither before nor after. It is false by default: docs/platform.md, "Jobs". */
function enabledRemark({ before, after }: PlannedJob): string | undefined {
  const isSet = (state: JobState | null): boolean => state !== null && typeof state.enabled === 'boolean';
  if (after === null || isSet(after) || (before !== null && !isSet(before))) return undefined;
  return 'enabled is not set, and a new job is disabled by default: compared as if it were true';
}

/** Whether a job pushes lines at all. */
function pushes(state: JobState | null): boolean {
  return state !== null && state.enabled !== false;
}

/** @param options whether the filter is sent: the platform has accepted the one in force */
function filterOf(
  state: JobState | null,
  name: string,
  dataset: Dataset,
  options: { isSent: boolean; ignoresLimits?: boolean },
): ComparedFilter {
  const job = state === null ? undefined : jobOf(state, name, dataset);
  const reading = readFilter(pushes(state) ? state!.filter : undefined, dataset, { source: 'job', ...options });
  const selection = pushes(state) ? selectionOf(reading.filter) : 'none';
  return { name, dataset, reading, job, jobProblems: [], selection };
}

/** The job, for its destination. */
function jobOf({ destination_conf: destination }: JobState, name: string, dataset: Dataset): Job | undefined {
  if (destination === null || destination === undefined) return undefined;
  const text = JSON.stringify({ name, dataset: dataset.name, destination_conf: destination });
  return parseJobs(text, 'the Terraform plan', name, { collectsProblems: true }).jobs[0];
}
