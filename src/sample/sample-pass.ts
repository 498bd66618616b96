// One pass over objects: draws lines, and counts by object what a filter does. Reads as a replay does, the kernel first,
// which decides nearly all lines and leaves those that may be drawn. Knows nothing of where bytes come from.
import type { TimeRange } from '../base/index.ts';
import { type Dataset, eventTimeOf } from '../dataset/index.ts';
import { type CompiledFilter, DROP, KEEP, UNDECIDED, type Verdict } from '../filter/index.ts';
import { createScanner, type Kernel, type ScanCounts, type Scanner } from '../kernel/index.ts';
import { createRecordReader, type LineRecord, MAX_LINE_BYTES, type RecordReaderOptions } from '../record/index.ts';
import {
  createTimeTest,
  lineHash,
  MAX_UNTAKEN_LINES,
  type ObjectReplay,
  objectHash,
  ProblemTally,
  type TimeTest,
  WindowReader,
} from '../replay/index.ts';
import { LineDraw } from './line-draw.ts';
import {
  addVerdictLines,
  emptyFigures,
  emptyObjectFigures,
  type ObjectFigures,
  type SampleFigures,
} from './sample-figures.ts';
import { storedLine } from './stored-line.ts';
import type { TimeBuckets, TimeSpan } from './time-buckets.ts';

/** Where figures keep what came to a verdict. */
const KEYS = { [KEEP]: 'kept', [DROP]: 'dropped', [UNDECIDED]: 'undecided' } as const satisfies Record<Verdict, string>;

/** What strata are: one of all lines, one of each object, or spans of time and which of them an object can hold. */
export type Strata = 'all' | 'object' | { buckets: TimeBuckets; spanOf: (object: string) => TimeSpan };

/** What to draw and count. */
export interface SamplePassOptions {
  dataset: Dataset;
  /** Undefined: every line is kept. */
  filter: CompiledFilter | undefined;
  /** Only lines whose own time lies in it are read. */
  range: TimeRange;
  seed: number;
  /** Lines wanted; 0: none is drawn. */
  wanted: number;
  /** Lines of which verdict are drawn. */
  verdict: Verdict;
  strata: Strata;
  /** Whether figures are wanted for each object. */
  isByObject: boolean;
}

/** An object being read. */
interface OpenObject {
  name: string;
  hash: number;
  strata: readonly string[];
  span: TimeSpan | undefined;
  figures: ObjectFigures;
}

/** Figures of a run in the making. One instance serves one thread; several objects may be open at a time. */
export class SamplePass {
  readonly #options: SamplePassOptions;
  readonly #draw: LineDraw;
  readonly #figures = emptyFigures();
  readonly #problems = new ProblemTally();
  readonly #timeTest: TimeTest | undefined;
  readonly #scanners = new Map<Kernel, Scanner | undefined>();

  constructor(options: SamplePassOptions) {
    this.#options = options;
    this.#draw = new LineDraw(options.wanted, options.seed);
    this.#timeTest = createTimeTest(options.dataset, options.range);
  }

  /** Lines seen so far, of every kind: for progress. */
  get lineCount(): number {
    const { read, outside, malformed, blank } = this.#figures.lines;
    return [...this.#scanners.values()].reduce(
      (sum, scanner) => sum + (scanner?.lineCount ?? 0),
      read + outside + malformed + blank,
    );
  }

  /** Starts an object. */
  openObject(name: string, reader: RecordReaderOptions): ObjectReplay {
    const object = this.#open(name);
    const { lines } = this.#figures;
    const problems = this.#problems;
    let isDamaged = false;
    const records = createRecordReader(reader, {
      record: (record) => this.#record(record, object),
      blank: (bytes) => {
        lines.blank += 1;
        lines.bytes += bytes;
      },
      malformed: ({ offset, bytes, reason, message }) => {
        lines.malformed += 1;
        lines.bytes += bytes;
        problems.add({ code: reason, object: name, offset, message });
      },
      remark: ({ code, offset, message, damaged }) => {
        isDamaged ||= damaged;
        object.figures.isLost ||= damaged;
        problems.add({ code, object: name, offset, message });
      },
    });
    let scanner: Scanner | undefined;
    let windows: WindowReader | undefined;
    return {
      push: (chunk) => records.push(chunk),
      readWindow: (window) => {
        scanner ??= this.#scannerFor(window.kernel);
        if (scanner === undefined) return records.push(window.bytes);
        if (windows === undefined) {
          scanner.begin(object.hash, reader.maxLineBytes ?? MAX_LINE_BYTES);
          const onSampled = this.#limiter(scanner, object);
          windows = new WindowReader({ scanner, records, offset: reader.offset ?? 0, onSampled });
        }
        windows.read(window);
        if (scanner.lineCount > MAX_UNTAKEN_LINES) this.#addScanned(scanner.takeCounts(), object);
      },
      end: (isTruncated) => {
        windows?.flush();
        records.end(isTruncated);
      },
      close: () => {
        if (scanner !== undefined) this.#addScanned(scanner.takeCounts(), object);
      },
      problem: ({ code, offset, message }) => {
        object.figures.isLost = true;
        problems.add({ code, object: name, offset, message });
      },
      get isDamaged() {
        return isDamaged;
      },
    };
  }

