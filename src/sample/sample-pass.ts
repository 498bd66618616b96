// One pass over objects: draws lines, and counts by object what a filter does. Reads as a replay does, the kernel first,
// which decides nearly all lines and leaves those that may be drawn. Knows nothing of where bytes come from.
import type { TimeRange } from '../base/index.ts';
import { type Dataset, eventTimeOf } from '../dataset/index.ts';
import { type CompiledFilter, type CompileOptions, DROP, KEEP, UNDECIDED, type Verdict } from '../filter/index.ts';
import { createScanner, type DeferredLine, type Kernel, type ScanCounts, type Scanner } from '../kernel/index.ts';
import {
  createRecordReader,
  type LineRecord,
  MAX_LINE_BYTES,
  type RecordReader,
  type RecordReaderOptions,
} from '../record/index.ts';
import {
  countMalformed,
  createTimeTest,
  lineHash,
  MAX_UNTAKEN_LINES,
  MalformedLines,
  type ObjectDamage,
  type ObjectReplay,
  objectHash,
  PROBLEMS_PER_CODE,
  ProblemTally,
  type TimeTest,
  WindowReader,
} from '../replay/index.ts';
import { BucketJobs } from './bucket-jobs.ts';
import { packCandidates } from './candidates.ts';
import { DrawScanner, type SplitScanning } from './draw-scanner.ts';
import { LineDraw } from './line-draw.ts';
import type { LineSpace } from './line-space.ts';
import { LineStore } from './line-store.ts';
import {
  addVerdictLines,
  emptyFigures,
  emptyObjectFigures,
  type ObjectFigures,
  type SampleFigures,
} from './sample-figures.ts';
import { holdStored } from './stored-line.ts';
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
  /** As the filter was compiled with. @default 'unknown' */
  nullAs?: CompileOptions['nullAs'];
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
  /** For the lines that are drawn. @default memory of this pass alone, and no file */
  space?: LineSpace | undefined;
}

/** An object being read. */
interface OpenObject {
  name: string;
  hash: number;
  strata: readonly string[];
  span: TimeSpan | undefined;
  figures: ObjectFigures;
  /** Undefined: all lines are read here. */
  scanner: DrawScanner | undefined;
}

/** Figures of a run in the making. One instance serves one thread; several objects may be open at a time. */
export class SamplePass {
  readonly #options: SamplePassOptions;
  readonly #store: LineStore;
  readonly #draw: LineDraw<number>;
  readonly #figures = emptyFigures();
  readonly #problems = new ProblemTally();
  readonly #timeTest: TimeTest | undefined;
  /** One for each kernel that objects came with, of the filter alone; undefined where that is beyond the kernel. */
  readonly #wholeScanners = new Map<Kernel, Scanner | undefined>();
  /** Of the objects that are open. */
  readonly #scanners = new Set<Scanner>();
  /** For a sample over time. */
  readonly #bucketJobs: BucketJobs | undefined;

  constructor(options: SamplePassOptions) {
    this.#options = options;
    this.#store = new LineStore(options.space);
    this.#draw = new LineDraw(options.wanted, options.seed, (line) => this.#store.giveUp(line));
    this.#timeTest = createTimeTest(options.dataset, options.range);
    const { strata } = options;
    this.#bucketJobs = typeof strata === 'string' ? undefined : new BucketJobs({ ...options, buckets: strata.buckets });
  }

