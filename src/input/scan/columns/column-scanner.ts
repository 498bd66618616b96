// Counts rows of columns for a request, as the kernel counts lines: the third implementation of the contract of ScanRequest. Several parts are open at
// a time, since threads have built them from objects one after the other.
import type { Value } from '../../../base/index.ts';
import type { Verdict } from '../../../language/filter/index.ts';
import type { ColumnRows, RowRun } from '../../columns/index.ts';
import type { ScanCounts, ScannedHour, ScanRequest } from '../../kernel/index.ts';
import type { LineLimits } from './part-facts.ts';
import { type OnDeferredRow, PartScan, type SampleLimit } from './part-scan.ts';
import { RowTests } from './row-signatures.ts';

/** One object of which rows are read. */
export interface ColumnObject extends LineLimits {
  name: string;
  /** `objectHash` of the name. */
  hash: number;
}

/** Parts that objects may be spread over in turns: as many as threads have built them from objects one after the other. Ours: a megabyte each. */
const MAX_OPEN_PARTS = 8;
/** Hours that are handed over at once. Ours. */
const MAX_HOURS = 8192;

/** Counts rows. One instance serves one pass; its counts are complete after {@link flush}. */
export class ColumnScanner {
  readonly #request: ScanRequest;
  readonly #onCounts: (counts: ScanCounts, object: string) => void;
  readonly #isByObject: boolean;
  readonly #tests: RowTests;
  readonly #hours = new Map<number, ScannedHour>();
  readonly #limits: SampleLimit[] = [];
  #object: ColumnObject | undefined;
  /** The latest used last. */
  #scans: PartScan[] = [];
  #sampled = 0;

  /**
   * @param onCounts receives counts @param isByObject whether counts of several objects must not be added up: figures of fields may
   * nevertheless come later
   */
  constructor(request: ScanRequest, onCounts: (counts: ScanCounts, object: string) => void, isByObject: boolean) {
    this.#request = request;
    this.#onCounts = onCounts;
    this.#isByObject = isByObject;
    this.#tests = new RowTests(request.filters, request.detail === 'counts');
  }

  /** Lines that were counted and whose counts were not handed over yet. */
  get lineCount(): number {
    return this.#scans.reduce((sum, { lines }) => sum + lines, 0);
  }

  /** Begins an object. */
  begin(object: ColumnObject): void {
    this.#object = object;
  }

  /** Reads rows of the object. @returns how many of them count as read */
  read({ part, from, to }: RowRun, onDeferred: OnDeferredRow): number {
    const scan = this.#scanOf(part);
    scan.await({ from, to });
    let lines = to - from;
    const deferred = (row: number, isSampled: boolean): boolean => {
      this.#sampled = row;
      const isCounted = onDeferred(row, isSampled);
      if (isCounted) return true;
      scan.exclude(row);
      lines -= 1;
      return false;
    };
    const isSampling = this.#limits.some(({ limit }) => limit > 0);
    if (isSampling) scan.readEach(from, to, this.#object!.hash, deferred, this.#limits);
    else scan.readOdd(from, to, deferred);
    if (this.#request.detail !== 'counts') scan.examine(from, to, this.#object!.hash);
    scan.lines += lines;
    return lines - scan.outsideIn(from, to);
  }

  /** Ends the object. */
  end(): void {
    if (this.#isByObject) for (const scan of this.#scans) this.#takeCounts(scan, false);
  }

  /** Hands over all counts. */
  flush(): void {
    while (this.#scans.length > 0) this.#close();
  }

  /** Returns the verdict of a job on the row that is deferred as a sample. */
  verdictOf(job: number): Verdict {
    return this.#scans.at(-1)!.verdictOf(job, this.#sampled);
  }

  /** Returns the value of a field, of `values` of the request, in the row that is deferred as a sample; undefined without one. */
  valueOf(index: number): Value | undefined {
    return this.#scans.at(-1)!.valueOf(index, this.#sampled);
  }

  /** Defers, as samples, the rows of a job's verdict whose place has a hash below `limit`. It must not rise within a pass. */
  setSampleLimit(job: number, verdict: Verdict, limit: number): void {
    const known = this.#limits.find((one) => one.job === job && one.verdict === verdict);
    if (known === undefined) this.#limits.push({ job, verdict, limit });
    else known.limit = limit;
  }

  #scanOf(part: ColumnRows): PartScan {
    const at = this.#scans.findIndex((one) => one.isOf(part, this.#object!));
    const [known] = at < 0 ? [] : this.#scans.splice(at, 1);
    if (known === undefined && this.#scans.length === MAX_OPEN_PARTS) this.#close();
    const scan = known ?? new PartScan(part, this.#request, this.#tests, this.#object!, this.#hours);
    this.#scans.push(scan);
    return scan;
  }

  /** Ends the part that was not used for longest. */
  #close(): void {
    const scan = this.#scans.shift()!;
    this.#takeCounts(scan, true);
    scan.release();
  }

  #takeCounts(scan: PartScan, withFields: boolean): void {
    const counts = scan.take(withFields);
    if (counts === undefined) return;
    if (this.#isByObject || this.#scans.length === 0 || this.#hours.size > MAX_HOURS) {
      counts.hours = [...this.#hours.values()];
      this.#hours.clear();
    }
    this.#onCounts(counts, this.#object!.name);
  }
}
