// What a dataset and its fields are. The data is in datasets.json, read by catalog.ts.

/** Type of a field. `timestamp` is what the documentation calls "int or string"; `unknown` is known by name only. */
export type FieldType =
  | 'string'
  | 'int'
  | 'bool'
  | 'float'
  | 'timestamp'
  | 'array[string]'
  | 'array[int]'
  | 'array[object]'
  | 'object'
  | 'unknown';

/** A top-level key that records of a dataset may have. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** Still pushed, but to be replaced. */
  readonly deprecated?: true;
  /** No longer pushed; older files hold it. */
  readonly removed?: { readonly date?: string; readonly replacedBy?: string };
  /** Its type could be filtered, the platform refuses it all the same. */
  readonly unfilterable?: true;
  /** Holds what a custom-fields ruleset adds. */
  readonly customFields?: true;
}

/** Where a job for a dataset is made: at a zone or at an account. */
export type Scope = 'zone' | 'account';

/** The field that tells when the event of a record happened. `ms`: an integer that always counts milliseconds. */
export interface EventTime {
  readonly field: string;
  readonly unit: 'timestamp' | 'ms';
}

/** A kind of log, as the platform names it. */
export interface Dataset {
  readonly name: string;
  readonly scope: Scope;
  /** Further scopes at which the same dataset exists. */
  readonly alsoScopes: readonly Scope[];
  /** By name; removed fields included. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly eventTime: EventTime;
}
