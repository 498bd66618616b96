// Opens the management API of a running sandbox. Rejects the platform's own: `wrangler` changes buckets and secrets there.
import { HeadgateError, isLoopback } from '../../base/index.ts';
import { type ConnectOptions, checkBaseURL, connectApi, type ManagementApi } from '../../cloud/api/index.ts';
import type { NameRule } from '../../sandbox/edge/index.ts';

/** Where a sandbox is by default. */
const EXAMPLE_URL = 'http://127.0.0.1:8791/client/v4';

/** Access to a running sandbox. `sandbox.baseURL`, `sandbox.token` and `sandbox.accountId` are all that it needs. */
export interface SandboxAccess extends ConnectOptions {
  /** Address of its API, on this machine. */
  readonly baseURL: string;
  /** Identifier of its account: 32 hexadecimal digits. */
  readonly account: string;
}

const USE_WRANGLER =
  'for the platform itself use wrangler: wrangler r2 bucket create|list|delete, wrangler secret put|list|delete';

/**
 * Opens the API; sends no request.
 * @param elsewhere what to do on the platform instead
 * @throws HeadgateError `not-a-sandbox` for an address of another machine; as `connectApi`
 */
export async function openSandbox(
  { account: _, ...options }: SandboxAccess,
  elsewhere: string = USE_WRANGLER,
): Promise<ManagementApi> {
  const url = new URL(checkBaseURL(options.baseURL, EXAMPLE_URL));
  if (isLoopback(url)) return await connectApi(options);
  throw new HeadgateError(
    'not-a-sandbox',
    `cannot use the API at ${url.host}: it is on another machine, and this command changes only a sandbox on this one (http://127.0.0.1:<port>/client/v4); ${elsewhere}`,
  );
}

/**
 * Checks a name. The message does not repeat an invalid name of a secret, which may contain its value.
 * @throws HeadgateError `api-bucket` or `api-secret`
 */
export function checkResourceName(
  verb: 'create' | 'store' | 'delete',
  noun: 'bucket' | 'secret',
  name: string,
  { pattern, expected }: NameRule,
): void {
  if (pattern.test(name)) return;
  const shown = noun === 'secret' ? 'an invalid name' : `the name ${JSON.stringify(name)}`;
  const reason =
    name === ''
      ? `found an empty name, expected ${expected}; is a shell variable empty?`
      : `found ${shown}, expected ${expected}`;
  throw new HeadgateError(`api-${noun}`, `cannot ${verb} a ${noun}: ${reason}`, { kind: 'negative' });
}
