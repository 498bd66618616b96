// A recipient as one string, so that recipients can be compared and be keys of a map.
import { lowerCaseAscii } from '../../../base/index.ts';
import type { Recipient } from '../migration.ts';

/** A recipient as one string. E-mail addresses sort before webhooks. */
export type RecipientKey = string;

const EMAIL = 'email:';
const WEBHOOK = 'webhook:';

/** Addresses that differ only in the case of ASCII letters have the same key. */
export function emailKey(address: string): RecipientKey {
  return EMAIL + lowerCaseAscii(address);
}

/** The key of a webhook. */
export function webhookKey(id: string): RecipientKey {
  return WEBHOOK + id;
}

/** The recipient of a key; addresses in lower case. */
export function recipientOf(key: RecipientKey): Recipient {
  return key.startsWith(EMAIL) ? { email: key.slice(EMAIL.length) } : { webhook: key.slice(WEBHOOK.length) };
}

/** Splits keys into addresses and ids of webhooks, each in the order of the keys. */
export function splitRecipients(keys: readonly RecipientKey[]): {
  readonly emails: readonly string[];
  readonly webhooks: readonly string[];
} {
  const recipients = keys.map(recipientOf);
  return {
    emails: recipients.flatMap((one) => ('email' in one ? [one.email] : [])),
    webhooks: recipients.flatMap((one) => ('webhook' in one ? [one.webhook] : [])),
  };
}
