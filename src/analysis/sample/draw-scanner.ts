// Scans one object for a draw. The kernel defers the lines that may be drawn, and fewer of them as the draw fills up. If time
// buckets differ much in this respect, runs of buckets get separate limits. Draws nothing itself.
import type { DeferredLine, ScanCounts, Scanner } from '../../input/kernel/index.ts';
import { UNDECIDED, type Verdict } from '../../language/filter/index.ts';
import { type BucketRun, bucketRuns } from './bucket-runs.ts';
import { ALL_HASHES, type LineDraw } from './line-draw.ts';

/** Creates scanners with a job for each run of buckets. */
export interface SplitScanning {
  /** See {@link bucketRuns}. */
  jobShare: number;
  /** @returns a scanner whose first job counts, followed by a job for each run; undefined if the kernel cannot test the jobs */
  open: (runs: readonly BucketRun[]) => Scanner | undefined;
}

/** How to scan an object. */
export interface DrawScannerOptions {
  /** Its only job counts, and defers lines of all strata by one limit. */
  whole: Scanner;
  draw: Pick<LineDraw<unknown>, 'changes' | 'hashesBelow'>;
  /** The verdict of the lines that are drawn. */
  verdict: Verdict;
  /** The strata of the object's lines; buckets are in order. */
  strata: readonly string[];
  /** Undefined: lines of all strata have one limit. */
  split: SplitScanning | undefined;
  /** Called with the counts before another scanner continues. */
  onCounts: (counts: ScanCounts) => void;
}

/** The share of the further lines that is expected evenly in all buckets, regardless of the counts so far. Ours. */
const EVEN_PART = 0.1;
/** Weight of the lines counted so far when runs are chosen again: objects move from bucket to bucket. Ours. */
const LEFT_PART = 1 / 8;
/** Needlessly deferred lines before runs are chosen again, which costs as much as a few lines; doubled if the runs stay the same. Ours. */
const FIRST_PATIENCE = 16;

/** Scans one object. */
export class DrawScanner implements Scanner {
  readonly #options: DrawScannerOptions;
  #scanner: Scanner;
  #split: SplitScanning | undefined;
  /** Strata of each run; one run: lines of all strata have one limit. */
  #runs: readonly (readonly string[])[];
  /** By stratum: its run, and its recent lines, estimated from those deferred. */
  readonly #flow: Map<string, { run: number; lines: number }>;
  /** By run: the share of all hashes whose lines are deferred. */
  readonly #parts: number[] = [];
  /** Stratum of the line offered last. */
  #stratum: string | undefined;
  #changes = -1;
  #inVain = 0;
  #patience = FIRST_PATIENCE;
  #object: Parameters<Scanner['begin']> = [0, 0, false];

  constructor(options: DrawScannerOptions) {
    const { whole, strata, split } = options;
    this.#options = options;
    this.#scanner = whole;
    this.#split = strata.length > 1 ? split : undefined;
    this.#runs = [strata];
    this.#flow = new Map(strata.map((stratum) => [stratum, { run: 0, lines: 0 }]));
  }

  begin(...object: Parameters<Scanner['begin']>): void {
    this.#object = object;
    const runs = this.#otherRuns();
    if (runs === undefined) this.#scanner.begin(...object);
    else this.#use(runs);
    this.#setLimits();
  }

  read(start: number, end: number, offset: number, newFrom?: number): DeferredLine | undefined {
    return this.#scanner.read(start, end, offset, newFrom);
  }

  get readUpTo(): number {
    return this.#scanner.readUpTo;
  }

  countDeferred(): void {
    this.#scanner.countDeferred();
  }

  get lineCount(): number {
    return this.#scanner.lineCount;
  }

  verdictOf(job: number): Verdict {
    return this.#scanner.verdictOf(job);
  }

  setSampleLimit(job: number, verdict: Verdict, limit: number): void {
    this.#scanner.setSampleLimit(job, verdict, limit);
  }

  takeCounts(): ScanCounts {
    return this.#scanner.takeCounts();
  }

  /** Must be called when a line is offered. */
  note(stratum: string): void {
    this.#stratum = stratum;
  }

  /** Must be called after each deferred line, whether it was offered or not. */
  done(): void {
    const run = this.#runOfOffered();
    const changes = this.#options.draw.changes - this.#changes;
    if (changes === 0) this.#countInVain();
    // Another object may have caused the change. Limits only fall, so too many lines are deferred for a while.
    else if (changes === 1 && run !== undefined) this.#setLimit(run);
    else this.#setLimits();
  }

  #countInVain(): void {
    this.#inVain += 1;
    if (this.#inVain < this.#patience) return;
    this.#inVain = 0;
    this.#patience *= 2;
    const runs = this.#otherRuns();
    if (runs === undefined) return;
    this.#options.onCounts(this.#scanner.takeCounts());
    this.#use(runs);
    this.#setLimits();
  }

  /** @returns the run of the line offered last; undefined if none was offered */
  #runOfOffered(): number | undefined {
    const flow = this.#stratum === undefined ? undefined : this.#flow.get(this.#stratum);
    if (flow === undefined) return undefined;
    this.#stratum = undefined;
    flow.lines += 1 / this.#parts[flow.run]!;
    return flow.run;
  }

  /** Returns the best runs now; undefined if they are in use already. */
  #otherRuns(): BucketRun[] | undefined {
    const { draw, strata } = this.#options;
    if (this.#split === undefined) return undefined;
    const flows = [...this.#flow.values()];
    const even = (EVEN_PART * (1 + flows.reduce((sum, { lines }) => sum + lines, 0))) / flows.length;
    const buckets = strata.map((stratum, index) => ({
      limit: draw.hashesBelow([stratum]),
      lines: flows[index]!.lines + even,
    }));
    for (const flow of flows) flow.lines *= LEFT_PART;
    const runs = bucketRuns(buckets, this.#split.jobShare);
    const isInUse =
      runs.length === this.#runs.length &&
      runs.every(({ first, last }, index) => last - first + 1 === this.#runs[index]!.length);
    return isInUse ? undefined : runs;
  }

  #use(runs: readonly BucketRun[]): void {
    const { strata, whole } = this.#options;
    const split = runs.length === 1 ? undefined : this.#split!.open(runs);
    // The kernel could not test further runs either.
    if (split === undefined && runs.length > 1) this.#split = undefined;
    this.#scanner = split ?? whole;
    this.#runs = split === undefined ? [strata] : runs.map(({ first, last }) => strata.slice(first, last + 1));
    for (const [run, ofRun] of this.#runs.entries()) for (const stratum of ofRun) this.#flow.get(stratum)!.run = run;
    this.#scanner.begin(...this.#object);
    this.#patience = FIRST_PATIENCE;
  }

  #setLimits(): void {
    for (let run = 0; run < this.#runs.length; run += 1) this.#setLimit(run);
  }

  #setLimit(run: number): void {
    const { draw, verdict } = this.#options;
    this.#changes = draw.changes;
    const limit = draw.hashesBelow(this.#runs[run]!);
    this.#parts[run] = Math.max(1, limit) / ALL_HASHES;
    const isSplit = this.#runs.length > 1;
    this.#scanner.setSampleLimit(isSplit ? run + 1 : run, verdict, limit);
    // Lines without a time belong to the first bucket.
    if (isSplit && run === 0) this.#scanner.setSampleLimit(1, UNDECIDED, limit);
  }
}
