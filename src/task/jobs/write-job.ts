// Writes one planned job, after it has checked that nobody changed the job since the plan. Stores the undo file of an update before it
// writes; a new job has an id only after that.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { ApiJob } from '../../api/index.ts';
import { HeadgateError, writeReason } from '../../base/index.ts';
import { type UndoFile, writeUndoFile } from '../../run/undo-file.ts';
import type { ApplyContext } from './apply-context.ts';
import { findOwnershipToken } from './ownership.ts';
import { isSameJob, type PreparedJob } from './prepared-job.ts';

/** A write that the API accepted. */
export interface Written {
  id: number;
  undo: UndoFile | undefined;
  /** Why there is no undo file of a new job. */
  undoFailure?: unknown;
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

/** Writes a job. @throws WriteFailed; any other error: nothing was sent */
export function writeJob(job: PreparedJob, context: ApplyContext): Promise<Written> {
  context.onStep({ job: job.plan.name, step: 'check' });
  return job.live === undefined ? create(job, context) : update(job, job.live, context);
}

/** Stores the undo file. @throws HeadgateError `undo-failed` */
export function saveUndo({ planned, plan }: PreparedJob, id: number, { undoFolder }: ApplyContext): Promise<UndoFile> {
  return writeUndoFile(undoFolder, plan.name, planned.undo(id));
}

async function update(job: PreparedJob, live: ApiJob, context: ApplyContext): Promise<Written> {
  const { api, scope, onStep, signal } = context;
  await checkUnchanged(live, context);
  const token = await tokenFor(job, context);
  // A question may have taken minutes.
  if (token !== undefined) await checkUnchanged(live, context);
  signal.throwIfAborted();
  const undo = await saveUndo(job, live.id, context);
  onStep({ job: job.plan.name, step: 'write' });
  try {
    await api.updateJob(scope, live.id, withToken(job, token));
  } catch (error) {
    throw new WriteFailed(error, undo);
  }
  return { id: live.id, undo };
}

async function checkUnchanged(live: ApiJob, { api, scope }: ApplyContext): Promise<void> {
  const now = await api.readJob(scope, live.id);
  if (now === undefined) throw changed('the job was deleted');
  if (!isSameJob(live, now)) throw changed('the job was changed');
}

async function create(job: PreparedJob, context: ApplyContext): Promise<Written> {
  const { api, scope, onStep, signal, undoFolder } = context;
  const token = await tokenFor(job, context);
  const jobs = await api.listJobs(scope);
  if (jobs.some((other) => other.name === job.name)) throw changed('a job with this name was created');
  await checkFolder(undoFolder);
  signal.throwIfAborted();
  onStep({ job: job.plan.name, step: 'write' });
  const known = jobs.map(({ id }) => id);
  let id: number;
  try {
    ({ id } = await api.createJob(scope, withToken(job, token), known));
  } catch (error) {
    throw new WriteFailed(error, undefined);
  }
  try {
    return { id, undo: await saveUndo(job, id, context) };
  } catch (error) {
    return { id, undo: undefined, undoFailure: error };
  }
}

/** The undo file of a new job is written after it, when its id is known. */
async function checkFolder(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new HeadgateError(
      'undo-failed',
      `cannot write an undo file to ${folder}: ${writeReason(error)}; choose another folder with --undo-dir`,
      { cause: error },
    );
  }
}

async function tokenFor({ plan, planned, ...job }: PreparedJob, context: ApplyContext): Promise<string | undefined> {
  if (!planned.plan.needsOwnership && !Object.hasOwn(planned.body, TOKEN_KEY)) return undefined;
  const { api, scope, connection, askOwnership, onStep } = context;
  onStep({ job: plan.name, step: 'ownership' });
  const { destinationConf, token: given } = job;
  return await findOwnershipToken({ api, scope, connection, askOwnership, destinationConf, given });
}

function withToken({ planned: { body } }: PreparedJob, token: string | undefined): PreparedJob['planned']['body'] {
  return token === undefined ? body : { ...body, [TOKEN_KEY]: token };
}

function changed(what: string): HeadgateError {
  return new HeadgateError(
    'job-changed',
    `${what} since the plan, so nothing was written; run headgate jobs plan to see the job as it is now`,
    { kind: 'negative' },
  );
}
