// How much a job pushes of the lines that its filter keeps: exactly where that is known, else with an interval. Pure.
import type { PushSettings } from '../output/index.ts';
import type { LineTotal } from '../scan/index.ts';
import type { Estimated } from './cost-report.ts';
import { exactly, isExact, scaled, scaledLike } from './estimated.ts';
import { sampledBytes, sampledLines, unknownSizes } from './sampling-interval.ts';
import type { WrittenSize } from './stored-sizes.ts';

/** What a job pushes of lines that its filter keeps. */
export interface PushedLines {
  lines: Estimated;
  /** As the job writes them, before compression; null if the job writes other bytes than were read, and they were not measured. */
  bytes: Estimated | null;
}

/** What decides how much a job pushes. */
export type PushedShare = Pick<PushSettings, 'enabled' | 'sampleRate' | 'changesBytes'>;

/** A filter without a job: it pushes the kept lines as they are. */
export const PUSHES_ALL: PushedShare = { enabled: true, sampleRate: 1, changesBytes: false };

const NOTHING: PushedLines = { lines: exactly(0), bytes: exactly(0) };

/**
 * Returns what a job pushes of `kept` lines. Exact for a job that is disabled, or that pushes every kept line, if its bytes are those that were read or
 * were measured.
 * @param written what was measured of these lines @default nothing
 */
export function pushedLines(
  kept: LineTotal,
  { enabled, sampleRate, changesBytes }: PushedShare,
  written?: WrittenSize | null,
): PushedLines {
  if (!enabled || kept.lines === 0) return NOTHING;
  if (written != null && sampleRate === 1) return { lines: written.lines, bytes: written.bytes };
  const rates = { source: 1, job: sampleRate };
  const lines = sampledLines(kept.lines, rates);
  const sizes = unknownSizes(kept, written?.longest);
  if (written == null) return { lines, bytes: changesBytes ? null : sampledBytes(sizes, rates) };
  const { bytes, squares } = written;
  // If every line was measured, none is longer.
  const longest = isExact(bytes) ? written.longest : sizes.longest;
  return { lines, bytes: scaledLike(bytes, sampledBytes({ sum: bytes.value, squares, longest }, rates)) };
}

/** Returns the part of pushed lines that belongs to a share of the kept ones. @param share 0 to 1 */
export function partOfPushed({ lines, bytes }: PushedLines, share: number): PushedLines {
  return { lines: scaled(lines, share), bytes: bytes && scaled(bytes, share) };
}
