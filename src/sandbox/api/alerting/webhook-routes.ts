// The routes of webhooks, which policies name as recipients. No answer contains a secret. docs/platform.md, "Notification policies".
import type { Context } from 'hono';
import { z } from 'zod';
import { isVisibleAscii } from '../../../base/index.ts';
import { postWebhook } from '../../alerts/post-webhook.ts';
import type { StoredWebhook } from '../../state/alerting/stored-alerting.ts';
import { newId } from '../../state/identity.ts';
import { answer } from '../envelope.ts';
import { apiError, CODES } from '../request/api-error.ts';
import { readBody } from '../request/read-body.ts';
import type { ApiContext, Routes } from '../routes.ts';
import { parseNotification, storedNotification } from './parse-notification.ts';

/** The body of the test message has this key alone: docs/platform.md, "Notification policies". The words are ours. */
const TEST_MESSAGE = { text: 'This is a test message of the headgate sandbox. The webhook works.' };

const text = z.string('a string');
const webhookSchema = z.strictObject({
  name: text.min(1, 'a name that is not empty'),
  url: text.refine(
    (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol),
    'an address that begins with http:// or https://',
  ),
  // Each POST has it in a header. Ours: the platform's rule is not public.
  secret: text
    .refine((secret) => secret === '' || isVisibleAscii(secret), 'visible ASCII characters without spaces')
    .optional(),
});

/** Returns the routes. */
export function webhookRoutes(context: ApiContext): Routes {
  const { webhooks } = context.state;
  const webhookOf = (c: Context) => storedNotification(c, 'webhook', webhooks);
  return {
    '/alerting/v3/destinations/webhooks': {
      GET: (c) => answer(c, webhooks.list().map(presentWebhook)),
      POST: async (c) => {
        const body = parseNotification(webhookSchema, await readBody(c));
        await testWebhook(body, context);
        const created_at = context.stamp();
        const webhook: StoredWebhook = { id: newId(), ...body, type: 'generic', created_at, last_success: created_at };
        webhooks.put(webhook);
        return answer(c, { id: webhook.id });
      },
    },
    '/alerting/v3/destinations/webhooks/:webhook': {
      GET: (c) => answer(c, presentWebhook(webhookOf(c))),
      PUT: async (c) => {
        const body = parseNotification(webhookSchema, await readBody(c));
        // Ours: no answer contains the secret, so that a client that changes the name cannot send it.
        await testWebhook({ secret: webhookOf(c).secret, ...body }, context);
        // Again: it may have been changed or deleted during the test.
        const webhook = { ...webhookOf(c), ...body, last_success: context.stamp() };
        webhooks.put(webhook);
        return answer(c, { id: webhook.id });
      },
      DELETE: (c) => {
        webhooks.delete(webhookOf(c).id);
        return answer(c, null);
      },
    },
  };
}

/** Sends the test message. @throws ApiError 400 unless the receiver answers with HTTP 2xx, and for another machine */
async function testWebhook({ url, secret }: Pick<StoredWebhook, 'url' | 'secret'>, context: ApiContext): Promise<void> {
  const { outcome, reason } = await postWebhook({ url, secret, payload: TEST_MESSAGE, signal: context.stopSignal });
  if (outcome === 'delivered') return;
  throw apiError(400, CODES.webhookFailed, `the test of the webhook failed: ${reason}`, ['url']);
}

function presentWebhook({ secret: _, ...webhook }: StoredWebhook) {
  return webhook;
}
