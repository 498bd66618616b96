// What the service stores of pools and notifications, in the words of the API. Types only. docs/platform.md, "Pools" and "Notification policies".
import type { ApiPool } from '../../../cloud/api/index.ts';

/** A pool. It has the keys of the API; those of older accounts may have any content. */
export type StoredPool = ApiPool;

/** Recipients of a policy. For e-mail, `id` is the address. */
export interface StoredMechanisms {
  readonly email?: readonly { readonly id: string }[] | undefined;
  readonly webhooks?: readonly { readonly id: string }[] | undefined;
  readonly pagerduty?: readonly { readonly id: string }[] | undefined;
}

/** A notification policy. */
export interface StoredPolicy {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly enabled: boolean;
  readonly alert_type: string;
  readonly mechanisms: StoredMechanisms;
  readonly filters?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly alert_interval?: string | undefined;
  /** RFC 3339. */
  readonly created: string;
  readonly modified: string;
}

/** A webhook. `secret` is a secret: no answer contains it. */
export interface StoredWebhook {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly secret?: string | undefined;
  readonly type: 'generic';
  /** RFC 3339. */
  readonly created_at: string;
  readonly last_success?: string | undefined;
  readonly last_failure?: string | undefined;
}

/** A time in which a policy sends nothing. */
export interface StoredSilence {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly policy_id: string;
  /** RFC 3339. */
  readonly start_time: string;
  readonly end_time: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A notification that a policy sent. */
export interface StoredHistory {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly policy_id: string;
  /** Name and description of the policy. */
  readonly name: string;
  readonly description: string;
  readonly alert_type: string;
  readonly alert_body: string;
  /** Address of the recipient, or id of the webhook. */
  readonly mechanism: string;
  readonly mechanism_type: 'email' | 'webhook';
  /** RFC 3339. */
  readonly sent: string;
}

/** A message in the outbox. Its keys are those of the delivery that wrote it. */
export interface StoredMessage {
  readonly id: string;
  readonly [key: string]: unknown;
}
