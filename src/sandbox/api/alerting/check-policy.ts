// Checks what concerns several parts of a policy, or other objects of the account.
import { POOL_HEALTH_ALERT } from '../../alerts/matching-policy.ts';
import type { StoredMechanisms, StoredPolicy } from '../../state/alerting/stored-alerting.ts';
import type { State } from '../../state/state.ts';
import { FILTERS, POOL_HEALTH_FILTERS } from './alert-types.ts';
import { invalidNotification } from './parse-notification.ts';

/**
 * Checks a whole policy. Ids of pools are not checked: a pool may be deleted while policies name it.
 * @throws ApiError 400 for the first wrong part
 */
export function checkPolicy({ alert_type, mechanisms, filters, alert_interval }: StoredPolicy): void {
  const { email = [], webhooks = [], pagerduty = [] } = mechanisms;
  if (email.length + webhooks.length + pagerduty.length === 0) {
    throw invalidNotification('found no mechanism, expected at least one', ['mechanisms']);
  }
  // The platform answers with HTTP 500: docs/platform.md, "Notification policies".
  if (alert_interval !== undefined && alert_type === POOL_HEALTH_ALERT) {
    throw invalidNotification(`alert_interval is not available for ${POOL_HEALTH_ALERT}`, ['alert_interval']);
  }
  checkFilters(alert_type, filters ?? {});
}

/**
 * Checks that the destinations of a body exist. Not those that the policy has already: a webhook may be deleted while policies name it.
 * @throws ApiError 400 for the first one that does not
 */
export function checkDestinations({ webhooks = [], pagerduty = [] }: StoredMechanisms, state: State): void {
  for (const [index, { id }] of webhooks.entries()) {
    if (state.webhooks.get(id) !== undefined) continue;
    throw invalidNotification('the webhook does not exist', ['mechanisms', 'webhooks', index, 'id']);
  }
  if (pagerduty.length > 0) {
    throw invalidNotification('the PagerDuty service does not exist', ['mechanisms', 'pagerduty', 0, 'id']);
  }
}

function checkFilters(alertType: string, filters: Readonly<Record<string, readonly string[]>>): void {
  const isPoolHealth = alertType === POOL_HEALTH_ALERT;
  const known = isPoolHealth ? Object.keys(POOL_HEALTH_FILTERS) : FILTERS;
  for (const [name, values] of Object.entries(filters)) {
    if (!known.includes(name)) {
      const expected = isPoolHealth ? `one of ${known.join(', ')}` : 'a filter of the platform';
      throw invalidNotification(`unknown filter: expected ${expected}`, ['filters', name]);
    }
    const allowed = isPoolHealth ? POOL_HEALTH_FILTERS[name] : undefined;
    const wrong = allowed === undefined ? -1 : values.findIndex((value) => !allowed.includes(value));
    if (wrong >= 0) {
      throw invalidNotification(`invalid value for filters.${name}: expected ${allowed!.join(' or ')}`, [
        ...['filters', name],
        wrong,
      ]);
    }
  }
}
