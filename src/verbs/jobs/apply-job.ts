// Applies the plan of one job: compares the live job with that of the plan, stores the undo file, writes, reads back and compares. After a failed
// write, reads which of the two jobs is there now: the job is the old or the new one at any time. The undo file of a new job names it by its name
// until the API has given it an id.
import {
  abortable,
  failureReason,
  HeadgateError,
  isInterruption,
  isOutcomeUnknown,
  isRateLimited,
} from '../../base/index.ts';
import type { ApiJob, Scope } from '../../cloud/api/index.ts';
import { compareJobs, compareReadBack, type JobChange } from '../../cloud/plan/index.ts';
import { type UndoFile, withUndoScope, writeUndoFile } from '../../cloud/undo/index.ts';
import type { AppliedJob, ApplyContext } from './applied-jobs.ts';
import type { PreparedJob } from './jobs-plan.ts';
import { findOwnershipToken } from './ownership.ts';

/** A write that the API accepted. */
interface Written {
  id: number;
  undo: UndoFile;
}

/** Another client changed the job since the plan. Nothing was sent. */
class JobChanged extends HeadgateError {
  /** What they changed; empty if the job was created or deleted. */
  readonly changes: readonly JobChange[];

  constructor(what: string, changes: readonly JobChange[] = []) {
    const message = `${what} since the plan, so nothing was written; run headgate jobs plan to see the job as it is now`;
    super('job-changed', message, { kind: 'negative' });
    this.changes = changes;
  }
}

/** A write was sent and failed: the job may have changed. */
class WriteFailed extends Error {
  override readonly name = 'WriteFailed';
  readonly undo: UndoFile;

  constructor(cause: unknown, undo: UndoFile) {
    super('the write failed', { cause });
    this.undo = undo;
  }
}

/** Key of a body that proves the ownership of the destination. */
const TOKEN_KEY = 'ownership_challenge';

/** What is known about a job after an attempt. */
type Ending = Pick<AppliedJob, 'outcome' | 'reason' | 'remaining' | 'changedByOthers' | 'undoFile' | 'advice'> & {
  id?: number;
};

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
    applied: {
      ...{ name, id, action, ...ending },
      ...(ending.undoFile !== undefined && undoHasParameters(job, context) ? { undoHasParameters: true } : {}),
    },
    isInterrupted,
  });
  if (action === 'none') return attemptOf({ outcome: 'none' });
  let written: Written;
  try {
    written = await writeJob(job, context);
  } catch (error) {
    if (error instanceof WriteFailed) return attemptOf(await afterFailure(job, error, context));
    if (isInterruption(error, context.signal)) {
      return attemptOf(
        { outcome: 'unchanged', reason: 'interrupted before the job was written', advice: 'retry' },
        true,
      );
    }
    const changedByOthers = error instanceof JobChanged && error.changes.length > 0 ? error.changes : undefined;
    const advice = error instanceof JobChanged ? 'plan' : adviceAfter(error);
    const ending: Ending = { outcome: 'unchanged', reason: failureReason(error), advice };
    return attemptOf(changedByOthers === undefined ? ending : { ...ending, changedByOthers });
  }
  context.onStep({ job: name, step: 'read-back' });
  return attemptOf(await readBack(job, written, context));
}

async function readBack(job: PreparedJob, { id, undo }: Written, context: ApplyContext): Promise<Ending> {
  const known = { id, undoFile: undo.path };
  let found: FoundJob;
  try {
    found = await readWritten(job, id, context);
  } catch (error) {
    const reason = `the API accepted the change, but reading it back failed: ${failureReason(error)}`;
    return { ...known, outcome: 'unknown', reason, advice: 'retry' };
  }
  const { written, ids } = found;
  if (written === undefined) {
    const reason = 'the API accepted the change, but the job was deleted since';
    return { ...known, outcome: 'unknown', reason, advice: 'plan' };
  }
  if (ids.length > 1) {
    const reason = `the job was created, but several jobs with this name exist (ids ${ids.join(', ')}): this run or another client created them; delete those that you do not need`;
    return { ...known, outcome: 'incomplete', reason, advice: 'list' };
  }
  const { remaining, changedByOthers } = differences(job, written);
  if (remaining.length === 0) return { ...known, outcome: 'applied', ...changedByOthers };
  const reason = 'the API accepted the change, but the job that was read back differs from the plan';
  return { ...known, outcome: 'incomplete', reason, remaining, ...changedByOthers, advice: 'retry' };
}

