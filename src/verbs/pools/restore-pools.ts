// Restores the alerts of a backup that no policy covers any more, as policies.
import { type MigrationResult, type RestorePlan, restorePolicies } from '../../cloud/pools/index.ts';
import { openPools, type PoolsRequest } from './open-pools.ts';

/** A restoration. */
export interface RestorePoolsRequest extends PoolsRequest {
  /** Most pools of a policy. @default no limit */
  readonly poolsPerPolicy?: number | undefined;
  /** Called with the plan before anything is changed, and again before each further question. */
  readonly onPlan?: ((plan: RestorePlan) => void | Promise<void>) | undefined;
  /** Called before `onPlan` of a further question: what other clients changed since the plan that was confirmed, in complete sentences. */
  readonly onChanges?: ((sentences: readonly string[]) => void | Promise<void>) | undefined;
  /** As that of `migratePools`. */
  readonly confirm?: ((plan: RestorePlan) => Promise<boolean>) | undefined;
}

/**
 * Creates policies for the alerts of a backup that no policy covers. The recipients of the pools themselves cannot come back: the API
 * accepts nothing but empty text. docs/platform.md, "Pools".
 * @throws HeadgateError as `verifyPools`, and `progress-in-use`. A failure after the plan is a result
 */
export async function restorePools(request: RestorePoolsRequest): Promise<MigrationResult> {
  const { poolsPerPolicy, onPlan, onChanges, confirm, ...access } = request;
  return restorePolicies({ ...(await openPools(access)), poolsPerPolicy, onPlan, onChanges, confirm });
}
