// The plan of a custom-fields ruleset: what would change. Types only; plan-ruleset.ts computes it.
import type { FieldArray } from '../../../language/custom-fields/index.ts';
import type { LoggedKey } from '../../../language/dataset/index.ts';

/** A header or cookie that the ruleset gains, loses, or logs in another way. */
export interface FieldChange {
  readonly kind: 'add' | 'remove' | 'move' | 'change';
  /** Name of the header or cookie. */
  readonly name: string;
  /** The array of `action_parameters` before; undefined if the field is new. */
  readonly from?: FieldArray;
  /** The array after; undefined if the field is removed. */
  readonly to?: FieldArray;
  /** Of `change`, and of `move` if that changes too: `preserve_duplicates: false → true`. */
  readonly detail?: string;
}

/** A job of the zone, and the keys of custom fields in its `field_names`. */
export interface JobFields {
  readonly id: number;
  readonly name: string;
  /** `RequestHeaders`, `ResponseHeaders`, `Cookies` that the ruleset fills and the job lists. */
  readonly listed: readonly LoggedKey[];
  /** Those that the ruleset fills and the job does not list: the job does not push them. */
  readonly missing: readonly LoggedKey[];
  /** Those that the job lists and the ruleset does not fill: they are always `{}`. */
  readonly unfilled: readonly LoggedKey[];
}

/** What would happen to the custom fields of a zone. */
export interface RulesetPlan {
  readonly action: 'create' | 'update' | 'none';
  /** As in the request: an id, or a name. */
  readonly zone: string;
  /** Version of the ruleset that the plan is based on; undefined if there is none. */
  readonly version: string | undefined;
  /** Number of fields after the change. */
  readonly fields: number;
  readonly changes: readonly FieldChange[];
  /** Changes other than of fields: `enabled: false → true`, the order of fields. */
  readonly others: readonly string[];
  /** The jobs that can push custom fields. Undefined if they could not be read. */
  readonly jobs: readonly JobFields[] | undefined;
  /** Legal, but probably not intended: complete sentences. */
  readonly warnings: readonly string[];
  /** Why the ruleset cannot be applied: complete sentences. */
  readonly problems: readonly string[];
}

/** A rule as JSON. */
export type RuleBody = Readonly<Record<string, unknown>>;

/** A ruleset as the API returns it. */
export interface ZoneRuleset {
  readonly id: string;
  readonly version: string;
  /** Absent or empty: the ruleset has no rules. */
  readonly rules?: readonly RuleBody[];
  readonly [key: string]: unknown;
}

/** The one request that applies a plan. */
export type RulesetWrite =
  /** Changes one rule and leaves the others. */
  | { readonly kind: 'rule'; readonly rulesetId: string; readonly ruleId: string; readonly rule: RuleBody }
  /** Replaces all rules; the ruleset need not exist. */
  | { readonly kind: 'rules'; readonly rules: readonly RuleBody[] };

/** A plan with what apply sends. */
export interface PlannedRuleset {
  readonly plan: RulesetPlan;
  /** Undefined if there is nothing to change, or a problem. */
  readonly write: RulesetWrite | undefined;
  /** The content of the undo file: with it, `fields apply` restores the custom fields as they were. `rules` is empty if there were none. */
  readonly undo: Readonly<Record<string, unknown>>;
}
