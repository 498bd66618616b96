// The live jobs of a sandbox's zone in a test: creates, reads and deletes them over the API, and writes job files.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiJob } from '../../../src/cloud/api/index.ts';
import { callApi, type ServedApi, type ZoneAccess } from '../sandbox/serve-api.ts';
import { FAST } from './fault-proxy.ts';

/** A job as a client sends it. */
export type JobInput = Readonly<Record<string, unknown>>;

/** What a test needs of the zone. */
export interface LiveJobs {
  /** For `listJobs`, `planJobs` and `applyJobs`. */
  access: { zone: string; credentials: { token: string }; baseURL: string } & typeof FAST;
  /** Temporary folder. */
  folder: string;
  /** A destination with keys, which needs no proof of ownership. */
  conf: (prefix?: string) => string;
  list: () => Promise<ApiJob[]>;
  create: (job?: JobInput) => Promise<ApiJob>;
  change: (id: number, job: JobInput) => Promise<ApiJob>;
  /** @param isMeant which jobs to delete @default all */
  deleteAll: (isMeant?: (job: ApiJob) => boolean) => Promise<void>;
  /** Writes a job file into {@link folder}. @returns its path */
  write: (name: string, content: unknown) => Promise<string>;
}

/** Opens the jobs of the zone. */
export async function openLiveJobs(sandbox: ZoneAccess & Pick<ServedApi, 'bucket'>): Promise<LiveJobs> {
  const { zoneId: zone, token, baseURL, bucket } = sandbox;
  const folder = await mkdtemp(join(tmpdir(), 'jobs-'));
  const path = `/zones/${zone}/logpush/jobs`;
  const list = async (): Promise<ApiJob[]> => (await callApi(sandbox, 'GET', path)) as ApiJob[];
  const conf = (prefix = 'logs/{DATE}'): string => bucket.destinationConf(prefix);
  return {
    access: { zone, credentials: { token }, baseURL, ...FAST },
    ...{ folder, conf, list },
    create: async (job = {}) => (await callApi(sandbox, 'POST', path, { ...plainJob(conf()), ...job })) as ApiJob,
    change: async (id, job) => (await callApi(sandbox, 'PUT', `${path}/${id}`, job)) as ApiJob,
    deleteAll: async (isMeant = () => true) => {
      for (const { id } of (await list()).filter(isMeant)) await callApi(sandbox, 'DELETE', `${path}/${id}`);
    },
    write: async (name, content) => {
      const file = join(folder, name);
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
  };
}

/** A valid job without a filter. */
export function plainJob(destinationConf: string): JobInput {
  return {
    name: 'errors',
    dataset: 'http_requests',
    enabled: true,
    destination_conf: destinationConf,
    output_options: { field_names: ['RayID', 'EdgeResponseStatus', 'ClientRequestPath', 'EdgeStartTimestamp'] },
  };
}

/** The filter of a job: lines with at least this status. */
export function statusFilter(status: number): string {
  return JSON.stringify({ where: { key: 'EdgeResponseStatus', operator: 'geq', value: status } });
}
