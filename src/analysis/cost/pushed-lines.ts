// How much a job pushes of the lines that its filter keeps: exactly where that is known, else with an interval. Pure.
import type { LineTotal } from '../../input/scan/index.ts';
import type { PushSettings } from '../../language/output/index.ts';
import type { Estimated, PeriodRate, StoredSizes, WrittenSize } from './cost-report.ts';
import { exactly, isExact, scaled, scaledLike } from './estimated.ts';
import { sampledBytes, sampledLines, unknownSizes } from './sampling-interval.ts';

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

const NOTHING = { lines: exactly(0), bytes: exactly(0), stored: exactly(0) } as const satisfies PeriodRate;

/** The source of kept lines. */
export interface SampledSource {
  /** `sample_rate` of the job that wrote it: what a job pushes is that of the lines before. @default 1 */
  sampleRate?: number | undefined;
  /** Bytes of the longest line found in it. @default unknown */
  longest?: number | undefined;
  /** Share of the kept lines that count. @default 1 */
  inside?: number | undefined;
}

/**
 * Returns what a job pushes of `kept` lines. Exact for a job that is disabled, or that pushes every kept line, if its bytes are those that were read or
 * were measured, and the source was not sampled.
 * @param written what was measured of these lines @default nothing
 */
export function pushedLines(
  kept: LineTotal,
  push: PushedShare,
  written?: WrittenSize | null,
  source?: SampledSource,
): PushedLines {
  const { lines, bytes } = pushedRate(kept, push, written, source);
  return { lines, bytes };
}

/** Returns the same with what is stored of the lines; null if that was not measured. */
export function pushedRate(
  kept: LineTotal,
  { enabled, sampleRate, changesBytes }: PushedShare,
  written?: WrittenSize | null,
  { sampleRate: source = 1, longest = 0, inside = 1 }: SampledSource = {},
): PeriodRate {
  if (!enabled || (kept.lines === 0 && source === 1)) return NOTHING;
  // Of no line, nothing was measured and nothing is stored: what the sampling of the source has lost has the size of any lines.
  const isMeasured = written != null && kept.lines > 0;
  const ofNone = kept.lines === 0 ? exactly(0) : null;
  const stored = isMeasured ? written.stored : ofNone;
  if (isMeasured && source === 1 && sampleRate === 1) {
    // A line that was unwrapped, or a row of CSV, is written as other bytes than were read.
    const pushed = changesBytes ? written : { ...written, bytes: exactly(kept.bytes) };
    const { lines, bytes } = partOfPushed(pushed, inside);
    return { lines, bytes, stored: stored && scaled(stored, inside) };
  }
  const rates = { source, job: sampleRate };
  const lines = sampledLines(Math.round(kept.lines * inside), rates);
  if (!isMeasured && changesBytes && ofNone === null) return { lines, bytes: null, stored: null };
  const sizes = unknownSizes(kept, Math.max(longest, written?.longest ?? 0));
  const sum = isMeasured ? scaled(written.bytes, inside) : exactly(sizes.sum * inside);
  const squares = (isMeasured ? written.squares : sizes.squares) * inside;
  // If every line was measured, none is longer.
  const longestOf = isMeasured && source === 1 && isExact(written.bytes) ? written.longest : sizes.longest;
  const bytes = sampledBytes({ sum: sum.value, squares, longest: longestOf }, rates);
  return {
    lines,
    bytes: scaledLike(sum, bytes),
    // Stored is the sample that was measured, of these bytes; the platform may push another.
    stored:
      stored &&
      scaledLike(scaled(stored, inside), bytes, isMeasured ? (sum.value * written.lines.value) / kept.lines : 0),
  };
}

/** Bytes of the longest line that was measured; 0 if none was. */
export function longestLine(stored: StoredSizes | undefined): number {
  return Math.max(0, ...[stored?.all, ...(stored?.jobs ?? [])].map((size) => size?.longest ?? 0));
}

/** Returns the part of pushed lines that belongs to a share of the kept ones. @param share 0 to 1 */
export function partOfPushed({ lines, bytes }: PushedLines, share: number): PushedLines {
  return { lines: scaled(lines, share), bytes: bytes && scaled(bytes, share) };
}
