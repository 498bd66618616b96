// Replays filters over lines: receives bytes and returns the figures of every job. Does not know where bytes come from
// (src/destination) or how figures are printed (src/render). One instance serves one thread; reports add up.
import type { TimeRange } from '../base/index.ts';
import { type Dataset, hasCustomFields, TRUNCATED_FROM_BYTES, truncatedKeyOf } from '../dataset/index.ts';
import { DROP, KEEP, UNDECIDED, type Verdict } from '../filter/index.ts';
import {
  createScanner,
  type DeferReason,
  type Kernel,
  type ScanCounts,
  type Scanner,
  type ScanRequest,
} from '../kernel/index.ts';
import type { LineRecord, RecordReaderOptions } from '../record/index.ts';
import {
  DEFERRED_FAULTS,
  type KeepingPass,
  KernelScanners,
  type KernelStart,
  LineTally,
  lineHash,
  type ObjectPass,
  ObjectScan,
  type OnKept,
  objectHash,
  type SourceTotal,
  VERDICT_KEYS,
} from '../scan/index.ts';
import { type DrawnLine, drawnLine } from './drawn-line.ts';
import { type ExtraFilter, ExtraTally } from './extra-tally.ts';
import { HourTally } from './hour-tally.ts';
import { JobTally, type ReplayJob } from './job-tally.ts';
import { KeptSets } from './kept-sets.ts';
import { type Detail, type JobReport, type PassReport, REPORT_VERSION } from './report.ts';
import { SampleLimits, type VerdictDraw } from './sample-limits.ts';

/** All lines that start within this many bytes of an object are examined for hints, so small sources are examined completely. */
const EXAMINED_HEAD_BYTES = 65_536;
/** After {@link EXAMINED_HEAD_BYTES}, one line in this many is examined, selected by the hash of its place. */
export const EXAMINED_ONE_IN = 64;

const VERDICTS: readonly Verdict[] = [DROP, KEEP, UNDECIDED];

/** The jobs to replay, and the options. */
export interface ReplayOptions {
  dataset: Dataset;
  jobs: readonly ReplayJob[];
  /** Only lines whose event time is in the range are read. */
  range: TimeRange;
  /** Samples per job and verdict. */
  samples: number;
  /** Samples of kept lines per job. @default samples */
  keptSamples?: number | undefined;
  detail: Detail;
  /** Whether lines are counted by hour. @default with every detail but `counts` */
  countsHours?: boolean | undefined;
  /** Filters that are counted in the same pass, but are no jobs. @default none */
  extra?: readonly ExtraFilter[] | undefined;
}

/** A replay: counts what each job's filter does to every line. */
export class Replay implements KeepingPass {
  readonly #options: ReplayOptions;
  readonly #jobs: readonly JobTally[];
  readonly #extra: readonly ExtraTally[];
  readonly #hasSamples: boolean;
  /** Lines of extra filters are written, and not those of jobs. */
  readonly #emitsExtra: boolean;
  readonly #sets: KeptSets;
  /** Undefined if no hours are counted. */
  readonly #hours: HourTally | undefined;
  readonly #tally: LineTally;
  readonly #scanners: KernelScanners;
  readonly #hasCustomFields: boolean;
  /** Empty if no samples are drawn. */
  readonly #draws: readonly VerdictDraw[];
  #examined = 0;

  constructor(options: ReplayOptions) {
    const { dataset, jobs, range, samples, keptSamples = samples, detail, extra = [] } = options;
    const { countsHours = detail !== 'counts' } = options;
    this.#options = options;
    this.#jobs = jobs.map((job) => new JobTally(job, samples, keptSamples));
    this.#extra = extra.map((one) => new ExtraTally(one));
    this.#hasSamples = samples > 0 || keptSamples > 0 || extra.some((one) => one.samples + (one.valueLines ?? 0) > 0);
    this.#emitsExtra = extra.some(({ emits }) => emits !== undefined);
    this.#sets = new KeptSets(jobs.length);
    this.#hours = countsHours ? new HourTally(jobs.length) : undefined;
    this.#tally = new LineTally(dataset, range, this.#hours !== undefined);
    this.#scanners = new KernelScanners((kernel, onCounts) => createScanner(kernel, this.#scanRequest(), onCounts));
    this.#hasCustomFields = hasCustomFields(dataset);
    this.#draws = this.#drawsOf();
  }

  get lineCount(): number {
    return this.#tally.lineCount + this.#scanners.lineCount;
  }

  /** Lines that the kernel deferred, by reason; none without a kernel. */
  get deferredLines(): Readonly<Partial<Record<DeferReason, number>>> {
    return this.#scanners.deferredLines;
  }

  openObject(name: string, reader: RecordReaderOptions): ObjectPass {
    return this.#open(name, reader);
  }

  /** The record reader reads all lines, since the kernel reports none. */
  openKeeping(name: string, reader: RecordReaderOptions, onKept: OnKept): ObjectPass {
    return this.#open(name, reader, onKept);
  }

