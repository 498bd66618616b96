// Converts the flags and the environment of a command to its access to the API. May ask for a token.
import { HeadgateError } from '../base/index.ts';
import type { ApiOwners, ConnectOptions, JobsAccess } from '../cloud/api/index.ts';
import { isTransformerId } from '../verbs/request/live-transformer.ts';
import { readCredentials } from './credentials.ts';
import type { FlagsOf, Parser } from './flag-row.ts';
import { ACCOUNT, type API_FLAGS, API_VARIABLES, ZONE } from './flags/api-flags.ts';

/** The flags of any command that uses the API. */
export type ApiFlags = FlagsOf<(typeof API_FLAGS)[number]>;

/** What a command is about. */
export type OwnerKind = 'zone' | 'account' | 'zone-or-account';

type Access = Pick<ConnectOptions, 'baseURL' | 'credentials'>;

const MISSING: Readonly<Record<OwnerKind, string>> = {
  zone: `found no zone, expected --zone ID or NAME, or the variable ${API_VARIABLES.zone}`,
  account: `found no account, expected --account ID, or the variable ${API_VARIABLES.account}`,
  'zone-or-account': `found neither a zone nor an account, expected --zone ID or NAME, --account ID, or one of the variables ${API_VARIABLES.zone} and ${API_VARIABLES.account}`,
};

/** Returns the access to a zone or an account. @throws HeadgateError `usage` without one, `api-credentials` without credentials */
export async function apiAccess(flags: ApiFlags, signal?: AbortSignal): Promise<Access & ApiOwners> {
  return { ...apiOwners(flags, 'zone-or-account'), ...(await accessOf(flags, signal)) };
}

/** Returns the access to a zone. @throws HeadgateError as {@link apiAccess} */
export async function zoneAccess(flags: ApiFlags, signal: AbortSignal): Promise<Access & { zone: string }> {
  return { zone: apiOwners(flags, 'zone').zone!, ...(await accessOf(flags, signal)) };
}

/** Returns the access to an account. @throws HeadgateError as {@link apiAccess} */
export async function accountAccess(flags: ApiFlags, signal: AbortSignal): Promise<Access & { account: string }> {
  return { account: apiOwners(flags, 'account').account!, ...(await accessOf(flags, signal)) };
}

/** Returns the access to the account of transformers that are named by id; undefined if none is. @throws HeadgateError as {@link apiAccess} */
export async function transformerAccess(
  transformers: readonly (string | undefined)[],
  flags: ApiFlags,
  options: Pick<ConnectOptions, 'signal' | 'onRetry'>,
): Promise<JobsAccess | undefined> {
  if (!transformers.some((one) => one !== undefined && isTransformerId(one))) return undefined;
  return { ...(await apiAccess(flags, options.signal)), ...options };
}

async function accessOf(flags: ApiFlags, signal?: AbortSignal): Promise<Access> {
  return { baseURL: apiURL(flags), credentials: await readCredentials(process.env, signal) };
}

/**
 * Returns the zone and the account that the flags name; without a flag, those of the environment, where both may be set: a dataset then
 * decides, and `jobs list` uses the zone.
 * @throws HeadgateError `usage` for both flags, and for neither flag nor variable
 */
export function apiOwners(
  { zone, account }: ApiFlags,
  owners: OwnerKind,
  environment: NodeJS.ProcessEnv = process.env,
): ApiOwners {
  if (zone !== undefined && account !== undefined) throw usage('found --zone and --account, expected one of them');
  if (zone !== undefined) return { zone };
  if (account !== undefined) return { account };
  const zoneVariable = owners === 'account' ? undefined : variable(environment, API_VARIABLES.zone, ZONE);
  const accountVariable = owners === 'zone' ? undefined : variable(environment, API_VARIABLES.account, ACCOUNT);
  if (zoneVariable === undefined && accountVariable === undefined) throw usage(MISSING[owners]);
  return { zone: zoneVariable, account: accountVariable };
}

/** Returns the address of the API; undefined for the public one. */
export function apiURL({ baseURL }: ApiFlags, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return baseURL ?? (environment[API_VARIABLES.url]?.trim() || undefined);
}

/** An empty variable counts as unset. */
function variable(
  environment: NodeJS.ProcessEnv,
  name: string,
  { parse, expected }: Parser<string>,
): string | undefined {
  const text = environment[name]?.trim() ?? '';
  if (text === '') return undefined;
  const value = parse(text);
  if (value !== undefined) return value;
  throw usage(
    `the variable ${name}: found ${shown(text)}, expected ${typeof expected === 'string' ? expected : expected(text)}`,
  );
}

/** Longest text that a message repeats. A longer one may be a key or a token in the wrong variable. Characters. */
const MAX_SHOWN = 32;

function shown(text: string): string {
  return text.length > MAX_SHOWN ? `a text of ${text.length} characters` : JSON.stringify(text);
}

function usage(found: string): HeadgateError {
  return new HeadgateError('usage', `cannot use the API: ${found}`);
}