/** A job that was written. */
interface FoundJob {
  written: ApiJob | undefined;
  /** Of a new job: the ids of all jobs with its name. */
  ids: readonly number[];
}

async function readWritten({ live, name }: PreparedJob, id: number, context: ApplyContext): Promise<FoundJob> {
  const { writer, scope } = context;
  if (live !== undefined) return { written: await writer.readJob(scope, id), ids: [] };
  const { job, ids } = await writer.readCreatedJob(scope, { id, name });
  return { written: job, ids };
}

/** After a failed write: which of the two jobs is there now? */
async function afterFailure(job: PreparedJob, { cause, undo }: WriteFailed, context: ApplyContext): Promise<Ending> {
  const failure = failureReason(cause);
  if (job.live === undefined) return await afterFailedCreation(job, { cause, undo }, context);
  const undoFile = undo.path;
  let found: ApiJob | undefined;
  try {
    found = await context.writer.readJob(context.scope, job.live.id);
  } catch (error) {
    if (isRateLimited(cause)) {
      await undo.discard();
      return { outcome: 'unchanged', reason: failure, advice: 'retry' };
    }
    const reason = `${failure}; reading the job back failed: ${failureReason(error)}`;
    return { undoFile, outcome: 'unknown', reason, advice: 'retry' };
  }
  if (found === undefined) {
    return { undoFile, outcome: 'unknown', reason: `${failure}; the job was deleted since`, advice: 'plan' };
  }
  if (compareJobs(job.live, found, job.dataset).length === 0) {
    // The API may still be processing the write.
    if (isOutcomeUnknown(cause)) return { undoFile, outcome: 'unknown', reason: failure, advice: 'retry' };
    await undo.discard();
    return { outcome: 'unchanged', reason: failure, advice: adviceAfter(cause) };
  }
  const { remaining, changedByOthers } = differences(job, found);
  if (remaining.length === 0) return { undoFile, outcome: 'applied', ...changedByOthers };
  const reason = `${failure}; the job that was read back differs from the plan`;
  return { undoFile, outcome: 'incomplete', reason, remaining, ...changedByOthers, advice: 'retry' };
}

/** A job that appeared although its creation was rejected is that of another client: an undo file would disable it. */
async function afterFailedCreation(
  job: PreparedJob,
  { cause, undo }: Pick<WriteFailed, 'cause' | 'undo'>,
  { writer, scope }: ApplyContext,
): Promise<Ending> {
  const failure = failureReason(cause);
  if (!isOutcomeUnknown(cause)) {
    await undo.discard();
    return { outcome: 'unchanged', reason: failure, advice: adviceAfter(cause) };
  }
  let namesakes: ApiJob[];
  try {
    namesakes = (await writer.listJobs(scope)).filter((other) => other.name === job.name);
  } catch (error) {
    const reason = `${failure}; reading the job back failed: ${failureReason(error)}`;
    return { undoFile: undo.path, outcome: 'unknown', reason, advice: 'list' };
  }
  const [found, ...others] = namesakes;
  const isOurs = found !== undefined && others.length === 0 && differences(job, found).remaining.length === 0;
  if (isOurs) {
    await nameById(undo, job, found.id, scope);
    return { id: found.id, undoFile: undo.path, outcome: 'applied' };
  }
  await undo.discard();
  if (found === undefined) return { outcome: 'unknown', reason: failure, advice: 'list' };
  const exist =
    others.length === 0
      ? 'a job with this name exists, and differs from the plan'
      : `several jobs with this name exist (ids ${namesakes.map(({ id }) => id).join(', ')})`;
  return { outcome: 'unknown', reason: `${failure}; ${exist}`, advice: 'list' };
}

/** A change that the API rejected is rejected again. */
function adviceAfter(error: unknown): 'correct' | 'retry' {
  return error instanceof HeadgateError && error.kind === 'negative' ? 'correct' : 'retry';
}

/** The undo file of an update has the old values of what changes; that of a creation has no destination. */
function undoHasParameters({ live, planned }: PreparedJob, { undoContent }: ApplyContext): boolean {
  const conf = live?.destination_conf;
  const isStored = undoContent === 'whole' || Object.hasOwn(planned.body, 'destination_conf');
  return isStored && typeof conf === 'string' && conf.includes('?');
}

