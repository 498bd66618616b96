// Guards without an answer: a figure that is not known breaks nothing, and no such guard holds; and the guards of interrupted runs.
import { HeadgateError } from '../../base/index.ts';
import type { Guard, GuardResult, GuardSet, Judgement } from './guard.ts';

/** A guard without a result. */
export type UnjudgedGuard = Pick<GuardResult, 'kind' | 'guard'>;

/** Returns the guards of a run that was interrupted: figures of a part of the lines decide nothing. */
export function unjudgedGuards({ guards }: Pick<GuardSet, 'guards'>): UnjudgedGuard[] {
  return guards.map(({ kind, text }) => ({ kind, guard: text }));
}

/** Begins `found` of a guard without an answer. */
export const NOT_JUDGED = 'not judged: ';

/** Whether the figure of a guard is not known: the guard has no answer, and `found` states why. */
export function isUnjudged({ value }: Pick<GuardResult, 'value'>): boolean {
  return value === null;
}

/** Returns the result of a guard without an answer. @param reason `found …, expected …; …` */
export function unjudged({ kind, text }: Pick<Guard, 'kind' | 'text'>, reason: string): Judgement {
  return { kind, guard: text, holds: false, found: NOT_JUDGED + reason, value: null };
}

/**
 * Leaves guards without an answer over a source that is not all there. A never-guard that is broken stays so: lines that are not read cannot mend it.
 * @param reason why lines are missing: `the index …, expected …; …`. Undefined: none are
 */
export function overIncomplete(results: readonly GuardResult[], reason: string | undefined): GuardResult[] {
  return results.map((result) => {
    if (reason === undefined || isUnjudged(result) || (result.kind !== 'threshold' && !result.holds)) return result;
    const { kind, guard: text, found } = result;
    return { ...result, ...unjudged({ kind, text }, `found ${found}; ${reason}`) };
  });
}

/** Returns why guards have no answer, with the code `guards-unjudged`; undefined if all were judged. */
export function unjudgedGuardError(results: readonly GuardResult[] = []): HeadgateError | undefined {
  const reasons = results
    .filter(isUnjudged)
    .map(
      ({ kind, guard, found }) =>
        `--${kind === 'threshold' ? 'guard' : kind} '${guard}': ${found.replace(NOT_JUDGED, '')}`,
    );
  if (reasons.length === 0) return undefined;
  return new HeadgateError('guards-unjudged', `cannot judge ${[...new Set(reasons)].join('; ')}`);
}
