// For which alerts existing policies are used, and which alerts two of them report.
import type { Coverage } from '../coverage/coverage.ts';
import type { PolicyScope } from '../coverage/policy-scope.ts';
import type { PoolName, UsedPolicy } from '../migration-plan.ts';
import { nameOf } from '../pool/by-name.ts';
import { countEvents, type EventMask, NO_EVENTS } from '../pool/event-mask.ts';
import { type LegacyPool, recipientsOf } from '../pool/legacy-pool.ts';
import type { RecipientKey } from '../pool/recipient-key.ts';

/** A policy with the pools for which it is used. */
export interface PolicyUse {
  readonly scope: PolicyScope;
  /** At least one, in ascending order of name. */
  readonly pools: readonly PoolName[];
}

/** Two policies that report the same alerts, so that their recipients receive them twice. */
export interface DoubleReport {
  readonly first: PolicyScope;
  readonly second: PolicyScope;
  readonly alerts: number;
}

/** What existing policies do for pools. */
export interface PolicyUses {
  /** In ascending order of name. */
  readonly uses: readonly PolicyUse[];
  /** Each alert counts for the first policy that reports it and each further one. */
  readonly doubles: readonly DoubleReport[];
}

/** Finds the policies that report at least one alert of the pools. @param pools in ascending order of name */
export function policyUses(pools: readonly LegacyPool[], webhooks: readonly string[], coverage: Coverage): PolicyUses {
  const byRecipient = new Map<RecipientKey, ReportedAlerts[]>();
  for (const [index, pool] of pools.entries()) {
    for (const recipient of recipientsOf(pool, webhooks)) {
      const list = byRecipient.get(recipient);
      const own: ReportedAlerts = { index, pool, reported: NO_EVENTS, reporters: [] };
      if (list === undefined) byRecipient.set(recipient, [own]);
      else list.push(own);
    }
  }
  const uses: PolicyUse[] = [];
  const doubles = new Map<string, DoubleReport>();
  for (const scope of coverage.counting) {
    const used = new Set<number>();
    for (const recipient of scope.recipients) {
      for (const own of byRecipient.get(recipient) ?? []) {
        const events = own.pool.events & scope.events;
        if (events === NO_EVENTS || !(scope.pools?.has(own.pool.id) ?? true)) continue;
        used.add(own.index);
        noteReport(own, scope, events, doubles);
      }
    }
    if (used.size > 0)
      uses.push({ scope, pools: [...used].sort((a, b) => a - b).map((index) => nameOf(pools[index]!)) });
  }
  return { uses, doubles: [...doubles.values()] };
}

/** As a plan lists them. */
export function usedPolicies(uses: readonly PolicyUse[]): UsedPolicy[] {
  return uses.map(({ scope: { id, name }, pools }) => ({ id, name, pools }));
}

/** What policies report of one pool to one recipient. */
interface ReportedAlerts {
  readonly index: number;
  readonly pool: LegacyPool;
  reported: EventMask;
  /** The first policy of each event. */
  readonly reporters: { readonly scope: PolicyScope; readonly events: EventMask }[];
}

function noteReport(
  own: ReportedAlerts,
  scope: PolicyScope,
  events: EventMask,
  doubles: Map<string, DoubleReport>,
): void {
  if ((own.reported & events) !== NO_EVENTS) {
    for (const earlier of own.reporters) {
      const alerts = countEvents(earlier.events & events);
      if (alerts === 0) continue;
      const key = `${earlier.scope.id} ${scope.id}`;
      const before = doubles.get(key)?.alerts ?? 0;
      doubles.set(key, { first: earlier.scope, second: scope, alerts: before + alerts });
    }
  }
  const added = events & ~own.reported;
  if (added === NO_EVENTS) return;
  own.reporters.push({ scope, events: added });
  own.reported |= added;
}
