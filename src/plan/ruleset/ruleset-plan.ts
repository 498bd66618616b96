// The plan of a custom-fields ruleset: what would change. Types only; plan-ruleset.ts computes it.

/** A header or cookie that the ruleset gains, loses, or logs in another way. */
export interface FieldChange {
  readonly kind: 'add' | 'remove' | 'move' | 'change';
  /** Name of the header or cookie. */
  readonly name: string;
  /** The array of `action_parameters` before; undefined if the field is new. */
  readonly from?: string;
  /** The array after; undefined if the field is removed. */
  readonly to?: string;
  /** Of `change`: `preserve_duplicates: false → true`. */
  readonly detail?: string;
}

/** A job of the zone, and the keys of custom fields in its `field_names`. */
export interface JobFields {
  readonly id: number;
  readonly name: string;
  /** `RequestHeaders`, `ResponseHeaders`, `Cookies` that the ruleset fills and the job lists. */
  readonly listed: readonly string[];
  /** Those that the ruleset fills and the job does not list: the job does not push them. */
  readonly missing: readonly string[];
}

/** What would happen to the custom fields of a zone. */
export interface RulesetPlan {
  readonly action: 'create' | 'update' | 'none';
  readonly zone: string;
  /** Version of the ruleset that the plan is based on; undefined if there is none. */
  readonly version: string | undefined;
  readonly changes: readonly FieldChange[];
  /** Changes other than of fields: `enabled: false → true`, the order of fields. Complete sentences. */
  readonly others: readonly string[];
  readonly jobs: readonly JobFields[];
  readonly warnings: readonly string[];
  readonly problems: readonly string[];
}
