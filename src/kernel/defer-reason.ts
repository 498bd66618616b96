// Why a line is not read by the kernel, by the numbers of assembly/scan/ways.ts. Nothing is lost by it but time.

/** What makes a line go to the compiled filter. */
export type DeferReason =
  /** Malformed or blank, of the first of its kind; or white space where it is unusual. */
  | 'not-plain'
  /** A key with an escape, beyond ASCII, or very long. */
  | 'odd-key'
  /** More different keys than the kernel holds. */
  | 'many-keys'
  | 'repeated-key'
  | 'deep-nesting'
  /** An escape in an array that a filter looks into; a surrogate in a text that it compares, or a long one with escapes. */
  | 'escaped-value'
  /** A value that a filter compares is a number other than a plain integer of 64 bits, or an unusual time. */
  | 'odd-value'
  /** More different sets of jobs keep lines than the kernel holds, and its counts were not taken before. */
  | 'many-sets'
  /** About as long as a line may be, or longer. */
  | 'long'
  /** Its custom fields are so long that they may have been cut off. */
  | 'cut-fields'
  /** It has not plainly the form of the job that it is held to, or the job drops it. */
  | 'other-form'
  /** It has the form; the filter of the job leaves it undecided. */
  | 'undecided'
  /** It has the form; its custom fields are nearly as long as they may be. */
  | 'near-limit'
  /** There may be a hint in it. */
  | 'examined'
  /** It becomes a sample. */
  | 'sampled'
  /** It is the first one of an object or the last one without a LF, or longer than the kernel's window. */
  | 'chunk-boundary'
  /** Its object is written in another form. */
  | 'not-ndjson';

/** Names of the numbers that say no. */
export const DEFER_REASONS: readonly (DeferReason | undefined)[] = [
  undefined,
  'not-plain',
  'odd-key',
  'many-keys',
  'repeated-key',
  'deep-nesting',
  'escaped-value',
  'odd-value',
  'many-sets',
  'examined',
  'sampled',
  'long',
  'cut-fields',
  'other-form',
  'undecided',
  'near-limit',
];

/** The number that says that ids must be taken before the line can be read. */
export const IDS_FULL = DEFER_REASONS.length;
