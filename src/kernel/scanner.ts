// The kernel's scanning for TypeScript: whole lines of its memory in, counts out, and every line that goes another way.
import { DROP, KEEP, UNDECIDED } from '../filter/index.ts';
import type { ScanForm } from './form-request.ts';
import type { Kernel } from './load-kernel.ts';
import { type ScanRequest, writeRequest } from './scan-request.ts';
import { WAYS, type Way } from './way.ts';

/** A line that the kernel leaves to others. Addresses hold until the memory changes. */
export interface LeftLine {
  way: Way;
  start: number;
  /** Behind its LF. */
  end: number;
}

/** Lines and bytes. */
interface Total {
  lines: number;
  bytes: number;
}

/** What was counted since the last time. Shapes are those of a report; src/replay adds them up. */
export interface ScanCounts {
  lines: { read: number; outside: number; untimed: number; bytes: number };
  examined: number;
  jobs: {
    kept: Total;
    dropped: Total;
    undecided: Total;
    /** By condition: lines by outcome (numbers of src/filter/outcome.ts), then those of which it is a sole blocker. */
    conditions: number[][];
  }[];
  /** Lines by the exact set of jobs that keep them; fields in no particular order. */
  sets: (Total & { jobs: number[]; fields: (Total & { name: string; empty: number })[] })[];
}

/** Outcomes of a condition, and its sole blockers behind them. */
const CONDITION_FIGURES = 6;

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
  read(start: number, end: number, offset: number, newFrom?: number): LeftLine | undefined;
  /** Behind the last line that was read. Address. */
  readonly readUpTo: number;
  /**
   * Counts the line that {@link read} has left just now: as `sampled`, for a request of mere counts; of a form as `undecided` or
   * `near-limit`. To be called by whoever needs no more of it than that; read on behind it.
   */
  acceptLeft(): void;
  /** Has lines left to others when the hash of their place is below `limit`, by job and verdict (0 drop, 1 keep, 2 undecided). */
  setSampleLimit(job: number, verdict: number, limit: number): void;
  /** Lines counted and not yet taken. */
  readonly lineCount: number;
  /** The counts so far, which begin at zero again. */
  takeCounts(): ScanCounts;
}

/** Whose request each kernel has. */
const owners = new WeakMap<Kernel, KernelScanner>();

/** Makes a kernel count by a request. @returns undefined where a part of the request is beyond it */
export function createScanner(kernel: Kernel, request: ScanRequest): Scanner | undefined {
  return claim(kernel, request) ? new KernelScanner(kernel, request) : undefined;
}

/** Writes a request into a kernel, whoever had it. @returns false where a part of it is beyond the kernel */
export function claim(kernel: Kernel, request: ScanRequest, form?: ScanForm): boolean {
  owners.delete(kernel);
  return writeRequest(kernel, request, form);
}

/** The scanner of a request that was written into the kernel. */
export class KernelScanner implements Scanner {
  readonly #kernel: Kernel;
  readonly #request: ScanRequest;
  readonly #form: ScanForm | undefined;

  constructor(kernel: Kernel, request: ScanRequest, form?: ScanForm) {
    this.#kernel = kernel;
    this.#request = request;
    this.#form = form;
  }

  begin(hash: number, maxLineBytes: number): void {
    // Another run may have used the kernel in between.
    const isOurs = owners.get(this.#kernel) === this;
    // Objects with very many keys leave no room for those of others.
    if (!isOurs || this.#kernel.isKeyTableFull() !== 0) writeRequest(this.#kernel, this.#request, this.#form);
    owners.set(this.#kernel, this);
    this.#kernel.beginObject(hash, maxLineBytes);
  }

  read(start: number, end: number, offset: number, newFrom = start): LeftLine | undefined {
    const kernel = this.#kernel;
    const from = Math.max(start, newFrom);
    const wholeEnd = kernel.afterLastLineFeed(from, end);
    const way = this.readLines(start, wholeEnd === from ? start : wholeEnd, offset);
    if (way === 0) return undefined;
    const line = kernel.readUpTo();
    return { way: WAYS[way]!, start: line, end: kernel.afterLineFeed(line) };
  }

  /** Whole lines. @returns a number of `WAYS`, 0 when all are read */
  protected readLines(start: number, end: number, offset: number): number {
    return this.#kernel.readLines(start, end, offset);
  }

  get readUpTo(): number {
    return this.#kernel.readUpTo();
  }

  get lineCount(): number {
    return owners.get(this.#kernel) === this ? this.#kernel.linesRead() + this.#kernel.linesOutside() : 0;
  }

  acceptLeft(): void {
    this.#kernel.acceptLeft();
  }

  setSampleLimit(job: number, verdict: number, limit: number): void {
    this.#kernel.setSampleLimit(job, verdict, limit);
  }

  takeCounts(): ScanCounts {
    const kernel = this.#kernel;
    const counts: ScanCounts = {
      lines: {
        read: kernel.linesRead(),
        outside: kernel.linesOutside(),
        untimed: kernel.linesUntimed(),
        bytes: kernel.bytesRead(),
      },
      examined: kernel.linesExamined(),
      jobs: this.#request.filters.map((filter, job) => ({
        kept: this.#total(job, KEEP),
        dropped: this.#total(job, DROP),
        undecided: this.#total(job, UNDECIDED),
        conditions: (filter?.conditions ?? []).map((_, condition) =>
          Array.from({ length: CONDITION_FIGURES }, (_, figure) => kernel.conditionTotal(job, condition, figure)),
        ),
      })),
      sets: this.#sets(),
    };
    kernel.clearCounts();
    return counts;
  }

  #total(job: number, verdict: number): Total {
    return { lines: this.#kernel.jobTotal(job, verdict, 0), bytes: this.#kernel.jobTotal(job, verdict, 1) };
  }

  #sets(): ScanCounts['sets'] {
    const kernel = this.#kernel;
    const names = this.#request.detail === 'full' ? this.#names() : [];
    const fieldsOf = (set: number): ScanCounts['sets'][number]['fields'] =>
      names
        .map((name, index) => ({
          name,
          bytes: kernel.fieldTotal(set, index + 1, 0),
          lines: kernel.fieldTotal(set, index + 1, 1),
          empty: kernel.fieldTotal(set, index + 1, 2),
        }))
        .filter(({ lines }) => lines > 0);
    const sets = Array.from({ length: kernel.setCount() }, (_, set) => ({
      jobs: this.#request.filters.flatMap((_, job) => ((kernel.setJobs(set) >>> job) & 1 ? [job] : [])),
      lines: kernel.setLines(set),
      bytes: kernel.setBytes(set),
      fields: fieldsOf(set),
    }));
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
