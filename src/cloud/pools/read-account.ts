// Reads what a migration needs of an account: every pool, twice, because pages that are listed while another client changes pools miss some; the
// policies and their silences. Counts the requests: one that is sent again counts once. Changes nothing.
import { isDeepStrictEqual } from 'node:util';
import { HeadgateError } from '../../base/index.ts';
import type { ApiPolicy, ApiPool, ManagementApi, PoolListing } from '../api/index.ts';
import type { LivePolicies } from './coverage/coverage.ts';
import { hasRecipients } from './pool/legacy-pool.ts';

/** The part of the management API that a migration uses. */
export type MigrationApi = Pick<
  ManagementApi,
  | 'listPools'
  | 'readPool'
  | 'readPoolPage'
  | 'clearPool'
  | 'clearPoolPage'
  | 'listPolicies'
  | 'readPolicy'
  | 'createPolicy'
  | 'listSilences'
  | 'readWebhook'
  | 'waitForRequests'
  | 'waitAfter'
>;

/** An account at one time. */
export interface AccountState extends LivePolicies {
  readonly listing: PoolListing;
}

/** The account to read, and where its pages are reported. */
export interface AccountAccess {
  readonly api: MigrationApi;
  readonly account: string;
  /** Called after each page of pools. `total` is undefined if the API does not state it. */
  readonly onPage?: ((done: number, total: number | undefined) => void) | undefined;
  /** Adds policies that a list lacks because it lags behind. @default none */
  readonly complete?: ((listed: readonly ApiPolicy[]) => Promise<readonly ApiPolicy[]>) | undefined;
}

/** Most listings until two in a row agree. A client that adds pools in a loop must not keep a run alive. Chosen by headgate. */
const MAX_LISTINGS = 6;

/**
 * Reads the account with two listings of the pools in a row that agree.
 * @param before an earlier listing, as it must be if only headgate has changed pools since: one new listing that agrees with it is enough
 * @throws HeadgateError `pools-changing` if another client changes pools all the time, `no-pools`, and the errors of the API
 */
export async function readAccount(access: AccountAccess, before?: readonly ApiPool[]): Promise<AccountState> {
  const listing = await listUntilSame(access, before);
  return { listing, ...(await readPolicies(access)) };
}

/** Reads the account with one listing of the pools, to compare it with {@link readAccount}. @throws HeadgateError as readAccount */
export async function readAccountOnce(access: AccountAccess): Promise<AccountState> {
  const listing = await listOnce(access);
  return { listing, ...(await readPolicies(access)) };
}

/** Reads policies and silences. */
export async function readPolicies({ api, account, complete }: AccountAccess): Promise<Omit<AccountState, 'listing'>> {
  const now = new Date();
  const listed = await api.listPolicies(account);
  const policies = (await complete?.(listed)) ?? listed;
  return { policies, silences: await api.listSilences(account), now };
}

/**
 * Checks that a webhook exists.
 * @throws HeadgateError `webhook-missing`
 */
export async function checkWebhook({ api, account }: AccountAccess, id: string): Promise<void> {
  if ((await api.readWebhook(account, id)) !== undefined) return;
  throw new HeadgateError(
    'webhook-missing',
    `cannot use the webhook ${id}: the account ${account} has none with this id; GET accounts/${account}/alerting/v3/destinations/webhooks lists the webhooks, as does the dashboard under Notifications, Destinations`,
  );
}

/** Whether two listings have the same pools, names, recipients and filters, in any order. */
export function isSameListing(a: readonly ApiPool[], b: readonly ApiPool[]): boolean {
  if (a.length !== b.length) return false;
  const newer = new Map(b.map((pool) => [pool.id, pool]));
  return a.every((pool) => {
    const other = newer.get(pool.id);
    return other !== undefined && isDeepStrictEqual(comparedPart(pool), comparedPart(other));
  });
}

/** What a migration reads of a pool. */
function comparedPart(pool: ApiPool): unknown {
  const { id, name, notification_email: email, notification_filter: filter } = pool;
  return [id, name, hasRecipients(pool) ? email : null, filter ?? null];
}

async function listUntilSame(access: AccountAccess, first: readonly ApiPool[] | undefined): Promise<PoolListing> {
  let before = first;
  for (let listings = 1; listings <= MAX_LISTINGS; listings += 1) {
    const listing = await listOnce(access);
    if (before !== undefined && isSameListing(before, listing.pools)) {
      if (listing.pools.length === 0) throw noPools(access.account);
      return listing;
    }
    before = listing.pools;
  }
  throw new HeadgateError(
    'pools-changing',
    `cannot list the pools of account ${access.account}: another client changed the pools between each of ${MAX_LISTINGS} listings; wait until no other client changes pools, and run headgate again`,
  );
}

function listOnce({ api, account, onPage }: AccountAccess): Promise<PoolListing> {
  return api.listPools(account, ({ pools, totalCount }) => onPage?.(pools, totalCount));
}

function noPools(account: string): HeadgateError {
  return new HeadgateError(
    'no-pools',
    `cannot migrate the pools of account ${account}: the account has none, or the API token may not read them; check the account, and that the API token can read its pools`,
  );
}

/** Returns the same operations. @param onRequests called with the number of requests that an operation takes, before they are sent */
export function countRequests(api: MigrationApi, onRequests: (count: number) => void): MigrationApi {
  const counted = <Args extends readonly unknown[], Result>(operation: (...args: Args) => Promise<Result>) => {
    return (...args: Args): Promise<Result> => {
      onRequests(1);
      return operation(...args);
    };
  };
  return {
    listPools: (account, onPage) =>
      api.listPools(account, (page) => {
        onRequests(1);
        onPage?.(page);
      }),
    readPool: counted(api.readPool),
    readPoolPage: counted(api.readPoolPage),
    clearPool: counted(api.clearPool),
    clearPoolPage: counted(api.clearPoolPage),
    listPolicies: counted(api.listPolicies),
    readPolicy: counted(api.readPolicy),
    createPolicy: counted(api.createPolicy),
    listSilences: counted(api.listSilences),
    readWebhook: counted(api.readWebhook),
    waitForRequests: api.waitForRequests,
    waitAfter: api.waitAfter,
  };
}