  /** The report of what was read so far. */
  toReport(source: SourceTotal, partial: boolean): PassReport {
    const isFull = this.#options.detail === 'full';
    const { lines, problems } = this.#tally;
    return {
      version: REPORT_VERSION,
      partial,
      source,
      lines: { ...lines },
      ...(this.#jobs.length === 0 ? {} : { jobs: this.#jobReports(isFull), overlap: this.#sets.toOverlap() }),
      ...(isFull ? { fields: this.#sets.toFields() } : {}),
      ...this.#hours?.toHours(),
      ...(this.#extra.length === 0 ? {} : { extra: this.#extra.map((one) => one.toCount()) }),
      examined: this.#examined,
      problemCounts: problems.toCounts(),
      problems: problems.toProblems(),
    };
  }

  #open(name: string, reader: RecordReaderOptions, onKept?: OnKept): ObjectPass {
    const hash = objectHash(name);
    let scanner: Scanner | undefined;
    let memory: Kernel['memory'];
    let limits: SampleLimits;
    return new ObjectScan(this.#scanners, reader, {
      ...this.#tally.openObject(name),
      record: (record) => {
        const isInRange = this.#tally.countRecord(record);
        if (isInRange) this.#count(record, name, hash, onKept);
        return isInRange;
      },
      counts: (counts) => this.#addScanned(counts),
      begin:
        onKept === undefined
          ? (own: Scanner, { kernel, maxLineBytes, defersNoField }: KernelStart) => {
              scanner = own;
              memory = kernel.memory;
              scanner.begin(hash, maxLineBytes, defersNoField);
              limits = new SampleLimits(scanner, this.#draws);
              return scanner;
            }
          : undefined,
      deferred: ({ reason, start, end }, offset) => {
        if (reason !== 'sampled') return false;
        const bytes = new Uint8Array(memory.buffer, start, end - start);
        this.#drawScanned(scanner!, drawnLine(bytes, { hash: lineHash(hash, offset), object: name, offset }));
        return true;
      },
      sampled: () => limits.update(),
    });
  }

  /** Draws samples from a line that the kernel has decided, and counts. */
  #drawScanned(scanner: Scanner, line: DrawnLine): void {
    for (const { job, verdict, draw } of this.#draws) if (scanner.verdictOf(job) === verdict) draw(line);
  }

  #scanRequest(): ScanRequest {
    const { dataset, jobs, range, detail, extra = [] } = this.#options;
    return {
      ...{ dataset, range, detail },
      filters: [...jobs, ...extra].map(({ filter }) => filter),
      hourlyJobs: this.#hours && jobs.length,
      conditionJobs: jobs.length,
      examinedHeadBytes: EXAMINED_HEAD_BYTES,
      examinedOneIn: EXAMINED_ONE_IN,
      noRecords: DEFERRED_FAULTS,
    };
  }

  /** The samples that may take a line, of jobs and of extra filters. */
  #drawsOf(): VerdictDraw[] {
    const ofJobs = this.#jobs.flatMap(({ samples }, job) =>
      VERDICTS.map((verdict): VerdictDraw => {
        const tally = samples[VERDICT_KEYS[verdict]];
        const draw = ({ hash, object, offset, stored }: DrawnLine): void => tally.offer(hash, object, offset, stored);
        return { job, verdict, hashesBelow: () => tally.hashesBelow, draw };
      }),
    );
    const ofExtra = this.#extra.flatMap((extra, index) =>
      VERDICTS.map(
        (verdict): VerdictDraw => ({
          ...{ job: this.#jobs.length + index, verdict },
          hashesBelow: () => extra.hashesBelow(verdict),
          draw: (line) => extra.draw(verdict, line),
        }),
      ),
    );
    // Before the first line, only a sample of no lines takes none.
    return [...ofJobs, ...ofExtra].filter(({ hashesBelow }) => hashesBelow() > 0);
  }

  #addScanned(counts: ScanCounts): void {
    const { lines, examined, jobs } = counts;
    this.#tally.addScanned(lines);
    this.#examined += examined;
    const count = this.#jobs.length;
    for (const [index, job] of this.#jobs.entries()) job.addScanned(jobs[index]!);
    for (const [index, extra] of this.#extra.entries()) extra.addScanned(jobs[count + index]!);
    this.#sets.addScanned(counts);
    this.#hours?.addScanned(counts.hours);
  }

  #jobReports(isFull: boolean): JobReport[] {
    const { dataset, detail } = this.#options;
    return this.#jobs.map((job, index) =>
      job.toReport(dataset.name, detail, isFull ? this.#sets.toFields(index) : undefined),
    );
  }

  #count(record: LineRecord, object: string, hash: number, onKept: OnKept | undefined): void {
    const { detail } = this.#options;
    const place = lineHash(hash, record.offset);
    const examine = detail !== 'counts' && (record.offset < EXAMINED_HEAD_BYTES || place % EXAMINED_ONE_IN === 0);
    if (examine) this.#examined += 1;
    this.#sets.open();
    this.#hours?.open(this.#tally.time, record.bytes);
    for (let index = 0; index < this.#jobs.length; index += 1) {
      const job = this.#jobs[index]!;
      const verdict = detail === 'counts' ? job.decide(record) : job.examine(record, examine);
      this.#hours?.addVerdict(index, verdict, record.bytes);
      if (verdict === KEEP) {
        this.#sets.mark(index);
        if (!this.#emitsExtra) onKept?.(index, record);
      }
      if (this.#hasSamples) {
        const tally = job.samples[VERDICT_KEYS[verdict]];
        if (tally.mayTake(place)) {
          tally.offer(place, object, record.offset, () => Buffer.from(record.pushed()).toString('utf8'));
        }
      }
    }
    for (let index = 0; index < this.#extra.length; index += 1) {
      const extra = this.#extra[index]!;
      const output = extra.outputOf(extra.count(record, place, object));
      if (output !== undefined) onKept?.(output, record);
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
