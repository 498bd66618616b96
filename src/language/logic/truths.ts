// Sets of Kleene truth values as three bits, and how "and" and "or" combine such sets. Plain numbers: the search works in small arrays.

/** A set of truth values: any sum of {@link FALSE}, {@link UNKNOWN} and {@link TRUE}. 0 is the empty set. */
export type Truths = number;

/** The set of false alone. */
export const FALSE = 1;
/** The set of unknown alone. */
export const UNKNOWN = 2;
/** The set of true alone. */
export const TRUE = 4;
/** True and false. */
export const KNOWN = FALSE | TRUE;
/** All three. */
export const ANY = FALSE | UNKNOWN | TRUE;
/** Number of sets. */
const SETS = 8;
const SINGLES = [FALSE, UNKNOWN, TRUE] as const;

/** How a group combines the sets of its children. */
export interface Combination {
  /** The set of a group without children. */
  readonly empty: Truths;
  /** The possible results of two children: `results[left * 8 + right]`. */
  readonly results: Uint8Array;
  /** The values of one child with which a wanted result is still possible: `allowed[results of the other children * 8 + wanted]`. */
  readonly allowed: Uint8Array;
}

/** In the order false, unknown, true, "and" is the minimum and "or" the maximum. */
export const AND: Combination = combination(TRUE, Math.min);
/** See {@link AND}. */
export const OR: Combination = combination(FALSE, Math.max);

/** Exchanges true and false: the set of the negation. */
export const NEGATED: Uint8Array = Uint8Array.from({ length: SETS }, (_, set) =>
  sum(SINGLES.filter((one) => set & one).map((one) => (one === UNKNOWN ? one : KNOWN - one))),
);

function combination(empty: Truths, pick: (a: number, b: number) => number): Combination {
  const results = new Uint8Array(SETS * SETS);
  const allowed = new Uint8Array(SETS * SETS);
  for (let left = 0; left < SETS; left += 1) {
    for (let right = 0; right < SETS; right += 1) {
      const pairs = SINGLES.filter((a) => left & a).flatMap((a) =>
        SINGLES.filter((b) => right & b).map((b) => pick(a, b)),
      );
      results[left * SETS + right] = sum([...new Set(pairs)]);
      const others = SINGLES.filter((one) => left & one);
      allowed[left * SETS + right] = sum(SINGLES.filter((one) => others.some((other) => right & pick(one, other))));
    }
  }
  return { empty, results, allowed };
}

function sum(bits: readonly number[]): Truths {
  return bits.reduce((total, bit) => total + bit, 0);
}
