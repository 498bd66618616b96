// Applies the plan of several jobs in the order of the files: plans, asks, then applies one job after the other. Stops at the first job
// that is not applied, and reports every job.
import { HeadgateError } from '../../base/index.ts';
import type { UndoContent } from '../../cloud/plan/index.ts';
import { openWriter } from '../request/apply-object.ts';
import { checkChoice } from '../request/check-value.ts';
import { confirmPlan, type PlanQuestions, WORKING_DIRECTORY } from '../request/confirm-plan.ts';
import type { AppliedJob, ApplyContext, ApplyStep, JobsApplied } from './applied-jobs.ts';
import { applyJob } from './apply-job.ts';
import { differencesFromPlan, rejectNotApplicable } from './approved-plan.ts';
import type { JobsPlan, PlanJobsRequest, PreparedJob } from './jobs-plan.ts';
import type { AskOwnership } from './ownership.ts';
import { type PreparedPlan, prepareJobs } from './plan-jobs.ts';

/** The jobs to apply. */
export interface ApplyJobsRequest extends PlanJobsRequest, PlanQuestions<JobsPlan> {
  /** A plan of `jobs plan --format json`: anything else than its changes is rejected. @default anything is applied */
  approved?: JobsPlan | undefined;
  /** Asks for the content of an ownership file that headgate cannot read. @default fails */
  askOwnership?: AskOwnership | undefined;
  /** Called before each step. */
  onStep?: ((step: ApplyStep) => void) | undefined;
  /** What the undo file of a changed job contains; the `whole` job can be created again if it is deleted. @default 'changes' */
  undo?: UndoContent | undefined;
}

/**
 * Plans, then applies the changes. The signal ends the run at any time before a write; a write that has begun is read back.
 * @throws HeadgateError as `planJobs`, before anything is changed. A failure while jobs are applied is a result
 * @example
 * ```ts
 * import { tmpdir } from 'node:os';
 * import { applyJobs, startSandbox } from 'headgate';
 *
 * const sandbox = await startSandbox({ empty: true });
 * const { baseURL, token, zoneId: zone, bucket } = sandbox;
 * const job = { name: 'errors', destination_conf: bucket.destinationConf('errors/{DATE}'), enabled: true };
 * const request = {
 *   ...{ zone, credentials: { token }, baseURL, undoFolder: tmpdir() },
 *   jobs: ['-'],
 *   stdin: async () => JSON.stringify(job),
 *   filter: 'EdgeResponseStatus >= 500',
 * };
 * const first = await applyJobs(request);
 * const second = await applyJobs(request);
 * console.log(first.outcome, first.jobs[0]?.action, second.outcome); // => applied create nothing
 * await sandbox.stop();
 * ```
 */
export async function applyJobs(request: ApplyJobsRequest): Promise<JobsApplied> {
  const { approved, signal = new AbortController().signal } = request;
  if (approved !== undefined) rejectNotApplicable(approved);
  checkChoice('undo', request.undo ?? 'changes', ['changes', 'whole']);
  const prepared = await prepareJobs(request);
  const { plan } = prepared;
  const rejectOther = approved && (() => rejectOtherPlan(prepared, approved));
  const ended = await confirmPlan(plan, { ...request, signal, rejectOther });
  if (ended !== undefined) return { version: 1, plan, outcome: ended, jobs: [] };
  const context = await contextOf(request, prepared, signal);
  const { jobs, isInterrupted } = await applyInOrder(prepared.jobs, context);
  const isApplied = jobs.every(({ outcome }) => outcome === 'applied' || outcome === 'none');
  return { version: 1, plan, outcome: isApplied ? 'applied' : isInterrupted ? 'interrupted' : 'failed', jobs };
}

async function rejectOtherPlan({ plan, api }: PreparedPlan, approved: JobsPlan): Promise<void> {
  const { other, missing } = await differencesFromPlan({ plan, listJobs: () => api.listJobs(plan.scope) }, approved);
  if (other.length > 0) {
    throw planDiffers(
      `found other changes now than in the plan for ${other.join(', ')}; nothing was changed; run headgate jobs plan again`,
    );
  }
  if (missing.length > 0) {
    throw planDiffers(
      `found no change now for ${missing.join(', ')}, expected that of the plan; nothing was changed; use the flags with which the plan was made, such as --filter and --rewrite, or run headgate jobs plan again`,
    );
  }
}

function planDiffers(found: string): HeadgateError {
  return new HeadgateError('plan-differs', `cannot apply the plan: ${found}`, { kind: 'negative' });
}

async function contextOf(
  request: ApplyJobsRequest,
  { plan: { scope }, api }: PreparedPlan,
  signal: AbortSignal,
): Promise<ApplyContext> {
  const {
    connection = {},
    askOwnership,
    onStep = () => {},
    undoFolder = WORKING_DIRECTORY,
    undo: undoContent = 'changes',
  } = request;
  const writer = await openWriter(request, { scope, api, signal });
  return { api, writer, scope, connection, askOwnership, onStep, signal, undoFolder, undoContent };
}

async function applyInOrder(
  jobs: readonly PreparedJob[],
  context: ApplyContext,
): Promise<{ jobs: AppliedJob[]; isInterrupted: boolean }> {
  const applied: AppliedJob[] = [];
  let isInterrupted = false;
  let failed: string | undefined;
  for (const job of jobs) {
    isInterrupted ||= context.signal.aborted;
    const { name, id, action } = job.plan;
    if ((isInterrupted || failed !== undefined) && action !== 'none') {
      const reason = failed === undefined ? 'not tried: the run was interrupted' : `not tried: ${failed} failed`;
      applied.push({ name, id, action, outcome: 'unchanged', reason });
      continue;
    }
    const attempt = await applyJob(job, context);
    applied.push(attempt.applied);
    isInterrupted ||= attempt.isInterrupted;
    const { outcome } = attempt.applied;
    if (!attempt.isInterrupted && outcome !== 'applied' && outcome !== 'none') failed ??= name;
  }
  return { jobs: applied, isInterrupted };
}