  /** What was found until now. */
  toFigures(): SampleFigures {
    const figures = this.#figures;
    return {
      ...figures,
      candidates: this.#draw.toCandidates(),
      problemCounts: this.#problems.toCounts(),
      problems: this.#problems.toProblems(),
    };
  }

  #open(name: string): OpenObject {
    const { seed, strata, isByObject } = this.#options;
    const figures = emptyObjectFigures(name);
    if (isByObject) this.#figures.objects.push(figures);
    const span = typeof strata === 'string' ? undefined : strata.spanOf(name);
    const names = typeof strata === 'string' ? [strata === 'all' ? '' : name] : strata.buckets.within(span!);
    return { name, hash: objectHash(name, seed), strata: names, span, figures };
  }

  #scannerFor(kernel: Kernel): Scanner | undefined {
    const { dataset, filter, range } = this.#options;
    if (!this.#scanners.has(kernel)) {
      const request = {
        dataset,
        range,
        filters: [filter],
        detail: 'counts',
        examinedHeadBytes: 0,
        examinedOneIn: 1,
      } as const;
      this.#scanners.set(kernel, createScanner(kernel, request));
    }
    return this.#scanners.get(kernel);
  }

  /** Has the kernel leave the lines of an object that may be drawn, fewer and fewer of them. */
  #limiter(scanner: Scanner, { strata }: OpenObject): (scanner: Scanner) => void {
    const { verdict, wanted } = this.#options;
    let changes = -1;
    const limit = (one: Scanner): void => {
      if (this.#draw.changes === changes) return;
      changes = this.#draw.changes;
      one.setSampleLimit(0, verdict, this.#draw.hashesBelow(strata));
    };
    if (wanted > 0) limit(scanner);
    return limit;
  }

  #record(record: LineRecord, object: OpenObject): void {
    const { lines } = this.#figures;
    const { filter, wanted, verdict: drawn } = this.#options;
    lines.bytes += record.bytes;
    const time = this.#timeTest?.(record);
    if (time === 'outside') {
      lines.outside += 1;
      return;
    }
    if (time === 'untimed') lines.untimed += 1;
    lines.read += 1;
    const verdict = filter === undefined ? KEEP : filter.verdict(record);
    for (const total of [this.#figures[KEYS[verdict]], object.figures[KEYS[verdict]]]) {
      total.lines += 1;
      total.bytes += record.bytes;
    }
    if (wanted > 0 && verdict === drawn) this.#offer(record, object);
  }

  #offer(record: LineRecord, object: OpenObject): void {
    const { offset } = record;
    const place = { object: object.name, offset, hash: lineHash(object.hash, offset) };
    this.#draw.offer({ ...place, stratum: this.#stratumOf(record, object) }, () => storedLine(record));
  }

  #stratumOf(record: LineRecord, { strata, span }: OpenObject): string {
    const { dataset, strata: kind } = this.#options;
    if (typeof kind === 'string') return strata[0]!;
    return kind.buckets.of(eventTimeOf(dataset, record.get(dataset.eventTime.field)), span!);
  }

  #addScanned({ lines, jobs: [job] }: ScanCounts, { figures }: OpenObject): void {
    const total = this.#figures.lines;
    for (const key of ['read', 'outside', 'untimed', 'bytes'] as const) total[key] += lines[key];
    addVerdictLines(this.#figures, job!);
    addVerdictLines(figures, job!);
  }
}
