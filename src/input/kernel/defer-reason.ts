// The reasons why the kernel defers a line to the compiled filter or to the LineChecker of src/analysis/validate. Deferring costs time, never a count.
import {
  CUT_FIELDS,
  DEEP_NESTING,
  ESCAPED_VALUE,
  EXAMINED,
  LONG,
  MANY_HOURS,
  MANY_KEYS,
  MANY_SETS,
  NEAR_LIMIT,
  NO_FIELD,
  NOT_PLAIN,
  ODD_KEY,
  ODD_VALUE,
  REPEATED_KEY,
  SAMPLED,
  SCHEMA_MISMATCH,
  UNDECIDED_LINE,
} from './abi.ts';

/** A reason that the kernel itself gives. */
export type KernelDeferReason =
  /** Malformed or blank and among the first of its kind, or with whitespace in an unusual place. */
  | 'not-plain'
  /** A key with an escape, beyond ASCII, or over 61 bytes. */
  | 'odd-key'
  /** More distinct keys than the kernel can store. */
  | 'many-keys'
  /** A key occurs more than once. */
  | 'repeated-key'
  /** No key is a field of the dataset: the line may be in an envelope. */
  | 'no-field'
  /** Values nested over 60 levels deep. */
  | 'deep-nesting'
  /** An escape in an array that a filter searches; a surrogate in a text that it compares, or a long text with escapes. */
  | 'escaped-value'
  /** A value that a filter compares is a number other than a plain integer of 64 bits, or a time in an unusual form. */
  | 'odd-value'
  /** More sets of jobs keep lines than the kernel can store, and the caller has not taken the counts. */
  | 'many-sets'
  /** Lines belong to more hours than the kernel can store, and the caller has not taken the counts. */
  | 'many-hours'
  /** Close to the maximum line length, or longer. */
  | 'long'
  /** Its custom fields are so long that the platform may have truncated them. */
  | 'cut-fields'
  /** The line does not clearly match the schema of the job, or the job's filter drops it. */
  | 'schema-mismatch'
  /** The line matches the schema; the job's filter leaves it undecided. */
  | 'undecided'
  /** The line matches the schema; its custom fields are nearly as long as the limit. */
  | 'near-limit'
  /** The line may contain a hint. */
  | 'examined'
  /** The line becomes a sample. */
  | 'sampled';

/** Why a line goes to the slow path. */
export type DeferReason =
  | KernelDeferReason
  /** The first line of an object, the last one without a LF, or a line longer than the kernel's window. */
  | 'chunk-boundary'
  /** Its object is not NDJSON. */
  | 'not-ndjson';

const NUMBERS: Readonly<Record<KernelDeferReason, number>> = {
  'not-plain': NOT_PLAIN,
  'odd-key': ODD_KEY,
  'many-keys': MANY_KEYS,
  'repeated-key': REPEATED_KEY,
  'deep-nesting': DEEP_NESTING,
  'escaped-value': ESCAPED_VALUE,
  'odd-value': ODD_VALUE,
  'no-field': NO_FIELD,
  'many-sets': MANY_SETS,
  'many-hours': MANY_HOURS,
  examined: EXAMINED,
  sampled: SAMPLED,
  long: LONG,
  'cut-fields': CUT_FIELDS,
  'schema-mismatch': SCHEMA_MISMATCH,
  undecided: UNDECIDED_LINE,
  'near-limit': NEAR_LIMIT,
};
const NAMES: ReadonlyMap<number, KernelDeferReason> = new Map(
  (Object.keys(NUMBERS) as KernelDeferReason[]).map((reason) => [NUMBERS[reason], reason]),
);

/** Returns the reason with one of the kernel's numbers. @throws Error for a number that is not a reason */
export function deferReasonOf(number: number): KernelDeferReason {
  const reason = NAMES.get(number);
  if (reason === undefined) throw new Error(`cannot read the kernel's reason to defer a line: found ${number}`);
  return reason;
}
