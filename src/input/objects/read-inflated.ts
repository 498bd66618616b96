// Reads the bytes of an object, inflated by the kernel if possible. An object that the kernel rejects is opened again and inflated
// exactly by src/input/destination, whose result counts: the bytes delivered so far are the same and are skipped. The result of the kernel
// counts only for an object that opens once (standard input, a pipe); tests check that it equals that of zlib.
import { printPlural } from '../../base/index.ts';
import {
  checkContent,
  checkedContent,
  corruptMember,
  type Destination,
  DIFFERS_WHEN_READ_AGAIN,
  HEAD_BYTES,
  type InflateDamage,
  inflateZstd,
  type ObjectFinding,
  ObjectReadError,
  openStored,
  readObject,
  type StoredObject,
  skipBytes,
  TRAILING,
  TRUNCATED,
} from '../destination/index.ts';
import type { Inflated, Inflater, Rejection } from '../kernel/index.ts';
import type { LineRange } from '../sources/index.ts';

/** Options of {@link readInflated}. */
export interface ReadInflatedOptions {
  signal: AbortSignal;
  onFinding: (finding: ObjectFinding) => void;
  /** The kernel's, reserved for this object until its last chunk is used; undefined without a kernel. */
  inflater: Inflater | undefined;
  /** Whether the reader takes windows: plain bytes are then copied to the kernel's memory, too. */
  wantsWindows: boolean;
  /** The part of a plain file to read. @default all */
  range?: LineRange | undefined;
  /** Whether an HTML or XML page is read as lines. @default false */
  isMarkupRead?: boolean;
  /** Called before the first byte of an object that is compressed. */
  onCompressed?: () => void;
  /** Whether an earlier reading has found that the object is corrupt: only the exact reader opens it then. @default false */
  isCorrupt?: boolean;
}

/** Bytes of an object, valid until the next chunk is requested. */
export interface InflatedChunk {
  bytes: Uint8Array;
  /** Their place in the kernel's memory; always set if the reader takes windows and there is an inflater. */
  window?: Inflated;
}

/** Reads an object. @throws as `readObject` */
export async function* readInflated(
  destination: Destination,
  object: StoredObject,
  options: ReadInflatedOptions,
): AsyncGenerator<InflatedChunk> {
  const { inflater, range, isCorrupt = false } = options;
  if (inflater !== undefined) yield* new KernelReading(destination, object, inflater, options).read();
  else yield* asChunks(readObject(destination, object, { ...options, ...range, isDamaged: isCorrupt }), options);
}

async function* asChunks(
  stored: AsyncIterable<Uint8Array>,
  { range, onFinding }: ReadInflatedOptions,
): AsyncGenerator<InflatedChunk> {
  let at = range?.start ?? 0;
  for await (const bytes of stored) {
    at += bytes.length;
    yield { bytes };
  }
  const shorter = shorterThan(range, at);
  if (shorter !== undefined) onFinding({ code: shorter.code, message: shorter.message, offset: at });
}

/** A file may be replaced or cut after it was split. @returns the error if a part is shorter than expected */
function shorterThan(range: LineRange | undefined, end: number): ObjectReadError | undefined {
  if (range === undefined || range.end === Number.POSITIVE_INFINITY || end >= range.end) return undefined;
  return new ObjectReadError(
    'object-changed',
    `it ends after ${printPlural(end, 'byte')} and was longer when reading began`,
  );
}

/** Reads one object through the kernel's memory. */
class KernelReading {
  readonly #destination: Destination;
  readonly #object: StoredObject;
  readonly #inflater: Inflater;
  readonly #options: ReadInflatedOptions;
  /** Offset in the object of the next byte. */
  #delivered: number;
  /** Address of the first byte in the kernel's memory that is still needed. */
  #keepFrom: number | undefined;
  /** Whether the first inflated bytes are kept back until there are enough to detect the format. */
  #isHeadKept = true;

  constructor(destination: Destination, object: StoredObject, inflater: Inflater, options: ReadInflatedOptions) {
    this.#destination = destination;
    this.#object = object;
    this.#inflater = inflater;
    this.#options = options;
    this.#delivered = options.range?.start ?? 0;
  }

