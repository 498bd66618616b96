// Lists the transformers of an account with their SQL, their latest version and the jobs that refer to them. Changes nothing.
import { redactSecrets } from '../../base/index.ts';
import { openJobs } from '../../cloud/api/index.ts';
import type { TransformersAccess } from './plan-transformer.ts';

/** A version of the SQL. */
export interface ListedVersion {
  id: number;
  version: number;
  /** RFC 3339; null: not stated. */
  createdAt: string | null;
}

/** A transformer. Its texts are without secrets. */
export interface ListedTransformer {
  id: number;
  name: string;
  description: string;
  /** Null: the API does not state it. */
  dataset: string | null;
  /** The SQL of the latest version. */
  code: string;
  /** The newest first, at most 20. */
  versions: ListedVersion[];
  jobs: { id: number; name: string }[];
}

/** The result of `transformers list`. */
export interface TransformerList {
  version: 1;
  account: string;
  /** In the order of the API. */
  transformers: ListedTransformer[];
}

/** Versions of each transformer. */
const MAX_VERSIONS = 20;

/**
 * Lists the transformers of an account.
 * @throws HeadgateError if the API cannot be reached or rejects the access
 * @example
 * ```ts
 * import { listTransformers, startSandbox } from 'headgate';
 *
 * const sandbox = await startSandbox({ empty: true });
 * const { baseURL, token, accountId: account } = sandbox;
 * const { transformers } = await listTransformers({ account, credentials: { token }, baseURL });
 * console.log(transformers.length); // => 0
 * await sandbox.stop();
 * ```
 */
export async function listTransformers(request: TransformersAccess): Promise<TransformerList> {
  const { account } = request;
  const { api } = await openJobs({ ...request, zone: undefined });
  const transformers: ListedTransformer[] = [];
  for (const { id, name = '', description = '', dataset, associated_jobs: jobs = [] } of await api.listTransformers(
    account,
  )) {
    const code = await api.readTransformerCode(account, id);
    // It was deleted since.
    if (code === undefined) continue;
    const versions = await api.listTransformerVersions(account, id, MAX_VERSIONS);
    transformers.push({
      ...{ id, name: redactSecrets(name), description: redactSecrets(description), dataset: dataset ?? null },
      code: redactSecrets(code),
      versions: versions.map(({ id, version, created_at }) => ({ id, version, createdAt: created_at ?? null })),
      jobs: jobs.map((job) => ({ id: job.id, name: job.name === undefined ? '' : redactSecrets(job.name) })),
    });
  }
  return { version: 1, account, transformers };
}