/** Changes that did not take effect, and changes of other keys, which this apply did not send. */
function differences(
  { planned, dataset }: PreparedJob,
  found: ApiJob,
): { remaining: readonly JobChange[]; changedByOthers: Pick<Ending, 'changedByOthers'> } {
  const isSent = ({ path }: JobChange): boolean => Object.hasOwn(planned.body, path.split('.')[0]!);
  const changes = compareReadBack(planned, found, dataset);
  const others = changes.filter((change) => !isSent(change));
  return { remaining: changes.filter(isSent), changedByOthers: others.length === 0 ? {} : { changedByOthers: others } };
}

/** Writes a job. @throws WriteFailed; any other error, such as JobChanged: nothing was sent */
function writeJob(job: PreparedJob, context: ApplyContext): Promise<Written> {
  return job.live === undefined ? create(job, context) : update(job, job.live, context);
}

async function update(job: PreparedJob, live: ApiJob, context: ApplyContext): Promise<Written> {
  const { writer, scope, onStep, signal } = context;
  onStep({ job: job.plan.name, step: 'check' });
  await checkUnchanged(job, live, context);
  const token = await tokenFor(job, context);
  // A question may have taken minutes.
  if (token !== undefined) await checkUnchanged(job, live, context);
  signal.throwIfAborted();
  const undo = await saveUndo(job, live.id, context);
  onStep({ job: job.plan.name, step: 'write' });
  try {
    await writer.updateJob(scope, live.id, withToken(job, token));
  } catch (error) {
    throw new WriteFailed(error, undo);
  }
  return { id: live.id, undo };
}

async function checkUnchanged({ dataset }: PreparedJob, live: ApiJob, { api, scope }: ApplyContext): Promise<void> {
  const now = await api.readJob(scope, live.id);
  if (now === undefined) throw new JobChanged('the job was deleted');
  const changes = compareJobs(live, now, dataset);
  if (changes.length > 0) throw new JobChanged('another client changed the job', changes);
}

async function create(job: PreparedJob, context: ApplyContext): Promise<Written> {
  const { api, writer, scope, onStep, signal, undoFolder } = context;
  const { name } = job.plan;
  const token = await tokenFor(job, context);
  onStep({ job: name, step: 'check' });
  const jobs = await api.listJobs(scope);
  if (jobs.some((other) => other.name === job.name)) throw new JobChanged('a job with this name was created');
  signal.throwIfAborted();
  const { id: _, ...byName } = job.planned.undo(0);
  const undo = await writeUndoFile(undoFolder, name, withUndoScope(byName, scope));
  onStep({ job: name, step: 'write' });
  const known = jobs.map(({ id }) => id);
  let id: number;
  try {
    ({ id } = await writer.createJob(scope, withToken(job, token), known));
  } catch (error) {
    throw new WriteFailed(error, undo);
  }
  await nameById(undo, job, id, scope);
  return { id, undo };
}

/** Adds the id to the undo file of a new job. */
async function nameById(undo: UndoFile, { planned }: PreparedJob, id: number, scope: Scope): Promise<void> {
  // Without the id, the file finds the job by its name.
  await undo.replace(withUndoScope(planned.undo(id), scope)).catch(() => {});
}

/** Stores the undo file. @throws HeadgateError `undo-failed` */
function saveUndo({ planned, plan }: PreparedJob, id: number, context: ApplyContext): Promise<UndoFile> {
  const { undoFolder, undoContent, scope } = context;
  return writeUndoFile(undoFolder, plan.name, withUndoScope(planned.undo(id, undoContent), scope));
}

async function tokenFor({ plan, planned, ...job }: PreparedJob, context: ApplyContext): Promise<string | undefined> {
  if (!planned.plan.needsOwnership && !Object.hasOwn(planned.body, TOKEN_KEY)) return undefined;
  const { api, scope, connection, askOwnership, onStep, signal } = context;
  onStep({ job: plan.name, step: 'ownership' });
  const { destinationConf, token: given } = job;
  // A bucket that does not answer has no signal of its own.
  return await abortable(findOwnershipToken({ api, scope, connection, askOwnership, destinationConf, given }), signal);
}

function withToken({ planned: { body } }: PreparedJob, token: string | undefined): PreparedJob['planned']['body'] {
  return token === undefined ? body : { ...body, [TOKEN_KEY]: token };
}
