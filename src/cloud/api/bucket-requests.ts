// The requests for R2 buckets. docs/platform.md, "Management API".
import { accountOf } from './api-owners.ts';
import type { ApiBucket, ManagementApi } from './management-api.ts';
import { type Connection, SANDBOX_ADVICE } from './request/api-request.ts';
import { requestIfPresent, requestResult } from './request/request-result.ts';
import { anyResult, apiBucket, apiBuckets } from './result-schemas.ts';
import { writeOnce } from './write/write-once.ts';

const ADVICE = 'list the buckets (headgate sandbox bucket list)';
/** Buckets on one page: the most that the API returns. docs/platform.md, "Management API". */
const PER_PAGE = 1000;

/** Creates the functions. */
export function bucketRequests(connection: Connection) {
  const readBucket = (account: string, name: string): Promise<ApiBucket | undefined> =>
    requestIfPresent(
      connection,
      {
        action: `read the bucket ${JSON.stringify(name)}`,
        advice: SANDBOX_ADVICE,
        send: ({ r2 }, options) => r2.buckets.get(name, accountOf(account), options),
      },
      apiBucket,
      ({ status, isEnvelope }) => status === 404 && isEnvelope,
    );

  return {
    listBuckets: async (account) => {
      const all: ApiBucket[] = [];
      for (;;) {
        const last = all.at(-1)?.name;
        const query = { per_page: PER_PAGE, ...(last === undefined ? {} : { start_after: last }) };
        const page = await requestResult(
          connection,
          {
            action: `list the buckets of the account ${account}`,
            advice: SANDBOX_ADVICE,
            send: ({ r2 }, options) => r2.buckets.list({ ...accountOf(account), ...query }, options),
          },
          apiBuckets,
        );
        all.push(...page);
        if (page.length < PER_PAGE) return all;
      }
    },

    createBucket: (account, name) =>
      writeOnce(connection, {
        request: {
          action: `create the bucket ${JSON.stringify(name)}`,
          advice: SANDBOX_ADVICE,
          send: ({ r2 }, options) => r2.buckets.create({ ...accountOf(account), name }, options),
        },
        schema: apiBucket,
        lookUp: async () => {
          const found = await readBucket(account, name);
          return found === undefined ? { state: 'absent' } : { state: 'done', result: found };
        },
        isCreation: true,
        advice: ADVICE,
      }),

    deleteBucket: async (account, name) => {
      await writeOnce(connection, {
        request: {
          action: `delete the bucket ${JSON.stringify(name)}`,
          advice: SANDBOX_ADVICE,
          send: ({ r2 }, options) => r2.buckets.delete(name, accountOf(account), options),
        },
        schema: anyResult,
        lookUp: async () =>
          (await readBucket(account, name)) === undefined ? { state: 'done', result: {} } : { state: 'absent' },
        advice: ADVICE,
      });
    },
  } satisfies Partial<ManagementApi>;
}
