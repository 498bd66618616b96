// The routes of Logpush jobs of the zone and of the account, of their datasets, and of the checks of destinations and filters. docs/platform.md, "Jobs".
import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { startOf } from '../../../base/index.ts';
import { type Dataset, DEFAULT_DATASET, type Field } from '../../../language/dataset/index.ts';
import {
  describeJobIssue,
  destinationConfSchema,
  type JobInput,
  jobBodySchema,
  logpullOptionsSchema,
} from '../../../language/job/index.ts';
import { whyStoredOnly } from '../../destination/stored-only.ts';
import { type JobConfig, type JobScope, presentJob, type StoredJob } from '../../state/job-config.ts';
import { answer } from '../envelope.ts';
import { ApiError, type ApiMessage, apiError, CODES, messageAt } from '../request/api-error.ts';
import { type Body, MAX_MESSAGES, messagesFor, parseBody, readBody } from '../request/read-body.ts';
import type { ApiContext, Routes } from '../routes.ts';
import { admitDestination, destinationError, probe, proves, tryPut, withDestination } from './admit-destination.ts';
import { checkJob, datasetIn, legacyProblems, wrongDataset } from './check-job.ts';
import { createOwnershipToken } from './ownership-token.ts';
import { checkTransformer } from './transformer-routes.ts';

const destinationSchema = z.strictObject({ destination_conf: destinationConfSchema });

const originSchema = z.strictObject({ logpull_options: logpullOptionsSchema.nullable() });

const challengeSchema = z.strictObject({ destination_conf: destinationConfSchema });

const proofSchema = z.strictObject({
  destination_conf: destinationConfSchema,
  ownership_challenge: z.string('the token of an ownership challenge'),
});

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
  const config = applyJob(undefined, input);
  checkTransformer(config, context.state);
  checkJob(config, scope, 'creating a new job');
  checkCount(scope, context);
  const destination = await admitDestination(context, scope, { destinationConf, token });
  // Another client may have created a job, or deleted the transformer, meanwhile.
  checkCount(scope, context);
  checkTransformer(config, context.state);
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
  checkTransformer(applyJob(old.config, input), context.state);
  checkJob(applyJob(old.config, input), scope, 'updating a job');
  const isMoved = destinationConf !== undefined && destinationConf !== old.config.destination_conf;
  const destination = isMoved
    ? await admitDestination(context, scope, { destinationConf, token, current: old.destination })
    : undefined;
  // Another client may have changed or deleted the job meanwhile: of each value, the last one written remains.
  const latest = jobOf(c, scope, context);
  const config = applyJob(latest.config, input);
  checkTransformer(config, context.state);
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
  const { ownership_challenge: _token, id: _id, ...sent } = input;
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

/** Returns the routes. */
export function ownershipRoutes(context: ApiContext): Routes {
  return {
    '/logpush/ownership': {
      POST: async (c, scope) => {
        const { destination_conf: conf } = parseBody(challengeSchema, await readBody(c), CODES.jobInvalid);
        return answer(c, await writeChallenge(context, scope, conf));
      },
    },
    '/logpush/ownership/validate': {
      POST: async (c, scope) => {
        const { destination_conf: conf, ownership_challenge: token } = parseBody(
          proofSchema,
          await readBody(c),
          CODES.jobInvalid,
        );
        const valid = await withDestination(context, conf, (writer) => proves(context, scope, writer, token));
        return answer(c, { valid });
      },
    },
  };
}

/** Writes the file. A destination that cannot be written is a result, not an error. */
async function writeChallenge(context: ApiContext, scope: JobScope, conf: string) {
  const filename = `ownership-challenge-${randomBytes(4).toString('hex')}.txt`;
  const { zoneId, accountId, signingSecret } = context.state.identity;
  try {
    return await withDestination(context, conf, async (writer) => {
      const subject = {
        objectType: scope,
        objectId: scope === 'zone' ? zoneId : accountId,
        destination: writer.display,
        fingerprint: writer.identity,
      };
      const token = createOwnershipToken(subject, signingSecret, context.now());
      const put = await tryPut(context, writer, filename, Buffer.from(token));
      if ('key' in put) return { filename: put.key, valid: true, message: '' };
      return { filename, valid: false, message: destinationError(put.reason).message };
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { filename, valid: false, message: error.message };
  }
}

/** Returns the routes. */
export function validateRoutes(context: ApiContext): Routes {
  const { jobs } = context.state;
  return {
    '/logpush/validate/destination': {
      POST: async (c) => {
        const { destination_conf: conf } = parseBody(destinationSchema, await readBody(c), CODES.jobInvalid);
        return answer(c, await validateDestination(context, conf));
      },
    },
    '/logpush/validate/destination/exists': {
      POST: async (c) => {
        const { destination_conf: conf } = parseBody(destinationSchema, await readBody(c), CODES.jobInvalid);
        const identity = await withDestination(context, conf, (writer) => writer.identity);
        const all = [...jobs.list('zone'), ...jobs.list('account')];
        return answer(c, { exists: all.some(({ destination }) => destination === identity) });
      },
    },
    '/logpush/validate/origin': {
      POST: async (c) => {
        const { logpull_options: options } = parseBody(originSchema, await readBody(c), CODES.jobInvalid);
        const problems = legacyProblems(options ?? '');
        return answer(c, { valid: problems.length === 0, message: problems.join('; ') });
      },
    },
  };
}

/** A destination that cannot be written is a result, not an error. */
async function validateDestination(context: ApiContext, conf: string): Promise<{ valid: boolean; message: string }> {
  const why = whyStoredOnly(conf);
  if (why !== undefined) return { valid: true, message: why };
  try {
    const reason = await withDestination(context, conf, (writer) => probe(context, writer));
    return { valid: reason === undefined, message: reason === undefined ? '' : destinationError(reason).message };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { valid: false, message: error.message };
  }
}

/** Returns the routes. */
export function datasetRoutes({ state }: ApiContext): Routes {
  const { jobs } = state;
  return {
    '/logpush/datasets/:dataset/fields': {
      GET: (c, scope) => answer(c, fieldsOf(datasetOf(c, scope))),
    },
    '/logpush/datasets/:dataset/fields/default': {
      GET: (c, scope) => answer(c, fieldsOf(datasetOf(c, scope), isDefault)),
    },
    '/logpush/datasets/:dataset/jobs': {
      GET: (c, scope) => {
        const { name } = datasetOf(c, scope);
        const found = jobs.list(scope).filter(({ config }) => config.dataset === name);
        return answer(c, found.map(presentJob));
      },
    },
  };
}

function datasetOf(c: Context, scope: JobScope): Dataset {
  const name = c.req.param('dataset')!;
  const dataset = datasetIn(name, scope);
  if (dataset === undefined) throw apiError(404, CODES.jobInvalid, wrongDataset(name, scope));
  return dataset;
}

/** Which fields are the default is not public: all that are neither deprecated nor objects; ours. */
function isDefault({ deprecated, type }: Field): boolean {
  return deprecated !== true && !type.includes('object');
}

/** Maps the names of fields that are still pushed to their types, as the documentation writes them. */
function fieldsOf({ fields }: Dataset, isAsked = (_: Field): boolean => true): Record<string, string> {
  return Object.fromEntries(
    [...fields.values()]
      .filter((field) => field.removed === undefined && isAsked(field))
      .map(({ name, type }) => [name, type === 'timestamp' ? 'int or string' : type]),
  );
}
