// The figures that every pass reports: the part of the source that was read, and the number of lines of each kind. Types, and their
// sums.
import type { Problem } from './problem.ts';

/** Lines and their bytes after inflation, line ends included. */
export interface LineTotal {
  lines: number;
  bytes: number;
}

/** All lines. read + outside + malformed + blank = every line. */
export interface LinesTotal {
  read: number;
  /** Outside --since/--until by their own event time. */
  outside: number;
  /** Read although they have no readable time; part of `read`. */
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

/** No lines. */
export function noLines(): LinesTotal {
  return { read: 0, outside: 0, untimed: 0, malformed: 0, blank: 0, bytes: 0 };
}

/** Lines of every kind. */
export function countLines({ read, outside, malformed, blank }: Omit<LinesTotal, 'untimed' | 'bytes'>): number {
  return read + outside + malformed + blank;
}
