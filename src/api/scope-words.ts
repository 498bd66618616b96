// The zone or account of a request, for the SDK and in words.
import type { Scope } from './management-api.ts';

/** The parameters of the SDK. */
export function idsOf(scope: Scope): { zone_id: string } | { account_id: string } {
  return 'zone' in scope ? { zone_id: scope.zone } : { account_id: scope.account };
}

/** `zone 023e…` */
export function ownerOf(scope: Scope): string {
  return 'zone' in scope ? `zone ${scope.zone}` : `account ${scope.account}`;
}

/** The permission group of Logpush, which reading needs too. docs/platform.md, "Management API". */
export function permissionOf(scope: Scope): string {
  return `Logs Write for this ${'zone' in scope ? 'zone' : 'account'}`;
}
