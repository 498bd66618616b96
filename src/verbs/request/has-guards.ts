// Whether a request has a guard. A file of its own, because commands ask before they load the code of guards.
import type { GuardRequest } from '../../analysis/guard/index.ts';

/** Whether a request has a guard. */
export function hasGuards({ guards = [], neverDrop = [], neverKeep = [] }: GuardRequest): boolean {
  return guards.length + neverDrop.length + neverKeep.length > 0;
}
