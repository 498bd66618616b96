// The error for a source that holds very many files and next to no log: a home folder, a disk, the wrong bucket.
import { HeadgateError, printCount } from '../../base/index.ts';
import type { FoundObjects } from './list-objects.ts';

/** Names after which it is asked, each time there are so many more. Ours. */
const LOOKED_AT = 100_000;
/** The least share of names that look like logs. Ours: a folder of logs has many, a disk of programs has some. */
const LEAST_SHARE = 0.01;

/**
 * To be called after each object.
 * @param at name of the newest object
 * @throws HeadgateError `few-logs`
 */
export function refuseWithoutLogs({ listed, logNames }: FoundObjects, display: string, at: string): void {
  if (listed === 0 || listed % LOOKED_AT !== 0 || logNames >= listed * LEAST_SHARE) return;
  const found = logNames === 0 ? 'none of which is' : `of which only ${printCount(logNames)} are`;
  throw new HeadgateError(
    'few-logs',
    `cannot list ${display}: found ${printCount(listed)} files, ${found} named like logs (the last file is ${at}), expected a time like 20261101T000000Z or an ending like .log or .ndjson; name a folder or prefix with logs, or list everything with --all-files`,
  );
}
