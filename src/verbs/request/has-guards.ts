// Whether a request has a guard, and logs to check it on. A file of its own, because commands ask before they load the code of guards.
import type { GuardRequest } from '../../analysis/guard/index.ts';
import { HeadgateError } from '../../base/index.ts';

/** Whether a request has a guard. */
export function hasGuards({ guards = [], neverDrop = [], neverKeep = [] }: GuardRequest): boolean {
  return guards.length + neverDrop.length + neverKeep.length > 0;
}

/** Rejects guards without logs: a guard that is not checked must not look like one that holds. @throws HeadgateError `usage` */
export function rejectUnusedGuards(request: GuardRequest & { sources?: readonly string[] | undefined }): void {
  if (!hasGuards(request) || (request.sources ?? []).length > 0) return;
  throw new HeadgateError(
    'usage',
    'cannot check guards: found no source, expected the logs to check them on; add --source SOURCE, such as --source logs or the destination_conf of a job without a filter',
  );
}
