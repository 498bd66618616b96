// The kernel's inflating for TypeScript: chunks of a gzip object in, views of the inflated bytes out. Judges as zlib
// does, byte for byte; adds nothing to it. Plain bytes may be put where inflated ones would be.
import { printCount, printPlural } from '../base/index.ts';
import { NEEDS_INPUT, WINDOW_FULL } from './abi.ts';
import type { Kernel } from './load-kernel.ts';
import { type Refusal, refusalOf, TRUNCATED } from './refusal.ts';

/** New bytes in the kernel's memory, or none where what is kept has moved. Addresses and views hold until the next call of any method. */
export interface Inflated {
  kind: 'output';
  kernel: Kernel;
  /** Address of the byte that was asked to be kept, which may have moved. Everything from it to `end` can be read. */
  keptFrom: number;
  /** Address of the first new byte. */
  start: number;
  /** Address behind the last one. */
  end: number;
  /** The new bytes. */
  bytes: Uint8Array;
  /** For whoever reads them to set: address of the first byte that is still wanted. @default end */
  keepFrom: number;
}

/** New bytes; `input`: all that was written is inflated; or why the stream is refused, after all bytes before that. */
export type InflateStep = Inflated | { kind: 'input' } | Refusal;

/**
 * Inflates any number of gzip members, with zero padding after any of them.
 *
 *     inflater.write(chunk);
 *     for (let step = inflater.next(); step.kind !== 'input'; step = inflater.next()) {
 *       if (step.kind === 'refused') return step;
 *       use(step.bytes);
 *     }
 *     … after the last chunk: inflater.end()
 */
export interface Inflater {
  /**
   * Hands over stored bytes, of any number. They are read by the calls of `next` that follow and must not change until
   * one says `input`.
   * @throws Error where the chunk before was not taken whole
   */
  write(chunk: Uint8Array): void;
  /**
   * Inflates on, about 1 MiB at most.
   * @param keepFrom address of the first byte given so far that must stay readable; default: none of them
   * @throws RangeError where the bytes to be kept do not fit into the memory (about 60 MB)
   */
  next(keepFrom?: number): InflateStep;
  /**
   * All bytes from a place that was kept, as one window whose bytes are new.
   * @param keptFrom of the last window
   */
  since(keptFrom: number): Inflated;
  /** For whoever reads stored bytes from a file, by turns: to make buffers anew takes longer than to read into them. */
  readonly storedBuffers: readonly Uint8Array[];
  /** Most bytes that {@link plain} takes at a time. */
  readonly plainBytes: number;
  /**
   * Puts bytes that need no inflating behind those given so far: of a plain object, or of one that was refused and is
   * read another way.
   * @param keepFrom as for `next`
   * @throws RangeError as `next`, and for a chunk of over `plainBytes`
   */
  plain(chunk: Uint8Array, keepFrom?: number): Inflated;
  /**
   * Buffers of the kernel's memory. A plain file that is read into them by turns, the first one first, need not be copied. While
   * one is scanned, the next may be read into, and no other.
   * Valid until another method is called than {@link inPlace}.
   */
  plainBuffers(): Uint8Array[];
  /**
   * Takes plain bytes that are in one of the {@link plainBuffers}.
   * @param keepFrom as for `next`
   * @throws RangeError where more is to be kept than fits before a buffer (1 MiB)
   */
  inPlace(chunk: Uint8Array, keepFrom?: number): Inflated;
  /** Tells, when there is no more input and `next` asks for some, whether the stream is whole. */
  end(): { kind: 'whole' } | Refusal;
  /** Members begun so far. */
  readonly members: number;
  /** Forgets this stream and begins another. */
  begin(): void;
}

/** The one inflater of a kernel; another one for the same kernel ends the use of this one. */
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
  /** Bytes of the chunk that the kernel has. */
  #taken = 0;
  /** Behind the last byte given out. */
  #end = 0;
  #refusal: Refusal | undefined;

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
    this.#refusal = undefined;
  }

  write(chunk: Uint8Array): void {
    if (this.#taken < this.#chunk.length) {
      throw new Error(
        'cannot write: found a chunk that is not inflated yet, expected calls of next until it says input',
      );
    }
    this.#chunk = chunk;
    this.#taken = 0;
  }

  next(keepFrom = this.#end): InflateStep {
    if (this.#refusal !== undefined) return this.#refusal;
    const keptFrom = this.#makeRoom(keepFrom);
    const start = this.#kernel.outputEnd();
    for (;;) {
      const status = this.#kernel.inflate();
      const end = this.#kernel.outputEnd();
      this.#end = end;
      if (status !== NEEDS_INPUT && status !== WINDOW_FULL) this.#refusal = refusalOf(status);
      // What is kept may have moved although nothing new came: that must be told too.
      if (end > start || keptFrom !== keepFrom) return this.#output(keptFrom, start, end);
      if (this.#refusal !== undefined) return this.#refusal;
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
    // Ends the step that a refusal broke off: room is made for a whole one.
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

  end(): { kind: 'whole' } | Refusal {
    if (this.#refusal !== undefined) return this.#refusal;
    return this.#taken === this.#chunk.length && this.#kernel.isBetweenMembers() ? { kind: 'whole' } : TRUNCATED;
  }

  /** @returns where the byte to be kept is now */
  #makeRoom(keepFrom: number): number {
    const keptFrom = this.#kernel.makeRoom(keepFrom);
    if (keptFrom !== 0) return keptFrom;
    throw tooMuchKept(this.#end - keepFrom);
  }

  /** @returns whether there was something left of the chunk */
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
  return new RangeError(`cannot inflate: found ${printPlural(bytes, 'byte')} to be kept, which the memory cannot hold`);
}
