// One pass over the objects of a source: bytes in, figures of every job out. Knows nothing of where bytes come from
// (src/destination) nor how figures are shown (src/render). One instance serves one thread; reports add up.
import type { TimeRange } from '../base/index.ts';
import { CUSTOM_FIELDS_DATASET, type Dataset, TRUNCATED_FROM_BYTES, truncatedKeyOf } from '../dataset/index.ts';
import { DROP, KEEP, UNDECIDED } from '../filter/index.ts';
import {
  createScanner,
  type DeferReason,
  type Kernel,
  type ScanCounts,
  type Scanner,
  type ScanRequest,
} from '../kernel/index.ts';
import {
  createRecordReader,
  type LineRecord,
  MAX_LINE_BYTES,
  type RecordReader,
  type RecordReaderOptions,
} from '../record/index.ts';
import { JobTally, type ReplayJob, VERDICT_KEYS } from './job-tally.ts';
import { KeptSets } from './kept-sets.ts';
import { lineHash, objectHash } from './line-hash.ts';
import { countMalformed, MalformedLines } from './malformed-lines.ts';
import type { ObjectDamage, ObjectReplay } from './object-replay.ts';
import { ProblemTally } from './problem-tally.ts';
import {
  type Detail,
  type JobReport,
  type LinesTotal,
  PROBLEMS_PER_CODE,
  REPORT_VERSION,
  type Report,
  type SourceTotal,
} from './report.ts';
import { createTimeTest, type TimeTest } from './time-test.ts';
import { WindowReader } from './window-reader.ts';

/** Every line that starts within so many bytes of an object is examined for hints: small sources are examined whole. */
export const EXAMINED_HEAD_BYTES = 65_536;
/** Beyond {@link EXAMINED_HEAD_BYTES}, one line in so many is examined, chosen by the hash of its place. */
export const EXAMINED_ONE_IN = 64;

/** Lines that a kernel counts until its counts are taken: some of them have 32 bits. */
export const MAX_UNTAKEN_LINES = 2 ** 31;

/** What to replay and how. */
export interface ReplayOptions {
  dataset: Dataset;
  jobs: readonly ReplayJob[];
  /** Only lines whose own time lies in it are read; open on both sides by default. */
  range: TimeRange;
  /** Samples per job and verdict. */
  samples: number;
  detail: Detail;
}

/** Takes each line that a job keeps, as it is read: the record is valid during the call. @param job its index */
export type OnKept = (job: number, record: LineRecord) => void;

