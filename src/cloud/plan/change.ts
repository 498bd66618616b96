// Changes that a plan contains, redacted for printing. Types only. src/report prints them.

/** One change of a value. Text contains no secrets. */
export interface ValueChange {
  /** `enabled`, `output_options.timestamp_format` */
  readonly path: string;
  readonly kind: 'add' | 'remove' | 'change';
  /** As JSON text, secrets redacted; undefined if there was none. */
  readonly from?: string;
  /** As JSON text, secrets redacted; undefined if there is none. */
  readonly to?: string;
}

/** Changes of a list of names, such as `field_names`. */
export interface ListChange {
  readonly path: string;
  readonly kind: 'list';
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The names in both lists have another order, or occur more or less often. */
  readonly isReordered: boolean;
}

/**
 * A node of two filters compared as trees. A group with the kind `same` or `change` remains; its children may differ. A group of
 * one child is that child: it appears where a condition became a part of a group, or the reverse.
 */
export interface FilterNodeChange {
  readonly kind: 'same' | 'add' | 'remove' | 'change';
  /** Path in the new filter, for `remove` in the old one: `where.and[1]`. */
  readonly path: string;
  /** `and`, `or`, or a condition as an expression. */
  readonly text: string;
  /** Of `change`: the condition before, or `and` or `or` of a group whose kind changes. */
  readonly from?: string;
  readonly children?: readonly FilterNodeChange[];
}

/** Change of the filter. */
export interface FilterChange {
  readonly path: 'filter';
  readonly kind: 'filter';
  /** As an expression; null: no filter. */
  readonly from: string | null;
  readonly to: string | null;
  /** Undefined if one of the two is not a filter that headgate can parse, or is missing. */
  readonly tree?: FilterNodeChange;
}

/** A change of a job. */
export type JobChange = ValueChange | ListChange | FilterChange;
