// Groups uncovered alerts into as few policies as possible. A policy reports every combination of its pools, events and recipients.
import { type EventMask, isCombination } from '../pool/event-mask.ts';

/** What a recipient must receive of a pool. Pools and recipients are numbers, in the order in which the plan names them. */
export interface RequiredEvents {
  readonly pool: number;
  readonly recipient: number;
  readonly events: EventMask;
}

/** Alerts of one policy. */
export interface AlertGroup {
  /** Ascending. */
  readonly pools: readonly number[];
  /** Ascending. */
  readonly recipients: readonly number[];
  /** A combination of sources and healths. */
  readonly events: EventMask;
}

/** Groups alerts, each in exactly one group. @param required each pair of pool and recipient once */
export function groupAlerts(required: readonly RequiredEvents[]): AlertGroup[] {
  const byPool = Map.groupBy(required, ({ pool }) => pool);
  const groups = new Map<string, { pools: number[]; recipients: number[]; events: EventMask }>();
  for (const [pool, ofPool] of byPool) {
    for (const [mask, ofMask] of Map.groupBy(ofPool, ({ events }) => events)) {
      const recipients = ofMask.map(({ recipient }) => recipient).sort((a, b) => a - b);
      for (const events of isCombination(mask) ? [mask] : [mask & 0b11, mask & 0b1100]) {
        const key = `${events} ${recipients.join(' ')}`;
        const group = groups.get(key);
        if (group === undefined) groups.set(key, { pools: [pool], recipients, events });
        else group.pools.push(pool);
      }
    }
  }
  return [...groups.values()].map((group) => ({ ...group, pools: group.pools.sort((a, b) => a - b) }));
}
