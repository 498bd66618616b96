// Applies a migration: backup, policies, proof, then clearing. The order is the guarantee: each step begins only after the one before has
// succeeded, so that nothing is cleared that is not covered, wherever the run ends. docs/pools.md, "What apply guarantees".
import { HeadgateError, printPlural } from '../../../base/index.ts';
import { type BackupFile, openBackup, realBackupPath } from '../backup/backup-file.ts';
import type { MigrationPlan, MigrationResult } from '../migration.ts';
import { planMigration } from '../plan/plan-migration.ts';
import type { Progress } from '../progress/progress.ts';
import { type AccountState, checkWebhook } from '../read-account.ts';
import type { ApplyRequest } from './apply-request.ts';
import { applyRounds } from './apply-rounds.ts';
import { hasOtherChanges, otherChanges } from './approved-migration.ts';
import { clearPools } from './clear-pools.ts';
import { RecentProof } from './recent-proof.ts';
import { RunLog } from './run-log.ts';

/**
 * Plans and applies. Holds the lock on the progress file from the first request on: two runs at a time would create policies twice.
 * @throws HeadgateError before anything is changed. A failure after the plan is a result
 */
export async function applyMigration(request: ApplyRequest): Promise<MigrationResult> {
  const { account, webhooks, reader, onStep } = request;
  // A wrong path must not be reported as one where no progress can be written.
  await openBackup(request.backup, account);
  // SQLite loads on use: older versions of Node print a warning.
  const { openProgress } = await import('../progress/progress.ts');
  const progress = openProgress(await realBackupPath(request.backup), account);
  let isFinished = false;
  try {
    // Under the lock: another run adds to it.
    const backup = await openBackup(request.backup, account);
    requireCleared(backup, progress);
    for (const id of webhooks) await checkWebhook({ api: reader, account }, id);
    const log = new RunLog(progress);
    const clearing = { ...request, progress, log, isBulkReliable: true, clearedByPage: new Set<string>() };
    const result = await applyRounds<MigrationPlan>({
      request,
      progress,
      earlier: progress.earlier,
      log,
      approved: request.approved,
      hasOther: hasOtherChanges,
      otherChanges,
      backupPath: () => (backup.content === undefined ? undefined : backup.path),
      backup: () => backup.content,
      planOf: (state) => planOf(request, state),
      poolsOf: ({ pools }) => pools,
      prepare: async (state, plan) => {
        onStep({ step: 'backup' });
        await saveBackup(request, backup, state, plan);
      },
      complete: async (state, { pools }, access) => {
        const recent = new RecentProof(access, state, request);
        // The first round that covers all clears all: a run that fails before has cleared nothing.
        if (recent.proof.uncovered.length === 0) await clearPools(clearing, { recent, listing: state.listing, pools });
      },
    });
    isFinished = ['done', 'nothing', 'incomplete'].includes(result.outcome);
    return result;
  } finally {
    progress.close(isFinished);
  }
}

/** Plans the migration of an account. */
export function planOf(
  request: Pick<ApplyRequest, 'account' | 'webhooks' | 'force' | 'poolsPerPolicy'>,
  state: AccountState,
): MigrationPlan {
  return planMigration({ ...request, ...state, pools: state.listing.pools });
}

/** @throws HeadgateError `backup-incomplete`: a backup with the rest alone would look complete */
function requireCleared({ path, content }: BackupFile, { cleared }: Progress): void {
  const backedUp = new Set(content?.entries.map(({ id }) => id));
  const missing = [...cleared].filter((id) => !backedUp.has(id)).length;
  if (missing === 0) return;
  throw new HeadgateError(
    'backup-incomplete',
    `cannot use the backup ${path}: found none of ${printPlural(missing, 'pool')} that the last run cleared and did not report as finished, expected all of them; put the backup of that run there again, or go on without it: name another file with --backup`,
  );
}

async function saveBackup(
  { webhooks, force }: ApplyRequest,
  backup: BackupFile,
  { listing, now }: AccountState,
  { pools }: MigrationPlan,
): Promise<void> {
  const live = new Map(listing.pools.map((pool) => [pool.id, pool]));
  const entries = pools.map(({ id, name }) => {
    const { notification_email = '', notification_filter } = live.get(id)!;
    return {
      id,
      name,
      notification_email,
      webhooks,
      force,
      readAt: now.toISOString(),
      ...(notification_filter !== undefined && { notification_filter }),
    };
  });
  await backup.add(entries);
}
