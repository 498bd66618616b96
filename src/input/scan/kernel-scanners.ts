// The kernel scanners of one pass, one for each kernel, and their state. Reads no lines.
import type { DeferReason, Kernel, LineScanner, ScanCounts, Scanner } from '../kernel/index.ts';

/**
 * Creates the scanner of a pass for a kernel.
 * @param onCounts receives counts when the kernel has no more room for them; may be ignored
 * @returns undefined if the kernel cannot do what the pass needs
 */
export type CreateScanner<S extends LineScanner> = (
  kernel: Kernel,
  onCounts: (counts: ScanCounts) => void,
) => S | undefined;

/** Lends scanners to the objects of a pass. */
export class KernelScanners<S extends LineScanner = Scanner> {
  readonly #create: CreateScanner<S>;
  readonly #scanners = new Map<Kernel, S | undefined>();
  /** Of kernels that have begun an object: adds counts to that object. */
  readonly #active = new Map<Kernel, (counts: ScanCounts) => void>();
  readonly #deferred: Partial<Record<DeferReason, number>> = {};

  constructor(create: CreateScanner<S>) {
    this.#create = create;
  }

  /** Lines that kernels have counted and whose counts were not taken yet. */
  get lineCount(): number {
    let lines = 0;
    for (const kernel of this.#active.keys()) lines += this.#scanners.get(kernel)!.lineCount;
    return lines;
  }

  /** Lines of windows that the kernel did not count, by reason. */
  get deferredLines(): Readonly<Partial<Record<DeferReason, number>>> {
    return this.#deferred;
  }

  /** Whether a kernel does not support a part of what the pass needs. */
  get isBeyondKernel(): boolean {
    return [...this.#scanners.values()].includes(undefined);
  }

  /** The scanner for a kernel; undefined if all lines go to the record reader. */
  scannerFor(kernel: Kernel): S | undefined {
    if (!this.#scanners.has(kernel)) {
      const onCounts = (counts: ScanCounts): void => this.#active.get(kernel)!(counts);
      this.#scanners.set(kernel, this.#create(kernel, onCounts));
    }
    return this.#scanners.get(kernel);
  }

  /** Notes that the scanner of a kernel has begun an object. @param onCounts adds counts to that object */
  begin(kernel: Kernel, onCounts: (counts: ScanCounts) => void): void {
    this.#active.set(kernel, onCounts);
  }

  /** Notes that the object of a kernel is closed. */
  end(kernel: Kernel): void {
    this.#active.delete(kernel);
  }

  /** Counts a line that the record reader has read instead of the kernel. */
  countDeferred(reason: DeferReason): void {
    this.#deferred[reason] = (this.#deferred[reason] ?? 0) + 1;
  }
}
