// Plans the policies for uncovered alerts: as few as possible, each alert in exactly one of them.
import type { ApiPolicy } from '../../api/index.ts';
import type { UncoveredEvents } from '../coverage/uncovered-events.ts';
import type { PlannedPolicy } from '../migration.ts';
import { byName, compareText, nameOf } from '../pool/by-name.ts';
import { sourcesAndHealth } from '../pool/event-mask.ts';
import { splitRecipients } from '../pool/recipient-key.ts';
import { groupAlerts } from './group-alerts.ts';
import { namePolicies } from './name-policies.ts';

/**
 * Plans the policies for uncovered alerts. The result does not depend on the order of the alerts and the policies.
 * @param existing whose names are not used again
 * @param poolsPerPolicy the most pools of a policy; undefined: no limit
 */
export function planPolicies(
  uncovered: readonly UncoveredEvents[],
  existing: readonly ApiPolicy[],
  poolsPerPolicy: number | undefined,
): PlannedPolicy[] {
  const pools = [...new Map(uncovered.map(({ pool }) => [pool.id, pool])).values()].sort(byName);
  const recipients = [...new Set(uncovered.map(({ recipient }) => recipient))].sort(compareText);
  const poolIndex = new Map(pools.map((pool, index) => [pool.id, index]));
  const recipientIndex = new Map(recipients.map((recipient, index) => [recipient, index]));
  const groups = groupAlerts(
    uncovered.map(({ pool, recipient, events }) => ({
      row: poolIndex.get(pool.id)!,
      column: recipientIndex.get(recipient)!,
      events,
    })),
  );
  const planned = groups.flatMap((group) => {
    const members = group.rows.map((index) => nameOf(pools[index]!));
    const policy = {
      ...splitRecipients(group.columns.map((index) => recipients[index]!)),
      ...sourcesAndHealth(group.events),
    };
    return chunks(members, poolsPerPolicy).map((part) => ({ ...policy, pools: part }));
  });
  return namePolicies(
    planned,
    existing.flatMap(({ name }) => name ?? []),
  );
}

function chunks<Item>(items: readonly Item[], size: number | undefined): (readonly Item[])[] {
  if (size === undefined || items.length <= size) return [items];
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