  /** Lines seen so far, of every kind: for progress. */
  get lineCount(): number {
    const { read, outside, malformed, blank } = this.#figures.lines;
    return [...this.#scanners].reduce((sum, scanner) => sum + scanner.lineCount, read + outside + malformed + blank);
  }

  /** Starts an object. */
  openObject(name: string, reader: RecordReaderOptions): ObjectReplay {
    const object = this.#open(name);
    const { lines } = this.#figures;
    const problems = this.#problems;
    const malformed = new MalformedLines(name, problems, lines);
    let damage: ObjectDamage | undefined;
    const records = createRecordReader(reader, {
      record: (record) => this.#record(record, object, records.shape),
      blank: (bytes) => {
        lines.blank += 1;
        lines.bytes += bytes;
      },
      malformed: (found) => malformed.add(found),
      countsMalformed: (reason, bytes) => malformed.counts(reason, bytes),
      remark: ({ code, offset, message, damaged }) => {
        if (damaged) damage ??= { code, offset, message };
        object.figures.isLost ||= damaged;
        problems.add({ code, object: name, offset, message });
      },
    });
    let windows: WindowReader | undefined;
    return {
      push: (chunk) => records.push(chunk),
      readWindow: (window) => {
        object.scanner ??= this.#scannerFor(window.kernel, object);
        const { scanner } = object;
        if (scanner === undefined) return records.push(window.bytes);
        if (windows === undefined) {
          scanner.begin(object.hash, reader.maxLineBytes ?? MAX_LINE_BYTES);
          const onSampled = (): void => scanner.done();
          const { kernel } = window;
          const takes = (line: DeferredLine, offset: number): boolean => this.#takes(line, offset, object, kernel);
          windows = new WindowReader({ scanner, records, offset: reader.offset ?? 0, onSampled, takes });
        }
        windows.read(window);
        if (scanner.lineCount > MAX_UNTAKEN_LINES) this.#addScanned(scanner.takeCounts(), object);
      },
      end: (isTruncated) => {
        windows?.flush();
        records.end(isTruncated);
      },
      close: () => {
        if (object.scanner === undefined) return;
        this.#addScanned(object.scanner.takeCounts(), object);
        this.#scanners.delete(object.scanner);
      },
      problem: ({ code, offset, message }) => {
        object.figures.isLost = true;
        problems.add({ code, object: name, offset, message });
      },
      get damage() {
        return damage;
      },
      get linesRead() {
        const { kept, dropped, undecided } = object.figures;
        return kept.lines + dropped.lines + undecided.lines;
      },
    };
  }

  /** What was found. No object may be read afterwards. */
  toFigures(): SampleFigures {
    const figures = this.#figures;
    return {
      ...figures,
      candidates: packCandidates(this.#draw.toCandidates(), (lines) => this.#store.toLines(lines)),
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
    return { name, hash: objectHash(name, seed), strata: names, span, figures, scanner: undefined };
  }

  #scannerFor(kernel: Kernel, object: OpenObject): DrawScanner | undefined {
    const { verdict, wanted } = this.#options;
    if (!this.#wholeScanners.has(kernel)) this.#wholeScanners.set(kernel, this.#createScanner(kernel, []));
    const whole = this.#wholeScanners.get(kernel);
    if (whole === undefined) return undefined;
    const scanner = new DrawScanner({
      ...{ whole, verdict, draw: this.#draw, split: this.#splitScanning(kernel, object) },
      strata: wanted === 0 ? [] : object.strata,
      onCounts: (counts) => this.#addScanned(counts, object),
    });
    this.#scanners.add(scanner);
    return scanner;
  }

  #splitScanning(kernel: Kernel, { strata }: OpenObject): SplitScanning | undefined {
    const jobs = this.#bucketJobs;
    return (
      jobs && {
        jobShare: jobs.jobShare,
        open: (runs) => {
          const filters = jobs.filters(runs, Number(strata[0]));
          return filters && this.#createScanner(kernel, filters);
        },
      }
    );
  }

  /** @param more filters beside the one that is counted */
  #createScanner(kernel: Kernel, more: readonly CompiledFilter[]): Scanner | undefined {
    const { dataset, filter, range } = this.#options;
    const filters = [filter, ...more];
    return createScanner(kernel, {
      ...{ dataset, range, filters, detail: 'counts', examinedHeadBytes: 0, examinedOneIn: 1 },
      // One more than a report shows: a line at which reading has stopped is left twice.
      noRecords: { blank: 0, malformed: PROBLEMS_PER_CODE + 1 },
    });
  }

  #record(record: LineRecord, object: OpenObject, shape: RecordReader['shape']): void {
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
    if (wanted > 0 && verdict === drawn) this.#offer(record, object, shape);
  }

  /** Draws a line that the kernel has judged, where that says its stratum too: nothing else need be read of it. */
  #takes({ way, start, end }: DeferredLine, offset: number, object: OpenObject, { memory }: Kernel): boolean {
    const { strata, scanner } = object;
    const [stratum] = strata;
    if (way !== 'sampled' || strata.length > 1 || stratum === undefined) return false;
    const place = { object: object.name, offset, stratum, hash: lineHash(object.hash, offset) };
    this.#draw.offer(place, () => this.#store.hold(new Uint8Array(memory.buffer, start, end - start), ''));
    scanner!.countDeferred();
    scanner!.note(stratum);
    scanner!.done();
    return true;
  }

  #offer(record: LineRecord, object: OpenObject, shape: RecordReader['shape']): void {
    const { offset } = record;
    const stratum = this.#stratumOf(record, object);
    object.scanner?.note(stratum);
    const place = { object: object.name, offset, stratum, hash: lineHash(object.hash, offset) };
    this.#draw.offer(place, () => holdStored(record, shape, this.#store));
  }

  #stratumOf(record: LineRecord, { strata, span }: OpenObject): string {
    const { dataset, strata: kind } = this.#options;
    if (typeof kind === 'string') return strata[0]!;
    return kind.buckets.of(eventTimeOf(dataset, record.get(dataset.eventTime.field)), span!);
  }

  #addScanned({ lines, jobs: [job] }: ScanCounts, { figures }: OpenObject): void {
    const total = this.#figures.lines;
    for (const key of ['read', 'outside', 'untimed', 'blank', 'bytes'] as const) total[key] += lines[key];
    total.malformed += countMalformed(lines, this.#problems);
    addVerdictLines(this.#figures, job!);
    addVerdictLines(figures, job!);
  }
}
