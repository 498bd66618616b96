// The requests for R2 buckets. docs/platform.md, "Management API".
import type { ApiBucket, ManagementApi } from './management-api.ts';
import type { ApiRequest, Connection } from './request/api-request.ts';
import { requestError } from './request/request-error.ts';
import { requestResult } from './request/request-result.ts';
import { SANDBOX_ADVICE } from './request/sandbox-advice.ts';
import { isFailure, sendRequest } from './request/send-request.ts';
import { apiBucket, apiBuckets, readResult } from './result-schemas.ts';
import { accountOf } from './scope-words.ts';
import { writeOnce } from './write/write-once.ts';

const ADVICE = 'list the buckets (headgate sandbox bucket list)';
/** Buckets on one page: the most that the API returns. docs/platform.md, "Management API". */
const PER_PAGE = 1000;

/** Creates the functions. */
export function bucketRequests(
  connection: Connection,
): Pick<ManagementApi, 'listBuckets' | 'createBucket' | 'deleteBucket'> {
  const listBuckets: ManagementApi['listBuckets'] = async (account) => {
    const all: ApiBucket[] = [];
    for (;;) {
      const last = all.at(-1)?.name;
      const query = { per_page: PER_PAGE, ...(last === undefined ? {} : { start_after: last }) };
      const request: ApiRequest = {
        action: `list the buckets of the account ${account}`,
        advice: SANDBOX_ADVICE,
        hasEffects: false,
        send: ({ r2 }, options) => r2.buckets.list({ ...accountOf(account), ...query }, options),
      };
      const page = await requestResult(connection, request, apiBuckets);
      all.push(...page);
      if (page.length < PER_PAGE) return all;
    }
  };

  /** @returns undefined if there is no such bucket */
  const readBucket = async (account: string, name: string): Promise<ApiBucket | undefined> => {
    const request: ApiRequest = {
      action: `read the bucket ${JSON.stringify(name)}`,
      advice: SANDBOX_ADVICE,
      hasEffects: false,
      send: ({ r2 }, options) => r2.buckets.get(name, accountOf(account), options),
    };
    const answer = await sendRequest(connection, request);
    const bucket = isFailure(answer) ? answer : readResult(apiBucket, answer);
    if (!isFailure(bucket)) return bucket;
    if (bucket.status === 404 && bucket.isEnvelope) return undefined;
    throw requestError(connection, request, bucket);
  };

  const createBucket: ManagementApi['createBucket'] = (account, name) =>
    writeOnce<ApiBucket>(connection, {
      request: {
        action: `create the bucket ${JSON.stringify(name)}`,
        advice: SANDBOX_ADVICE,
        hasEffects: true,
        send: ({ r2 }, options) => r2.buckets.create({ ...accountOf(account), name }, options),
      },
      read: (answer) => readResult(apiBucket, answer),
      lookUp: async () => {
        const found = await readBucket(account, name);
        return found === undefined ? { state: 'absent' } : { state: 'done', result: found };
      },
      isCreation: true,
      advice: ADVICE,
    });

  const deleteBucket: ManagementApi['deleteBucket'] = async (account, name) => {
    await writeOnce<object>(connection, {
      request: {
        action: `delete the bucket ${JSON.stringify(name)}`,
        advice: SANDBOX_ADVICE,
        hasEffects: true,
        send: ({ r2 }, options) => r2.buckets.delete(name, accountOf(account), options),
      },
      read: () => ({}),
      lookUp: async () =>
        (await readBucket(account, name)) === undefined ? { state: 'done', result: {} } : { state: 'absent' },
      isCreation: false,
      advice: ADVICE,
    });
  };

  return { listBuckets, createBucket, deleteBucket };
}
