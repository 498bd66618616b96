// Migrates the legacy e-mail recipients of pools to notification policies: plans, asks, writes the backup, creates policies, proves that
// they cover every alert, and only then clears the pools.
import { applyMigration, type MigrationPlan, type MigrationResult } from '../../cloud/pools/index.ts';
import { type MigratePoolsPlanRequest, openPools } from './open-pools.ts';

/** A migration to apply. */
export interface MigratePoolsRequest extends MigratePoolsPlanRequest {
  /** A plan of {@link planPools}: a policy or a cleared pool that it does not have is rejected. @default anything is applied */
  readonly approved?: MigrationPlan | undefined;
  /** Called with the plan before anything is changed, and again before each further question. */
  readonly onPlan?: ((plan: MigrationPlan) => void | Promise<void>) | undefined;
  /** Called before `onPlan` of a further question: what other clients changed since the plan that was confirmed, in complete sentences. */
  readonly onChanges?: ((sentences: readonly string[]) => void | Promise<void>) | undefined;
  /**
   * Called if there is something to change, and again if other clients change pools or policies so that anything else is to be created or cleared.
   * @returns false to change nothing more @default applies without a question
   */
  readonly confirm?: ((plan: MigrationPlan) => Promise<boolean>) | undefined;
}

/**
 * Plans, then applies. A run that ended early, even by a power failure, is finished by the next one; no policy is created twice. The
 * signal ends the run; a write that has begun is finished and recorded.
 * @throws HeadgateError before anything is changed: `no-pools`, `pools-changing`, `webhook-missing`, `plan-differs`, `progress-in-use`, an
 * unusable backup, and the errors of the API. A failure after the plan is a result
 * @example
 * ```ts
 * import { mkdtemp } from 'node:fs/promises';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { migratePools, planPools, startSandbox, verifyPools } from 'headgate';
 *
 * const pools = [
 *   { name: 'api', notification_email: 'ops@example.com, dev@example.com' },
 *   { name: 'shop', notification_email: 'ops@example.com', notification_filter: { pool: { healthy: false } } },
 * ];
 * const sandbox = await startSandbox({ empty: true, pools });
 * const { baseURL, token, accountId: account } = sandbox;
 * const backup = join(await mkdtemp(join(tmpdir(), 'pools-')), 'backup.json');
 * const request = { account, credentials: { token }, baseURL, backup };
 * const approved = await planPools(request);
 * const { outcome, created, cleared } = await migratePools({ ...request, approved });
 * const { isComplete } = await verifyPools(request);
 * console.log(approved.policies.length === created.length, outcome, cleared, isComplete); // => true done 2 true
 * await sandbox.stop();
 * ```
 */
export async function migratePools(request: MigratePoolsRequest): Promise<MigrationResult> {
  const { webhook, force = false, poolsPerPolicy, approved, onPlan, onChanges, confirm, ...access } = request;
  const open = await openPools(access);
  const webhooks = webhook === undefined ? [] : [webhook];
  return applyMigration({ ...open, webhooks, force, poolsPerPolicy, approved, onPlan, onChanges, confirm });
}
