// A list whose items may be made when they are asked for: a million of them need not be in memory as objects.

/** Items in order; an array is one. Items made anew for each call are equal, not identical. */
export interface Items<Item> extends Iterable<Item> {
  readonly length: number;
  /** Undefined beyond the end. */
  at(index: number): Item | undefined;
}
