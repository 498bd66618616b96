// Plans the policies that a backup needs and the account does not have. Changes nothing.
import { planRestore, type RestorePlan, readAccount, requireBackup } from '../../migrate/index.ts';
import { openPools, type PoolsRequest } from './migrate-request.ts';

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
  const { account, backup: backupPath, reader: api, onStep } = await openPools(request);
  const backup = await requireBackup(backupPath, account);
  const onPage = (done: number, total: number | undefined): void => onStep({ step: 'list', done, total });
  const { listing, policies, silences, readAt: now } = await readAccount({ api, account, onPage });
  return planRestore({ account, backupPath, backup, pools: listing.pools, policies, silences, now, poolsPerPolicy });
}
