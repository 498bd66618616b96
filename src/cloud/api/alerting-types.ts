// Pools, notification policies, silences and webhooks as the API returns them, and the health events of a sandbox, which the platform does not
// have. Types only. docs/platform.md, "Pools" and "Notification policies"; docs/sandbox.md, "Health events".

/** A change of the health of a pool or an origin. */
export interface ApiHealthEvent {
  readonly pool_id: string;
  readonly source: 'pool' | 'origin';
  /** Name or address of an origin of the pool. @default the first one */
  readonly origin?: string;
  readonly new_health: 'Healthy' | 'Unhealthy';
}

/** How one recipient heard about an event. */
export type ApiDelivery =
  | { readonly channel: 'legacy-email'; readonly to: string }
  | { readonly channel: 'policy-email'; readonly to: string; readonly policy_id: string; readonly policy_name: string }
  | {
      readonly channel: 'webhook' | 'pagerduty';
      readonly destination_id: string;
      /** Empty if the destination does not exist. */
      readonly destination_name: string;
      readonly policy_id: string;
      readonly policy_name: string;
      /** `not-sent`: the sandbox does not send it, see `reason`. */
      readonly outcome: 'delivered' | 'failed' | 'not-sent';
      /** HTTP status, if there was an answer. */
      readonly status?: number;
      /** Why it was not delivered. */
      readonly reason?: string;
    };

/** The events of one request, in their order. */
export interface ApiDeliveredEvents {
  readonly events: readonly {
    readonly id: string;
    readonly pool_id: string;
    readonly pool_name: string;
    readonly origin?: string;
    readonly deliveries: readonly ApiDelivery[];
  }[];
  /** The mail to the user of the account while pools have recipients; null if none has. */
  readonly deprecation: { readonly to: string; readonly pools: number } | null;
}

/** A mail of the outbox. */
export interface ApiMail {
  readonly id: string;
  /** RFC 3339. */
  readonly sent: string;
  readonly kind: 'pool-health-legacy' | 'policy' | 'deprecation';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly pool_id?: string;
  readonly policy_id?: string;
  /** The event; for a deprecation mail, the first of its request. */
  readonly event_id: string;
}

/** Which events of one source a pool reports. Null or a missing key: no restriction. */
export interface ApiSourceFilter {
  /** No events from this source. */
  readonly disable?: boolean | null;
  /** true: only `Healthy`; false: only `Unhealthy`. */
  readonly healthy?: boolean | null;
}

/** Which events a pool reports, by source. Null or a missing key: all of them. */
export interface ApiNotificationFilter {
  readonly pool?: ApiSourceFilter | null;
  readonly origin?: ApiSourceFilter | null;
}

/** A pool. A missing key means "not set". */
export interface ApiPool {
  readonly id: string;
  readonly name: string;
  /**
   * Recipients of the legacy e-mails, separated by commas; missing or empty: none. As the API returns it, unchecked: anything but text is a
   * problem of this pool alone.
   */
  readonly notification_email?: unknown;
  /** {@link ApiNotificationFilter} in a valid pool; as the API returns it, unchecked, like `notification_email`. */
  readonly notification_filter?: unknown;
  readonly [key: string]: unknown;
}

/** How the API splits a list into pages: `per_page` and `page`, or `limit` and `offset`. */
export type Paging = 'page' | 'offset';

/** One page of the pools in ascending order of name. */
export interface PoolPage {
  readonly paging: Paging;
  /** Pools of a full page. */
  readonly size: number;
  /** From 0. */
  readonly index: number;
}

/** All pools of an account. */
export interface PoolListing {
  /** In the order of the API, which is that of their names; each once. */
  readonly pools: readonly ApiPool[];
  /** What the API honoured. */
  readonly paging: Paging;
  readonly pageSize: number;
  /** Requests that the listing took, those for pages that were read again included. */
  readonly pages: number;
}

/** Recipients of a policy: for e-mail, `id` is the address. */
export interface ApiMechanisms {
  readonly email?: readonly { readonly id: string }[];
  readonly webhooks?: readonly { readonly id: string }[];
  readonly pagerduty?: readonly { readonly id: string }[];
}

/** A notification policy. A missing key means "not set". */
export interface ApiPolicy {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  /** Anything but true: the policy covers nothing. As the API returns it, unchecked. */
  readonly enabled?: unknown;
  readonly alert_type?: string;
  /** Missing too if a part of it has another shape. */
  readonly mechanisms?: ApiMechanisms;
  /**
   * An object: an event must match every filter, and one value of it. As the API returns it, unchecked: of anything but arrays of texts,
   * null included, headgate does not know what it matches, so such a policy covers nothing.
   */
  readonly filters?: unknown;
  readonly [key: string]: unknown;
}

/** The body of a policy to create. */
export interface PolicyBody {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly alert_type: string;
  readonly mechanisms: ApiMechanisms;
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** A time in which a policy sends nothing. */
export interface ApiSilence {
  readonly id: string;
  readonly policy_id?: string;
  /** RFC 3339. */
  readonly start_time?: string;
  readonly end_time?: string;
}

/** A webhook that policies can use. Its `url` may contain a secret. */
export interface ApiWebhook {
  readonly id: string;
  readonly name?: string;
  readonly url?: string;
}
