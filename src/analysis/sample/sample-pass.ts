// The pass of a sample: draws lines, and counts the verdicts of a filter. The kernel decides nearly all lines and
// defers those that may be drawn. Does not know where bytes come from.
import type { Instant, TimeRange } from '../../base/index.ts';
import { createScanner, type Kernel, type ScanCounts, type Scanner } from '../../input/kernel/index.ts';
import type { LineRecord, RecordReader, RecordReaderOptions } from '../../input/record/index.ts';
import {
  DEFERRED_FAULTS,
  type Deferral,
  KernelScanners,
  LineTally,
  lineHash,
  type ObjectPass,
  ObjectScan,
  objectHash,
  type Pass,
  VERDICT_KEYS,
} from '../../input/scan/index.ts';
import { type Dataset, eventTimeOf } from '../../language/dataset/index.ts';
import { type CompiledFilter, type CompileOptions, KEEP, type Verdict } from '../../language/filter/index.ts';
import { addVerdicts } from '../aggregates/index.ts';
import { packCandidates } from './candidates.ts';
import { LineDraw, type Place } from './line-draw.ts';
import type { LineSpace } from './line-space.ts';
import { holdStored, LineStore } from './line-store.ts';
import { emptyFigures, type SampleFigures } from './sample-figures.ts';
import type { TimeBuckets, TimeSpan } from './time-buckets.ts';

/** The strata: all lines, each object, or time buckets with the time range that an object can contain. */
export type Strata = 'all' | 'object' | { buckets: TimeBuckets; spanOf: (object: string) => TimeSpan };

/** The lines to draw, and the figures to count. */
export interface SamplePassOptions {
  dataset: Dataset;
  /** Undefined: every line is kept. */
  filter: CompiledFilter | undefined;
  /** The option that the filter was compiled with. @default 'unknown' */
  nullAs?: CompileOptions['nullAs'];
  /** Only lines whose event time is in the range are read. */
  range: TimeRange;
  seed: number;
  /** Lines to draw; 0: none. */
  wanted: number;
  /** The verdict of the lines to draw. */
  verdict: Verdict;
  strata: Strata;
  /** Stores the drawn lines. @default memory of this pass alone, without a file */
  space?: LineSpace | undefined;
}

/** An object being read. */
interface OpenObject {
  name: string;
  hash: number;
  strata: readonly string[];
  span: TimeSpan | undefined;
  /** Undefined until the kernel has begun the object. */
  scanner: Scanner | undefined;
  /** Of the draw, when the limit of the scanner was set. */
  changes: number;
}

/** A draw: stores the lines that may be in the sample, and counts the verdicts of the filter on all lines. */
export class SamplePass implements Pass {
  readonly #options: SamplePassOptions;
  readonly #store: LineStore;
  readonly #draw: LineDraw<number>;
  readonly #figures = emptyFigures();
  readonly #tally: LineTally;
  readonly #scanners: KernelScanners;

  constructor(options: SamplePassOptions) {
    const { dataset, range, wanted, seed, space } = options;
    this.#options = options;
    this.#store = new LineStore(space);
    this.#draw = new LineDraw(wanted, seed, (line) => this.#store.giveUp(line));
    this.#tally = new LineTally(dataset, range);
    this.#scanners = new KernelScanners((kernel) => this.#createScanner(kernel));
  }

  get lineCount(): number {
    return this.#tally.lineCount + this.#scanners.lineCount;
  }

  openObject(name: string, reader: RecordReaderOptions): ObjectPass {
    const object = this.#open(name);
    const scan: ObjectScan = new ObjectScan(this.#scanners, reader, {
      ...this.#tally.openObject(name),
      record: (record) => this.#record(record, object, scan.shape),
      counts: (counts) => this.#addScanned(counts),
      begin: (scanner, { maxLineBytes, defersNoField }) => {
        object.scanner = scanner;
        scanner.begin(object.hash, maxLineBytes, defersNoField);
        this.#setLimit(object);
      },
      deferred: (line, offset) => this.#takesStored(line, offset, object),
      sampled: () => this.#setLimit(object),
    });
    return scan;
  }

  /** The figures. No object may be read afterwards. */
  toFigures(): SampleFigures {
    const { lines, problems } = this.#tally;
    return {
      ...this.#figures,
      lines: { ...lines },
      candidates: packCandidates(this.#draw.toCandidates(), (held) => this.#store.toLines(held)),
      problemCounts: problems.toCounts(),
      problems: problems.toProblems(),
    };
  }

  #open(name: string): OpenObject {
    const { seed, strata } = this.#options;
    const span = typeof strata === 'string' ? undefined : strata.spanOf(name);
    const names = typeof strata === 'string' ? [strata === 'all' ? '' : name] : strata.buckets.within(span!);
    return { name, hash: objectHash(name, seed), strata: names, span, scanner: undefined, changes: -1 };
  }

  /** Makes the kernel defer the lines that may be drawn. Another object may change the draw: the kernel defers too many for a while. */
  #setLimit(object: OpenObject): void {
    const { changes } = this.#draw;
    if (changes === object.changes || this.#options.wanted === 0) return;
    object.changes = changes;
    object.scanner!.setSampleLimit(0, this.#options.verdict, this.#draw.hashesBelow(object.strata));
  }

  #createScanner(kernel: Kernel): Scanner | undefined {
    const { dataset, filter, range, strata } = this.#options;
    return createScanner(kernel, {
      dataset,
      range,
      filters: [filter],
      detail: 'counts',
      examinedHeadBytes: 0,
      examinedOneIn: 1,
      noRecords: DEFERRED_FAULTS,
      readsTimes: typeof strata !== 'string',
    });
  }

  /** @returns false for a line outside the time range */
  #record(record: LineRecord, object: OpenObject, shape: RecordReader['shape']): boolean {
    const { filter, wanted, verdict: drawn } = this.#options;
    if (!this.#tally.countRecord(record)) return false;
    const verdict = filter === undefined ? KEEP : filter.verdict(record);
    const total = this.#figures[VERDICT_KEYS[verdict]];
    total.lines += 1;
    total.bytes += record.bytes;
    if (wanted > 0 && verdict === drawn) this.#offer(record, object, shape);
    return true;
  }

  /** Draws a line that the kernel has decided. */
  #takesStored(line: Deferral, offset: number, object: OpenObject): boolean {
    if (line.reason !== 'sampled') return false;
    const place = this.#placeOf(offset, object, () => object.scanner!.timeOfSampled());
    this.#draw.offer(place, () => this.#store.hold(line.bytes, ''));
    return true;
  }

  #offer(record: LineRecord, object: OpenObject, shape: RecordReader['shape']): void {
    const { dataset } = this.#options;
    const place = this.#placeOf(record.offset, object, () => eventTimeOf(dataset, record.get(dataset.eventTime.field)));
    this.#draw.offer(place, () => holdStored(record, shape, this.#store));
  }

  /** @param readTime called only if lines are drawn evenly over time */
  #placeOf(offset: number, { name, hash, strata, span }: OpenObject, readTime: () => Instant | undefined): Place {
    const { strata: kind } = this.#options;
    const stratum = typeof kind === 'string' ? strata[0]! : kind.buckets.of(readTime(), span!);
    return { object: name, offset, stratum, hash: lineHash(hash, offset) };
  }

  #addScanned({ lines, jobs: [job] }: ScanCounts): void {
    this.#tally.addScanned(lines);
    addVerdicts(this.#figures, job!);
  }
}
