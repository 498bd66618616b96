// What a policy reports, and to whom; why a policy does not count. A policy counts only if headgate understands all of it.
import { instantFromText, isPlainObject, NS_PER_MS } from '../../../base/index.ts';
import type { ApiPolicy, ApiSilence } from '../../api/index.ts';
import type { PoolName } from '../migration.ts';
import { byName, compareText } from '../pool/by-name.ts';
import { type EventMask, eventMask, HEALTHS, NO_EVENTS, SOURCES } from '../pool/event-mask.ts';
import { quoteValue } from '../pool/quote-value.ts';
import { emailKey, type RecipientKey, webhookKey } from '../pool/recipient-key.ts';

/** The policies and silences of an account at a time. */
export interface LivePolicies {
  readonly policies: readonly ApiPolicy[];
  readonly silences: readonly ApiSilence[];
  /** Silences that end later count. */
  readonly now: Date;
}

interface RecipientCoverage {
  /** Of policies without a filter by pool. */
  everyPool: EventMask;
  readonly byPool: Map<string, EventMask>;
}

/** The alerts that live policies report. */
export class Coverage {
  /** Policies about the health of pools that count, in ascending order of name. */
  readonly counting: readonly PolicyScope[];
  /** Those that do not count, each with a reason. */
  readonly ignored: readonly PolicyScope[];
  readonly #byRecipient = new Map<RecipientKey, RecipientCoverage>();

  constructor({ policies, silences, now }: LivePolicies) {
    const scopes = policies.flatMap((policy) => policyScope(policy, silences, now) ?? []).sort(byName);
    this.counting = scopes.filter((scope) => scope.reason === undefined);
    this.ignored = scopes.filter((scope) => scope.reason !== undefined);
    for (const scope of this.counting) for (const recipient of scope.recipients) this.#add(recipient, scope);
  }

  /** The events of a pool that a recipient receives from at least one policy. */
  eventsFor(pool: string, recipient: RecipientKey): EventMask {
    const covered = this.#byRecipient.get(recipient);
    return covered === undefined ? NO_EVENTS : covered.everyPool | (covered.byPool.get(pool) ?? NO_EVENTS);
  }

  #add(recipient: RecipientKey, { events, pools }: PolicyScope): void {
    let covered = this.#byRecipient.get(recipient);
    if (covered === undefined) {
      covered = { everyPool: NO_EVENTS, byPool: new Map() };
      this.#byRecipient.set(recipient, covered);
    }
    if (pools === undefined) covered.everyPool |= events;
    else for (const pool of pools) covered.byPool.set(pool, (covered.byPool.get(pool) ?? NO_EVENTS) | events);
  }
}

/** `alert_type` of the policies that report the health of pools. */
export const HEALTH_ALERT = 'load_balancing_health_alert';

/** What a policy reports: every combination of its pools, events and recipients. */
export interface PolicyScope extends PoolName {
  readonly recipients: ReadonlySet<RecipientKey>;
  readonly events: EventMask;
  /** Ids; undefined: every pool. */
  readonly pools: ReadonlySet<string> | undefined;
  /**
   * Why the policy does not count, as the sentence part after its name: `is disabled`. The other properties then hold what it would report:
   * a filter that headgate does not know restricts nothing.
   */
  readonly reason: string | undefined;
}

/** What a policy reports. @returns undefined for policies about anything else than the health of pools */
export function policyScope(policy: ApiPolicy, silences: readonly ApiSilence[], now: Date): PolicyScope | undefined {
  if (policy.alert_type !== HEALTH_ALERT) return undefined;
  const filters = readFilters(policy.filters);
  const disabled = policy.enabled === true ? undefined : 'is disabled';
  return {
    id: policy.id,
    name: policy.name ?? '',
    recipients: recipientsOf(policy),
    events: eventMask(
      SOURCES.filter((source) => filters.sources?.has(source) ?? true),
      HEALTHS.filter((health) => filters.health?.has(health) ?? true),
    ),
    pools: filters.pools,
    reason: disabled ?? silenceReason(policy.id, silences, now) ?? filters.reason,
  };
}

function recipientsOf({ mechanisms }: ApiPolicy): ReadonlySet<RecipientKey> {
  const ids = (list: unknown) =>
    Array.isArray(list)
      ? list.flatMap((one: unknown) => (isPlainObject(one) && typeof one.id === 'string' ? [one.id] : []))
      : [];
  return new Set([...ids(mechanisms?.email).map(emailKey), ...ids(mechanisms?.webhooks).map(webhookKey)]);
}

interface ReadFilters {
  readonly pools: ReadonlySet<string> | undefined;
  readonly health: ReadonlySet<string> | undefined;
  readonly sources: ReadonlySet<string> | undefined;
  readonly reason: string | undefined;
}

const KNOWN_VALUES: Readonly<Record<string, readonly string[] | undefined>> = {
  new_health: HEALTHS,
  event_source: SOURCES,
};

function readFilters(filters: unknown): ReadFilters {
  const none = { pools: undefined, health: undefined, sources: undefined };
  if (filters === undefined || filters === null) return { ...none, reason: undefined };
  if (!isPlainObject(filters)) return { ...none, reason: 'has filters that are not an object' };
  const understood = new Map<string, ReadonlySet<string>>();
  const reasons: string[] = [];
  for (const key of Object.keys(filters).sort()) {
    const reason = reasonAgainst(key, filters[key]);
    if (reason === undefined) understood.set(key, new Set(filters[key] as readonly string[]));
    else reasons.push(reason);
  }
  return {
    pools: understood.get('pool_id'),
    health: understood.get('new_health'),
    sources: understood.get('event_source'),
    reason: reasons[0],
  };
}

/** Why headgate does not understand a filter. */
function reasonAgainst(key: string, values: unknown): string | undefined {
  const shown = quoteValue(key);
  if (key !== 'pool_id' && !Object.hasOwn(KNOWN_VALUES, key))
    return `has the filter ${shown}, which headgate does not know`;
  if (!Array.isArray(values) || values.some((value) => typeof value !== 'string')) {
    return `has a filter ${shown} that is not a list of text`;
  }
  if (values.length === 0) return `has an empty filter ${shown}`;
  const known = KNOWN_VALUES[key];
  if (known !== undefined && !values.some((value) => known.includes(value))) {
    return `has a filter ${shown} without ${known.join(' or ')}`;
  }
  return undefined;
}

/** A silence counts from now on, whether it has begun or not: no recipient may miss an alert when it begins. */
function silenceReason(policy: string, silences: readonly ApiSilence[], now: Date): string | undefined {
  const at = BigInt(now.getTime()) * NS_PER_MS;
  const ends = silences
    .filter((silence) => silence.policy_id === policy)
    .map(({ end_time: text }) => ({ text, at: text === undefined ? undefined : instantFromText(text) }))
    .filter((end) => end.at === undefined || end.at > at)
    .sort((a, b) => compareText(a.text ?? '', b.text ?? ''));
  if (ends.length === 0) return undefined;
  if (ends.some(({ text }) => text === undefined)) return 'has a silence without an end';
  // A time that headgate cannot read is shown first: it may be the last one.
  const last = ends.reduce((a, b) => (a.at === undefined || (b.at !== undefined && b.at <= a.at) ? a : b));
  return `has a silence until ${last.at === undefined ? quoteValue(last.text) : last.text}`;
}
