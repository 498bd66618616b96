// Why an expression has no value: the batch fails on the platform, or it is not known what the platform does.
import type { ChoiceName } from './choices.ts';
import type { SqlPlace } from './sql-text.ts';
import type { SqlValue } from './sql-value.ts';

/** The kinds of {@link Failure}. */
export type FailureCause = 'cast' | 'division-by-zero' | 'timestamp' | 'argument' | 'overflow';

/** Why an expression has no value for a record: the batch fails on the platform. */
export interface Failure {
  /** Stable name of the kind of failure. */
  readonly cause: FailureCause;
  /** A sentence with the value: `cannot cast "abc" to Int64`. */
  readonly message: string;
  /** The text of the innermost expression that fails, and its position in the SQL. */
  readonly expression: SqlPlace;
  /** How to avoid it; begins with a verb: `write TRY_CAST(… AS BIGINT), which returns null`. */
  readonly hint: string;
}

/** Why it is not known what the platform does with a record. */
export interface UndecidedReason {
  /**
   * `absent`: the line lacks the field. `mismatch`: the value does not have the type of the field. `choice`: the result depends on a
   * point that is documented nowhere.
   */
  readonly code: 'absent' | 'mismatch' | 'choice';
  /** The field, for `absent` and `mismatch`. */
  readonly field?: string;
  /** The undocumented point, for `choice`. */
  readonly choice?: ChoiceName;
  readonly expression: SqlPlace;
}

/** An outcome without a value. */
export type Stopped =
  | { readonly outcome: 'failing'; readonly failure: Failure }
  | { readonly outcome: 'undecided'; readonly reason: UndecidedReason };

/** What ends the evaluation of an expression: the batch fails, or the result is unknown. Every function passes it on. */
export class Stop {
  readonly cause: Stopped;

  constructor(cause: Stopped) {
    this.cause = cause;
  }

  get isFailure(): boolean {
    return this.cause.outcome === 'failing';
  }

  /** Whether it is undecided because it depends on other lines whether an expression that fails is evaluated: no other value hides that. */
  get mayFail(): boolean {
    return this.cause.outcome === 'undecided' && this.cause.reason.choice === 'short-circuit';
  }
}

/** What a closure returns. */
export type Result = SqlValue | Stop;
