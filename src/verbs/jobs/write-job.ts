// Writes one planned job, after it has compared the live job with that of the plan. Stores the undo file before it writes: that of
// a new job names it by its name until the API has given it an id.
import { abortable, HeadgateError } from '../../base/index.ts';
import type { ApiJob, Scope } from '../../cloud/api/index.ts';
import { compareJobs, type JobChange } from '../../cloud/plan/index.ts';
import { type UndoFile, withUndoScope, writeUndoFile } from '../../cloud/undo/index.ts';
import type { ApplyContext } from './apply-context.ts';
import { findOwnershipToken } from './ownership.ts';
import type { PreparedJob } from './prepared-job.ts';

/** A write that the API accepted. */
export interface Written {
  id: number;
  undo: UndoFile;
}

/** Another client changed the job since the plan. Nothing was sent. */
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
  readonly undo: UndoFile;

  constructor(cause: unknown, undo: UndoFile) {
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
export async function nameById(undo: UndoFile, { planned }: PreparedJob, id: number, scope: Scope): Promise<void> {
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
