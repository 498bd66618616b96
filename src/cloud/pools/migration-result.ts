// What an apply, a verification and a restoration found, as data. Types only.
import type { Alert } from './alert.ts';
import type { MigrationPlan, PlannedPolicy, PoolName } from './migration-plan.ts';

/** A pool that still has recipients. */
export interface RemainingPool extends PoolName {
  /** Complete sentence. */
  readonly reason: string;
}

/** A policy that was created. */
export interface CreatedPolicy {
  readonly id: string;
  readonly name: string;
  /** In an earlier run that did not finish. */
  readonly isEarlier: boolean;
}

/** The result of `pools migrate --apply` and `--restore`. */
export interface MigrationResult {
  readonly version: 1;
  readonly plan: MigrationPlan | RestorePlan;
  /**
   * `done`: every alert is covered, and every pool that was to be cleared is clear. `nothing`: there was nothing to change. `declined`: the
   * question was answered with no. `incomplete`: pools with problems keep their recipients. `failed`: see `reason`. `interrupted`.
   */
  readonly outcome: 'done' | 'nothing' | 'declined' | 'incomplete' | 'failed' | 'interrupted';
  /** Why it failed. */
  readonly reason?: string;
  /** File with the recipients and filters of every pool; undefined before it was written. */
  readonly backup: string | undefined;
  readonly created: readonly CreatedPolicy[];
  /** Pools whose recipients were removed, in this run and in unfinished ones that it continues. */
  readonly cleared: number;
  readonly remaining: readonly RemainingPool[];
  /** What other clients of the API changed meanwhile, and what headgate did about it: complete sentences. */
  readonly changes: readonly string[];
  /** Requests to the API. */
  readonly requests: number;
}

/** The policies that a backup needs and the account does not have. */
export interface RestorePlan {
  readonly version: 1;
  readonly account: string;
  readonly backup: string;
  readonly policies: readonly PlannedPolicy[];
  /** Alerts of the backup, and those of them that a policy reports now, or the pool itself to the recipients that it still has. */
  readonly alerts: number;
  readonly covered: number;
  readonly warnings: readonly string[];
  readonly isPending: boolean;
}

/** The result of `pools migrate --verify`. */
export interface Verification {
  readonly version: 1;
  readonly account: string;
  readonly backup: string;
  readonly poolCount: number;
  /** Pools that still have recipients. */
  readonly remaining: readonly RemainingPool[];
  /** Alerts of the backup, of pools that still exist. */
  readonly alerts: number;
  /** Those that no enabled policy covers. */
  readonly uncovered: readonly Alert[];
  /** Pools of the backup that were deleted since. */
  readonly deleted: readonly PoolName[];
  readonly warnings: readonly string[];
  /** Every pool is clear, and every alert is covered. */
  readonly isComplete: boolean;
}
