// Who hears about what, written from docs/pools.md, "What is migrated": loops over every pool, source, health and recipient. The
// tests compare the planner with it; it shares no code with it.
import type { ApiNotificationFilter, ApiPolicy, ApiPool, ApiSilence } from '../../../src/cloud/api/index.ts';

/** `pool source health recipient`; addresses in lower case. */
export type AlertText = string;

const ADDRESS = /^[^\s@;<>"',()]+@[^\s@;<>"',()]+\.[^\s@;<>"',()]+$/;

/** The parts of a list of recipients. */
export function partsOf({ notification_email }: ApiPool): string[] {
  return ((notification_email ?? '') as string)
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
}

/** Whether every part is an address. */
export function isSound(pool: ApiPool): boolean {
  return partsOf(pool).every((part) => ADDRESS.test(part));
}

/** The legacy e-mails of a pool, each alert once. */
export function mailedBy(pool: ApiPool): AlertText[] {
  const alerts = new Set<AlertText>();
  for (const source of ['pool', 'origin'] as const) {
    for (const health of ['Healthy', 'Unhealthy']) {
      const filter = (pool.notification_filter as ApiNotificationFilter | null | undefined)?.[source];
      if (filter?.disable === true) continue;
      if (filter?.healthy === true && health === 'Unhealthy') continue;
      if (filter?.healthy === false && health === 'Healthy') continue;
      for (const part of partsOf(pool)) if (ADDRESS.test(part)) alerts.add(`${pool.id} ${source} ${health} ${part}`);
    }
  }
  return [...alerts];
}

/** The alerts that a policy sends for a pool, each once for every recipient that it names. */
export function sentBy(policy: ApiPolicy, pool: ApiPool, silences: readonly ApiSilence[], now: Date): AlertText[] {
  if (policy.enabled !== true || policy.alert_type !== 'load_balancing_health_alert') return [];
  for (const silence of silences) {
    if (silence.policy_id === policy.id && Date.parse(silence.end_time ?? '9999-01-01T00:00:00Z') > now.getTime())
      return [];
  }
  const filters = (policy.filters ?? {}) as Readonly<Record<string, readonly string[]>>;
  for (const key of Object.keys(filters)) {
    if (!['pool_id', 'new_health', 'event_source'].includes(key) || filters[key]!.length === 0) return [];
  }
  const admits = (key: string, value: string) => filters[key] === undefined || filters[key].includes(value);
  const alerts: AlertText[] = [];
  for (const source of ['pool', 'origin']) {
    for (const health of ['Healthy', 'Unhealthy']) {
      if (!admits('pool_id', pool.id) || !admits('event_source', source) || !admits('new_health', health)) continue;
      const { email = [], webhooks = [] } = policy.mechanisms ?? {};
      for (const { id } of email) alerts.push(`${pool.id} ${source} ${health} ${id.toLowerCase()}`);
      for (const { id } of webhooks) alerts.push(`${pool.id} ${source} ${health} webhook ${id}`);
    }
  }
  return alerts;
}
