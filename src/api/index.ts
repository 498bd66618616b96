// The management API on the official SDK, which is loaded on use.
export type {
  ApiJob,
  ApiRule,
  ApiRuleset,
  ConnectOptions,
  Credentials,
  JobBody,
  ManagementApi,
  OnRetry,
  Scope,
} from './management-api.ts';
