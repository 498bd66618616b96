// Which notification policies match an event. docs/platform.md, "Notification policies". Shares no code with the plan of a migration: see
// legacy-recipients.ts.
import { isPlainObject } from '../../base/index.ts';
import { addressKey } from './address-key.ts';
import type { HealthEvent } from './health-event.ts';

/** The alert type of pool health. */
export const POOL_HEALTH_ALERT = 'load_balancing_health_alert';

/** A policy as the state contains it; only the keys that decide who is notified. */
export interface NotifyingPolicy {
  readonly id: string;
  readonly name?: unknown;
  readonly description?: unknown;
  readonly enabled?: unknown;
  readonly alert_type?: unknown;
  readonly mechanisms?: unknown;
  readonly filters?: unknown;
}

/** A silence as the state contains it. */
export interface PolicySilence {
  readonly policy_id?: unknown;
  /** RFC 3339; missing: since ever. */
  readonly start_time?: unknown;
  /** RFC 3339; missing: without an end. */
  readonly end_time?: unknown;
}

/** A policy that can match events: its filters, and its recipients. */
export interface MatchingPolicy {
  readonly id: string;
  /** Empty if it has none. */
  readonly name: string;
  readonly description: string;
  readonly emails: readonly string[];
  readonly webhooks: readonly string[];
  readonly pagerduty: readonly string[];
  matches(event: HealthEvent): boolean;
}

/** Returns the policies that can match at a time: enabled, for pool health, and not silenced. @param nowMs milliseconds since 1970 */
export function matchingPolicies(
  policies: readonly NotifyingPolicy[],
  silences: readonly PolicySilence[],
  nowMs: number,
): MatchingPolicy[] {
  const silenced = new Set(silences.filter((silence) => isInForce(silence, nowMs)).map(({ policy_id }) => policy_id));
  return policies
    .filter(({ id, enabled, alert_type }) => enabled === true && alert_type === POOL_HEALTH_ALERT && !silenced.has(id))
    .map((policy) => ({
      id: policy.id,
      name: textOf(policy.name),
      description: textOf(policy.description),
      emails: onceEach(mechanismIds(policy, 'email'), addressKey),
      webhooks: onceEach(mechanismIds(policy, 'webhooks'), (id) => id),
      pagerduty: onceEach(mechanismIds(policy, 'pagerduty'), (id) => id),
      matches: compileFilters(policy.filters),
    }));
}

/** An event matches if each filter contains its value. It has no value for a filter of another name, and an empty filter contains none. */
function compileFilters(filters: unknown): (event: HealthEvent) => boolean {
  if (filters === undefined || filters === null) return () => true;
  if (!isPlainObject(filters)) return () => false;
  const tests = Object.entries(filters).map(([name, values]): ((event: HealthEvent) => boolean) => {
    const admitted = new Set<unknown>(Array.isArray(values) ? values : []);
    return (event) => admitted.has(eventValue(event, name));
  });
  return (event) => tests.every((test) => test(event));
}

function eventValue(event: HealthEvent, filter: string): string | undefined {
  if (filter === 'pool_id') return event.pool.id;
  if (filter === 'new_health') return event.health;
  return filter === 'event_source' ? event.source : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function mechanismIds({ mechanisms }: NotifyingPolicy, kind: string): string[] {
  const entries = isPlainObject(mechanisms) ? mechanisms[kind] : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => (isPlainObject(entry) && typeof entry.id === 'string' ? [entry.id] : []));
}

/** Returns each id once, in the order of the policy. */
function onceEach(ids: readonly string[], keyOf: (id: string) => string): string[] {
  const byKey = new Map<string, string>();
  for (const id of ids) if (!byKey.has(keyOf(id))) byKey.set(keyOf(id), id);
  return [...byKey.values()];
}

function isInForce({ start_time: start, end_time: end }: PolicySilence, nowMs: number): boolean {
  return (timeOf(start) ?? -Infinity) <= nowMs && nowMs < (timeOf(end) ?? Infinity);
}

function timeOf(time: unknown): number | undefined {
  const ms = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
