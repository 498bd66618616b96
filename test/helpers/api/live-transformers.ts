// The transformers of a sandbox's account in a test.
import type { ApiTransformer } from '../../../src/cloud/api/index.ts';
import { callApi, type ServedApi } from '../sandbox/serve-api.ts';
import { FAST } from './fault-proxy.ts';

/** What a test needs of the account. */
export interface LiveTransformers {
  /** For `planTransformer` and `applyTransformer`. */
  access: { account: string; credentials: { token: string }; baseURL: string } & typeof FAST;
  list: () => Promise<ApiTransformer[]>;
  codeOf: (id: number) => Promise<string>;
  create: (transformer: { name: string; code: string; description?: string }) => Promise<ApiTransformer>;
  change: (id: number, transformer: object) => Promise<ApiTransformer>;
  /** Detaches them from all jobs first. */
  deleteAll: () => Promise<void>;
}

/** Opens the transformers of the account. */
export function openLiveTransformers(
  sandbox: Pick<ServedApi, 'accountId' | 'zoneId' | 'baseURL' | 'token'>,
): LiveTransformers {
  const { accountId: account, zoneId, token, baseURL } = sandbox;
  const path = `/accounts/${account}/logpush/transformers`;
  const jobs = `/zones/${zoneId}/logpush/jobs`;
  const list = async () => (await callApi(sandbox, 'GET', path)) as ApiTransformer[];
  return {
    access: { account, credentials: { token }, baseURL, ...FAST },
    list,
    codeOf: async (id) => ((await callApi(sandbox, 'GET', `${path}/${id}/content`)) as { content: string }).content,
    create: async (transformer) => (await callApi(sandbox, 'POST', path, transformer)) as ApiTransformer,
    change: async (id, transformer) => (await callApi(sandbox, 'PUT', `${path}/${id}`, transformer)) as ApiTransformer,
    deleteAll: async () => {
      for (const { id } of (await callApi(sandbox, 'GET', jobs)) as { id: number }[])
        await callApi(sandbox, 'DELETE', `${jobs}/${id}`);
      for (const { id } of await list()) await callApi(sandbox, 'DELETE', `${path}/${id}`);
    },
  };
}
