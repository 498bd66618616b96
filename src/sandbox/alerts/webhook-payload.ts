// The body of a POST to a webhook. docs/platform.md, "Notification policies". Not public, and ours: the keys of `data`
// for pool health, and which health is the start of an alert.
import type { HealthEvent } from './health-event.ts';
import { eventText } from './mail.ts';
import { type MatchingPolicy, POOL_HEALTH_ALERT } from './matching-policy.ts';

/** Composes the payload for an event that a policy matches. */
export function webhookPayload(event: HealthEvent, policy: MatchingPolicy, accountId: string): object {
  const { id, pool, source, origin, health, atMs } = event;
  return {
    name: policy.name,
    text: eventText(event),
    data: {
      ...{ pool_id: pool.id, pool_name: pool.name, event_source: source, new_health: health },
      ...(origin !== undefined && { origin_name: origin }),
    },
    ts: Math.floor(atMs / 1000),
    account_id: accountId,
    policy_id: policy.id,
    policy_name: policy.name,
    alert_type: POOL_HEALTH_ALERT,
    alert_correlation_id: id,
    alert_event: health === 'Unhealthy' ? 'ALERT_STATE_EVENT_START' : 'ALERT_STATE_EVENT_END',
  };
}
