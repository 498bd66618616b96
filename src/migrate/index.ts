// The migration of legacy pool e-mails to notification policies.
export type { Alert, Recipient } from './alert.ts';
export type { Backup, BackupEntry } from './backup/backup.ts';
export { planRestore, type RestoreRequest } from './backup/plan-restore.ts';
export { type VerifyRequest, verifyMigration } from './backup/verify-migration.ts';
export type { LivePolicies } from './coverage/coverage.ts';
export {
  type ClearablePool,
  type CoverageProof,
  type ProofRequest,
  type ProvenListing,
  proveCoverage,
} from './coverage/prove-coverage.ts';
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
export { type PlanRequest, planMigration } from './plan/plan-migration.ts';
export { policyBody } from './plan/policy-body.ts';
