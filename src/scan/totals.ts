// The figures that every pass reports: the part of the source that was read, and the number of lines of each kind. Types, and their
// sums.
import { DROP, KEEP, UNDECIDED, type Verdict } from '../filter/index.ts';
import { NO_RECORDS, type NoRecord, type ScanCounts } from '../kernel/index.ts';
import type { MalformedReason } from '../record/index.ts';
import type { Problem } from './problem-tally.ts';

/** The keys of figures by verdict. */
export const VERDICT_KEYS: Readonly<Record<Verdict, 'kept' | 'dropped' | 'undecided'>> = {
  [KEEP]: 'kept',
  [DROP]: 'dropped',
  [UNDECIDED]: 'undecided',
};

/** Lines and their bytes after inflation, line ends included. */
export interface LineTotal {
  lines: number;
  bytes: number;
}

/** No line. */
export const NO_LINES: Readonly<LineTotal> = Object.freeze({ lines: 0, bytes: 0 });

/** All lines. read + outside + malformed + blank = every line. */
export interface LinesTotal {
  read: number;
  /** Outside --since/--until by their own event time. */
  outside: number;
  /** Read although they have no readable time; part of `read`. Counted only for a run with --since or --until. */
  untimed: number;
  malformed: number;
  blank: number;
  /** After inflation, all lines. */
  bytes: number;
}

/** The part of a source that was read. `bytes` are the stored bytes of the objects read. */
export interface SourceTotal {
  objects: number;
  bytes: number;
  /** Objects skipped because they are not logs (ownership challenges, probes, dotfiles …). */
  skipped: number;
  /** Outside the time range: listed objects, and day folders that were not listed, each of which counts once. */
  pruned: number;
  /** How many of `pruned` are day folders. */
  prunedFolders: number;
  /** Objects in the listings. */
  listed: number;
  /** Objects of which a part could not be read: cut, corrupt, deleted during the run. */
  damaged: number;
  /** Objects of which nothing could be read: deleted, access denied, or otherwise unavailable. */
  unreadable: number;
  /** Lines read from corrupt objects: no checksum confirms all of them. */
  unconfirmedLines: number;
  /** The damaged and unreadable objects, by name, each with the first thing that is wrong with it. Not bounded. */
  lost: Problem[];
}

/** The duration of a run; never part of a comparison. */
export interface Timing {
  /** RFC 3339. */
  started: string;
  seconds: number;
}

type CountedMalformed = Exclude<NoRecord, 'blank'>;

/**
 * What the kernel does with malformed lines of each reason. `counts`: it counts them, as this reason. `defers`: it counts none of them.
 * `no-ndjson`: the lines of no NDJSON object have this reason.
 */
export const KERNEL_MALFORMED: {
  readonly [Reason in CountedMalformed | MalformedReason]: Reason extends MalformedReason
    ? Reason extends CountedMalformed
      ? 'counts'
      : 'defers' | 'no-ndjson'
    : never;
} = {
  'invalid-utf8': 'counts',
  'invalid-json': 'counts',
  'not-object': 'counts',
  'too-long': 'defers',
  'too-deep': 'defers',
  'csv-quote': 'no-ndjson',
  'csv-columns': 'no-ndjson',
};

/** The reasons of malformed lines that the kernel counts. */
export const COUNTED_MALFORMED: readonly CountedMalformed[] = NO_RECORDS.filter((kind) => kind !== 'blank');

/** Returns the lines that a kernel has counted, every figure of them. */
export function scannedLines(scanned: ScanCounts['lines']): Required<LinesTotal> {
  const { read, outside, untimed, blank, bytes } = scanned;
  const malformed = COUNTED_MALFORMED.reduce((sum, reason) => sum + scanned[reason], 0);
  return { read, outside, untimed, malformed, blank, bytes };
}

/** Adds every figure of `added` to the same figure of `sum`. */
export function addLines<Figure extends string>(
  sum: Record<Figure, number>,
  added: Readonly<Record<NoInfer<Figure>, number>>,
): void {
  for (const figure of Object.keys(added) as Figure[]) sum[figure] += added[figure];
}

/** No lines. */
export function noLines(): LinesTotal {
  return { read: 0, outside: 0, untimed: 0, malformed: 0, blank: 0, bytes: 0 };
}

/** Lines of every kind. */
export function countLines({ read, outside, malformed, blank }: Omit<LinesTotal, 'untimed' | 'bytes'>): number {
  return read + outside + malformed + blank;
}
