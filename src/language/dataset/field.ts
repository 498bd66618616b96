// The types of a dataset and its fields. datasets.json contains the data, and catalog.ts reads it.

/** Every {@link FieldType}. */
export const FIELD_TYPES = [
  'string',
  'int',
  'bool',
  'float',
  'timestamp',
  'array[string]',
  'array[int]',
  'array[object]',
  'object',
  'unknown',
] as const;

/** The type of a field. `timestamp`: the documentation says "int or string". `unknown`: the documentation contains only the name. */
export type FieldType = (typeof FIELD_TYPES)[number];

/** A top-level key that records of a dataset may have. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** Still pushed, but due to be replaced. */
  readonly deprecated?: true;
  /** No longer pushed, but present in older files. */
  readonly removed?: { readonly date?: string; readonly replacedBy?: string };
  /** The platform rejects the field in filters although its type can be filtered. */
  readonly unfilterable?: true;
  /** Contains the fields that a custom-fields ruleset adds. */
  readonly customFields?: true;
}

/** What a job for a dataset belongs to: a zone or an account. */
export type Scope = 'zone' | 'account';

/** The field with the time of a record's event. `ms`: an integer that always counts milliseconds. */
export interface EventTime {
  readonly field: string;
  readonly unit: 'timestamp' | 'ms';
}

/** A kind of log, under the platform's name. */
export interface Dataset {
  readonly name: string;
  readonly scope: Scope;
  /** Other scopes that have the same dataset. */
  readonly alsoScopes: readonly Scope[];
  /** By name; removed fields included. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly eventTime: EventTime;
}
