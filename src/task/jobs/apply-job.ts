// Applies the plan of one job: writes it with write-job.ts, reads it back and compares. After a failed write, reads which of the two jobs is
// there now: the job is the old or the new one at any time.
import type { ApiJob } from '../../api/index.ts';
import { compareJobs, compareReadBack } from '../../plan/index.ts';
import { failureReason, isInterruption, isOutcomeUnknown } from '../../run/failure-reason.ts';
import type { UndoFile } from '../../run/undo-file.ts';
import type { AppliedJob } from './applied-jobs.ts';
import type { ApplyContext } from './apply-context.ts';
import type { PreparedJob } from './prepared-job.ts';
import { JobChanged, type SavedUndo, saveUndoAfter, WriteFailed, type Written, writeJob } from './write-job.ts';

/** What is known about a job after an attempt. */
type Ending = Pick<AppliedJob, 'outcome' | 'reason' | 'remaining' | 'changedByOthers' | 'undoFile'> & { id?: number };

/** A job after an attempt. */
export interface JobAttempt {
  applied: AppliedJob;
  /** The user ended the run before the job was written. */
  isInterrupted: boolean;
}

/** Applies one job. Does not throw: the result has the reason of a failure. */
export async function applyJob(job: PreparedJob, context: ApplyContext): Promise<JobAttempt> {
  const { name, id, action } = job.plan;
  const attemptOf = (ending: Ending, isInterrupted = false): JobAttempt => ({
    applied: { name, id, action, ...ending },
    isInterrupted,
  });
  if (action === 'none') return attemptOf({ outcome: 'none' });
  let written: Written;
  try {
    written = await writeJob(job, context);
  } catch (error) {
    if (error instanceof WriteFailed) return attemptOf(await afterFailure(job, error, context));
    if (isInterruption(error, context.signal)) {
      return attemptOf({ outcome: 'unchanged', reason: 'interrupted before the job was written' }, true);
    }
    const changedByOthers = error instanceof JobChanged && error.changes.length > 0 ? error.changes : undefined;
    const ending: Ending = { outcome: 'unchanged', reason: failureReason(error) };
    return attemptOf(changedByOthers === undefined ? ending : { ...ending, changedByOthers });
  }
  context.onStep({ job: name, step: 'read-back' });
  return attemptOf(await readBack(job, written, context));
}

async function readBack(job: PreparedJob, { id, ...saved }: Written, context: ApplyContext): Promise<Ending> {
  const known = { id, ...pathOf(saved.undo) };
  let found: ApiJob | undefined;
  try {
    found = await context.writer.readJob(context.scope, id);
  } catch (error) {
    const reason = `the API accepted the change, but reading it back failed: ${failureReason(error)}`;
    return { ...known, outcome: 'unknown', reason };
  }
  if (found === undefined) {
    return { ...known, outcome: 'unknown', reason: 'the API accepted the change, but the job was deleted since' };
  }
  const remaining = compareReadBack(job.planned, found, job.dataset);
  if (remaining.length === 0) return { ...known, ...applied(saved) };
  const reason = 'the API accepted the change, but the job that was read back differs from the plan';
  return { ...known, outcome: 'incomplete', reason, remaining };
}

/** After a failed write: which of the two jobs is there now? */
async function afterFailure(job: PreparedJob, { cause, undo }: WriteFailed, context: ApplyContext): Promise<Ending> {
  const failure = failureReason(cause);
  let found: ApiJob | undefined;
  try {
    found = await findAgain(job, context);
  } catch (error) {
    const reason = `${failure}; reading the job back failed: ${failureReason(error)}`;
    return { ...pathOf(undo), outcome: 'unknown', reason };
  }
  const { live, planned, dataset } = job;
  const remaining = found === undefined ? [] : compareReadBack(planned, found, dataset);
  if (live === undefined) {
    // A job of that name that appeared meanwhile is somebody else's: an undo file would disable it.
    if (!isOutcomeUnknown(cause)) return { outcome: 'unchanged', reason: failure };
    if (found === undefined) return { outcome: 'unknown', reason: failure };
    if (remaining.length > 0) {
      return { outcome: 'unknown', reason: `${failure}; a job with this name exists, and differs from the plan` };
    }
    const saved = await saveUndoAfter(job, found.id, context);
    return { id: found.id, ...pathOf(saved.undo), ...applied(saved) };
  }
  if (found === undefined) {
    return { ...pathOf(undo), outcome: 'unknown', reason: `${failure}; the job was deleted since` };
  }
  if (compareJobs(live, found, dataset).length === 0) {
    // The API may still be processing the write.
    if (isOutcomeUnknown(cause)) return { ...pathOf(undo), outcome: 'unknown', reason: failure };
    await undo?.discard();
    return { outcome: 'unchanged', reason: failure };
  }
  if (remaining.length === 0) return { ...pathOf(undo), outcome: 'applied' };
  return {
    ...pathOf(undo),
    outcome: 'incomplete',
    reason: `${failure}; the job that was read back differs from the plan`,
    remaining,
  };
}

async function findAgain({ live, name }: PreparedJob, { writer, scope }: ApplyContext): Promise<ApiJob | undefined> {
  if (live !== undefined) return await writer.readJob(scope, live.id);
  return (await writer.listJobs(scope)).find((other) => other.name === name);
}

function applied({ undoFailure }: SavedUndo): Pick<Ending, 'outcome' | 'reason'> {
  if (undoFailure === undefined) return { outcome: 'applied' };
  return { outcome: 'applied', reason: `without an undo file: ${failureReason(undoFailure)}` };
}

function pathOf(undo: UndoFile | undefined): Pick<Ending, 'undoFile'> {
  return undo === undefined ? {} : { undoFile: undo.path };
}
