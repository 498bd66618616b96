// A change of the health of a pool or an origin, and to whom the service delivered it. Types only.
import type { StoredPool } from '../state/alerting/stored-alerting.ts';

/** What changed. */
export type EventSource = 'pool' | 'origin';
/** The health after the change, as the platform writes it. */
export type Health = 'Healthy' | 'Unhealthy';

/** A change of health. */
export interface HealthEvent {
  readonly id: string;
  readonly pool: StoredPool;
  readonly source: EventSource;
  /** Name of the origin; only for events of origins, and undefined for a pool without origins. */
  readonly origin: string | undefined;
  readonly health: Health;
  /** Service time: milliseconds since 1970. */
  readonly atMs: number;
}

/** What became of a POST. `not-sent`: the sandbox does not send it, see `reason`. */
export interface PostOutcome {
  readonly outcome: 'delivered' | 'failed' | 'not-sent';
  /** HTTP status, if there was an answer. */
  readonly status?: number;
  /** Why it was not delivered. Contains no path, query or secret of the address. */
  readonly reason?: string;
}

/** How one recipient heard about an event, as the API returns it. */
export type Delivery =
  | { readonly channel: 'legacy-email'; readonly to: string; readonly mail_id: string }
  | {
      readonly channel: 'policy-email';
      readonly to: string;
      readonly mail_id: string;
      readonly policy_id: string;
      readonly policy_name: string;
    }
  | ({
      readonly channel: 'webhook' | 'pagerduty';
      readonly destination_id: string;
      /** Empty if the destination does not exist. */
      readonly destination_name: string;
      readonly policy_id: string;
      readonly policy_name: string;
    } & PostOutcome);
