// The figures that every pass reports: the part of the source that was read, and the number of lines of each kind. Types, and their
// sums.
import type { Count } from '../../base/index.ts';
import { DROP, KEEP, UNDECIDED, type Verdict } from '../../language/filter/index.ts';
import type { IndexedSource } from '../destination/index.ts';
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
  lines: Count;
  bytes: Count;
}

/** No line. */
export const NO_LINES: Readonly<LineTotal> = Object.freeze({ lines: 0, bytes: 0 });

/** All lines. read + outside + malformed + blank = every line. */
export interface LinesTotal {
  read: Count;
  /** Outside --since/--until by their own event time. */
  outside: Count;
  /** Read although they have no readable time; part of `read`. Counted only for a run with --since or --until. */
  untimed: Count;
  malformed: Count;
  blank: Count;
  /** After inflation, all lines. */
  bytes: Count;
  /** Lines of `read` whose record was in an envelope, by the path of the record; absent if there are none. */
  unwrapped?: UnwrappedLines[];
}

/** Lines that were unwrapped from one place. */
export interface UnwrappedLines {
  /** Keys from the line to its record, joined by dots. */
  path: string;
  lines: Count;
  /** Present on the one entry that sums up the paths beyond the limit. */
  rest?: true;
}

/** Paths counted one by one: the lexicographically smallest, so sums do not depend on the order of lines. Chosen by headgate. */
const MAX_PATHS = 16;
/** Longer paths are never counted one by one: hostile lines must not fill memory. UTF-16 units; ours. */
const MAX_PATH_LENGTH = 256;
/** Path of the entry that sums up the others. */
const REST_OF_PATHS = 'other';

/** The part of a source that was read. `bytes` are the stored bytes of the objects read. */
export interface SourceTotal {
  objects: Count;
  bytes: Count;
  /** Objects skipped because they are not logs (ownership challenges, probes, dotfiles …). An index has none of them. */
  skipped: Count;
  /** Outside the time range: listed objects, and day folders that were not listed, each of which counts once. */
  pruned: Count;
  /** How many of `pruned` are day folders. */
  prunedFolders: Count;
  /** Objects in the listings; of an index, those that it has. */
  listed: Count;
  /** The indexes among the sources. Absent without one. */
  indexes?: IndexedSource[];
  /** Objects of which a part could not be read: cut, corrupt, deleted during the run. */
  damaged: Count;
  /** Objects of which nothing could be read: deleted, access denied, or otherwise unavailable. */
  unreadable: Count;
  /** Lines read from corrupt objects: no checksum confirms all of them. */
  unconfirmedLines: Count;
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

/** Returns the lines that a kernel has counted, every figure of them. It defers lines in envelopes. */
export function scannedLines(scanned: ScanCounts['lines']): Required<LinesTotal> {
  const { read, outside, untimed, blank, bytes } = scanned;
  const malformed = COUNTED_MALFORMED.reduce((sum, reason) => sum + scanned[reason], 0);
  return { read, outside, untimed, malformed, blank, bytes, unwrapped: [] };
}

/** Adds every figure of `added` to the same figure of `sum`. */
export function addLines<Lines extends LinesTotal>(sum: Lines, added: Readonly<NoInfer<Lines>>): void {
  const { unwrapped = [], ...figures } = added;
  const sums = sum as unknown as Record<string, number>;
  for (const [figure, lines] of Object.entries<number>(figures as Record<string, number>)) sums[figure]! += lines;
  if (unwrapped.length > 0) sum.unwrapped = sumUnwrapped([...(sum.unwrapped ?? []), ...unwrapped]);
}

/** Counts a line that was read. @param path of its record; undefined: the line has no envelope */
export function countUnwrapped(lines: LinesTotal, path: string | undefined): void {
  if (path === undefined) return;
  const { unwrapped = [] } = lines;
  const at = unwrapped.findIndex((one) => one.path === path && one.rest !== true);
  lines.unwrapped =
    at < 0
      ? sumUnwrapped([...unwrapped, { path, lines: 1 }])
      : unwrapped.with(at, { path, lines: unwrapped[at]!.lines + 1 });
}

function sumUnwrapped(parts: readonly UnwrappedLines[]): UnwrappedLines[] {
  const byPath = new Map<string, number>();
  let rest = 0;
  for (const part of parts) {
    if (part.rest === true || part.path.length > MAX_PATH_LENGTH) rest += part.lines;
    else byPath.set(part.path, (byPath.get(part.path) ?? 0) + part.lines);
  }
  const sorted = [...byPath].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, lines] of sorted.splice(MAX_PATHS)) rest += lines;
  const counted: UnwrappedLines[] = sorted.map(([path, lines]) => ({ path, lines }));
  return rest === 0 ? counted : [...counted, { path: REST_OF_PATHS, lines: rest, rest: true }];
}

/** No lines. */
export function noLines(): LinesTotal {
  return { read: 0, outside: 0, untimed: 0, malformed: 0, blank: 0, bytes: 0 };
}

/** Lines of every kind. */
export function countLines({ read, outside, malformed, blank }: Omit<LinesTotal, 'untimed' | 'bytes'>): number {
  return read + outside + malformed + blank;
}
