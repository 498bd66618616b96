// The requests for Logpush jobs and ownership. docs/platform.md, "Jobs" and "Management API".
import type { JobCreateParams, JobUpdateParams } from 'cloudflare/resources/logpush/jobs';
import { HeadgateError, printPlural } from '../../base/index.ts';
import { idsOf, ownerOf, permissionOf } from './api-owners.ts';
import type { ApiJob, JobBody, ManagementApi, Scope } from './management-api.ts';
import type { ApiRequest, Connection } from './request/api-request.ts';
import { redactMessage, secretsIn } from './request/redact-message.ts';
import { LOOK_UPS } from './request/request-limits.ts';
import { requestIfPresent, requestResult, requestWholeList } from './request/request-result.ts';
import { backoff, pause } from './request/send-request.ts';
import { apiJob, apiJobs, ownershipCheck, ownershipFile } from './result-schemas.ts';
import { hasValues } from './write/same-values.ts';
import { findCreated, type LookUp, writeOnce } from './write/write-once.ts';

/** Keys of a body that the API never returns. */
const WRITE_ONLY = ['ownership_challenge'];

/** Creates the functions. */
export function jobRequests(connection: Connection) {
  const listJobs = (scope: Scope): Promise<readonly ApiJob[]> =>
    requestWholeList(
      connection,
      {
        action: `list the Logpush jobs of the ${ownerOf(scope)}`,
        permission: permissionOf(scope),
        send: ({ logpush }, options) => logpush.jobs.list(idsOf(scope), options),
      },
      apiJobs,
      'job',
      'jobs',
    );

  const readJob = (scope: Scope, id: number): Promise<ApiJob | undefined> =>
    requestIfPresent(
      connection,
      {
        action: `read the Logpush job ${id} of the ${ownerOf(scope)}`,
        permission: permissionOf(scope),
        send: ({ logpush }, options) => logpush.jobs.get(id, idsOf(scope), options),
      },
      apiJob,
    );

  /** Jobs whose creation was sent more than once. */
  const repeated = new Set<number>();

  return {
    listJobs,

    readJob,

    createJob: async (scope, body, known) => {
      let sent = 0;
      const created = await writeOnce(connection, {
        request: {
          action: `create the Logpush job ${nameOf(body)} of the ${ownerOf(scope)}`,
          permission: permissionOf(scope),
          secrets: secretsOf(body),
          send: ({ logpush }, options) => {
            sent += 1;
            return logpush.jobs.create({ ...body, ...idsOf(scope) } as unknown as JobCreateParams, options);
          },
        },
        schema: apiJob,
        lookUp: async () => findCreatedJob(await listJobs(scope), body, known),
        lookUps: LOOK_UPS,
        isCreation: true,
        advice: 'list the jobs (headgate jobs list) before you run the command again',
      });
      if (sent > 1) repeated.add(created.id);
      return created;
    },

    readCreatedJob: async (scope, { id, name }) => {
      const ids = new Set([id]);
      let job: ApiJob | undefined;
      for (let count = 1; ; count += 1) {
        const jobs = await listJobs(scope);
        for (const other of jobs) if (other.name === name) ids.add(other.id);
        job = jobs.find((one) => one.id === id) ?? job;
        const isKnown = job !== undefined && (ids.size > 1 || !repeated.has(id));
        if (isKnown || count >= LOOK_UPS || !(await pause(connection, backoff(connection, count)))) break;
      }
      return { job: job ?? (await readJob(scope, id)), ids: [...ids].sort((a, b) => a - b) };
    },

    updateJob: (scope, id, body) =>
      writeOnce(connection, {
        request: {
          action: `update the Logpush job ${id} of the ${ownerOf(scope)}`,
          permission: permissionOf(scope),
          secrets: secretsOf(body),
          send: ({ logpush }, options) =>
            logpush.jobs.update(id, { ...body, ...idsOf(scope) } as unknown as JobUpdateParams, options),
        },
        schema: apiJob,
        lookUp: async () => {
          const job = await readJob(scope, id);
          if (job === undefined) return { state: 'unclear', found: 'the job is gone' };
          return hasValues(job, body, WRITE_ONLY) ? { state: 'done', result: job } : { state: 'absent' };
        },
        advice: 'run the command again: it compares the job first',
      }),

    requestOwnership: async (scope, destinationConf) => {
      const request: ApiRequest = {
        action: 'write an ownership token to the destination',
        permission: permissionOf(scope),
        // A second token does no harm.
        secrets: secretsIn(destinationConf),
        send: ({ logpush }, options) =>
          logpush.ownership.create({ ...idsOf(scope), destination_conf: destinationConf }, options),
      };
      const file = await requestResult(connection, request, ownershipFile);
      if (file.valid !== false && file.filename) return file.filename;
      const shown = redactMessage(file.message ?? '', [...connection.secrets, ...(request.secrets ?? [])]);
      const found = shown === '' ? '' : ` (${JSON.stringify(shown)})`;
      throw new HeadgateError(
        'api-destination',
        `cannot ${request.action}: the service wrote no file there${found}; check the bucket, the path and the permission of the service to write there`,
        { kind: 'negative' },
      );
    },

    checkOwnership: async (scope, destinationConf, token) => {
      const request: ApiRequest = {
        action: 'check the ownership token',
        permission: permissionOf(scope),
        secrets: [...secretsIn(destinationConf), token],
        send: ({ logpush }, options) =>
          logpush.ownership.validate(
            { ...idsOf(scope), destination_conf: destinationConf, ownership_challenge: token },
            options,
          ),
      };
      const check = await requestResult(connection, request, ownershipCheck);
      if (check.valid) return;
      throw new HeadgateError(
        'api-ownership',
        `cannot ${request.action}: the token is not that of the destination, or has expired; request a new one, and use the content of the newest ownership-challenge file`,
        { kind: 'negative' },
      );
    },
  } satisfies Partial<ManagementApi>;
}

/** Looks for the job of a creation whose outcome is unknown. @param known ids of the jobs before */
function findCreatedJob(jobs: readonly ApiJob[], body: JobBody, known: readonly number[]): LookUp<ApiJob> {
  const { name, dataset } = body;
  const identity = dataset === undefined ? { name } : { name, dataset };
  return findCreated(
    jobs.filter((job) => !known.includes(job.id) && hasValues(job, identity, [])),
    (job) => hasValues(job, body, WRITE_ONLY, 'more'),
    (count) => `${printPlural(count, 'new job')} of the same name and dataset`,
  );
}

function nameOf({ name }: JobBody): string {
  return typeof name === 'string' && name !== '' ? JSON.stringify(name) : 'without a name';
}

function secretsOf({ destination_conf: conf, ownership_challenge: token }: JobBody): string[] {
  return [...(typeof conf === 'string' ? secretsIn(conf) : []), ...(typeof token === 'string' ? [token] : [])];
}
