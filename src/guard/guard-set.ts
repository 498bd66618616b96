// The guards of one run, with the meaning of undecided lines. Types only.
import type { Instant } from '../base/index.ts';
import type { Guard } from './guard.ts';

/** The guards of a run. */
export interface GuardSet {
  readonly guards: readonly Guard[];
  /** As in {@link GuardRequest}. */
  readonly undecidedOk: boolean;
}

/** The time that lines cover, `[since, until)`. */
export interface TimeSpan {
  readonly since: Instant;
  readonly until: Instant;
  /** Time covered; less than `until - since` if there are gaps. Milliseconds. */
  readonly ms: number;
}
