// The zone and the account that a user names, and which of the two a request uses.
import { HeadgateError, isApiId } from '../../base/index.ts';
import type { ManagementApi, Scope } from './management-api.ts';

/** What the user names: at least one. */
export interface ApiOwners {
  /** Name, or id of 32 hexadecimal digits. */
  readonly zone?: string | undefined;
  /** Id of 32 hexadecimal digits. */
  readonly account?: string | undefined;
}

/**
 * Returns the scope of a request. Sends one request if the zone is named by its name.
 * @param dataset where the dataset exists; decides if the user names both. @default 'zone'
 * @throws HeadgateError `owner-missing` if the user names neither, and those of `findZone`
 */
export async function scopeOf(
  api: Pick<ManagementApi, 'findZone'>,
  { zone, account }: ApiOwners,
  dataset: 'zone' | 'account' = 'zone',
): Promise<Scope> {
  if (account !== undefined && (zone === undefined || dataset === 'account')) return { account };
  if (zone === undefined) {
    throw new HeadgateError('owner-missing', 'cannot use the API: found neither a zone nor an account, expected one');
  }
  return { zone: isApiId(zone) ? zone : await api.findZone(zone) };
}

/** Returns the parameters of the SDK. @throws HeadgateError `api-id` for an id of another form */
export function idsOf(scope: Scope): { zone_id: string } | { account_id: string } {
  const [owner, id] = 'zone' in scope ? ['zone', scope.zone] : ['account', scope.account];
  if (!isApiId(id!)) {
    throw new HeadgateError(
      'api-id',
      `cannot use the ${owner} ${JSON.stringify(id)}: expected its id of 32 hexadecimal digits`,
    );
  }
  return 'zone' in scope ? { zone_id: scope.zone } : { account_id: scope.account };
}

/** Returns the parameter of the SDK for an account. @throws HeadgateError `api-id` for an id of another form */
export function accountOf(account: string): { account_id: string } {
  return idsOf({ account }) as { account_id: string };
}

/** `zone 023e…` */
export function ownerOf(scope: Scope): string {
  return 'zone' in scope ? `zone ${scope.zone}` : `account ${scope.account}`;
}

/** The permission group of Logpush, which reading needs too. docs/platform.md, "Management API". */
export function permissionOf(scope: Scope): string {
  return `Logs Write for this ${'zone' in scope ? 'zone' : 'account'}`;
}
