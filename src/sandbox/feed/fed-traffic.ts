// What was read of the traffic, and why entries of a file are not pushed, in words.
import { printCount } from '../../base/index.ts';
import type { PassedOver } from '../traffic/index.ts';

/** Numbers of entries by reason; `broken` includes an entry that the end of the file cuts. */
export type SkippedEntries = Partial<Record<PassedOver | 'broken', number>>;

/** The reasons, in the words of `fields preview`. */
const WORDS: Readonly<Record<keyof SkippedEntries, string>> = {
  broken: 'broken',
  'from-cache': 'served from the browser cache',
  'no-response': 'no response',
  'not-http': 'not HTTP',
};

/** What was fed. */
export interface FedTraffic {
  exchanges: number;
  /** Entries of a file that were not pushed: broken, or never sent to the edge. */
  skipped: SkippedEntries;
}

/** `3 skipped: 1 served from the browser cache, 2 not HTTP`, or `1 skipped: broken`; empty if none was skipped. */
export function printSkipped(skipped: SkippedEntries): string {
  const reasons = Object.keys(WORDS) as (keyof SkippedEntries)[];
  const found = reasons.flatMap((reason) =>
    skipped[reason] === undefined ? [] : [[skipped[reason], reason] as const],
  );
  const sum = found.reduce((total, [count]) => total + count, 0);
  if (sum === 0) return '';
  const words = found.map(([count, reason]) => (found.length === 1 ? '' : `${printCount(count)} `) + WORDS[reason]);
  return `${printCount(sum)} skipped: ${words.join(', ')}`;
}
