// The routes of Logpush jobs of the zone and of the account. docs/platform.md, "Jobs".
import type { Context } from 'hono';
import type { z } from 'zod';
import { startOf } from '../../../base/index.ts';
import { DEFAULT_DATASET } from '../../../language/dataset/index.ts';
import { describeJobIssue, type JobInput, jobBodySchema } from '../../../language/job/index.ts';
import { whyStoredOnly } from '../../destination/stored-only.ts';
import { type JobConfig, type JobScope, presentJob, type StoredJob } from '../../state/job-config.ts';
import type { ApiContext } from '../api-context.ts';
import { answer } from '../envelope.ts';
import { ApiError, type ApiMessage, apiError, messageAt } from '../request/api-error.ts';
import { MAX_MESSAGES, messagesFor } from '../request/body-issues.ts';
import { CODES } from '../request/error-codes.ts';
import { type Body, readBody } from '../request/read-body.ts';
import type { Routes } from '../routes.ts';
import { admitDestination } from './admit-destination.ts';
import { checkJob } from './check-job.ts';

const JOB_ID = /^[1-9][0-9]{0,14}$/;
/** Longest id that a message repeats. Characters. */
const MAX_SHOWN_ID = 40;
/** What a new job has unless a client sends it. */
const NEW_JOB: JobConfig = { dataset: DEFAULT_DATASET, destination_conf: '', enabled: false, kind: '' };

/** Returns the routes. */
export function jobRoutes(context: ApiContext): Routes {
  const { jobs } = context.state;
  return {
    '/logpush/jobs': {
      GET: (c, scope) => answer(c, jobs.list(scope).map(presentJob)),
      POST: (c, scope) => createJob(c, scope, context),
    },
    '/logpush/jobs/:job': {
      GET: (c, scope) => answer(c, presentJob(jobOf(c, scope, context))),
      PUT: (c, scope) => updateJob(c, scope, context),
      DELETE: (c, scope) => {
        const { id } = jobOf(c, scope, context);
        jobs.delete(scope, id);
        return answer(c, { id });
      },
    },
  };
}

async function createJob(c: Context, scope: JobScope, context: ApiContext): Promise<Response> {
  const input = parseJob(await readBody(c));
  const { destination_conf: destinationConf, ownership_challenge: token } = input;
  if (destinationConf === undefined) throw apiError(400, CODES.jobInvalid, 'missing value for destination_conf');
  checkTransformer(input);
  const config = applyJob(undefined, input);
  checkJob(config, scope, 'creating a new job');
  checkCount(scope, context);
  const destination = await admitDestination(context, scope, { destinationConf, token });
  // Another client may have created a job meanwhile.
  checkCount(scope, context);
  return answerJob(c, context.state.jobs.create(scope, config, destination));
}

async function updateJob(c: Context, scope: JobScope, context: ApiContext): Promise<Response> {
  const input = parseJob(await readBody(c));
  const old = jobOf(c, scope, context);
  const { destination_conf: destinationConf, ownership_challenge: token } = input;
  for (const key of ['dataset', 'kind'] as const) {
    const isSame = input[key] === undefined || input[key] === null || input[key] === old.config[key];
    if (!isSame) throw apiError(400, CODES.jobInvalid, `updating a job is not allowed: ${key} cannot be changed`);
  }
  checkTransformer(input);
  checkJob(applyJob(old.config, input), scope, 'updating a job');
  const isMoved = destinationConf !== undefined && destinationConf !== old.config.destination_conf;
  const destination = isMoved
    ? await admitDestination(context, scope, { destinationConf, token, current: old.destination })
    : undefined;
  // Another client may have changed or deleted the job meanwhile: of each value, the last one written remains.
  const latest = jobOf(c, scope, context);
  const config = applyJob(latest.config, input);
  checkJob(config, scope, 'updating a job');
  const updated = context.state.jobs.update(scope, latest.id, config, destination ?? latest.destination);
  return answerJob(c, updated!);
}

/** Parses the body of a job. src/language/job defines its keys and limits. docs/platform.md, "Jobs". @throws ApiError 400 */
function parseJob(body: Body): JobInput {
  const parsed = jobBodySchema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new ApiError(400, parsed.error.issues.slice(0, MAX_MESSAGES).flatMap(messagesOf));
}

function messagesOf(issue: z.core.$ZodIssue): ApiMessage[] {
  const isOption = issue.path[0] === 'output_options' && issue.path.length > 1;
  if (!isOption) return messagesFor([issue], CODES.jobInvalid);
  return [messageAt(CODES.jobInvalid, `invalid value for ${describeJobIssue('', issue)}`, issue.path)];
}

/**
 * Applies a body to a job. `null` and empty text clear a value; `output_options` are replaced as a whole.
 * @param old undefined for a new job
 */
export function applyJob(old: JobConfig | undefined, input: JobInput): JobConfig {
  const { ownership_challenge: _token, transformer_id: _transformer, id: _id, ...sent } = input;
  const { last_complete: _complete, last_error: _error, error_message: _message, ...config } = sent;
  const { dataset, filter, output_options: options } = config;
  const changes = {
    ...config,
    dataset: dataset ?? undefined,
    // White space is no filter either.
    filter: filter?.trim() === '' ? null : filter,
    output_options: options && Object.fromEntries(Object.entries(options).filter(([, value]) => value != null)),
  };
  const job: Record<string, unknown> = { ...(old ?? NEW_JOB) };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || (value === '' && key !== 'kind')) delete job[key];
    else if (value !== undefined) job[key] = value;
  }
  return job as unknown as JobConfig;
}

/** Answers with a job that was written, and says if the sandbox pushes nothing to its destination. */
function answerJob(c: Context, job: StoredJob): Response {
  const why = whyStoredOnly(job.config.destination_conf);
  return answer(c, presentJob(job), undefined, why === undefined ? [] : [messageAt(CODES.storedOnly, why)]);
}

function jobOf(c: Context, scope: JobScope, { state }: ApiContext): StoredJob {
  const id = c.req.param('job')!;
  const found = JOB_ID.test(id) ? state.jobs.get(scope, Number(id)) : undefined;
  if (found === undefined) throw apiError(404, CODES.jobMissing, `job '${startOf(id, MAX_SHOWN_ID)}' not found`);
  return found;
}

function checkCount(scope: JobScope, { state, maxJobs }: ApiContext): void {
  if (scope !== 'zone' || state.jobs.count(scope) < maxJobs) return;
  throw apiError(403, CODES.notAllowed, 'creating a new job is not allowed: exceeded max jobs allowed');
}

/** The sandbox has no transformers. The message is the platform's. */
function checkTransformer({ transformer_id: id }: JobInput): void {
  if (id === undefined || id === null) return;
  throw apiError(400, CODES.jobInvalid, `transformer ${id} not found for this account`);
}
