// Restores what a backup holds and no policy covers any more, as policies. Clears nothing.
import { realBackupPath, requireBackup } from '../backup/backup-file.ts';
import { planRestore } from '../backup/plan-restore.ts';
import type { MigrationResult, RestorePlan } from '../migration.ts';
import type { RoundsRequest } from './apply-request.ts';
import { applyRounds } from './apply-rounds.ts';
import { createsOther } from './approved-migration.ts';
import { RunLog } from './run-log.ts';

/**
 * Plans and creates the policies. Holds the lock of an apply.
 * @throws HeadgateError before anything is changed. A failure after the plan is a result
 */
export async function restorePolicies(request: RoundsRequest<RestorePlan>): Promise<MigrationResult> {
  const { account, backup: backupPath, poolsPerPolicy } = request;
  // A wrong path must not be reported as one where no progress can be written.
  await requireBackup(backupPath, account);
  // SQLite loads on use: older versions of Node print a warning.
  const { openProgress } = await import('../progress/progress.ts');
  const progress = openProgress(await realBackupPath(backupPath), account);
  let isFinished = false;
  try {
    // Under the lock: an apply adds to it.
    const backup = await requireBackup(backupPath, account);
    // Continues no apply that did not finish: what that one did is not a result of the restoration.
    const own = { ...progress, continues: undefined, earlier: [], cleared: new Set<string>() };
    const result = await applyRounds<RestorePlan>({
      request,
      progress: own,
      earlier: progress.earlier,
      log: new RunLog(own),
      approved: undefined,
      backupPath: () => backupPath,
      backup: () => backup,
      planOf: (state) =>
        planRestore({ ...state, account, backupPath, backup, pools: state.listing.pools, poolsPerPolicy }),
      poolsOf: () => [],
      hasOther: ({ policies }, known) => createsOther(policies, known.policies),
      prepare: async () => {},
      complete: async () => {},
    });
    isFinished = ['done', 'nothing'].includes(result.outcome);
    return result;
  } finally {
    // An apply that did not finish remains to be continued.
    progress.close(isFinished && progress.continues === undefined);
  }
}
