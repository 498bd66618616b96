// The error of a run with guards that cannot be used. Carries all of them with their problems; src/cli prints them.
import { HeadgateError } from '../../base/index.ts';
import type { Problem } from '../../language/filter/index.ts';

/** A problem of a guard: of its filter, or of its own syntax (`guard-syntax`). */
export type GuardProblem = Omit<Problem, 'code'> & { readonly code: string };

/** A guard that cannot be used. */
export interface InvalidGuard {
  /** The flag and the guard as written: `--guard 'kept => 5%'`. */
  readonly name: string;
  readonly problems: readonly GuardProblem[];
}

/** Some guards of a run are invalid; nothing was read. The exit code is 2: no guard was judged. */
export class InvalidGuardError extends HeadgateError {
  readonly guards: readonly InvalidGuard[];

  constructor(guards: readonly InvalidGuard[]) {
    const names = guards.map(({ name }) => name).join(', ');
    const verb = guards.length === 1 ? 'guard is' : 'guards are';
    super('guard-invalid', `cannot use ${names}: the ${verb} invalid; nothing was read`);
    this.guards = guards;
  }
}
