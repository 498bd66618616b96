// The guards of one run, with the meaning of undecided lines. Types only.
import type { Guard } from './guard.ts';

/** The guards of a run. */
export interface GuardSet {
  readonly guards: readonly Guard[];
  /** As in {@link GuardRequest}. */
  readonly undecidedOk: boolean;
}
