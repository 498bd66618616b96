// Scans lines for TypeScript: whole lines in the kernel's memory in, counts out, and each line that the kernel defers.
import type { Instant, Value } from '../../base/index.ts';
import { type CompiledFilter, DROP, type Hint, KEEP, UNDECIDED, type Verdict } from '../../language/filter/index.ts';
import * as abi from './abi.ts';
import { FIELD_EMPTY_AT, FIELD_LINES_AT, LONG_BYTES } from './abi.ts';
import { type DeferReason, deferReasonOf } from './defer-reason.ts';
import { MIN_INTEGER } from './kernel-time.ts';
import type { Kernel } from './load-kernel.ts';
import { DEFER_ALL_NO_RECORDS, NO_RECORD_KINDS, NO_RECORDS, type NoRecord } from './no-record.ts';
import { countedJobs, type ScanRequest, slotOf, writeRequest } from './scan-request.ts';
import type { ScanSchema } from './schema-request.ts';

/** A line that the kernel defers. Addresses are valid until the memory changes. */
export interface DeferredLine {
  reason: DeferReason;
  start: number;
  /** After its LF. */
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

/** Lines of one hour of event time. */
export interface ScannedHour extends Total {
  /** Number of the hour since 1970. */
  hour: number;
  /** By job, as many as the request asks for. */
  jobs: { kept: Total; undecided: Total }[];
}

/** Counts since they were last taken, in the shape of a report; src/analysis/aggregates adds them up. */
export interface ScanCounts {
  lines: { read: number; outside: number; untimed: number; bytes: number } & Record<NoRecord, number>;
  examined: number;
  jobs: {
    kept: Total;
    dropped: Total;
    undecided: Total;
    /**
     * By condition: lines by outcome (numbers of src/language/filter/outcome.ts), then the lines of which it is the sole blocker, and the sole keeper.
     * Empty if the kernel does not count those of the job.
     */
    conditions: number[][];
    /** By condition, examined lines by hint. Empty if the scanner defers these lines, as the kernel does. */
    hints: Readonly<Record<Hint, number>>[];
    /** Over the lines that the job keeps, in no particular order. Empty if the kernel does not count those of the job. */
    fields: ScannedField[];
  }[];
  /** Lines by the exact set of jobs that keep them, of as many as the request asks for. */
  sets: (Total & { jobs: number[] })[];
  /** Over all lines read. */
  fields: ScannedField[];
  /** Lines read that have a time, in no particular order. Empty if the request asks for no hours. */
  hours: ScannedHour[];
}

/** Counts of a condition: one for each outcome, then the lines that it alone drops, and alone keeps. */
const CONDITION_FIGURES = abi.CONDITION_COUNT_BYTES / abi.LONG_BYTES;

/** The kernel counts verdicts by the numbers of src/language/filter: another number there does not compile here. */
const VERDICTS: { readonly [V in Verdict]: V } = {
  [DROP]: abi.DROP,
  [KEEP]: abi.KEEP,
  [UNDECIDED]: abi.UNDECIDED,
};

/** Reads the lines of one object after another. Counts accumulate until they are taken. */
export interface LineScanner {
  /**
   * Begins an object; the caller must have taken all counts of the previous one.
   * @param hash of its name, 32 bits
   * @param maxLineBytes the kernel defers longer lines. Bytes, line end included
   * @param defersNoField whether the kernel defers lines without a field of the dataset, which may be in an envelope
   */
  begin(hash: number, maxLineBytes: number, defersNoField: boolean): void;
  /**
   * Reads the whole lines of `[start, end)` until it defers one; continue after that line.
   * @param offset of the byte at `start` in the object
   * @param newFrom first byte that the previous call did not receive: no LF precedes it @default start
   * @returns the deferred line; undefined when all whole lines are read: the unfinished one begins at `readUpTo`
   */
  read(start: number, end: number, offset: number, newFrom?: number): DeferredLine | undefined;
  /** Address after the last line that was read. */
  readonly readUpTo: number;
  /**
   * Counts the line that {@link read} has just deferred: as `sampled`; with a schema as `undecided` or `near-limit`. For a caller that needs
   * nothing else of the line. Continue after the line.
   */
  countDeferred(): void;
  /** Lines counted since the counts were last taken. */
  readonly lineCount: number;
  /** Returns the counts so far and resets them to zero. */
  takeCounts(): ScanCounts;
}

/** Decodes one JSON value. @param isEscaped whether it is a string with an escape */
export type DecodeValue = (bytes: Buffer, start: number, end: number, isEscaped: boolean) => Value;

/** Judges the lines that it reads. */
export interface Scanner extends LineScanner {
  /** Returns the verdict of a job on the line that {@link read} has just deferred as `sampled`. */
  verdictOf(job: number): Verdict;
  /** Returns the event time of the line that {@link read} has just deferred as `sampled`; undefined without one. Requires `readsTimes`. */
  timeOfSampled(): Instant | undefined;
  /**
   * Returns the value of a field in the line that {@link read} has just deferred as `sampled`; undefined without one.
   * @param index of the field in `values` of the request @param decode of JSON in `[start, end)`, which the kernel has validated
   */
  valueOf(index: number, decode: DecodeValue): Value | undefined;
  /** Makes the kernel defer, as `sampled`, the lines of a job's verdict whose place has a hash below `limit` (at most 2^32). */
  setSampleLimit(job: number, verdict: Verdict, limit: number): void;
}

/** The scanner whose request is in each kernel. */
const owners = new WeakMap<Kernel, KernelScanner>();

/**
 * Writes a request to a kernel, which then counts what the request specifies.
 * @param onCounts receives the counts when the kernel has no room for another set of jobs or another hour; without it, the kernel defers such lines
 * @returns undefined if a part of the request is not supported by the kernel
 */
export function createScanner(
  kernel: Kernel,
  request: ScanRequest,
  onCounts?: (counts: ScanCounts) => void,
): Scanner | undefined {
  return claim(kernel, request) ? new KernelScanner(kernel, request, undefined, onCounts) : undefined;
}

/** Writes a request to a kernel, replacing any previous one. @returns false if a part of it is not supported by the kernel */
export function claim(kernel: Kernel, request: ScanRequest, schema?: ScanSchema): boolean {
  owners.delete(kernel);
  return writeRequest(kernel, request, schema);
}

/** The scanner of a request that has been written to the kernel. */
export class KernelScanner implements Scanner {
  readonly #kernel: Kernel;
  readonly #request: ScanRequest;
  readonly #schema: ScanSchema | undefined;
  readonly #onCounts: ((counts: ScanCounts) => void) | undefined;
  /** Of the first known keys: keys are added until the request is written again. */
  readonly #names: string[] = [];
  /** By index in `values` of the request. */
  #slots: readonly number[] = [];
  #memory: Buffer | undefined;

