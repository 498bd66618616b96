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
}

/** Returns the connection. */
export function connectionOf({ baseURL, token, email, apiKey, zoneId, accountId, bucket }: Sandbox): SandboxConnection {
  const { endpoint, name, region, accessKeyId, secretAccessKey } = bucket;
  return {
    ...{ baseURL, token, email, apiKey, zoneId, accountId },
    bucket: {
      ...{ endpoint, name, region, accessKeyId, secretAccessKey },
      destinationConf: bucket.destinationConf('{DATE}'),
    },
  };
}
