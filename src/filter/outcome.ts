// What a condition and a filter can come to, as small integers: hot loops compare and store them in byte arrays.

/** The condition does not hold. */
export const FALSE = 0;
/** The condition holds. */
export const TRUE = 1;
/** Unknown: the record lacks the field. */
export const ABSENT = 2;
/** Unknown: the field is `null`. */
export const NULL = 3;
/** Unknown: the value is of another type than the field. */
export const MISMATCH = 4;

/** Outcome of one condition on one record; from {@link ABSENT} on it is unknown, and tells why. */
export type Outcome = typeof FALSE | typeof TRUE | typeof ABSENT | typeof NULL | typeof MISMATCH;

/** The record is not pushed. Equal to {@link FALSE}. */
export const DROP = 0;
/** The record is pushed. Equal to {@link TRUE}. */
export const KEEP = 1;
/** The record does not hold what would decide it. */
export const UNDECIDED = 2;

/** What a filter says of a record: Kleene's false, true and unknown. */
export type Verdict = typeof DROP | typeof KEEP | typeof UNDECIDED;

/** Names of the verdicts, for output and options: index with a {@link Verdict}. */
export const VERDICT_NAMES = ['drop', 'keep', 'undecided'] as const;

/** `keep`, `drop` or `undecided`. */
export type VerdictName = (typeof VERDICT_NAMES)[number];

/** The truth of an outcome: unknown whatever the reason. */
export function truthOf(outcome: Outcome): Verdict {
  return outcome >= ABSENT ? UNDECIDED : (outcome as Verdict);
}
