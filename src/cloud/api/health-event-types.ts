// Health events of a sandbox, and what it sends for them. Types only; the platform does not have these calls. docs/sandbox.md, "Health events".

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
