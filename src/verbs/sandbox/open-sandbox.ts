// Opens the management API of a running sandbox. Rejects the platform's own: `wrangler` changes buckets and secrets there.
import { HeadgateError, isLoopback } from '../../base/index.ts';
import { type ConnectOptions, checkBaseURL, connectApi, type ManagementApi } from '../../cloud/api/index.ts';

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
