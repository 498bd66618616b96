// Plans the policies that a backup needs and the account does not have. Changes nothing.
import { planRestore, type RestorePlan, requireBackup } from '../../cloud/pools/index.ts';
import { openPools, type PoolsRequest, readOpenPools } from './open-pools.ts';

/** A restoration to plan. */
export interface PlanRestorationRequest extends PoolsRequest {
  /** Most pools of a policy. @default no limit */
  readonly poolsPerPolicy?: number | undefined;
}

/**
 * Plans a restoration.
 * @throws HeadgateError as `verifyPools`
 */
export async function planRestoration({ poolsPerPolicy, ...request }: PlanRestorationRequest): Promise<RestorePlan> {
  const open = await openPools(request);
  const { account, backup: backupPath } = open;
  const backup = await requireBackup(backupPath, account);
  const state = await readOpenPools(open);
  return planRestore({ ...state, account, backupPath, backup, pools: state.listing.pools, poolsPerPolicy });
}
