// Delivers health events as the service does: legacy e-mails, e-mails and webhooks of policies, and the deprecation mail while a pool still
// has recipients. E-mails go to the outbox, POSTs are sent a few at a time. Every event counts as a change, also if the pool already had that health.
import { printPlural } from '../../base/index.ts';
import type { ApiMail } from '../../cloud/api/index.ts';
import type { StoredHistory } from '../state/alerting/stored-alerting.ts';
import { newId } from '../state/identity.ts';
import type { State } from '../state/state.ts';
import type { Delivery, HealthEvent, PostOutcome } from './health-event.ts';
import { hasLegacyRecipients, legacyRecipients } from './legacy-recipients.ts';
import { type MatchingPolicy, matchingPolicies, POOL_HEALTH_ALERT } from './matching-policy.ts';
import { postWebhook } from './post-webhook.ts';

/** A mail as the API returns it. */
interface Mail extends ApiMail {
  readonly [key: string]: unknown;
}

/** POSTs that are sent at the same time. Chosen by headgate. */
const CONCURRENT_POSTS = 8;

/** Longest time for all POSTs of a request to begin; clients wait 60 seconds for the answer. Chosen by headgate. Milliseconds. */
const REQUEST_LIMIT_MS = 30_000;

/** A POST to send. */
interface WebhookCall {
  readonly event: HealthEvent;
  readonly policy: MatchingPolicy;
  readonly webhookId: string;
}

/** What the calls need of the service. */
interface CallContext {
  readonly state: Pick<State, 'identity' | 'webhooks'>;
  /** Service time: milliseconds since 1970. */
  readonly now: () => number;
  /** Ends the POSTs when the service stops. */
  readonly stopSignal?: AbortSignal | undefined;
}

/** Most mails, and most entries of the history, that the state keeps; the oldest are deleted first. Chosen by headgate. */
export const MAX_KEPT = 20_000;

/** What the delivery needs of the service. */
export interface DeliveryContext extends CallContext {
  readonly state: Pick<State, 'identity' | 'pools' | 'policies' | 'silences' | 'webhooks' | 'history' | 'outbox'>;
}

/** The deliveries of one request. */
interface DeliveredEvents {
  readonly events: readonly { readonly event: HealthEvent; readonly deliveries: readonly Delivery[] }[];
  /** Undefined if no pool has recipients. */
  readonly deprecation: { readonly to: string; readonly pools: number; readonly mail_id: string } | undefined;
}

/** Delivers events; at least one. @returns when every POST has ended */
export async function deliverEvents(
  context: DeliveryContext,
  events: readonly HealthEvent[],
): Promise<DeliveredEvents> {
  const { state, now } = context;
  const policies = matchingPolicies(state.policies.list(), state.silences.list(), now());
  const sent = events.map((event) => mailsOf(event, policies));
  const deprecation = deprecationOf(state, events[0]!);
  const mails = sent.flatMap((one) => one.map(({ mail }) => mail));
  state.outbox.putAll(deprecation === undefined ? mails : [...mails, deprecation.mail]);
  state.outbox.keepLatest(MAX_KEPT);

  const calls = events.flatMap((event) => callsOf(event, policies));
  const outcomes = await callWebhooks(context, calls);
  recordHistory(context, policies, mails, calls, outcomes);
  const called = Map.groupBy(
    calls.map((call, index) => ({ call, outcome: outcomes[index]! })),
    ({ call }) => call.event,
  );
  return {
    events: events.map((event, index) => ({
      event,
      deliveries: [
        ...sent[index]!.map(({ delivery }) => delivery),
        ...(called.get(event) ?? []).map(({ call, outcome }) => callDelivery(context, call, outcome)),
        ...pagerdutyDeliveries(event, policies),
      ],
    })),
    deprecation: deprecation && { to: deprecation.mail.to, pools: deprecation.pools, mail_id: deprecation.mail.id },
  };
}

