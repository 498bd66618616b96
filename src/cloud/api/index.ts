// The management API on the official SDK, which is loaded on use.
export type {
  ApiDeliveredEvents,
  ApiDelivery,
  ApiHealthEvent,
  ApiMail,
  ApiMechanisms,
  ApiNotificationFilter,
  ApiPolicy,
  ApiPool,
  ApiSilence,
  ApiSourceFilter,
  ApiWebhook,
  Paging,
  PolicyBody,
  PoolListing,
  PoolPage,
} from './alerting-types.ts';
export { type ApiOwners, scopeOf } from './api-owners.ts';
export { checkBaseURL } from './base-url.ts';
export { connectApi } from './connect.ts';
export type {
  ApiBucket,
  ApiJob,
  ApiRuleset,
  ApiTransformer,
  AttachedJob,
  ConnectOptions,
  Credentials,
  ManagementApi,
  Scope,
  TransformerBody,
  TransformerVersion,
} from './management-api.ts';
export { type JobsAccess, openJobs, openZone, type ZoneAccess } from './open-api.ts';
export { MAX_BLOCK_MS, POOLS_PER_PAGE, RETRY_DELAY_MS } from './request/request-limits.ts';
