// Scanning by the form of a job's lines, for TypeScript: the ids of lines that are counted come out, and lines that are to be told of
// (undecided, near the limit) can be counted once that is done.
import type { TimeRange } from '../base/index.ts';
import type { CompiledFilter } from '../filter/index.ts';
import { IDS_FULL } from './defer-reason.ts';
import { clamped, MAX_INTEGER, MIN_INTEGER } from './int64.ts';
import type { Kernel } from './load-kernel.ts';
import type { ScanRequest } from './scan-request.ts';
import { claim, KernelScanner, type Scanner } from './scanner.ts';
import type { ScanSchema } from './schema-request.ts';

/** Ids of lines where the kernel has them: valid during the call that hands them over. */
export interface ScannedIds {
  count: number;
  /** The two halves of an id's hash stand at `id * HALVES_STRIDE` and behind it. */
  halves: Uint32Array;
  /** Where its line begins: at `id * OFFSETS_STRIDE`. */
  offsets: Float64Array;
}

/** Takes ids. */
export type OnIds = (ids: ScannedIds) => void;

/** What is asked of lines that must have a form. */
export interface SchemaScanRequest extends Pick<ScanRequest, 'dataset' | 'range' | 'noRecords'> {
  form: ScanSchema;
  /** undefined keeps every line. */
  filter: CompiledFilter | undefined;
}

/** Reads lines of one form. */
export interface SchemaScanner extends Scanner {
  /** To be called behind `begin`. @param times that events of the object may have */
  beginForm(times: TimeRange, onIds: OnIds): void;
  /** Of a line left as `undecided`: the outcome of each condition, by the numbers of src/filter/outcome.ts. Valid until lines are read on. */
  outcomes(): Uint8Array;
  /** Of a line left as `near-limit`: UTF-8 bytes of the values of its custom fields. */
  readonly customBytes: number;
}

/** Makes a kernel count lines of a form. @returns undefined where a part of the request is beyond it */
export function createSchemaScanner(
  kernel: Kernel,
  { dataset, range, noRecords, form, filter }: SchemaScanRequest,
): SchemaScanner | undefined {
  const request: ScanRequest = {
    ...{ dataset, range, filters: [filter] },
    ...(noRecords && { noRecords }),
    // With the outcome of every condition; nobody looks for hints.
    ...{ detail: 'no-fields', examinedHeadBytes: 0, examinedOneIn: 2 ** 31 },
  };
  return claim(kernel, request, form) ? new KernelFormScanner(kernel, request, form) : undefined;
}

/** Bytes of an id, and of what stands before its offset; see assembly/scan/ids.ts. */
const ID_BYTES = 16;
const OFFSET_AT = 8;
/** In numbers, from one id to the next. */
export const HALVES_STRIDE: number = ID_BYTES / Uint32Array.BYTES_PER_ELEMENT;
export const OFFSETS_STRIDE: number = ID_BYTES / Float64Array.BYTES_PER_ELEMENT;

class KernelFormScanner extends KernelScanner implements SchemaScanner {
  readonly #kernel: Kernel;
  readonly #conditions: number;
  #onIds: OnIds = () => {};

  constructor(kernel: Kernel, request: ScanRequest, form: ScanSchema) {
    super(kernel, request, form);
    this.#kernel = kernel;
    this.#conditions = request.filters[0]?.conditions.length ?? 0;
  }

  beginForm({ since = MIN_INTEGER, until = MAX_INTEGER }: TimeRange, onIds: OnIds): void {
    this.#kernel.setFormTimes(clamped(since), clamped(until));
    // A run that was broken off may have left some.
    this.#kernel.clearIds();
    this.#onIds = onIds;
  }

  outcomes(): Uint8Array {
    return new Uint8Array(this.#kernel.memory.buffer, this.#kernel.outcomesStart(), this.#conditions);
  }

  get customBytes(): number {
    return this.#kernel.customBytes();
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
    const { buffer } = kernel.memory;
    this.#onIds({
      count,
      halves: new Uint32Array(buffer, start, count * HALVES_STRIDE),
      offsets: new Float64Array(buffer, start + OFFSET_AT, (count - 1) * OFFSETS_STRIDE + 1),
    });
    kernel.clearIds();
  }
}
