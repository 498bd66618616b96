// The migration of legacy pool e-mails to notification policies.

export { applyMigration, planOf } from './apply/apply-migration.ts';
export type { ApplyRequest, MigrationStep, RoundsRequest } from './apply/apply-request.ts';
export { parseApprovedMigration } from './apply/approved-migration.ts';
export { restorePolicies } from './apply/restore-policies.ts';
export type { Backup, BackupEntry } from './backup/backed-up-pools.ts';
export { defaultBackupPath, requireBackup } from './backup/backup-file.ts';
export { planRestore, type RestoreRequest } from './backup/plan-restore.ts';
export { type VerifyRequest, verifyMigration } from './backup/verify-migration.ts';
export type { LivePolicies } from './coverage/coverage.ts';
export { differenceFromPlanned } from './coverage/difference-from-planned.ts';
export {
  type ClearablePool,
  type CoverageProof,
  type ProofRequest,
  type ProvenListing,
  proveCoverage,
} from './coverage/prove-coverage.ts';
export type {
  Alert,
  ApplyCost,
  CreatedPolicy,
  EventSource,
  Health,
  IgnoredPolicy,
  MigrationPlan,
  MigrationResult,
  PlannedPolicy,
  PlannedPool,
  PoolName,
  Recipient,
  RemainingPool,
  ReportedEvents,
  RestorePlan,
  UsedPolicy,
  Verification,
} from './migration.ts';
export { type PlanRequest, planMigration } from './plan/plan-migration.ts';
export { policyBody } from './plan/policy-body.ts';
export { type AccountState, checkWebhook, countRequests, type MigrationApi, readAccount } from './read-account.ts';
