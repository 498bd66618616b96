// The requests of an apply and of a restoration, and the steps that they report. Types only.
import type { MigrationPlan, RestorePlan } from '../migration.ts';
import type { MigrationApi } from '../read-account.ts';

/** A step, for progress. */
export interface MigrationStep {
  readonly step: 'list' | 'backup' | 'create' | 'prove' | 'clear' | 'check';
  /** Pools listed, policies created, or pools cleared so far. */
  readonly done?: number | undefined;
  /** Of how many; undefined if it is not known. */
  readonly total?: number | undefined;
  /** Requests to the API so far. */
  readonly requests: number;
}

/** A plan that is applied in rounds. */
export type AnyPlan = MigrationPlan | RestorePlan;

/** What both share. */
export interface RoundsRequest<Plan extends AnyPlan> {
  /** For reading: ends with the signal. */
  readonly reader: MigrationApi;
  /** For writing: a request is not cut off. */
  readonly writer: MigrationApi;
  readonly account: string;
  /** Path of the backup; the progress file is beside it. */
  readonly backup: string;
  readonly poolsPerPolicy?: number | undefined;
  /** Called with the plan before anything is changed, and again with each plan that the question is about. */
  readonly onPlan?: ((plan: Plan) => void | Promise<void>) | undefined;
  /**
   * Called before a further question, and before the plan that it is about: what other clients changed since the plan that was confirmed,
   * in complete sentences. Empty if no change explains the difference.
   */
  readonly onChanges?: ((sentences: readonly string[]) => void | Promise<void>) | undefined;
  /**
   * Called if there is something to change, and again if other clients change pools or policies so that anything else is to be created or cleared.
   * @returns false to change nothing more @default applies without a question
   */
  readonly confirm?: ((plan: Plan) => Promise<boolean>) | undefined;
  readonly onStep: (step: Omit<MigrationStep, 'requests'>) => void;
  /** Requests so far. */
  readonly countRequests: () => number;
  /**
   * First wait for a list of the API that lags behind, and before a further round; each one is twice as long as that before it. Milliseconds.
   */
  readonly delayMs: number;
  /** Nothing new is started after it; a write that has begun is finished and recorded. */
  readonly signal: AbortSignal;
}

/** A migration to apply. */
export interface ApplyRequest extends RoundsRequest<MigrationPlan> {
  /** Ids of webhooks that receive every alert too. */
  readonly webhooks: readonly string[];
  /** Migrates the valid addresses of pools with problems, and clears these pools. */
  readonly force: boolean;
  /** A plan that was approved before: anything that it does not create or clear is rejected. */
  readonly approved?: MigrationPlan | undefined;
}
