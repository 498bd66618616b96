// The results of the calls for health events, which only a sandbox has.
import { z } from 'zod';
import type { ApiDeliveredEvents, ApiMail } from './health-event-types.ts';

const anObject = { error: 'an object' };
const text = z.string({ error: 'text' });
const ofPolicy = { policy_id: text, policy_name: text };

const delivery = z.discriminatedUnion(
  'channel',
  [
    z.looseObject({ channel: z.literal('legacy-email'), to: text }),
    z.looseObject({ channel: z.literal('policy-email'), to: text, ...ofPolicy }),
    z.looseObject({
      channel: z.enum(['webhook', 'pagerduty']),
      destination_id: text,
      destination_name: text,
      outcome: z.enum(['delivered', 'failed', 'not-sent'], { error: 'an outcome' }),
      status: z.number({ error: 'a number' }).optional(),
      reason: text.optional(),
      ...ofPolicy,
    }),
  ],
  { error: 'a delivery' },
);

/** The deliveries of a request. */
export const apiDeliveredEvents = z
  .looseObject(
    {
      events: z.array(
        z.looseObject(
          {
            ...{ id: text, pool_id: text, pool_name: text, origin: text.optional() },
            deliveries: z.array(delivery, { error: 'an array' }),
          },
          anObject,
        ),
        { error: 'an array' },
      ),
      deprecation: z
        .looseObject({ to: text, pools: z.number({ error: 'a number' }) }, { error: 'an object or null' })
        .nullable(),
    },
    anObject,
  )
  .transform((delivered) => delivered as ApiDeliveredEvents);

/** Mails of a page. */
export const apiMails = z
  .array(
    z.looseObject(
      {
        ...{ id: text, sent: text, to: text, subject: text, text, event_id: text },
        kind: z.enum(['pool-health-legacy', 'policy', 'deprecation'], { error: 'a kind of mail' }),
        ...{ pool_id: text.optional(), policy_id: text.optional() },
      },
      anObject,
    ),
    { error: 'an array' },
  )
  .transform((mails) => mails as readonly ApiMail[]);
