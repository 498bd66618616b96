// The result of `index` as data, in the shape that `--format json` prints (version 1).
import type { Count } from '../../base/index.ts';
import type { Problem } from '../../input/scan/index.ts';

/** What a build has changed. Objects. */
export interface IndexChanges {
  /** Were read, and were not in the index before, or not completely. */
  added: Count;
  /** Had changed, and were read again. */
  replaced: Count;
  /** Do not exist any more. */
  removed: Count;
  /** Were in the index already. */
  unchanged: Count;
  /** Changed while they were read: not in the index. */
  changing: Count;
  /** Parts of the index that were damaged; their objects were read again. */
  damagedParts: Count;
  /** The objects that could not be read completely, with the first problem of each. */
  lost: Problem[];
}

/** The result of `index`: what an index contains. */
export interface IndexReport {
  version: 1;
  /** Interrupted: some objects are not in the index yet. */
  partial: boolean;
  folder: string;
  dataset: string;
  /** When the oldest listing began that the index depends on; before one, when the index was created. RFC 3339. */
  asOf: string;
  /** Whether builds have listed all sources, without limits of time. */
  covered: boolean;
  /** Fields whose values are not stored. */
  without: string[];
  /** Where the objects are. */
  sources: string[];
  objects: {
    /** All of whose lines are in columns. */
    columns: Count;
    /** Not in columns: not NDJSON, damaged, or with lines that columns cannot contain. They are read where they are. */
    stored: Count;
    /** Listed and not read to their end: not in the index. */
    waiting: Count;
  };
  /** In columns. */
  lines: Count;
  /** Of the objects, as stored, as far as known. */
  objectBytes: Count;
  /** Of the files of the index. */
  indexBytes: Count;
  parts: Count;
  /** Those whose file is gone or has another size. */
  lostParts: Count;
  /** Absent with `--list`. */
  changes?: IndexChanges | undefined;
}