/** Figures of a run in the making. */
export class Replay {
  readonly #options: ReplayOptions;
  readonly #jobs: readonly JobTally[];
  readonly #sets: KeptSets;
  readonly #problems = new ProblemTally();
  readonly #lines: LinesTotal = { read: 0, outside: 0, untimed: 0, malformed: 0, blank: 0, bytes: 0 };
  readonly #timeTest: TimeTest | undefined;
  /** One for each kernel that objects came with; undefined where the kernel cannot do what is asked. */
  readonly #scanners = new Map<Kernel, Scanner | undefined>();
  /** Take what a kernel has counted of the object that it has. */
  readonly #takers = new Map<Kernel, (counts: ScanCounts) => void>();
  readonly #left: Partial<Record<DeferReason, number>> = {};
  readonly #hasCustomFields: boolean;
  #examined = 0;

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#jobs = options.jobs.map((job) => new JobTally(job, options.samples));
    this.#sets = new KeptSets(options.jobs.length);
    this.#hasCustomFields = options.dataset.name === CUSTOM_FIELDS_DATASET;
    this.#timeTest = createTimeTest(options.dataset, options.range);
  }

  /** Lines seen so far, of every kind: for progress. */
  get lineCount(): number {
    const { read, outside, malformed, blank } = this.#lines;
    return [...this.#scanners.values()].reduce(
      (sum, scanner) => sum + (scanner?.lineCount ?? 0),
      read + outside + malformed + blank,
    );
  }

  /** Lines that the kernel did not take, by why; none without a kernel. */
  get deferredLines(): Readonly<Partial<Record<DeferReason, number>>> {
    return this.#left;
  }

  /**
   * Starts an object. Several may be open at a time.
   * @param onKept with it all lines go through the compiled filter, since the kernel hands none out
   */
  openObject(name: string, reader: RecordReaderOptions, onKept?: OnKept): ObjectReplay {
    const hash = objectHash(name);
    const problems = this.#problems;
    const malformed = new MalformedLines(name, problems, this.#lines);
    let damage: ObjectDamage | undefined;
    let linesRead = 0;
    const takeScanned = (counts: ScanCounts): void => {
      linesRead += counts.lines.read;
      this.#addScanned(counts);
    };
    /** Once it has begun. */
    let scanner: Scanner | undefined;
    let windows: WindowReader | undefined;
    const countLeft = (): void => {
      if (windows !== undefined) this.#left[windows.way] = (this.#left[windows.way] ?? 0) + 1;
    };
    const records = createRecordReader(reader, {
      record: (record) => {
        countLeft();
        if (this.#record(record, name, hash, onKept)) linesRead += 1;
      },
      blank: (bytes) => {
        countLeft();
        this.#lines.blank += 1;
        this.#lines.bytes += bytes;
      },
      malformed: (found) => {
        countLeft();
        malformed.add(found);
      },
      countsMalformed: (reason, bytes) => {
        const isCounted = malformed.counts(reason, bytes);
        if (isCounted) countLeft();
        return isCounted;
      },
      remark: ({ code, offset, message, damaged }) => {
        if (damaged) damage ??= { code, offset, message };
        problems.add({ code, object: name, offset, message });
      },
    });
    return {
      push: (chunk) => records.push(chunk),
      readWindow: (window) => {
        if (windows === undefined) {
          const usable = onKept === undefined ? this.#scannerFor(window.kernel) : undefined;
          if (usable === undefined) return records.push(window.bytes);
          // To begin the kernel and to take its counts takes as long as to read a line: not where the head is all there is.
          windows = this.#openWindows(usable, records, reader, () => {
            this.#takers.set(window.kernel, takeScanned);
            this.#begin(usable, hash, reader);
            scanner = usable;
          });
        }
        windows.read(window);
        // Some counts of the kernel have 32 bits.
        if (scanner !== undefined && scanner.lineCount > MAX_UNTAKEN_LINES) takeScanned(scanner.takeCounts());
      },
      end: (isTruncated) => {
        windows?.flush();
        records.end(isTruncated);
      },
      close: () => {
        if (scanner !== undefined) takeScanned(scanner.takeCounts());
      },
      problem: ({ code, offset, message }) => problems.add({ code, object: name, offset, message }),
      get damage() {
        return damage;
      },
      get linesRead() {
        return linesRead;
      },
    };
  }

  /** The report of what was read until now. */
  toReport(source: SourceTotal, partial: boolean): Report {
    const isFull = this.#options.detail === 'full';
    return {
      version: REPORT_VERSION,
      partial,
      source,
      lines: { ...this.#lines },
      ...(this.#jobs.length === 0 ? {} : { jobs: this.#jobReports(isFull), overlap: this.#sets.toOverlap() }),
      ...(isFull ? { fields: this.#sets.toFields() } : {}),
      examined: this.#examined,
      problemCounts: this.#problems.toCounts(),
      problems: this.#problems.toProblems(),
    };
  }

  #openWindows(
    scanner: Scanner,
    records: RecordReader,
    { offset = 0 }: RecordReaderOptions,
    begin: () => void,
  ): WindowReader {
    return new WindowReader({ scanner, begin, records, offset, onSampled: (one) => this.#limitSamples(one) });
  }

  #begin(scanner: Scanner, hash: number, { maxLineBytes = MAX_LINE_BYTES }: RecordReaderOptions): void {
    scanner.begin(hash, maxLineBytes);
    this.#limitSamples(scanner);
  }

  #scannerFor(kernel: Kernel): Scanner | undefined {
    if (!this.#scanners.has(kernel)) {
      const onCounts = (counts: ScanCounts): void => this.#takers.get(kernel)!(counts);
      this.#scanners.set(kernel, createScanner(kernel, this.#scanRequest(), onCounts));
    }
    return this.#scanners.get(kernel);
  }

  #scanRequest(): ScanRequest {
    const { dataset, jobs, range, detail } = this.#options;
    return {
      ...{ dataset, range, detail },
      filters: jobs.map(({ filter }) => filter),
      examinedHeadBytes: EXAMINED_HEAD_BYTES,
      examinedOneIn: EXAMINED_ONE_IN,
      // One more than a report shows: a line at which reading has stopped is left twice.
      noRecords: { blank: 0, malformed: PROBLEMS_PER_CODE + 1 },
    };
  }

  /** The kernel leaves lines that may become samples; the more there are, the fewer may. */
  #limitSamples(scanner: Scanner): void {
    if (this.#options.samples === 0) return;
    for (const [index, { samples }] of this.#jobs.entries()) {
      for (const verdict of [DROP, KEEP, UNDECIDED] as const) {
        scanner.setSampleLimit(index, verdict, samples[VERDICT_KEYS[verdict]].hashesBelow);
      }
    }
  }

  #addScanned(counts: ScanCounts): void {
    const { lines, examined, jobs } = counts;
    for (const key of ['read', 'outside', 'untimed', 'blank', 'bytes'] as const) this.#lines[key] += lines[key];
    this.#lines.malformed += countMalformed(lines, this.#problems);
    this.#examined += examined;
    for (const [index, job] of jobs.entries()) this.#jobs[index]!.addScanned(job);
    this.#sets.addScanned(counts);
  }

  #jobReports(isFull: boolean): JobReport[] {
    const { dataset, detail } = this.#options;
    return this.#jobs.map((job, index) =>
      job.toReport(dataset.name, detail, isFull ? this.#sets.toFields(index) : undefined),
    );
  }

  /** @returns false for a line outside the time range */
  #record(record: LineRecord, object: string, hash: number, onKept: OnKept | undefined): boolean {
    this.#lines.bytes += record.bytes;
    const time = this.#timeTest?.(record);
    if (time === 'outside') {
      this.#lines.outside += 1;
      return false;
    }
    if (time === 'untimed') this.#lines.untimed += 1;
    this.#lines.read += 1;
    this.#count(record, object, hash, onKept);
    return true;
  }

  #count(record: LineRecord, object: string, hash: number, onKept: OnKept | undefined): void {
    const { detail, samples } = this.#options;
    const place = lineHash(hash, record.offset);
    const examine = detail !== 'counts' && (record.offset < EXAMINED_HEAD_BYTES || place % EXAMINED_ONE_IN === 0);
    if (examine) this.#examined += 1;
    this.#sets.open();
    for (let index = 0; index < this.#jobs.length; index += 1) {
      const job = this.#jobs[index]!;
      const verdict = detail === 'counts' ? job.decide(record) : job.examine(record, examine);
      if (verdict === KEEP) {
        this.#sets.mark(index);
        onKept?.(index, record);
      }
      if (samples > 0) {
        const tally = job.samples[VERDICT_KEYS[verdict]];
        if (tally.mayTake(place)) tally.offer(place, object, record.offset, () => record.stored());
      }
    }
    const set = this.#sets.close(record.bytes);
    if (detail !== 'full') return;
    for (let index = 0; index < record.fieldCount; index += 1) {
      const isFirst = !record.isRepeat(index);
      const isEmpty = isFirst && record.isEmpty(index);
      set.fields.addAt(index, record.fieldName(index), isFirst ? 1 : 0, isEmpty ? 1 : 0, record.fieldBytes(index));
    }
    const cut = record.bytes > TRUNCATED_FROM_BYTES && this.#hasCustomFields ? truncatedKeyOf(record) : undefined;
    if (cut !== undefined) set.fields.addTruncated(cut);
  }
}
