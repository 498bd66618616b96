// What clients need in order to use a sandbox, as plain data.
import type { Sandbox } from '../../sandbox/index.ts';

/** The addresses and the secrets of a running sandbox. */
export interface SandboxConnection {
  baseURL: string;
  token: string;
  email: string;
  apiKey: string;
  zoneId: string;
  accountId: string;
  bucket: {
    endpoint: string;
    name: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
    /** A `destination_conf` for a job, including keys. */
    destinationConf: string;
  };
  /** The edge script. */
  edge: {
    /** Without a slash at its end. */
    url: string;
    /** Value of `X-Custom-Auth-Key`; empty if its secret was deleted. */
    key: string;
  };
}

/** Returns the connection. */
export function connectionOf(sandbox: Sandbox): SandboxConnection {
  const { baseURL, token, email, apiKey, zoneId, accountId, bucket, edge } = sandbox;
  const { endpoint, name, region, accessKeyId, secretAccessKey } = bucket;
  return {
    ...{ baseURL, token, email, apiKey, zoneId, accountId },
    bucket: {
      ...{ endpoint, name, region, accessKeyId, secretAccessKey },
      destinationConf: bucket.destinationConf('{DATE}'),
    },
    edge: { url: edge.url, key: edge.key },
  };
}
