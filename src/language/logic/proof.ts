// The answer to a question about two filters: does one imply the other, are they equal. Types only.
import type { Value } from '../../base/index.ts';
import type { NullReading, VerdictName } from '../filter/index.ts';

/**
 * The records that a proof covers. `any`: every record, with fields absent, null or of another type. `complete`: every field that a filter
 * tests is present with a value of its type, as it is when the platform evaluates a filter.
 */
export type RecordDomain = 'any' | 'complete';

/** Options of a proof. */
export interface ProofOptions {
  /** @default 'any' */
  readonly domain?: RecordDomain;
  /**
   * The meaning of a JSON `null`, as in `compileFilter`. No proof depends on it: a null counts as an absent field or as a value that
   * the field may have anyway.
   * @default 'unknown'
   */
  readonly nullAs?: NullReading;
  /** Bound of the search, in steps: `docs/semantics.md`, "Proofs about filters". @default 10000000 */
  readonly maxSteps?: number;
}

/** A record for which a statement is false, confirmed by the compiled filters. */
export interface Witness {
  readonly record: Readonly<Record<string, Value>>;
  /** Verdict of the first filter. */
  readonly from: VerdictName;
  /** Verdict of the second filter. */
  readonly to: VerdictName;
}

/** The answer. `undecided`: neither a proof nor a witness was found within the bound. */
export type Proof =
  | { readonly answer: 'proven' }
  | { readonly answer: 'refuted'; readonly witness: Witness }
  | {
      readonly answer: 'undecided';
      /** Why, in words: `the search stopped after 10,000,000 steps`. */
      readonly reason: string;
    };
