// Applies the plan of one job: checks that the job is as planned, proves ownership, writes the undo file, writes the job, reads it back
// and compares. Each step begins only after the one before has succeeded, so that the job is the old or the new one at any time.
import type { ApiJob } from '../../api/index.ts';
import { HeadgateError, redactSecrets } from '../../base/index.ts';
import type { UndoFile } from '../../run/undo-file.ts';
import type { AppliedJob } from './applied-jobs.ts';
import type { ApplyContext } from './apply-context.ts';
import { isSameJob, type PreparedJob } from './prepared-job.ts';
import { saveUndo, WriteFailed, type Written, writeJob } from './write-job.ts';

/** What is known about a job after an attempt. */
type Ending = Pick<AppliedJob, 'outcome' | 'reason' | 'remaining' | 'undoFile'> & { id?: number };

/** Applies one job. Does not throw: the result has the reason of a failure. */
export async function applyJob(job: PreparedJob, context: ApplyContext): Promise<AppliedJob> {
  const { name, id, action } = job.plan;
  if (action === 'none') return { name, id, action, outcome: 'none' };
  const ending = await tryToApply(job, context);
  context.onStep({ job: name, step: 'done' });
  return { name, id, action, ...ending };
}

async function tryToApply(job: PreparedJob, context: ApplyContext): Promise<Ending> {
  let written: Written;
  try {
    written = await writeJob(job, context);
  } catch (error) {
    if (error instanceof WriteFailed) return afterFailure(job, error, context);
    return { outcome: 'unchanged', reason: reasonOf(error, context.signal) };
  }
  context.onStep({ job: job.plan.name, step: 'read-back' });
  const { id, undo, undoFailure } = written;
  const known = { id, ...pathOf(undo) };
  try {
    const found = await context.api.readJob(context.scope, id);
    if (found === undefined) return { ...known, outcome: 'unknown', reason: 'the job was written, and is gone now' };
    const ending = compared(job, found);
    if (undoFailure === undefined || ending.reason !== undefined) return { ...known, ...ending };
    return { ...known, ...ending, reason: `without an undo file: ${reasonOf(undoFailure)}` };
  } catch (error) {
    return {
      ...known,
      outcome: 'unknown',
      reason: `the API accepted the change, but the job cannot be read back: ${reasonOf(error)}`,
    };
  }
}

/** After a failed write: which of the two jobs is there now? */
async function afterFailure(job: PreparedJob, failure: WriteFailed, context: ApplyContext): Promise<Ending> {
  const { undo } = failure;
  const reason = reasonOf(failure.cause);
  const { api, scope } = context;
  let found: ApiJob | undefined;
  try {
    found =
      job.live === undefined
        ? (await api.listJobs(scope)).find((other) => other.name === job.name)
        : await api.readJob(scope, job.live.id);
  } catch {
    return { ...pathOf(undo), outcome: 'unknown', reason: `${reason}; the job cannot be read either` };
  }
  if (found === undefined || (job.live !== undefined && isSameJob(job.live, found))) {
    // The API may still be processing the write.
    if (isOutcomeUnknown(failure.cause)) return { ...pathOf(undo), outcome: 'unknown', reason };
    await undo?.discard();
    return { outcome: 'unchanged', reason };
  }
  // Somebody else's job of that name: an undo file would disable it.
  if (job.live === undefined && !isOutcomeUnknown(failure.cause)) return { outcome: 'unchanged', reason };
  if (job.live === undefined && job.remaining(found).length > 0) return { outcome: 'unknown', reason };
  const saved = undo ?? (await saveUndo(job, found.id, context).catch(() => undefined));
  return { id: found.id, ...pathOf(saved), ...compared(job, found) };
}

function compared(job: PreparedJob, found: ApiJob): Pick<Ending, 'outcome' | 'reason' | 'remaining'> {
  const remaining = job.remaining(found);
  if (remaining.length === 0) return { outcome: 'applied' };
  return {
    outcome: 'incomplete',
    reason: 'the API accepted the change, but the job that was read back differs from the plan',
    remaining,
  };
}

function pathOf(undo: UndoFile | undefined): Pick<Ending, 'undoFile'> {
  return undo === undefined ? {} : { undoFile: undo.path };
}

function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof HeadgateError && error.code === 'api-outcome-unknown';
}

/** The message of a failure. @param signal if it is aborted, the run was interrupted before the write */
function reasonOf(error: unknown, signal?: AbortSignal): string {
  if (signal?.aborted === true && error === signal.reason) return 'interrupted before the job was written';
  if (error instanceof HeadgateError) return error.message;
  return redactSecrets(`unexpected error: ${error instanceof Error ? error.message : String(error)}`);
}
