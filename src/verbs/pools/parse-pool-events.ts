// Parses the JSON of an earlier run of health events, to compare it with another one.
import { z } from 'zod';
import { HeadgateError } from '../../base/index.ts';
import type { PoolEvents } from './pool-events.ts';

const text = z.string();
const ofPolicy = { policy: text };
const notice = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('legacy-email'), to: text }),
  z.object({ channel: z.literal('policy-email'), to: text, ...ofPolicy }),
  z.object({
    channel: z.enum(['webhook', 'pagerduty']),
    ...{ id: text, name: text, ...ofPolicy },
    outcome: z.enum(['delivered', 'failed', 'not-sent']),
    ...{ status: z.number().optional(), reason: text.optional() },
  }),
]);
const eventsSchema = z.object({
  version: z.literal(1),
  account: text,
  events: z.array(
    z.object({
      pool: z.object({ id: text, name: text }),
      source: z.enum(['pool', 'origin']),
      health: z.enum(['Healthy', 'Unhealthy']),
      notices: z.array(notice),
    }),
  ),
  deprecation: z.object({ to: text, pools: z.number() }).nullable(),
});

/**
 * Parses the result of `pools events --format json`. A comparison in it is left out.
 * @param origin the file's name in messages
 * @throws HeadgateError `events-invalid`
 */
export function parsePoolEvents(json: string, origin: string): PoolEvents {
  const fail = (found: string): HeadgateError =>
    new HeadgateError(
      'events-invalid',
      `cannot compare with ${origin}: found ${found}, expected the result of headgate pools events --format json`,
    );
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw fail('invalid JSON');
  }
  const parsed = eventsSchema.safeParse(value);
  if (parsed.success) return parsed.data as PoolEvents;
  const place = parsed.error.issues[0]!.path.map(String).join('.');
  throw fail(place === '' ? 'another document' : `a document with another ${place}`);
}
