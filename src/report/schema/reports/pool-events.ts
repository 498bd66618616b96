// The shape of `pools events --format json`.
import { z } from 'zod';

const eventNotice = z.union([
  z.object({ channel: z.literal('legacy-email'), to: z.string() }),
  z.object({ channel: z.literal('policy-email'), to: z.string(), policy: z.string() }),
  z.object({
    channel: z.enum(['webhook', 'pagerduty']),
    id: z.string(),
    name: z.string(),
    policy: z.string(),
    outcome: z.enum(['delivered', 'failed', 'not-sent']),
    status: z.number().exactOptional(),
    reason: z.string().exactOptional(),
  }),
]);

const playedSource = z.enum(['pool', 'origin']);

const playedHealth = z.enum(['Healthy', 'Unhealthy']);

const playedEvent = z.object({
  notices: z.array(eventNotice),
  pool: z.object({ id: z.string(), name: z.string() }),
  source: playedSource,
  health: playedHealth,
});

const noticeRecipient = z.union([
  z.object({ email: z.string() }),
  z.object({ webhook: z.string() }),
  z.object({ pagerduty: z.string() }),
]);

const noticeDifference = z.object({
  recipient: noticeRecipient,
  before: z.number(),
  now: z.number(),
  pool: z.object({ id: z.string(), name: z.string() }),
  source: playedSource,
  health: playedHealth,
});

const eventName = z.object({
  pool: z.object({ id: z.string(), name: z.string() }),
  source: playedSource,
  health: playedHealth,
});

const eventsComparison = z.object({
  events: z.number(),
  expected: z.number(),
  lost: z.array(noticeDifference),
  added: z.array(noticeDifference),
  repeated: z.array(noticeDifference),
  stillRepeated: z.array(noticeDifference),
  addedDestinations: z.array(noticeDifference),
  notPlayed: z.array(eventName),
  notCompared: z.array(eventName),
  isSame: z.boolean(),
});

export const poolEvents = z.object({
  version: z.literal(1),
  account: z.string(),
  events: z.array(playedEvent),
  deprecation: z.object({ to: z.string(), pools: z.number() }).nullable(),
  comparison: eventsComparison.exactOptional(),
});
