// The result of applying a plan of custom fields. Types only; apply-fields.ts computes it.
import type { LimitsName } from '../../language/custom-fields/index.ts';
import type { FieldsPlan } from './fields-plan.ts';

/** The result of `fields apply`. */
export interface FieldsApplied {
  version: 1;
  plan: FieldsPlan;
  /**
   * `applied`: written, and the same when read back. `nothing`: there was nothing to change. `rejected`: the plan has a problem.
   * `declined`: the question was answered with no. `failed`: see {@link state}. `interrupted`: stopped before the write.
   */
  outcome: 'applied' | 'nothing' | 'rejected' | 'declined' | 'failed' | 'interrupted';
  /**
   * The custom fields of the zone now. `new`: as planned. `old`: as before. `changed`: as another client changed them since the plan.
   * `incomplete`: written, but what was read back differs from the plan. `unknown`: they could not be read.
   */
  state: 'new' | 'old' | 'changed' | 'incomplete' | 'unknown';
  /** Why the outcome is `failed`: a complete sentence. */
  reason?: string;
  /** Of `incomplete`: the changes that did not take effect. */
  remaining?: readonly string[];
  /** Of `changed`: what another client changed since the plan. */
  changedByOthers?: readonly string[];
  /** File with the ruleset as it was. */
  undoFile?: string;
  /** The limits with which headgate can read the undo file; null: none, since the ruleset as it was is not valid. */
  undoLimits?: LimitsName | null;
}

/** A step of an apply, for progress. */
export type ApplyFieldsStep = 'check' | 'write' | 'read-back';
