// The bytes of an object, inflated by the kernel where that is possible. What it refuses is read again by
// src/destination, whose answer counts: the bytes delivered already are the same ones and are passed over. Only what can
// be opened just once (standard input, a pipe) rests on the kernel's own answer, which tests hold to be zlib's.
import {
  beyond,
  corruptMember,
  type Destination,
  type InflateDamage,
  type ObjectFinding,
  ObjectReadError,
  openStored,
  readObject,
  type StoredObject,
  TRAILING,
  TRUNCATED,
} from '../destination/index.ts';
import type { Inflated, Inflater, Refusal } from '../kernel/index.ts';
import type { LineRange } from './sources.ts';

/** Options of {@link readInflated}. */
export interface ReadInflatedOptions {
  signal: AbortSignal;
  onFinding: (finding: ObjectFinding) => void;
  /** The kernel's, for this object alone until its last chunk is used up; undefined: do without. */
  inflater: Inflater | undefined;
  /** Whether all bytes are wanted in the kernel's memory, plain ones too. */
  wantsWindows: boolean;
  /** Of a plain file, the part that is wanted. @default all */
  range?: LineRange | undefined;
}

/** Bytes of an object, valid until the next ones are asked for. */
export interface InflatedChunk {
  bytes: Uint8Array;
  /** Where they are in the kernel's memory; always there where windows are wanted and there is an inflater. */
  window?: Inflated;
}

/** Reads an object. @throws as `readObject` */
export async function* readInflated(
  destination: Destination,
  object: StoredObject,
  options: ReadInflatedOptions,
): AsyncGenerator<InflatedChunk> {
  const { inflater, range } = options;
  if (inflater !== undefined) yield* new KernelReading(destination, object, inflater, options).read();
  else yield* asChunks(readObject(destination, object, { ...options, ...range }), options);
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

/** A file may be replaced or cut after it was split. @returns what is wrong where a part ends before its end */
function shorterThan(range: LineRange | undefined, end: number): ObjectReadError | undefined {
  if (range === undefined || range.end === Number.POSITIVE_INFINITY || end >= range.end) return undefined;
  return new ObjectReadError('object-changed', `it ends after ${end} bytes and was longer when reading began`);
}

/** One object on its way through the kernel's memory. */
class KernelReading {
  readonly #destination: Destination;
  readonly #object: StoredObject;
  readonly #inflater: Inflater;
  readonly #options: ReadInflatedOptions;
  /** Offset in the object of what comes next. */
  #delivered: number;
  /** First byte in the kernel's memory that is still wanted. */
  #keepFrom: number | undefined;

  constructor(destination: Destination, object: StoredObject, inflater: Inflater, options: ReadInflatedOptions) {
    this.#destination = destination;
    this.#object = object;
    this.#inflater = inflater;
    this.#options = options;
    this.#delivered = options.range?.start ?? 0;
  }

  async *read(): AsyncGenerator<InflatedChunk> {
    const { signal, onFinding } = this.#options;
    this.#inflater.begin();
    try {
      const refusal = yield* this.#readStored();
      if (refusal === undefined) return;
      if (this.#object.once) this.#tell(damageOf(refusal, this.#inflater.members));
      else yield* this.#readAgain();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ObjectReadError)) throw error;
      onFinding({ code: error.code, message: error.message, offset: this.#delivered });
    }
  }

  /** @returns why the kernel refuses it */
  async *#readStored(): AsyncGenerator<InflatedChunk, Refusal | undefined> {
    const { signal, range } = this.#options;
    if (range !== undefined) return yield* this.#readFile();
    const stored = await openStored(this.#destination, this.#object, { signal, buffers: this.#inflater.storedBuffers });
    const { compression } = stored;
    if (compression.kind === 'unread') {
      await stored.close();
      throw new ObjectReadError('compression-unknown', compression.message);
    }
    if (compression.kind === 'gzip') return yield* this.#inflate(stored.bytes());
    if (this.#isOnDisk() && !this.#isSmall()) {
      await stored.close();
      return yield* this.#readFile();
    }
    yield* this.#readPlain(stored.bytes());
    return undefined;
  }

  #isOnDisk(): boolean {
    const { kind } = this.#destination.location;
    return this.#object.once !== true && (kind === 'file' || kind === 'folder');
  }

  /** To copy a chunk or two takes less time than to open the file again. */
  #isSmall(): boolean {
    const { bytes } = this.#object;
    return bytes !== undefined && bytes <= this.#inflater.storedBuffers[0]!.length;
  }

  /** Reads a plain file, or a part of one, right into the kernel's memory. */
  async *#readFile(): AsyncGenerator<InflatedChunk, undefined> {
    const { signal, range } = this.#options;
    const buffers = this.#inflater.plainBuffers();
    for await (const chunk of this.#destination.open(this.#object, { signal, buffers, ...range })) {
      yield* this.#deliver(this.#inflater.inPlace(chunk, this.#keepFrom));
    }
    const shorter = shorterThan(range, this.#delivered);
    if (shorter !== undefined) throw shorter;
  }

  async *#inflate(stored: AsyncIterable<Uint8Array>): AsyncGenerator<InflatedChunk, Refusal | undefined> {
    const inflater = this.#inflater;
    for await (const chunk of stored) {
      inflater.write(chunk);
      for (let step = inflater.next(this.#keepFrom); step.kind !== 'input'; step = inflater.next(this.#keepFrom)) {
        if (step.kind === 'refused') return step;
        yield* this.#deliver(step);
      }
    }
    const end = inflater.end();
    return end.kind === 'refused' ? end : undefined;
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

  *#deliver(window: Inflated): Generator<InflatedChunk> {
    this.#delivered += window.bytes.length;
    yield { bytes: window.bytes, window };
    this.#keepFrom = window.keepFrom;
  }

  /** Delivers what the kernel has not. */
  async *#readAgain(): AsyncGenerator<InflatedChunk> {
    yield* this.#readPlain(beyond(readObject(this.#destination, this.#object, this.#options), this.#delivered));
  }

  #tell({ code, message }: InflateDamage): void {
    this.#options.onFinding({ code, message, offset: this.#delivered });
  }
}

function damageOf({ code, reason }: Refusal, member: number): InflateDamage {
  if (code === 'corrupt') return corruptMember(member, reason);
  return code === 'truncated' ? TRUNCATED : TRAILING;
}
