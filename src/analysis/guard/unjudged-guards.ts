// The guards of a run without results, for reports of interrupted runs. Judges nothing.
import type { GuardResult } from './guard.ts';
import type { GuardSet } from './guard-set.ts';

/** A guard without a result. */
export type UnjudgedGuard = Pick<GuardResult, 'kind' | 'guard'>;

/** Returns the guards of a run that was interrupted: figures of a part of the lines decide nothing. */
export function unjudgedGuards({ guards }: Pick<GuardSet, 'guards'>): UnjudgedGuard[] {
  return guards.map(({ kind, text }) => ({ kind, guard: text }));
}
