// The zone and the account that a user names, and which of the two a request uses.
import { HeadgateError } from '../../base/index.ts';
import type { ManagementApi, Scope } from './management-api.ts';

/** What the user names: at least one. */
export interface ApiOwners {
  /** Name, or id of 32 hexadecimal digits. */
  readonly zone?: string | undefined;
  /** Id of 32 hexadecimal digits. */
  readonly account?: string | undefined;
}

const ID = /^[0-9a-f]{32}$/;

/** Whether a text is the id of a zone or account. */
export function isApiId(text: string): boolean {
  return ID.test(text);
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