  async *read(): AsyncGenerator<InflatedChunk> {
    const { signal, onFinding, isCorrupt = false } = this.#options;
    this.#inflater.begin();
    try {
      if (isCorrupt) return yield* this.#readExactly();
      const rejection = yield* this.#readStored();
      if (rejection === undefined) return;
      if (this.#object.singleUse) {
        yield* this.#deliverHead();
        this.#report(damageOf(rejection, this.#inflater.members));
      } else yield* this.#readExactly(rejection);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ObjectReadError)) throw error;
      onFinding({ code: error.code, message: error.message, offset: this.#delivered });
    }
  }

  /** @returns why the kernel rejects the object; undefined if it does not */
  async *#readStored(): AsyncGenerator<InflatedChunk, Rejection | undefined> {
    const { signal, range, isMarkupRead } = this.#options;
    if (range !== undefined && !this.#isOnDisk()) {
      yield* this.#readPlain(this.#destination.open(this.#object, { signal, ...range }));
      return undefined;
    }
    if (range !== undefined) return yield* this.#readFile();
    const { storedBuffers: buffers } = this.#inflater;
    const stored = await openStored(this.#destination, this.#object, { signal, buffers }, isMarkupRead);
    if (stored.compression !== 'none') this.#options.onCompressed?.();
    if (stored.compression === 'gzip') return yield* this.#inflate(stored.bytes());
    if (stored.compression === 'zstd') {
      let damage: InflateDamage | undefined;
      const inflated = inflateZstd(stored.bytes(), (found) => {
        damage = found;
      });
      yield* this.#readPlain(checkedContent(inflated, 'zstd', isMarkupRead));
      if (damage !== undefined) this.#report(damage);
      return undefined;
    }
    if (this.#isOnDisk() && !this.#isSmall()) {
      await stored.close();
      return yield* this.#readFile();
    }
    yield* this.#readPlain(stored.bytes());
    return undefined;
  }

  #isOnDisk(): boolean {
    const { kind } = this.#destination.location;
    return this.#object.singleUse !== true && (kind === 'file' || kind === 'folder');
  }

  /** Copying a chunk or two takes less time than opening the file again. */
  #isSmall(): boolean {
    const { bytes } = this.#object;
    return bytes !== undefined && bytes <= this.#inflater.storedBuffers[0]!.length;
  }

  /** Reads a plain file, or a part of one, directly into the kernel's memory. */
  async *#readFile(): AsyncGenerator<InflatedChunk, undefined> {
    const { signal, range } = this.#options;
    const buffers = this.#inflater.plainBuffers();
    for await (const chunk of this.#destination.open(this.#object, { signal, buffers, ...range })) {
      yield* this.#deliver(this.#inflater.inPlace(chunk, this.#keepFrom));
    }
    const shorter = shorterThan(range, this.#delivered);
    if (shorter !== undefined) throw shorter;
  }

  async *#inflate(stored: AsyncIterable<Uint8Array>): AsyncGenerator<InflatedChunk, Rejection | undefined> {
    const inflater = this.#inflater;
    let failure: { error: unknown } | undefined;
    try {
      for await (const chunk of stored) {
        inflater.write(chunk);
        for (let step = inflater.next(this.#keepFrom); step.kind !== 'input'; step = inflater.next(this.#keepFrom)) {
          if (step.kind === 'rejected') return step;
          yield* this.#deliverInflated(step);
        }
      }
    } catch (error) {
      failure = { error };
    }
    // The bytes before a failure count.
    yield* this.#deliverHead();
    if (failure !== undefined) throw failure.error;
    const end = inflater.end();
    return end.kind === 'rejected' ? end : undefined;
  }

  async *#readPlain(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<InflatedChunk> {
    const inflater = this.#inflater;
    for await (const chunk of bytes) {
      if (!this.#options.wantsWindows) {
        this.#delivered += chunk.length;
        yield { bytes: chunk };
        continue;
      }
      for (let at = 0; at < chunk.length; at += inflater.plainBytes) {
        yield* this.#deliver(inflater.plain(chunk.subarray(at, at + inflater.plainBytes), this.#keepFrom));
      }
    }
  }

  /** As {@link #deliver}; the first bytes only once they are known to be lines. */
  *#deliverInflated(window: Inflated): Generator<InflatedChunk> {
    if (!this.#isHeadKept) return yield* this.#deliver(window);
    this.#keepFrom = window.keptFrom;
    if (window.end - window.keptFrom >= HEAD_BYTES) yield* this.#deliverHead();
  }

  /** Checks the first bytes and delivers them. @throws ObjectReadError if they are not lines */
  *#deliverHead(): Generator<InflatedChunk> {
    if (!this.#isHeadKept || this.#keepFrom === undefined) return;
    this.#isHeadKept = false;
    const window = this.#inflater.since(this.#keepFrom);
    const head = window.bytes.subarray(0, HEAD_BYTES);
    checkContent({ head, inside: 'gzip', isMarkupRead: this.#options.isMarkupRead });
    yield* this.#deliver(window);
  }

  *#deliver(window: Inflated): Generator<InflatedChunk> {
    this.#delivered += window.bytes.length;
    yield { bytes: window.bytes, window };
    this.#keepFrom = window.keepFrom;
  }

  /** Opens a damaged object again and delivers the bytes that the kernel did not deliver. @param rejection of the kernel */
  async *#readExactly(rejection?: Rejection): AsyncGenerator<InflatedChunk> {
    // A head that was not checked was not delivered either.
    if (this.#isHeadKept) this.#keepFrom = undefined;
    this.#isHeadKept = false;
    let isFound = false;
    const options = {
      ...this.#options,
      isDamaged: true,
      onFinding: (finding: ObjectFinding) => {
        isFound = true;
        this.#options.onFinding(finding);
      },
    };
    yield* this.#readPlain(skipBytes(readObject(this.#destination, this.#object, options), this.#delivered));
    if (rejection?.code === 'corrupt' && !isFound) throw new ObjectReadError('object-changed', DIFFERS_WHEN_READ_AGAIN);
  }

  #report(damage: InflateDamage): void {
    this.#options.onFinding({ ...damage, offset: this.#delivered });
  }
}

function damageOf({ code, reason }: Rejection, member: number): InflateDamage {
  if (code === 'corrupt') return corruptMember(member, reason);
  return code === 'truncated' ? TRUNCATED : TRAILING;
}
