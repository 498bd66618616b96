// Converts the flags and the environment of a command to its access to the API. May ask for a token.
import type { ApiOwners, ConnectOptions } from '../api/index.ts';
import { readCredentials } from './credentials.ts';
import { type ApiFlags, apiOwners, apiURL } from './flags/api/api-flags.ts';

/** Access to the jobs of a zone or an account. */
export type ApiAccess = ApiOwners & Pick<ConnectOptions, 'baseURL' | 'credentials'>;

/** Returns the access. @throws HeadgateError `usage` without a zone or account, `api-credentials` without credentials */
export async function apiAccess(flags: ApiFlags, signal: AbortSignal): Promise<ApiAccess> {
  const owners = apiOwners(flags, 'zone-or-account');
  const baseURL = apiURL(flags);
  return { ...owners, baseURL, credentials: await readCredentials(process.env, signal) };
}

/** Access to an account. */
export interface AccountAccess extends Pick<ConnectOptions, 'baseURL' | 'credentials'> {
  account: string;
}

/** Returns the access. @throws HeadgateError `usage` without an account, `api-credentials` without credentials */
export async function accountAccess(flags: ApiFlags, signal: AbortSignal): Promise<AccountAccess> {
  const account = apiOwners(flags, 'account').account!;
  const baseURL = apiURL(flags);
  return { account, baseURL, credentials: await readCredentials(process.env, signal) };
}
