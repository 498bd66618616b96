// The migration of legacy pool e-mails to notification policies.
export type { Alert, Recipient } from './alert.ts';
export type {
  EventSource,
  Health,
  IgnoredPolicy,
  MigrationPlan,
  PlannedPolicy,
  PlannedPool,
  PoolName,
  ReportedEvents,
  UsedPolicy,
} from './migration-plan.ts';
export type { CreatedPolicy, MigrationResult, RemainingPool, RestorePlan, Verification } from './migration-result.ts';
