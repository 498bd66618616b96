// Sends the POSTs of one request of health events, a few at a time, and records in each webhook when one last succeeded or failed.
import type { State } from '../state/state.ts';
import type { HealthEvent, PostOutcome } from './health-event.ts';
import { eventText, printTime } from './mail.ts';
import { type MatchingPolicy, POOL_HEALTH_ALERT } from './matching-policy.ts';
import { postWebhook } from './post-webhook.ts';

/** POSTs that are sent at the same time. Chosen by headgate. */
const CONCURRENT_POSTS = 8;
/** Longest time for all POSTs of a request to begin; clients wait 60 seconds for the answer. Chosen by headgate. Milliseconds. */
const REQUEST_LIMIT_MS = 30_000;

/** A POST to send. */
export interface WebhookCall {
  readonly event: HealthEvent;
  readonly policy: MatchingPolicy;
  readonly webhookId: string;
}

/** What the calls need of the service. */
export interface CallContext {
  readonly state: Pick<State, 'identity' | 'webhooks'>;
  /** Service time: milliseconds since 1970. */
  readonly now: () => number;
  /** Ends the POSTs when the service stops. */
  readonly stopSignal?: AbortSignal | undefined;
}

/** Sends them. @returns the outcome of each, in their order */
export async function callWebhooks(
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
