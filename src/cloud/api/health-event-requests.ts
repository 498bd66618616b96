// The requests for health events and mails, which only a sandbox has. docs/sandbox.md, "Health events".
import { z } from 'zod';
import type { ApiDeliveredEvents, ApiMail } from './alerting-types.ts';
import { accountOf } from './api-owners.ts';
import type { ManagementApi } from './management-api.ts';
import { type Connection, SANDBOX_ADVICE } from './request/api-request.ts';
import { requestAnswer, requestResult } from './request/request-result.ts';

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
const apiDeliveredEvents = z
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
const apiMails = z
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

/** Mails on one page: the most that the sandbox returns. */
const MAILS_PER_PAGE = 1000;

/** Creates the functions. */
export function healthEventRequests(connection: Connection) {
  return {
    playHealthEvents: (account, events) =>
      requestResult(
        connection,
        {
          action: 'play health events in the sandbox',
          advice: {
            ...SANDBOX_ADVICE,
            'api-missing':
              'check CLOUDFLARE_BASE_URL and CLOUDFLARE_ACCOUNT_ID, and play the events again if pools were deleted meanwhile',
          },
          // A second request sends a second mail to everybody.
          hasEffects: true,
          send: (client, options) => client.post(`${pathOf(account)}/health_events`, { ...options, body: events }),
        },
        apiDeliveredEvents,
      ),

    listOutbox: async (account, most = Infinity) => {
      const mails: ApiMail[] = [];
      for (let cursor: string | undefined; ; ) {
        const query = {
          per_page: Math.min(MAILS_PER_PAGE, most - mails.length),
          ...(cursor === undefined ? {} : { cursor }),
        };
        const { result: page, cursor: next } = await requestAnswer(
          connection,
          {
            action: 'list the mails of the sandbox',
            advice: SANDBOX_ADVICE,
            send: (client, options) => client.get(`${pathOf(account)}/outbox`, { ...options, query }),
          },
          apiMails,
        );
        mails.push(...page);
        cursor = next;
        // A page without mails ends the list, too: an API that is no sandbox may return any cursor.
        if (cursor === undefined || page.length === 0 || mails.length >= most) return mails;
      }
    },
  } satisfies Partial<ManagementApi>;
}

/** Path of the calls that only a sandbox has. @throws HeadgateError `api-id` for an id of another form */
function pathOf(account: string): string {
  return `/accounts/${accountOf(account).account_id}/sandbox`;
}
