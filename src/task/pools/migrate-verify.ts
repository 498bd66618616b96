// Verifies a migration against its backup. Changes nothing.
import { readAccount, requireBackup, type Verification, verifyMigration } from '../../migrate/index.ts';
import { openPools, type PoolsRequest } from './migrate-request.ts';

/**
 * Checks that every pool is clear and that policies cover every alert of the backup.
 * @throws HeadgateError `backup-missing`, `backup-invalid`, `no-pools`, and the errors of the API
 */
export async function verifyPools(request: PoolsRequest): Promise<Verification> {
  const { account, backup: backupPath, reader: api, onStep } = await openPools(request);
  const backup = await requireBackup(backupPath, account);
  const onPage = (done: number, total: number | undefined): void => onStep({ step: 'list', done, total });
  const { listing, policies, silences, readAt: now } = await readAccount({ api, account, onPage });
  return verifyMigration({ account, backupPath, backup, pools: listing.pools, policies, silences, now });
}
