// The results of the calls for health events, which only a sandbox has.
import { z } from 'zod';
import type { ApiDeliveredEvents, ApiMail } from './health-event-types.ts';

const anObject = 'an object';
const text = z.string('text');
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
      outcome: z.enum(['delivered', 'failed', 'not-sent'], 'an outcome'),
      status: z.number('a number').optional(),
      reason: text.optional(),
      ...ofPolicy,
    }),
  ],
  'a delivery',
);

/** The deliveries of a request. */
export const apiDeliveredEvents = z
  .looseObject(
    {
      events: z.array(
        z.looseObject(
          {
            id: text,
            pool_id: text,
            pool_name: text,
            origin: text.optional(),
            deliveries: z.array(delivery, 'an array'),
          },
          anObject,
        ),
        'an array',
      ),
      deprecation: z.looseObject({ to: text, pools: z.number('a number') }, 'an object or null').nullable(),
    },
    anObject,
  )
  .transform((delivered) => delivered as ApiDeliveredEvents);

/** Mails of a page. */
export const apiMails = z
  .array(
    z.looseObject(
      {
        id: text,
        sent: text,
        to: text,
        subject: text,
        text,
        event_id: text,
        kind: z.enum(['pool-health-legacy', 'policy', 'deprecation'], 'a kind of mail'),
        pool_id: text.optional(),
        policy_id: text.optional(),
      },
      anObject,
    ),
    'an array',
  )
  .transform((mails) => mails as readonly ApiMail[]);