function mailsOf(
  event: HealthEvent,
  policies: readonly MatchingPolicy[],
): readonly { readonly mail: Mail; readonly delivery: Delivery }[] {
  const legacy = legacyRecipients(event).map((to) => {
    const mail = legacyMail(event, to);
    return { mail, delivery: { channel: 'legacy-email', to, mail_id: mail.id } as const };
  });
  const others = policies
    .filter((policy) => policy.matches(event))
    .flatMap((policy) =>
      policy.emails.map((to) => {
        const mail = policyMail(event, to, policy);
        return { mail, delivery: { channel: 'policy-email', to, mail_id: mail.id, ...nameOf(policy) } as const };
      }),
    );
  return [...legacy, ...others];
}

function callsOf(event: HealthEvent, policies: readonly MatchingPolicy[]): WebhookCall[] {
  return policies
    .filter((policy) => policy.webhooks.length > 0 && policy.matches(event))
    .flatMap((policy) => policy.webhooks.map((webhookId) => ({ event, policy, webhookId })));
}

function callDelivery({ state }: DeliveryContext, { policy, webhookId }: WebhookCall, outcome: PostOutcome): Delivery {
  const name = state.webhooks.get(webhookId)?.name ?? '';
  return {
    channel: 'webhook',
    destination_id: webhookId,
    destination_name: name,
    ...nameOf(policy),
    ...outcome,
  };
}

function pagerdutyDeliveries(event: HealthEvent, policies: readonly MatchingPolicy[]): Delivery[] {
  return policies
    .filter((policy) => policy.pagerduty.length > 0 && policy.matches(event))
    .flatMap((policy) =>
      policy.pagerduty.map((id) => ({
        channel: 'pagerduty' as const,
        destination_id: id,
        destination_name: '',
        ...nameOf(policy),
        outcome: 'not-sent' as const,
        reason: 'the sandbox does not call PagerDuty',
      })),
    );
}

/** The mail to the user of the account; one for each request, as long as a pool is not cleared. */
function deprecationOf({ pools, identity }: DeliveryContext['state'], first: HealthEvent) {
  const count = pools.list().filter(hasLegacyRecipients).length;
  return count === 0 ? undefined : { pools: count, mail: deprecationMail(first, identity.email, count) };
}

/** Adds what policies sent: mails and POSTs that arrived. */
function recordHistory(
  { state, now }: DeliveryContext,
  policies: readonly MatchingPolicy[],
  mails: readonly Mail[],
  calls: readonly WebhookCall[],
  outcomes: readonly PostOutcome[],
): void {
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  const sent = printTime(now());
  const entry = (
    policy: MatchingPolicy,
    body: string,
    type: 'email' | 'webhook',
    mechanism: string,
  ): StoredHistory => ({
    id: newId(),
    policy_id: policy.id,
    name: policy.name,
    description: policy.description,
    alert_type: POOL_HEALTH_ALERT,
    alert_body: body,
    mechanism,
    mechanism_type: type,
    sent,
  });
  const ofMails = mails.flatMap(({ policy_id, text, to }) => {
    const policy = policy_id === undefined ? undefined : byId.get(policy_id);
    return policy === undefined ? [] : [entry(policy, text, 'email', to)];
  });
  const ofCalls = calls
    .filter((_, index) => outcomes[index]!.outcome === 'delivered')
    .map(({ event, policy, webhookId }) => entry(policy, eventText(event), 'webhook', webhookId));
  state.history.putAll([...ofMails, ...ofCalls]);
  state.history.keepLatest(MAX_KEPT);
}

function nameOf({ id, name }: MatchingPolicy) {
  return { policy_id: id, policy_name: name };
}

