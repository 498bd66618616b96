// Verifies a migration against its backup. Changes nothing.
import { requireBackup, type Verification, verifyMigration } from '../../cloud/pools/index.ts';
import { openPools, type PoolsRequest, readOpenPools } from './open-pools.ts';

/**
 * Checks that every pool is clear and that policies cover every alert of the backup.
 * @throws HeadgateError `backup-missing`, `backup-invalid`, `no-pools`, and the errors of the API
 */
export async function verifyPools(request: PoolsRequest): Promise<Verification> {
  const open = await openPools(request);
  const { account, backup: backupPath } = open;
  const backup = await requireBackup(backupPath, account);
  const state = await readOpenPools(open);
  return verifyMigration({ ...state, account, backupPath, backup, pools: state.listing.pools });
}
