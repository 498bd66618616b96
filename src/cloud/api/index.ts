// The management API on the official SDK, which is loaded on use.
export type { ApiMechanisms, ApiPolicy, ApiSilence, ApiWebhook, PolicyBody } from './alerting-types.ts';
export { type ApiOwners, isApiId, scopeOf } from './api-owners.ts';
export { checkBaseURL } from './base-url.ts';
export { connectApi } from './connect.ts';
export type { ApiDeliveredEvents, ApiDelivery, ApiHealthEvent, ApiMail } from './health-event-types.ts';
export type {
  ApiBucket,
  ApiJob,
  ApiRuleset,
  ConnectOptions,
  Credentials,
  ManagementApi,
  Scope,
} from './management-api.ts';
export { type JobsAccess, openJobs, openZone, type ZoneAccess } from './open-api.ts';
export type { ApiNotificationFilter, ApiPool, ApiSourceFilter, Paging, PoolListing, PoolPage } from './pool-types.ts';
export { MAX_BLOCK_MS, POOLS_PER_PAGE, RETRY_DELAY_MS } from './request/api-request.ts';
