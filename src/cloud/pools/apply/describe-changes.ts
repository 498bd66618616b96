// Describes what other clients changed between two readings of an account, in complete sentences. Leaves out what headgate changed itself.
import { isDeepStrictEqual } from 'node:util';
import type { ApiPolicy, ApiPool } from '../../api/index.ts';
import { HEALTH_ALERT } from '../coverage/coverage.ts';
import { hasRecipients } from '../pool/legacy-pool.ts';
import type { AccountState } from '../read-account.ts';

/** Ids of what headgate changed. */
interface OwnChanges {
  readonly created: ReadonlySet<string>;
  readonly cleared: ReadonlySet<string>;
}

/** Returns a sentence for each change that concerns a migration. */
export function describeChanges(before: AccountState, after: AccountState, own: OwnChanges): string[] {
  return [
    ...poolChanges(before.listing.pools, after.listing.pools, own),
    ...policyChanges(before.policies, after.policies, own),
    ...silenceChanges(before, after),
  ];
}

function poolChanges(before: readonly ApiPool[], after: readonly ApiPool[], { cleared }: OwnChanges): string[] {
  const old = new Map(before.map((pool) => [pool.id, pool]));
  const left = new Set(after.map(({ id }) => id));
  const deleted = before.filter((pool) => !left.has(pool.id) && hasRecipients(pool));
  return [
    ...deleted.map(({ name }) => `Another client deleted the pool ${name}.`),
    ...after.flatMap((pool) => {
      const known = old.get(pool.id);
      if (known !== undefined) return changesOf(known, pool, cleared.has(pool.id));
      return hasRecipients(pool)
        ? [`Another client added the pool ${pool.name} with recipients; it was planned anew.`]
        : [];
    }),
  ];
}

function changesOf(before: ApiPool, after: ApiPool, isCleared: boolean): string[] {
  const had = hasRecipients(before);
  const has = hasRecipients(after);
  if (!had && !has) return [];
  const sentences: string[] = [];
  if (before.name !== after.name) sentences.push(`Another client renamed the pool ${before.name} to ${after.name}.`);
  if (!had) sentences.push(`Another client added recipients to the pool ${after.name}; it was planned anew.`);
  else if (!has) {
    if (!isCleared) sentences.push(`Another client removed the recipients of the pool ${after.name}.`);
  } else if (!isDeepStrictEqual(before.notification_email, after.notification_email)) {
    sentences.push(`Another client changed the recipients of the pool ${after.name}; it was planned anew.`);
  }
  if (has && !isDeepStrictEqual(before.notification_filter ?? null, after.notification_filter ?? null)) {
    sentences.push(`Another client changed the notification_filter of the pool ${after.name}; it was planned anew.`);
  }
  return sentences;
}

function policyChanges(before: readonly ApiPolicy[], after: readonly ApiPolicy[], { created }: OwnChanges): string[] {
  const old = new Map(before.filter(isHealthAlert).map((policy) => [policy.id, policy]));
  const now = new Map(after.map((policy) => [policy.id, policy]));
  const deleted = [...old.values()].filter(({ id }) => !now.has(id));
  return [
    ...deleted.map((policy) => `Another client deleted the policy ${nameOf(policy)}.`),
    ...after.filter(isHealthAlert).flatMap((policy) => {
      const known = old.get(policy.id);
      if (known === undefined) {
        return created.has(policy.id) ? [] : [`Another client created the policy ${nameOf(policy)}.`];
      }
      if (known.enabled === true && policy.enabled !== true)
        return [`Another client disabled the policy ${nameOf(policy)}.`];
      const parts = (one: ApiPolicy): unknown => [one.enabled, one.mechanisms ?? null, one.filters ?? null];
      return isDeepStrictEqual(parts(known), parts(policy))
        ? []
        : [`Another client changed the policy ${nameOf(policy)}.`];
    }),
  ];
}

function silenceChanges(before: AccountState, after: AccountState): string[] {
  const old = new Set(before.silences.map(({ id }) => id));
  const names = new Map(after.policies.filter(isHealthAlert).map((policy) => [policy.id, nameOf(policy)]));
  return after.silences.flatMap(({ id, policy_id: policy = '' }) => {
    const name = names.get(policy);
    return old.has(id) || name === undefined ? [] : [`Another client silenced the policy ${name}.`];
  });
}

function isHealthAlert({ alert_type: type }: ApiPolicy): boolean {
  return type === HEALTH_ALERT;
}

function nameOf({ id, name }: ApiPolicy): string {
  return name === undefined || name === '' ? id : JSON.stringify(name);
}
