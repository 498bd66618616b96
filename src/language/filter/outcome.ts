// The outcomes of a condition and the verdicts of a filter, as small integers: hot loops compare them and store them in byte arrays.

/** The condition is false. */
export const FALSE = 0;
/** The condition is true. */
export const TRUE = 1;
/** Unknown: the record lacks the field. */
export const ABSENT = 2;
/** Unknown: the field is `null`. */
export const NULL = 3;
/** Unknown: the value does not have the type of the field. */
export const MISMATCH = 4;

/** Outcome of one condition on one record. {@link ABSENT} and higher values mean unknown, each for one reason. */
export type Outcome = typeof FALSE | typeof TRUE | typeof ABSENT | typeof NULL | typeof MISMATCH;

/** The record is not pushed. Equal to {@link FALSE}. */
export const DROP = 0;
/** The record is pushed. Equal to {@link TRUE}. */
export const KEEP = 1;
/** The record lacks the values that would decide the verdict. */
export const UNDECIDED = 2;

/** Verdict of a filter on a record: Kleene's false, true and unknown. */
export type Verdict = Decided | typeof UNDECIDED;

/** A verdict other than undecided. */
export type Decided = typeof DROP | typeof KEEP;

/** Names of the verdicts for output and options, indexed by {@link Verdict}. */
export const VERDICT_NAMES = ['drop', 'keep', 'undecided'] as const;

/** `keep`, `drop` or `undecided`. */
export type VerdictName = (typeof VERDICT_NAMES)[number];

/** The verdicts on a line after the transformer of its job, if there is one: `fail` is that of a line on which it fails. */
export const FINAL_VERDICTS = [...VERDICT_NAMES, 'fail'] as const;

/** A name of {@link FINAL_VERDICTS}. */
export type FinalVerdict = (typeof FINAL_VERDICTS)[number];

/** Reduces an outcome to true, false or unknown, whatever the reason for unknown. */
export function truthOf(outcome: Outcome): Verdict {
  return outcome >= ABSENT ? UNDECIDED : (outcome as Verdict);
}
