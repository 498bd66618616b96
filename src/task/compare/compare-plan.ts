// Compares the filter of every log push job that a Terraform plan changes, before against after. Prints nothing.
import { HeadgateError } from '../../base/index.ts';
import type { CompareReport } from '../../compare/index.ts';
import { type Dataset, DEFAULT_DATASET, getDataset } from '../../dataset/index.ts';
import { readFilter, selectionOf } from '../../filter/index.ts';
import { type Job, parseJobs } from '../../job/index.ts';
import { abortable } from '../../run/abortable.ts';
import { readArgumentFile } from '../../run/argument-text.ts';
import { InvalidFilterError } from '../../run/named-filters.ts';
import { compareFilters } from './compare-filters.ts';
import { type CompareRequest, type SettledComparison, settleCompare } from './compare-request.ts';
import { type ComparedFilter, NO_LINE } from './compared-filters.ts';
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
  /** Whether the reason is an answer: the filter does not change. */
  isUnchanged: boolean;
}

/** The comparisons of a plan. */
export interface PlanCompareReport {
  version: 1;
  partial: boolean;
  /** In the order of the plan. */
  jobs: PlanComparison[];
}

/**
 * Compares every job that the plan changes: a created or disabled job keeps no line before or after.
 * @throws HeadgateError `terraform-plan`, `terraform-no-jobs`, or for an unreadable file; the error of the first job if no job has an answer
 */
export async function comparePlan(given: ComparePlanRequest): Promise<PlanCompareReport> {
  const { terraformPlan: path, ...rest } = given;
  const request = settleCompare({ ...rest, from: NO_LINE, to: [] });
  const planned = readTerraformPlan(
    await abortable(readArgumentFile(path, 'Terraform plan', PLAN_LIMIT), request.signal),
    path,
  );
  const jobs: PlanComparison[] = [];
  let failure: unknown;
  for (const job of planned) {
    const { address, action, before, after } = job;
    const head = { address, action, name: after?.name ?? before?.name ?? address };
    try {
      const found = await compareJob(job, head.name, request);
      if (typeof found !== 'string') jobs.push({ ...head, report: found, reason: null, isUnchanged: false });
      else jobs.push({ ...head, report: null, reason: found, isUnchanged: found === UNCHANGED });
      if (typeof found !== 'string' && found.partial) return { version: 1, partial: true, jobs };
    } catch (error) {
      if (!(error instanceof HeadgateError) || error instanceof InvalidFilterError || error.kind === 'interrupted')
        throw error;
      failure ??= error;
      jobs.push({ ...head, report: null, reason: error.message, isUnchanged: false });
    }
  }
  if (failure !== undefined && jobs.every(({ report, isUnchanged }) => report === null && !isUnchanged)) throw failure;
  return { version: 1, partial: false, jobs };
}

/** Plans of large accounts. */
const PLAN_LIMIT = { bytes: 256 * 1024 * 1024, expected: 'a Terraform plan' };
const UNCHANGED = 'the filter does not change';

/** @returns why the job is not compared */
async function compareJob(job: PlannedJob, name: string, request: SettledComparison): Promise<CompareReport | string> {
  const { before, after, isFilterUnknown } = job;
  if (isFilterUnknown) return 'the filter is unknown until Terraform applies the plan';
  if (pushes(before) === pushes(after) && (before?.filter ?? '') === (after?.filter ?? '')) return UNCHANGED;
  const datasets = new Set(
    [before, after].flatMap((state) => (state === null ? [] : [state.dataset ?? DEFAULT_DATASET])),
  );
  if (datasets.size > 1) return `the dataset changes from ${[...datasets].join(' to ')}`;
  const dataset = getDataset([...datasets][0]!);
  const [from, to] = [
    filterOf(before, `${name} (before)`, dataset, { isSent: false }),
    filterOf(after, `${name} (after)`, dataset, { isSent: true, ignoresLimits: request.ignoreLimits }),
  ];
  return compareFilters(request, { dataset, from, to: [to], warnings: [] });
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
