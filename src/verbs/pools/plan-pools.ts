// Plans the migration of the legacy e-mail recipients of pools. Changes nothing, and writes no file.
import { checkWebhook, type MigrationPlan, planOf } from '../../cloud/pools/index.ts';
import { type MigratePoolsPlanRequest, openPools, readOpenPools } from './open-pools.ts';

/**
 * Plans a migration: the same pools and policies give the same plan.
 * @throws HeadgateError `no-pools`, `pools-changing`, `webhook-missing`, and the errors of the API
 */
export async function planPools(request: MigratePoolsPlanRequest): Promise<MigrationPlan> {
  const { webhook, force = false, poolsPerPolicy } = request;
  const open = await openPools(request);
  const { account, reader: api } = open;
  const webhooks = webhook === undefined ? [] : [webhook];
  for (const id of webhooks) await checkWebhook({ api, account }, id);
  return planOf({ account, webhooks, force, poolsPerPolicy }, await readOpenPools(open));
}
