// Applies the plan of one job: checks that the job is as planned, proves ownership, writes the undo file, writes the job, reads it back
// and compares. Each step begins only after the one before has succeeded, so the job is the old or the new one at any time.
import type { ApiJob, ManagementApi, Scope } from '../../api/index.ts';
import { HeadgateError } from '../../base/index.ts';
import type { LocationOptions } from '../../destination/index.ts';
import type { AppliedJob } from './applied-jobs.ts';
import { type AskOwnership, findOwnershipToken } from './ownership.ts';
import { isSameJob, type PreparedJob } from './prepared-job.ts';

/** A step of an apply, for progress. */
export interface ApplyStep {
  job: string;
  step: 'check' | 'ownership' | 'write' | 'read-back' | 'done';
}

/** What the jobs of one apply share. */
export interface ApplyContext {
  api: ManagementApi;
  scope: Scope;
  connection: LocationOptions;
  askOwnership: AskOwnership | undefined;
  onStep: (step: ApplyStep) => void;
  /** Stops before the next write; a write that has begun is read back. */
  signal: AbortSignal;
  /** Stores an undo file. @returns its path */
  saveUndo: (name: string, content: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Checks that an undo file can be stored. @throws HeadgateError */
  checkUndo: () => Promise<void>;
}

/** Key of a body that proves the ownership of the destination. */
const TOKEN_KEY = 'ownership_challenge';

/** Applies one job. Never throws for a failure of the API: the result has its message. */
export async function applyJob(job: PreparedJob, context: ApplyContext): Promise<AppliedJob> {
  const { name, id, action } = job.plan;
  const facts = { name, id, action };
  if (action === 'none') return { ...facts, outcome: 'none' };
  const { onStep } = context;
  let written: Written;
  try {
    written = job.live === undefined ? await create(job, context) : await update(job, job.live, context);
  } catch (error) {
    if (error instanceof WriteFailed) return { ...facts, ...(await outcomeOfFailure(job, error, context)) };
    return { ...facts, outcome: 'unchanged', reason: reasonOf(error, context.signal) };
  }
  const { undoFile, warning } = written;
  const applied = { ...facts, id: written.id, ...(undoFile === undefined ? {} : { undoFile }) };
  onStep({ job: name, step: 'read-back' });
  try {
    const found = await context.api.readJob(context.scope, written.id);
    onStep({ job: name, step: 'done' });
    if (found === undefined) return { ...applied, outcome: 'unknown', reason: 'the API no longer has the job' };
    return { ...applied, ...compared(job, found), ...(warning === undefined ? {} : { reason: warning }) };
  } catch (error) {
    return { ...applied, outcome: 'unknown', reason: `the API accepted the change, but reading the job back failed: ${reasonOf(error)}` };
  }
}

/** A write that the API accepted. */
interface Written {
  id: number;
  undoFile?: string;
  /** The job was created, but its undo file was not. */
  warning?: string;
}

/** A write was sent and failed: the job may have changed. */
class WriteFailed extends Error {
  override readonly name = 'WriteFailed';
  readonly undoFile: string | undefined;

  constructor(cause: unknown, undoFile?: string) {
    super('the write failed', { cause });
    this.undoFile = undoFile;
  }
}

async function update(job: PreparedJob, live: ApiJob, context: ApplyContext): Promise<Written> {
  const { api, scope, onStep, saveUndo, signal } = context;
  const { name } = job.plan;
  const isAsPlanned = async (): Promise<void> => {
    const now = await api.readJob(scope, live.id);
    if (now === undefined) throw changed('the job was deleted since the plan');
    if (!isSameJob(live, now)) throw changed('the job was changed since the plan');
  };
  onStep({ job: name, step: 'check' });
  await isAsPlanned();
  const token = await tokenFor(job, context);
  // Somebody may have answered a question for minutes.
  if (token !== undefined) await isAsPlanned();
  const undoFile = await saveUndo(name, job.planned.undo(live.id));
  signal.throwIfAborted();
  onStep({ job: name, step: 'write' });
  try {
    await api.updateJob(scope, live.id, withToken(job.planned.body, token));
  } catch (error) {
    throw new WriteFailed(error, undoFile);
  }
  return { id: live.id, undoFile };
}

async function create(job: PreparedJob, context: ApplyContext): Promise<Written> {
  const { api, scope, onStep, saveUndo, checkUndo, signal } = context;
  const { name } = job.plan;
  onStep({ job: name, step: 'check' });
  const token = await tokenFor(job, context);
  const jobs = await api.listJobs(scope);
  if (jobs.some((other) => other.name === name)) throw changed('a job with this name was created since the plan');
  await checkUndo();
  signal.throwIfAborted();
  onStep({ job: name, step: 'write' });
  const known = jobs.map(({ id }) => id);
  const { id } = await api.createJob(scope, withToken(job.planned.body, token), known).catch((error: unknown) => {
    throw new WriteFailed(error);
  });
  try {
    return { id, undoFile: await saveUndo(name, job.planned.undo(id)) };
  } catch (error) {
    return { id, warning: `the job was created, but ${reasonOf(error)}` };
  }
}

async function tokenFor(job: PreparedJob, context: ApplyContext): Promise<string | undefined> {
  const { plan, body } = job.planned;
  if (!plan.needsOwnership && !Object.hasOwn(body, TOKEN_KEY)) return undefined;
  const { api, scope, connection, askOwnership, onStep } = context;
  onStep({ job: job.plan.name, step: 'ownership' });
  return await findOwnershipToken({
    ...{ api, scope, connection, askOwnership },
    destinationConf: job.destinationConf,
    given: job.token,
  });
}

function withToken(body: PreparedJob['planned']['body'], token: string | undefined): PreparedJob['planned']['body'] {
  return token === undefined ? body : { ...body, [TOKEN_KEY]: token };
}

/** After a failed write: which of the two jobs does the API have now? */
async function outcomeOfFailure(
  job: PreparedJob,
  { cause, undoFile }: WriteFailed,
  { api, scope }: ApplyContext,
): Promise<Pick<AppliedJob, 'outcome' | 'reason' | 'remaining' | 'undoFile'> & { id?: number }> {
  const reason = reasonOf(cause);
  const kept = undoFile === undefined ? {} : { undoFile };
  try {
    const found =
      job.live === undefined
        ? (await api.listJobs(scope)).find((other) => other.name === job.plan.name)
        : await api.readJob(scope, job.live.id);
    if (found === undefined) return { outcome: 'unchanged', reason };
    if (job.live !== undefined && isSameJob(job.live, found)) return { ...kept, outcome: 'unchanged', reason };
    return { ...kept, id: found.id, ...compared(job, found) };
  } catch {
    return { ...kept, outcome: 'unknown', reason: `${reason}; the job cannot be read either` };
  }
}

function compared(job: PreparedJob, found: ApiJob): Pick<AppliedJob, 'outcome' | 'reason' | 'remaining'> {
  const remaining = job.remaining(found);
  if (remaining.length === 0) return { outcome: 'applied' };
  return {
    outcome: 'incomplete',
    reason: 'the API accepted the change, but the job that was read back differs',
    remaining,
  };
}

function changed(what: string): HeadgateError {
  return new HeadgateError(
    'job-changed',
    `${what}: nothing was overwritten; run headgate jobs plan to see the job as it is now`,
    { kind: 'negative' },
  );
}

/** The message of a failure. @param signal aborted: the run was interrupted */
function reasonOf(error: unknown, signal?: AbortSignal): string {
  if (signal?.aborted === true && error === signal.reason) return 'interrupted before the write';
  if (error instanceof HeadgateError) return error.message;
  throw error;
}
