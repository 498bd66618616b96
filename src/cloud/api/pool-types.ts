// Load-balancer pools as the API returns them, and their pages. Types only. docs/platform.md, "Pools".

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
