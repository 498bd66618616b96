// The pass of a sample: draws lines, and counts the verdicts of a filter. The kernel decides nearly all lines and
// defers those that may be drawn. Does not know where bytes come from.
import type { TimeRange } from '../../base/index.ts';
import {
  createScanner,
  type DeferredLine,
  type Kernel,
  type ScanCounts,
  type Scanner,
} from '../../input/kernel/index.ts';
import type { LineRecord, RecordReader, RecordReaderOptions } from '../../input/record/index.ts';
import {
  DEFERRED_FAULTS,
  KernelScanners,
  type KernelStart,
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
import { BucketJobs } from './bucket-jobs.ts';
import { packCandidates } from './candidates.ts';
import { DrawScanner, type SplitScanning } from './draw-scanner.ts';
import { LineDraw } from './line-draw.ts';
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
  scanner: DrawScanner | undefined;
}

/** A draw: stores the lines that may be in the sample, and counts the verdicts of the filter on all lines. */
export class SamplePass implements Pass {
  readonly #options: SamplePassOptions;
  readonly #store: LineStore;
  readonly #draw: LineDraw<number>;
  readonly #figures = emptyFigures();
  readonly #tally: LineTally;
  /** The scanner of the filter alone, for all strata. */
  readonly #scanners: KernelScanners;
  /** For a sample over time. */
  readonly #bucketJobs: BucketJobs | undefined;

  constructor(options: SamplePassOptions) {
    const { dataset, range, wanted, seed, space, strata } = options;
    this.#options = options;
    this.#store = new LineStore(space);
    this.#draw = new LineDraw(wanted, seed, (line) => this.#store.giveUp(line));
    this.#tally = new LineTally(dataset, range);
    this.#scanners = new KernelScanners((kernel) => this.#createScanner(kernel, []));
    this.#bucketJobs = typeof strata === 'string' ? undefined : new BucketJobs({ ...options, buckets: strata.buckets });
  }

  get lineCount(): number {
    return this.#tally.lineCount + this.#scanners.lineCount;
  }

  openObject(name: string, reader: RecordReaderOptions): ObjectPass {
    const object = this.#open(name);
    let memory: Kernel['memory'];
    const scan: ObjectScan = new ObjectScan(this.#scanners, reader, {
      ...this.#tally.openObject(name),
      record: (record) => this.#record(record, object, scan.shape),
      counts: (counts) => this.#addScanned(counts),
      begin: (whole, start) => {
        memory = start.kernel.memory;
        object.scanner = this.#drawScanner(whole, start, object);
        object.scanner.begin(object.hash, start.maxLineBytes, start.defersNoField);
        return object.scanner;
      },
      deferred: (line, offset) => this.#takesStored(line, offset, object, memory),
      sampled: () => object.scanner!.done(),
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
    return { name, hash: objectHash(name, seed), strata: names, span, scanner: undefined };
  }

  #drawScanner(whole: Scanner, { kernel, onCounts }: KernelStart, object: OpenObject): DrawScanner {
    const { verdict, wanted } = this.#options;
    return new DrawScanner({
      ...{ whole, verdict, onCounts, draw: this.#draw, split: this.#splitScanning(kernel, object) },
      strata: wanted === 0 ? [] : object.strata,
    });
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

  /** @param more filters besides the one that is counted */
  #createScanner(kernel: Kernel, more: readonly CompiledFilter[]): Scanner | undefined {
    const { dataset, filter, range } = this.#options;
    const filters = [filter, ...more];
    return createScanner(kernel, {
      ...{ dataset, range, filters, detail: 'counts', examinedHeadBytes: 0, examinedOneIn: 1 },
      noRecords: DEFERRED_FAULTS,
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

  /** Draws a line that the kernel has decided, if its stratum is known without reading the line. */
  #takesStored(
    { reason, start, end }: DeferredLine,
    offset: number,
    object: OpenObject,
    memory: Kernel['memory'],
  ): boolean {
    const { strata, scanner } = object;
    const [stratum] = strata;
    if (reason !== 'sampled' || strata.length > 1 || stratum === undefined) return false;
    const place = { object: object.name, offset, stratum, hash: lineHash(object.hash, offset) };
    this.#draw.offer(place, () => this.#store.hold(new Uint8Array(memory.buffer, start, end - start), ''));
    scanner!.note(stratum);
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

  #addScanned({ lines, jobs: [job] }: ScanCounts): void {
    this.#tally.addScanned(lines);
    addVerdicts(this.#figures, job!);
  }
}
