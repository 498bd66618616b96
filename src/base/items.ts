// A list that may create its items on access, so that a million of them need not be in memory as objects.

/** Ordered items; an array implements it. Two calls may return equal items that are not identical. */
export interface Items<Item> extends Iterable<Item> {
  readonly length: number;
  /** Undefined past the end. */
  at(index: number): Item | undefined;
}
