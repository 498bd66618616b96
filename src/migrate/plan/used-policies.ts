// Which existing policies make new ones unnecessary, and which only look as if they did.
import { type Coverage, reports } from '../coverage/coverage.ts';
import type { UncoveredEvents } from '../coverage/uncovered-events.ts';
import type { IgnoredPolicy, PoolName, UsedPolicy } from '../migration-plan.ts';
import { type LegacyPool, recipientsOf } from '../pool/legacy-pool.ts';
import type { RecipientKey } from '../pool/recipient-key.ts';

/** The policies that report at least one alert of the pools, in ascending order of name. @param pools in ascending order of name */
export function usedPolicies(
  pools: readonly LegacyPool[],
  webhooks: readonly string[],
  coverage: Coverage,
): UsedPolicy[] {
  const byRecipient = new Map<RecipientKey, number[]>();
  for (const [index, pool] of pools.entries()) {
    for (const recipient of recipientsOf(pool, webhooks)) {
      const list = byRecipient.get(recipient);
      if (list === undefined) byRecipient.set(recipient, [index]);
      else list.push(index);
    }
  }
  return coverage.counting.flatMap((scope) => {
    const used = new Set<number>();
    for (const recipient of scope.recipients) {
      for (const index of byRecipient.get(recipient) ?? []) {
        const pool = pools[index]!;
        if (!used.has(index) && reports(scope, pool, recipient, pool.events)) used.add(index);
      }
    }
    if (used.size === 0) return [];
    return {
      id: scope.id,
      name: scope.name,
      pools: [...used].sort((a, b) => a - b).map((index) => nameOf(pools[index]!)),
    };
  });
}

/** The policies that would report an uncovered alert if they counted, in ascending order of name. */
export function ignoredPolicies(uncovered: readonly UncoveredEvents[], coverage: Coverage): IgnoredPolicy[] {
  return coverage.ignored
    .filter((scope) => uncovered.some(({ pool, recipient, events }) => reports(scope, pool, recipient, events)))
    .map(({ id, name, reason }) => ({ id, name, reason: reason! }));
}

function nameOf({ id, name }: PoolName): PoolName {
  return { id, name };
}
