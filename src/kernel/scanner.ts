// The kernel's scanning for TypeScript: whole lines of its memory in, counts out, and every line that goes another way.
import { DROP, KEEP, UNDECIDED } from '../filter/index.ts';
import { CountMemory, FIELD_BYTES, LONG_BYTES, TOTAL_BYTES } from './count-memory.ts';
import { DEFER_REASONS, type DeferReason } from './defer-reason.ts';
import type { Kernel } from './load-kernel.ts';
import { DEFER_ALL_NO_RECORDS, NO_RECORDS, type NoRecord } from './no-records.ts';
import { type ScanRequest, writeRequest } from './scan-request.ts';
import type { ScanSchema } from './schema-request.ts';

/** A line that the kernel leaves to others. Addresses hold until the memory changes. */
export interface DeferredLine {
  way: DeferReason;
  start: number;
  /** Behind its LF. */
  end: number;
}

/** Lines and bytes. */
interface Total {
  lines: number;
  bytes: number;
}

/** A field over a set of lines. */
export interface ScannedField extends Total {
  name: string;
  empty: number;
}

/** What was counted since the last time. Shapes are those of a report; src/replay adds them up. */
export interface ScanCounts {
  lines: { read: number; outside: number; untimed: number; bytes: number } & Record<NoRecord, number>;
  examined: number;
  jobs: {
    kept: Total;
    dropped: Total;
    undecided: Total;
    /** By condition: lines by outcome (numbers of src/filter/outcome.ts), then those of which it is a sole blocker. */
    conditions: number[][];
    /** Over the lines it keeps; in no particular order. Empty where fields are not counted. */
    fields: ScannedField[];
  }[];
  /** Lines by the exact set of jobs that keep them. */
  sets: (Total & { jobs: number[] })[];
  /** Over all lines read. */
  fields: ScannedField[];
}

/** Outcomes of a condition, and its sole blockers behind them. */
const CONDITION_FIGURES = 6;
/** The number of `many-sets`. */
const MANY_SETS = DEFER_REASONS.indexOf('many-sets');

/** Reads the lines of one object after another; what it counts adds up until it is taken. */
export interface Scanner {
  /**
   * Begins an object; all counts of the one before must have been taken.
   * @param hash of its name, 32 bits
   * @param maxLineBytes longer lines are left to others. Bytes, line end included
   */
  begin(hash: number, maxLineBytes: number): void;
  /**
   * Reads the whole lines of `[start, end)` until one is for others; go on behind it.
   * @param offset of the byte at `start` in the object
   * @param newFrom behind what was there the last time: no LF is before it @default start
   * @returns that line; undefined when all whole lines are read: `readUpTo` says where the unfinished one begins
   */
  read(start: number, end: number, offset: number, newFrom?: number): DeferredLine | undefined;
  /** Behind the last line that was read. Address. */
  readonly readUpTo: number;
  /**
   * Counts the line that {@link read} has left just now: as `sampled`, for a request of mere counts; of a form as `undecided` or
   * `near-limit`. To be called by whoever needs no more of it than that; read on behind it.
   */
  countDeferred(): void;
  /** Has lines left to others when the hash of their place is below `limit`, by job and verdict (0 drop, 1 keep, 2 undecided). */
  setSampleLimit(job: number, verdict: number, limit: number): void;
  /** Lines counted and not yet taken. */
  readonly lineCount: number;
  /** The counts so far, which begin at zero again. */
  takeCounts(): ScanCounts;
}

/** Whose request each kernel has. */
const owners = new WeakMap<Kernel, KernelScanner>();

/**
 * Makes a kernel count by a request.
 * @param onCounts takes the counts when lines are kept by more sets of jobs than a kernel holds; without it, the kernel leaves such lines
 * @returns undefined where a part of the request is beyond it
 */
export function createScanner(
  kernel: Kernel,
  request: ScanRequest,
  onCounts?: (counts: ScanCounts) => void,
): Scanner | undefined {
  return claim(kernel, request) ? new KernelScanner(kernel, request, undefined, onCounts) : undefined;
}

/** Writes a request into a kernel, whoever had it. @returns false where a part of it is beyond the kernel */
export function claim(kernel: Kernel, request: ScanRequest, form?: ScanSchema): boolean {
  owners.delete(kernel);
  return writeRequest(kernel, request, form);
}

/** The scanner of a request that was written into the kernel. */
export class KernelScanner implements Scanner {
  readonly #kernel: Kernel;
  readonly #request: ScanRequest;
  readonly #form: ScanSchema | undefined;
  readonly #onCounts: ((counts: ScanCounts) => void) | undefined;

  constructor(kernel: Kernel, request: ScanRequest, form?: ScanSchema, onCounts?: (counts: ScanCounts) => void) {
    this.#kernel = kernel;
    this.#request = request;
    this.#form = form;
    this.#onCounts = onCounts;
  }

