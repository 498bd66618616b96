// Scans lines against the schema of a job, for TypeScript: it returns the ids of the lines that the kernel counts, and it can have the
// kernel count a deferred line (undecided, near the limit) after the caller has reported it.
import type { TimeRange } from '../../base/index.ts';
import type { CompiledFilter } from '../../language/filter/index.ts';
import { ID_BYTES, ID_OFFSET_AT, IDS_FULL } from './abi.ts';
import { clamped, MAX_INTEGER, MIN_INTEGER } from './kernel-time.ts';
import type { Kernel } from './load-kernel.ts';
import type { ScanRequest } from './scan-request.ts';
import { claim, KernelScanner, type Scanner } from './scanner.ts';
import type { ScanSchema } from './schema-request.ts';

/** Ids of lines in the kernel's memory: valid during the call that passes them. */
export interface ScannedIds {
  count: number;
  /** The first half of an id's hash is at `id * HALVES_STRIDE`, the second one follows. */
  halves: Uint32Array;
  /** The offset of the id's line is at `id * OFFSETS_STRIDE`. */
  offsets: Float64Array;
}

/** Receives ids. */
export type OnIds = (ids: ScannedIds) => void;

/** A scan of lines that must match a schema. */
export interface SchemaScanRequest extends Pick<ScanRequest, 'dataset' | 'range' | 'noRecords'> {
  schema: ScanSchema;
  /** undefined keeps every line. */
  filter: CompiledFilter | undefined;
}

/** Reads lines that match a schema. */
export interface SchemaScanner extends Scanner {
  /** Must be called after `begin`. @param times that events of the object may have */
  beginSchema(times: TimeRange, onIds: OnIds): void;
  /** Returns the outcome of each condition for a line deferred as `undecided`. Valid until the next read. */
  outcomes(): Uint8Array;
  /** Size of the values of all custom fields of a line deferred as `near-limit`, in UTF-8 bytes. */
  readonly customBytes: number;
}

/** Makes a kernel count the lines that match a schema. @returns undefined if a part of the request is not supported by the kernel */
export function createSchemaScanner(
  kernel: Kernel,
  { dataset, range, noRecords, schema, filter }: SchemaScanRequest,
): SchemaScanner | undefined {
  const request: ScanRequest = {
    dataset,
    range,
    filters: [filter],
    ...(noRecords && { noRecords }),
    // Counts the outcome of every condition; looks for no hints.
    detail: 'no-fields',
    examinedHeadBytes: 0,
    examinedOneIn: 2 ** 31,
  };
  return claim(kernel, request, schema) ? new KernelSchemaScanner(kernel, request, schema) : undefined;
}

/** From one id to the next in {@link ScannedIds.halves}, in numbers. */
export const HALVES_STRIDE: number = ID_BYTES / Uint32Array.BYTES_PER_ELEMENT;
/** From one id to the next in {@link ScannedIds.offsets}, in numbers. */
export const OFFSETS_STRIDE: number = ID_BYTES / Float64Array.BYTES_PER_ELEMENT;

class KernelSchemaScanner extends KernelScanner implements SchemaScanner {
  readonly #kernel: Kernel;
  readonly #conditions: number;
  #onIds: OnIds = () => {};

  constructor(kernel: Kernel, request: ScanRequest, schema: ScanSchema) {
    super(kernel, request, schema);
    this.#kernel = kernel;
    this.#conditions = request.filters[0]?.conditions.length ?? 0;
  }

  beginSchema({ since = MIN_INTEGER, until = MAX_INTEGER }: TimeRange, onIds: OnIds): void {
    this.#kernel.setSchemaTimes(clamped(since), clamped(until));
    // An interrupted run may have left some.
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
      const reason = super.readLines(at, end, offset + at - start);
      this.#passIds();
      if (reason !== IDS_FULL) return reason;
      at = this.readUpTo;
    }
  }

  #passIds(): void {
    const kernel = this.#kernel;
    const count = kernel.idCount();
    if (count === 0) return;
    const start = kernel.idsStart();
    const { buffer } = kernel.memory;
    this.#onIds({
      count,
      halves: new Uint32Array(buffer, start, count * HALVES_STRIDE),
      offsets: new Float64Array(buffer, start + ID_OFFSET_AT, (count - 1) * OFFSETS_STRIDE + 1),
    });
    kernel.clearIds();
  }
}
