// Writes one planned job, after it has checked that nobody changed the job since the plan. Stores the undo file of an update before it
// writes; a new job has an id only after that.
import type { ApiJob } from '../../api/index.ts';
import { HeadgateError } from '../../base/index.ts';
import { compareJobs, type JobChange } from '../../plan/index.ts';
import { abortable } from '../../run/abortable.ts';
import { type UndoFile, writeUndoFile } from '../../run/undo-file.ts';
import type { ApplyContext } from './apply-context.ts';
import { findOwnershipToken } from './ownership.ts';
import type { PreparedJob } from './prepared-job.ts';

/** The undo file of a job. */
export interface SavedUndo {
  undo: UndoFile | undefined;
  /** Why a new job has none. */
  undoFailure?: unknown;
}

/** A write that the API accepted. */
export interface Written extends SavedUndo {
  id: number;
}

/** Somebody else changed the job since the plan. Nothing was sent. */
export class JobChanged extends HeadgateError {
  /** What they changed; empty if the job was created or deleted. */
  readonly changes: readonly JobChange[];

  constructor(what: string, changes: readonly JobChange[] = []) {
    const message = `${what} since the plan, so nothing was written; run headgate jobs plan to see the job as it is now`;
    super('job-changed', message, { kind: 'negative' });
    this.changes = changes;
  }
}

/** A write was sent and failed: the job may have changed. */
export class WriteFailed extends Error {
  override readonly name = 'WriteFailed';
  readonly undo: UndoFile | undefined;

  constructor(cause: unknown, undo: UndoFile | undefined) {
    super('the write failed', { cause });
    this.undo = undo;
  }
}

/** Key of a body that proves the ownership of the destination. */
const TOKEN_KEY = 'ownership_challenge';

/** Writes a job. @throws WriteFailed; any other error, such as JobChanged: nothing was sent */
export function writeJob(job: PreparedJob, context: ApplyContext): Promise<Written> {
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
  if (changes.length > 0) throw new JobChanged('somebody else changed the job', changes);
}

async function create(job: PreparedJob, context: ApplyContext): Promise<Written> {
  const { api, writer, scope, onStep, signal, undoFolder } = context;
  const { name } = job.plan;
  const token = await tokenFor(job, context);
  onStep({ job: name, step: 'check' });
  const jobs = await api.listJobs(scope);
  if (jobs.some((other) => other.name === job.name)) throw new JobChanged('a job with this name was created');
  // The undo file follows the job, whose id it needs. It must not fail then.
  await (await writeUndoFile(undoFolder, name, {})).discard();
  signal.throwIfAborted();
  onStep({ job: name, step: 'write' });
  const known = jobs.map(({ id }) => id);
  let id: number;
  try {
    ({ id } = await writer.createJob(scope, withToken(job, token), known));
  } catch (error) {
    throw new WriteFailed(error, undefined);
  }
  return { id, ...(await saveUndoAfter(job, id, context)) };
}

/** Stores the undo file. @throws HeadgateError `undo-failed` */
function saveUndo({ planned, plan }: PreparedJob, id: number, { undoFolder }: ApplyContext): Promise<UndoFile> {
  return writeUndoFile(undoFolder, plan.name, planned.undo(id));
}

/** Stores the undo file of a job that was created. */
export async function saveUndoAfter(job: PreparedJob, id: number, context: ApplyContext): Promise<SavedUndo> {
  try {
    return { undo: await saveUndo(job, id, context) };
  } catch (error) {
    return { undo: undefined, undoFailure: error };
  }
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