  begin(hash: number, maxLineBytes: number): void {
    // Another run may have used the kernel in between.
    const isOurs = owners.get(this.#kernel) === this;
    // Objects with very many keys leave no room for those of others.
    if (!isOurs || this.#kernel.isKeyTableFull() !== 0) writeRequest(this.#kernel, this.#request, this.#form);
    owners.set(this.#kernel, this);
    this.#kernel.beginObject(hash, maxLineBytes);
    const { blank, malformed } = this.#request.noRecords ?? DEFER_ALL_NO_RECORDS;
    for (const [kind, name] of NO_RECORDS.entries())
      this.#kernel.leaveLines(kind, name === 'blank' ? blank : malformed);
  }

  read(start: number, end: number, offset: number, newFrom = start): DeferredLine | undefined {
    const kernel = this.#kernel;
    const from = Math.max(start, newFrom);
    const wholeEnd = kernel.afterLastLineFeed(from, end);
    const way = this.readLines(start, wholeEnd === from ? start : wholeEnd, offset);
    if (way === 0) return undefined;
    const line = kernel.readUpTo();
    return { way: DEFER_REASONS[way]!, start: line, end: kernel.afterLineFeed(line) };
  }

  /** Whole lines. @returns a number of `DEFER_REASONS`, 0 when all are read */
  protected readLines(start: number, end: number, offset: number): number {
    let at = start;
    for (;;) {
      const way = this.#kernel.readLines(at, end, offset + at - start);
      if (way !== MANY_SETS || this.#onCounts === undefined) return way;
      at = this.readUpTo;
      this.#onCounts(this.takeCounts());
    }
  }

  get readUpTo(): number {
    return this.#kernel.readUpTo();
  }

  get lineCount(): number {
    if (owners.get(this.#kernel) !== this) return 0;
    const kernel = this.#kernel;
    const counted = kernel.linesRead() + kernel.linesOutside();
    return NO_RECORDS.reduce((sum, _, kind) => sum + kernel.linesWithout(kind), counted);
  }

  countDeferred(): void {
    this.#kernel.countDeferred();
  }

  setSampleLimit(job: number, verdict: number, limit: number): void {
    this.#kernel.setSampleLimit(job, verdict, limit);
  }

  takeCounts(): ScanCounts {
    const kernel = this.#kernel;
    const memory = new CountMemory(kernel.memory.buffer);
    const isFull = this.#request.detail === 'full';
    const names = isFull ? this.#names() : [];
    if (isFull) kernel.foldFieldCounts();
    const fieldsOf = (row: number): ScannedField[] => {
      const start = kernel.fieldTotals(row);
      return names.flatMap((name, index) => {
        const field = memory.fieldAt(start + index * FIELD_BYTES);
        return field.lines > 0 ? [{ name, ...field }] : [];
      });
    };
    const noRecords = NO_RECORDS.map((name, kind) => [name, kernel.linesWithout(kind)] as const);
    const counts: ScanCounts = {
      lines: {
        read: kernel.linesRead(),
        outside: kernel.linesOutside(),
        untimed: kernel.linesUntimed(),
        bytes: kernel.bytesRead(),
        ...(Object.fromEntries(noRecords) as Record<NoRecord, number>),
      },
      examined: kernel.linesExamined(),
      jobs: this.#request.filters.map((filter, job) => {
        const totals = kernel.jobTotals(job);
        const conditions = kernel.conditionTotals(job);
        return {
          kept: memory.totalAt(totals + KEEP * TOTAL_BYTES),
          dropped: memory.totalAt(totals + DROP * TOTAL_BYTES),
          undecided: memory.totalAt(totals + UNDECIDED * TOTAL_BYTES),
          conditions: (filter?.conditions ?? []).map((_, condition) =>
            memory.longsAt(conditions + condition * CONDITION_FIGURES * LONG_BYTES, CONDITION_FIGURES),
          ),
          fields: fieldsOf(job + 1),
        };
      }),
      sets: this.#sets(memory),
      fields: fieldsOf(0),
    };
    kernel.clearCounts();
    return counts;
  }

  #sets(memory: CountMemory): ScanCounts['sets'] {
    const kernel = this.#kernel;
    const jobs = this.#request.filters.length;
    const sets = Array.from({ length: kernel.setCount() }, (_, set) => {
      const start = kernel.setStart(set);
      return { ...memory.totalAt(start), jobs: memory.bitsAt(start + TOTAL_BYTES, jobs) };
    });
    // One that was first met in a line that went another way has none.
    return sets.filter(({ lines }) => lines > 0);
  }

  /** Names of the keys known, the first at 0. They are ASCII without escapes. */
  #names(): string[] {
    const kernel = this.#kernel;
    const memory = Buffer.from(kernel.memory.buffer);
    return Array.from({ length: kernel.keyCount() - 1 }, (_, index) => {
      const start = kernel.keyStart(index + 1);
      return memory.toString('latin1', start + 1, start + kernel.keyBytes(index + 1) - 2);
    });
  }
}
