// Inflates gzip in the kernel, for TypeScript: chunks of an object in, views of the inflated bytes out. Accepts what zlib accepts, byte for
// byte. A caller may also put plain bytes where inflated ones would be.
import { printCount, printPlural } from '../../base/index.ts';
import { NEEDS_INPUT, WINDOW_FULL } from './abi.ts';
import type { Kernel } from './load-kernel.ts';
import { type Rejection, rejectionOf, TRUNCATED } from './rejection.ts';

/** New bytes in the kernel's memory, or none if only the kept bytes have moved. Addresses and views are valid until the next call of any method. */
export interface Inflated {
  kind: 'output';
  kernel: Kernel;
  /** Address of the first kept byte, which may have moved. Everything from it to `end` is readable. */
  keptFrom: number;
  /** Address of the first new byte. */
  start: number;
  /** Address after the last one. */
  end: number;
  /** The new bytes. */
  bytes: Uint8Array;
  /** Set by the consumer: address of the first byte to keep. @default end */
  keepFrom: number;
}

/** New bytes; `input`: all written bytes are inflated; or a rejection, after all bytes before it. */
export type InflateStep = Inflated | { kind: 'input' } | Rejection;

/**
 * Inflates any number of gzip members, each with optional zero padding after it.
 *
 *     inflater.write(chunk);
 *     for (let step = inflater.next(); step.kind !== 'input'; step = inflater.next()) {
 *       if (step.kind === 'rejected') return step;
 *       use(step.bytes);
 *     }
 *     … after the last chunk: inflater.end()
 */
export interface Inflater {
  /**
   * Passes any number of stored bytes. The next calls of `next` read them; they must not change until one returns `input`.
   * @throws Error if the previous chunk is not inflated yet
   */
  write(chunk: Uint8Array): void;
  /**
   * Inflates at most about 1 MiB.
   * @param keepFrom address of the first byte that must stay readable @default none of the bytes so far
   * @throws RangeError if the kept bytes do not fit into the memory (about 60 MB)
   */
  next(keepFrom?: number): InflateStep;
  /**
   * Returns all bytes from the first kept one as one window of new bytes.
   * @param keptFrom of the last window
   */
  since(keptFrom: number): Inflated;
  /** Buffers for a caller that reads stored bytes from a file, used in turn: allocating a buffer takes longer than reading into it. */
  readonly storedBuffers: readonly Uint8Array[];
  /** The most bytes that one call of {@link plain} accepts. */
  readonly plainBytes: number;
  /**
   * Appends bytes that need no inflating: of a plain object, or of a rejected one that another reader inflates.
   * @param keepFrom as for `next`
   * @throws RangeError as `next`, and for a chunk longer than `plainBytes`
   */
  plain(chunk: Uint8Array, keepFrom?: number): Inflated;
  /**
   * Returns buffers in the kernel's memory. A plain file that is read into them in turn, starting with the first, need not be copied.
   * While one is scanned, the caller may read into the next one only.
   * Valid until a method other than {@link inPlace} is called.
   */
  plainBuffers(): Uint8Array[];
  /**
   * Accepts plain bytes in one of the {@link plainBuffers}.
   * @param keepFrom as for `next`
   * @throws RangeError if the kept bytes do not fit before a buffer (1 MiB)
   */
  inPlace(chunk: Uint8Array, keepFrom?: number): Inflated;
  /** Returns whether the stream is whole. Call it after the last input, when `next` returns `input`. */
  end(): { kind: 'whole' } | Rejection;
  /** Number of members that have begun. */
  readonly members: number;
  /** Discards this stream and begins another. */
  begin(): void;
}

/** Creates the inflater of a kernel. A kernel has one: a second one makes the first unusable. */
export function createInflater(kernel: Kernel): Inflater {
  return new KernelInflater(kernel);
}

