// The management API on the official SDK, which is loaded on use.
export { type ApiOwners, isApiId, scopeOf } from './api-owners.ts';
export { checkBaseURL, PUBLIC_BASE_URL } from './base-url.ts';
export { connectApi, isCredential } from './connect.ts';
export type {
  ApiJob,
  ApiRule,
  ApiRuleset,
  ConnectOptions,
  Credentials,
  JobBody,
  ManagementApi,
  OnRetry,
  RetryDelays,
  Scope,
} from './management-api.ts';
