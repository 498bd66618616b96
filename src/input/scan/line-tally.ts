// Counts the lines of a pass by kind and reports their problems, in the same manner for every pass. The first malformed lines of each
// reason have a place; later ones are only counted, so a file that contains nothing else stays cheap.
import type { Instant, TimeRange } from '../../base/index.ts';
import { type Dataset, eventTimeOf } from '../../language/dataset/index.ts';
import type { ScanCounts } from '../kernel/index.ts';
import type { LineRecord, Malformed, MalformedReason } from '../record/index.ts';
import type { ObjectSink } from './object-scan.ts';
import { PROBLEMS_PER_CODE, ProblemTally } from './problem-tally.ts';
import { placeOf } from './time-test.ts';
import {
  addLines,
  COUNTED_MALFORMED,
  countLines,
  countUnwrapped,
  type LinesTotal,
  noLines,
  scannedLines,
} from './totals.ts';

/** The part of a sink that counts everything that is not a record. */
export type FaultSink = Required<Pick<ObjectSink, 'blank' | 'malformed' | 'countsMalformed' | 'remark' | 'problem'>>;

/** The lines other than records that the kernel defers, for a pass that counts with a {@link LineTally}. */
export const DEFERRED_FAULTS: { readonly blank: number; readonly malformed: number } = {
  blank: 0,
  // One more than a report lists: a line at which reading has stopped is deferred twice.
  malformed: PROBLEMS_PER_CODE + 1,
};

/** Lines and problems of a pass. */
export class LineTally {
  readonly lines: LinesTotal = noLines();
  readonly problems: ProblemTally = new ProblemTally();
  readonly #dataset: Dataset;
  readonly #range: TimeRange;
  readonly #hasRange: boolean;
  readonly #needsTimes: boolean;
  /** Event time of the record that was counted last; undefined if it has none. */
  time: Instant | undefined;

  /**
   * @param range only records whose event time is in it count as read
   * @param needsTimes whether the caller uses {@link time} @default times are read only to test them
   */
  constructor(dataset: Dataset, range: TimeRange, needsTimes = false) {
    this.#dataset = dataset;
    this.#range = range;
    this.#hasRange = range.since !== undefined || range.until !== undefined;
    this.#needsTimes = needsTimes || this.#hasRange;
  }

  /** Lines of every kind. */
  get lineCount(): number {
    return countLines(this.lines);
  }

  /** Counts a record. @returns false if its time is outside the range */
  countRecord(record: LineRecord): boolean {
    this.lines.bytes += record.bytes;
    const isInside = !this.#needsTimes || this.#countTime(record);
    if (isInside) {
      this.lines.read += 1;
      countUnwrapped(this.lines, record.envelope);
    }
    return isInside;
  }

  /** Adds lines that a kernel has counted. Malformed ones come after those that it has deferred. */
  addScanned(scanned: ScanCounts['lines']): void {
    addLines(this.lines, scannedLines(scanned));
    for (const reason of COUNTED_MALFORMED) if (scanned[reason] > 0) this.problems.count(reason, scanned[reason]);
  }

  /** Counts the lines of one object, or of a part of one, that are not records. */
  openObject(object: string): FaultSink {
    const { lines, problems } = this;
    /** Malformed lines with a place, by reason. */
    const placed: Partial<Record<MalformedReason, number>> = {};
    const countsMalformed = (reason: MalformedReason, bytes: number): boolean => {
      if ((placed[reason] ?? 0) < PROBLEMS_PER_CODE) return false;
      problems.count(reason, 1);
      lines.malformed += 1;
      lines.bytes += bytes;
      return true;
    };
    return {
      blank: (bytes) => {
        lines.blank += 1;
        lines.bytes += bytes;
      },
      countsMalformed,
      malformed: ({ reason, offset, bytes, message }: Malformed) => {
        if (countsMalformed(reason, bytes)) return;
        placed[reason] = (placed[reason] ?? 0) + 1;
        lines.malformed += 1;
        lines.bytes += bytes;
        problems.add({ code: reason, object, offset, message });
      },
      remark: ({ code, offset, message }) => problems.add({ code, object, offset, message }),
      problem: ({ code, offset, message }) => problems.add({ code, object, offset, message }),
    };
  }

  /** @returns false if the time is outside the range */
  #countTime(record: LineRecord): boolean {
    this.time = eventTimeOf(this.#dataset, record.get(this.#dataset.eventTime.field));
    if (!this.#hasRange) return true;
    const place = placeOf(this.time, this.#range);
    if (place !== 'inside') this.lines[place] += 1;
    return place !== 'outside';
  }
}
