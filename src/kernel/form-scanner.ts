// Scanning by the form of a job's lines, for TypeScript: the ids of lines that are counted come out, and lines that are to be told of
// (undecided, near the limit) can be counted once that is done.
import type { ScanForm } from './form-request.ts';
import type { Kernel } from './load-kernel.ts';
import type { ScanRequest } from './scan-request.ts';
import { claim, KernelScanner, type Scanner } from './scanner.ts';
import { IDS_FULL } from './way.ts';

/** Ids of lines where the kernel has them: valid during the call that hands them over. Ids are 16 bytes apart. */
export interface ScannedIds {
  count: number;
  /** Of each id the two halves of its hash, and two numbers more. */
  halves: Uint32Array;
  /** The same memory: of each id a number, then where its line begins. */
  offsets: Float64Array;
}

/** Takes ids. */
export type OnIds = (ids: ScannedIds) => void;

/** What is asked of lines that must have a form. */
export interface FormScanRequest extends ScanRequest {
  form: ScanForm;
}

/** Reads lines of one form. */
export interface FormScanner extends Scanner {
  /**
   * To be called behind `begin`.
   * @param from first time that events of the object may have, in nanoseconds since 1970 @param until the first one they may not
   */
  beginForm(from: bigint, until: bigint, onIds: OnIds): void;
  /** Of a line left as `undecided`: the outcome of each condition, by the numbers of src/filter/outcome.ts. Valid until lines are read on. */
  outcomes(): Uint8Array;
  /** Of a line left as `near-limit`: UTF-8 bytes of the values of its custom fields. */
  readonly customBytes: number;
  /** Counts the line left as one of these: whoever calls it reads on behind it. */
  acceptLeft(): void;
}

/** Makes a kernel count lines of a form. @returns undefined where a part of the request is beyond it */
export function createFormScanner(kernel: Kernel, request: FormScanRequest): FormScanner | undefined {
  return claim(kernel, request) ? new KernelFormScanner(kernel, request) : undefined;
}

/** Bytes of an id; see assembly/scan/ids.ts. */
const ID_BYTES = 16;

class KernelFormScanner extends KernelScanner implements FormScanner {
  readonly #kernel: Kernel;
  readonly #conditions: number;
  #onIds: OnIds = () => {};

  constructor(kernel: Kernel, request: FormScanRequest) {
    super(kernel, request);
    this.#kernel = kernel;
    this.#conditions = request.filters[0]?.conditions.length ?? 0;
  }

  beginForm(from: bigint, until: bigint, onIds: OnIds): void {
    this.#kernel.setFormTimes(from, until);
    this.#onIds = onIds;
  }

  outcomes(): Uint8Array {
    return new Uint8Array(this.#kernel.memory.buffer, this.#kernel.outcomesStart(), this.#conditions);
  }

  get customBytes(): number {
    return this.#kernel.customBytes();
  }

  acceptLeft(): void {
    this.#kernel.acceptLeft();
  }

  protected override readLines(start: number, end: number, offset: number): number {
    let at = start;
    for (;;) {
      const way = super.readLines(at, end, offset + at - start);
      this.#handOverIds();
      if (way !== IDS_FULL) return way;
      at = this.readUpTo;
    }
  }

  #handOverIds(): void {
    const kernel = this.#kernel;
    const count = kernel.idCount();
    if (count === 0) return;
    const start = kernel.idsStart();
    this.#onIds({
      count,
      halves: new Uint32Array(kernel.memory.buffer, start, (count * ID_BYTES) / 4),
      offsets: new Float64Array(kernel.memory.buffer, start, (count * ID_BYTES) / 8),
    });
    kernel.clearIds();
  }
}