/** Sends them. @returns the outcome of each, in their order */
async function callWebhooks(
  { state, now, stopSignal }: CallContext,
  calls: readonly WebhookCall[],
): Promise<PostOutcome[]> {
  const outcomes: PostOutcome[] = [];
  const deadline = performance.now() + REQUEST_LIMIT_MS;
  const call = async ({ event, policy, webhookId }: WebhookCall): Promise<PostOutcome> => {
    const webhook = state.webhooks.get(webhookId);
    if (webhook === undefined) return { outcome: 'failed', reason: 'the webhook does not exist' };
    if (performance.now() > deadline) {
      return { outcome: 'failed', reason: `the webhooks of one request took more than ${REQUEST_LIMIT_MS / 1000} s` };
    }
    const payload = webhookPayload(event, policy, state.identity.accountId);
    return await postWebhook({ url: webhook.url, secret: webhook.secret, payload, signal: stopSignal });
  };
  // Shared by the workers: each takes the next call.
  const waiting = calls.entries();
  const work = async (): Promise<void> => {
    for (const [index, next] of waiting) {
      const outcome = await call(next);
      outcomes[index] = outcome;
      if (outcome.outcome !== 'not-sent') recordOutcome(state, next.webhookId, outcome, now());
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_POSTS, calls.length) }, work));
  return outcomes;
}

/**
 * Composes the body of the POST for an event that a policy matches. docs/platform.md, "Notification policies". Not public, and ours: the keys of
 * `data` for pool health, and which health is the start of an alert.
 */
function webhookPayload(event: HealthEvent, policy: MatchingPolicy, accountId: string): object {
  const { id, pool, source, origin, health, atMs } = event;
  return {
    name: policy.name,
    text: eventText(event),
    data: {
      pool_id: pool.id,
      pool_name: pool.name,
      event_source: source,
      new_health: health,
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

function recordOutcome({ webhooks }: CallContext['state'], id: string, { outcome }: PostOutcome, atMs: number): void {
  // Read again: it may have been changed or deleted during the POST.
  const webhook = webhooks.get(id);
  if (webhook === undefined) return;
  webhooks.put({ ...webhook, [outcome === 'delivered' ? 'last_success' : 'last_failure']: printTime(atMs) });
}

/** Describes an event in one sentence. */
function eventText({ pool, source, origin, health, atMs }: HealthEvent): string {
  const subject = source === 'pool' ? 'The' : `${origin === undefined ? 'An origin' : `The origin "${origin}"`} of the`;
  return `${subject} load-balancer pool "${pool.name}" (${pool.id}) changed to ${health} at ${printTime(atMs)}.`;
}

/** The mail to a recipient of a pool. */
function legacyMail(event: HealthEvent, to: string): Mail {
  return {
    ...eventMail(event, to),
    kind: 'pool-health-legacy',
    text: `${eventText(event)}\n\nYou receive this e-mail because the pool has your address in notification_email.`,
    pool_id: event.pool.id,
    event_id: event.id,
  };
}

/** The mail to a recipient of a policy. */
function policyMail(event: HealthEvent, to: string, policy: { id: string; name: string }): Mail {
  return {
    ...eventMail(event, to),
    kind: 'policy',
    text: `${eventText(event)}\n\nYou receive this e-mail because of the notification policy "${policy.name}" (${policy.id}).`,
    pool_id: event.pool.id,
    policy_id: policy.id,
    event_id: event.id,
  };
}

/** The mail about recipients that have to move to policies. @param pools number of pools that still have recipients */
function deprecationMail(first: HealthEvent, to: string, pools: number): Mail {
  return {
    id: newId(),
    sent: printTime(first.atMs),
    kind: 'deprecation',
    to,
    subject: 'Action required: move the e-mail notifications of your load-balancer pools',
    text: `${printPlural(pools, 'pool')} of your account still ${pools === 1 ? 'has' : 'have'} recipients in notification_email, which is deprecated. Create notification policies for them, and set notification_email to an empty text.`,
    event_id: first.id,
  };
}

/** RFC 3339. @param ms milliseconds since 1970 */
function printTime(ms: number): string {
  return new Date(ms).toISOString();
}

function eventMail({ pool, source, health, atMs }: HealthEvent, to: string) {
  const subject = source === 'pool' ? `pool ${pool.name} is` : `origin of pool ${pool.name} is`;
  return { id: newId(), sent: printTime(atMs), to, subject: `Load balancing: ${subject} ${health}` };
}