  constructor(kernel: Kernel, request: ScanRequest, schema?: ScanSchema, onCounts?: (counts: ScanCounts) => void) {
    this.#kernel = kernel;
    this.#request = request;
    this.#schema = schema;
    this.#onCounts = onCounts;
  }

  begin(hash: number, maxLineBytes: number, defersNoField: boolean): void {
    // Another run may have used the kernel in the meantime.
    const isOurs = owners.get(this.#kernel) === this;
    // An object with very many keys leaves no room for the keys of the next one.
    if (!isOurs || this.#kernel.isKeyTableFull() !== 0) {
      writeRequest(this.#kernel, this.#request, this.#schema);
      this.#names.length = 0;
      this.#slots = (this.#request.values ?? []).map((field) => slotOf(this.#kernel, field));
    }
    owners.set(this.#kernel, this);
    this.#kernel.beginObject(hash, maxLineBytes, defersNoField);
    const { blank, malformed } = this.#request.noRecords ?? DEFER_ALL_NO_RECORDS;
    for (const name of NO_RECORDS)
      this.#kernel.deferNoRecords(NO_RECORD_KINDS[name], name === 'blank' ? blank : malformed);
  }

  read(start: number, end: number, offset: number, newFrom = start): DeferredLine | undefined {
    const kernel = this.#kernel;
    const from = Math.max(start, newFrom);
    const wholeEnd = kernel.afterLastLineFeed(from, end);
    const reason = this.readLines(start, wholeEnd === from ? start : wholeEnd, offset);
    if (reason === abi.READ) return undefined;
    const line = kernel.readUpTo();
    return { reason: deferReasonOf(reason), start: line, end: kernel.afterLineFeed(line) };
  }

  /** Reads whole lines. @returns the number of a reason to defer one, READ when all are read */
  protected readLines(start: number, end: number, offset: number): number {
    let at = start;
    for (;;) {
      const reason = this.#kernel.readLines(at, end, offset + at - start);
      const isFull = reason === abi.MANY_SETS || reason === abi.MANY_HOURS;
      if (!isFull || this.#onCounts === undefined) return reason;
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
    return NO_RECORDS.reduce((sum, name) => sum + kernel.noRecordLines(NO_RECORD_KINDS[name]), counted);
  }

  countDeferred(): void {
    this.#kernel.countDeferred();
  }

  verdictOf(job: number): Verdict {
    return this.#kernel.verdictOfSampled(job);
  }

  timeOfSampled(): Instant | undefined {
    const time = this.#kernel.timeOfSampled();
    return time === MIN_INTEGER ? undefined : time;
  }

  valueOf(index: number, decode: DecodeValue): Value | undefined {
    const kernel = this.#kernel;
    const slot = this.#slots[index]!;
    const start = kernel.valueStart(slot);
    if (start === 0) return undefined;
    // Growing the memory replaces its buffer.
    if (this.#memory?.buffer !== kernel.memory.buffer) this.#memory = Buffer.from(kernel.memory.buffer);
    return decode(this.#memory, start, kernel.valueEnd(slot), kernel.isEscaped(slot) !== 0);
  }

  setSampleLimit(job: number, verdict: Verdict, limit: number): void {
    this.#kernel.setSampleLimit(job, VERDICTS[verdict], limit);
  }

  takeCounts(): ScanCounts {
    const kernel = this.#kernel;
    const memory = new CountMemory(kernel.memory.buffer);
    const isFull = this.#request.detail === 'full';
    const { setJobs = 0 } = this.#request;
    const names = isFull ? this.#readNames() : [];
    if (isFull) kernel.foldFieldCounts();
    const fieldsOf = (row: number): ScannedField[] => {
      const start = kernel.fieldTotals(row);
      return names.flatMap((name, index) => {
        const field = memory.fieldAt(start + index * abi.FIELD_BYTES);
        return field.lines > 0 ? [{ name, ...field }] : [];
      });
    };
    // There may be thousands of conditions in the other jobs, and thousands of objects.
    const conditionsOf = (filter: CompiledFilter | undefined, job: number) =>
      job < countedJobs(this.#request) ? (filter?.conditions ?? []) : [];
    const noRecords = NO_RECORDS.map((name) => [name, kernel.noRecordLines(NO_RECORD_KINDS[name])] as const);
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
        const totalOf = (verdict: Verdict) =>
          memory.totalAt(kernel.jobTotals(job) + VERDICTS[verdict] * abi.TOTAL_BYTES);
        const conditions = kernel.conditionTotals(job);
        return {
          kept: totalOf(KEEP),
          dropped: totalOf(DROP),
          undecided: totalOf(UNDECIDED),
          conditions: conditionsOf(filter, job).map((_, condition) =>
            memory.longsAt(conditions + condition * abi.CONDITION_COUNT_BYTES, CONDITION_FIGURES),
          ),
          hints: [],
          fields: job < setJobs ? fieldsOf(job + 1) : [],
        };
      }),
      sets: this.#sets(memory, setJobs),
      fields: fieldsOf(0),
      hours: this.#hours(memory),
    };
    kernel.clearCounts();
    return counts;
  }

  #sets(memory: CountMemory, jobs: number): ScanCounts['sets'] {
    const kernel = this.#kernel;
    const sets = Array.from({ length: kernel.setCount() }, (_, set) => {
      const start = kernel.setStart(set);
      return { ...memory.totalAt(start), jobs: memory.bitsAt(start + abi.SET_BITS_AT, jobs) };
    });
    // A set that only a deferred line has shown so far has no lines.
    return sets.filter(({ lines }) => lines > 0);
  }

  #hours(memory: CountMemory): ScannedHour[] {
    const kernel = this.#kernel;
    const jobs = this.#request.hourlyJobs ?? 0;
    const hours = Array.from({ length: kernel.hourCount() }, (_, index) => {
      const start = kernel.hourStart(index);
      return {
        hour: memory.signedAt(start),
        ...memory.totalAt(start + abi.HOUR_TOTAL_AT),
        jobs: Array.from({ length: jobs }, (_one, job) => {
          const kept = start + abi.HOUR_JOBS_AT + job * abi.HOUR_JOB_BYTES;
          return { kept: memory.totalAt(kept), undecided: memory.totalAt(kept + abi.TOTAL_BYTES) };
        }),
      };
    });
    // An hour that only a deferred line has shown so far has no lines.
    return hours.filter(({ lines }) => lines > 0);
  }

  /** Returns the names of the known keys. They are ASCII without escapes. */
  #readNames(): readonly string[] {
    const kernel = this.#kernel;
    const memory = Buffer.from(kernel.memory.buffer);
    for (let key = this.#names.length + 1; key < kernel.keyCount(); key += 1) {
      const start = kernel.keyStart(key);
      this.#names.push(memory.toString('latin1', start + 1, start + kernel.keyBytes(key) - 2));
    }
    return this.#names;
  }
}

const HALF = 2 ** 32;
const HALF_SHIFT = 2;
const HALF_BITS = 32;

/** Reads counts at addresses that are multiples of 8, in two halves: a BigInt for each would cost more than the counting. */
class CountMemory {
  readonly #halves: Uint32Array;

  /** @param memory of the kernel; valid until it grows */
  constructor(memory: ArrayBuffer) {
    this.#halves = new Uint32Array(memory);
  }

  /** Returns a count of 64 bits. Exact below 2^53. */
  longAt(address: number): number {
    const half = address >>> HALF_SHIFT;
    return this.#halves[half]! + this.#halves[half + 1]! * HALF;
  }

  /** Returns consecutive counts of 64 bits. */
  longsAt(address: number, count: number): number[] {
    return Array.from({ length: count }, (_, index) => this.longAt(address + index * LONG_BYTES));
  }

  /** Returns a signed integer of 32 bits. */
  signedAt(address: number): number {
    return this.#halves[address >>> HALF_SHIFT]! | 0;
  }

  /** Returns lines and bytes. */
  totalAt(address: number): { lines: number; bytes: number } {
    return { lines: this.longAt(address), bytes: this.longAt(address + LONG_BYTES) };
  }

  /** Returns the counts of a field. */
  fieldAt(address: number): { lines: number; empty: number; bytes: number } {
    const lines = this.#halves[(address + FIELD_LINES_AT) >>> HALF_SHIFT]!;
    const empty = this.#halves[(address + FIELD_EMPTY_AT) >>> HALF_SHIFT]!;
    return { lines, empty, bytes: this.longAt(address) };
  }

  /** Returns the indexes of the set bits among `count` bits, ascending. */
  bitsAt(address: number, count: number): number[] {
    const set: number[] = [];
    for (let first = 0; first < count; first += HALF_BITS) {
      let left = this.#halves[(address >>> HALF_SHIFT) + first / HALF_BITS]!;
      while (left !== 0) {
        const bit = HALF_BITS - 1 - Math.clz32(left & -left);
        set.push(first + bit);
        left &= left - 1;
      }
    }
    return set;
  }
}