class KernelInflater implements Inflater {
  readonly storedBuffers: readonly Uint8Array[];
  readonly plainBytes: number;
  readonly #kernel: Kernel;
  readonly #inputStart: number;
  readonly #inputBytes: number;
  readonly #plainStarts: readonly number[];
  #memory: Uint8Array;
  #chunk: Uint8Array = new Uint8Array(0);
  /** Number of bytes of the chunk that the kernel has received. */
  #taken = 0;
  /** Address after the last byte returned. */
  #end = 0;
  #rejection: Rejection | undefined;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#inputStart = kernel.inputStart();
    this.#inputBytes = kernel.inputBytes();
    this.storedBuffers = [new Uint8Array(this.#inputBytes), new Uint8Array(this.#inputBytes)];
    this.plainBytes = kernel.stepBytes();
    this.#plainStarts = Array.from({ length: kernel.plainBuffers() }, (_, buffer) => kernel.plainStart(buffer));
    this.#memory = new Uint8Array(kernel.memory.buffer);
    this.begin();
  }

  get members(): number {
    return this.#kernel.memberCount();
  }

  begin(): void {
    this.#kernel.begin();
    this.#chunk = new Uint8Array(0);
    this.#taken = 0;
    this.#end = this.#kernel.outputEnd();
    this.#rejection = undefined;
  }

  write(chunk: Uint8Array): void {
    if (this.#taken < this.#chunk.length) {
      throw new Error(
        'cannot write: found a chunk that is not inflated yet, expected calls of next until it returns input',
      );
    }
    this.#chunk = chunk;
    this.#taken = 0;
  }

  next(keepFrom = this.#end): InflateStep {
    if (this.#rejection !== undefined) return this.#rejection;
    const keptFrom = this.#makeRoom(keepFrom);
    const start = this.#kernel.outputEnd();
    for (;;) {
      const status = this.#kernel.inflate();
      const end = this.#kernel.outputEnd();
      this.#end = end;
      if (status !== NEEDS_INPUT && status !== WINDOW_FULL) this.#rejection = rejectionOf(status);
      // The kept bytes may have moved even if there are no new bytes: the caller needs their address.
      if (end > start || keptFrom !== keepFrom) return this.#output(keptFrom, start, end);
      if (this.#rejection !== undefined) return this.#rejection;
      if (!this.#feed()) return { kind: 'input' };
    }
  }

  since(keptFrom: number): Inflated {
    return this.#output(keptFrom, keptFrom, this.#end);
  }

  plain(chunk: Uint8Array, keepFrom = this.#end): Inflated {
    if (chunk.length > this.plainBytes) {
      throw new RangeError(
        `cannot take plain bytes: found ${printCount(chunk.length)}, expected at most ${printCount(this.plainBytes)}`,
      );
    }
    // Ends the step that a rejection interrupted: room is made for a whole one.
    this.#kernel.takePlain(0);
    const keptFrom = this.#makeRoom(keepFrom);
    const start = this.#kernel.outputEnd();
    const end = start + chunk.length;
    this.#view(start, end).set(chunk);
    this.#kernel.takePlain(chunk.length);
    this.#end = end;
    return this.#output(keptFrom, start, end);
  }

  plainBuffers(): Uint8Array[] {
    const bytes = this.#kernel.plainBytes();
    return this.#plainStarts.map((start) => this.#view(start, start + bytes));
  }

  inPlace(chunk: Uint8Array, keepFrom = this.#end): Inflated {
    const start = chunk.byteOffset;
    const buffer = this.#plainStarts.indexOf(start);
    if (buffer < 0 || chunk.buffer !== this.#kernel.memory.buffer) {
      throw new Error('cannot take a chunk in place: found one of another memory, expected one of the plainBuffers');
    }
    const keptFrom = this.#kernel.keepPlain(buffer, keepFrom, this.#end);
    if (keptFrom === 0) throw tooMuchKept(this.#end - keepFrom);
    this.#end = start + chunk.length;
    return this.#output(keptFrom, start, this.#end);
  }

  end(): { kind: 'whole' } | Rejection {
    if (this.#rejection !== undefined) return this.#rejection;
    return this.#taken === this.#chunk.length && this.#kernel.isBetweenMembers() ? { kind: 'whole' } : TRUNCATED;
  }

  /** @returns the new address of the first kept byte */
  #makeRoom(keepFrom: number): number {
    const keptFrom = this.#kernel.makeRoom(keepFrom);
    if (keptFrom !== 0) return keptFrom;
    throw tooMuchKept(this.#end - keepFrom);
  }

  /** Passes the next part of the chunk to the kernel. @returns whether there was one */
  #feed(): boolean {
    const bytes = Math.min(this.#chunk.length - this.#taken, this.#inputBytes);
    if (bytes === 0) return false;
    const piece = this.#chunk.subarray(this.#taken, this.#taken + bytes);
    this.#view(this.#inputStart, this.#inputStart + bytes).set(piece);
    this.#kernel.takeInput(bytes);
    this.#taken += bytes;
    return true;
  }

  #output(keptFrom: number, start: number, end: number): Inflated {
    return {
      kind: 'output',
      kernel: this.#kernel,
      keptFrom,
      start,
      end,
      bytes: this.#view(start, end),
      keepFrom: end,
    };
  }

  #view(start: number, end: number): Uint8Array {
    // Growing the memory detaches its buffer.
    if (this.#memory.buffer !== this.#kernel.memory.buffer) this.#memory = new Uint8Array(this.#kernel.memory.buffer);
    return this.#memory.subarray(start, end);
  }
}

function tooMuchKept(bytes: number): RangeError {
  return new RangeError(
    `cannot inflate: found ${printPlural(bytes, 'byte')} to keep, expected at most what the memory can hold`,
  );
}
