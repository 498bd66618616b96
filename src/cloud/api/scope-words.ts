// The zone or account of a request, for the SDK and in words.
import { HeadgateError } from '../../base/index.ts';
import { isApiId } from './api-owners.ts';
import type { Scope } from './management-api.ts';

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
