// Applies the plan of one job, with the proof that the destination is the user's.
import { abortable } from '../../base/index.ts';
import type { ApiJob } from '../../cloud/api/index.ts';
import { compareJobs, compareReadBack, type JobChange } from '../../cloud/plan/index.ts';
import { type Attempt, applyObject } from '../request/apply-object.ts';
import type { AppliedJob, ApplyContext } from './applied-jobs.ts';
import type { PreparedJob } from './jobs-plan.ts';
import { findOwnershipToken } from './ownership.ts';

/** Key of a body that proves the ownership of the destination. */
const TOKEN_KEY = 'ownership_challenge';

/** A job after an attempt. */
export interface JobAttempt extends Attempt<JobChange> {
  applied: AppliedJob;
}

/** Applies one job. Does not throw: the result has the reason of a failure. */
export async function applyJob(job: PreparedJob, context: ApplyContext): Promise<JobAttempt> {
  const { plan, planned, live, name: key, dataset } = job;
  const { scope, undoContent, onStep } = context;
  const { applied, isInterrupted } = await applyObject<ApiJob, JobChange>(
    {
      ...{ noun: 'job', action: plan.action, name: plan.name, key, live },
      read: (api, id) => api.readJob(scope, id),
      list: (api) => api.listJobs(scope),
      prove: () => tokenFor(job, context),
      create: (api, known, token) => api.createJob(scope, withToken(job, token), known),
      readCreated: async (api, id) => {
        const { job: found, ids } = await api.readCreatedJob(scope, { id, name: key });
        return { found, ids };
      },
      update: (api, id, token) => api.updateJob(scope, id, withToken(job, token)),
      compare: (from, to) => compareJobs(from, to, dataset),
      differences: (found) => differences(job, found),
      undo: (id) => planned.undo(id, undoContent),
      onStep: (step) => onStep({ job: plan.name, step }),
    },
    context,
  );
  const hasParameters = applied.undoFile !== undefined && undoHasParameters(job, context);
  return { applied: { ...applied, ...(hasParameters && { undoHasParameters: true }) }, isInterrupted };
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
): { remaining: readonly JobChange[]; others: readonly JobChange[] } {
  const isSent = ({ path }: JobChange): boolean => Object.hasOwn(planned.body, path.split('.')[0]!);
  const changes = compareReadBack(planned, found, dataset);
  return { remaining: changes.filter(isSent), others: changes.filter((change) => !isSent(change)) };
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
