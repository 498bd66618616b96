// One object → its bytes, inflated if they are gzip or Zstandard. Every fault of the object becomes a finding, reported
// after all bytes before it; only failures that concern every object are thrown. Does not split lines.
import type { Compression } from './compression/compression.ts';
import { type InflateDamage, inflateExactly, TRUNCATED } from './compression/inflate-exactly.ts';
import { inflateFast } from './compression/inflate-fast.ts';
import { inflateZstd } from './compression/inflate-zstd.ts';
import type { Destination, OpenOptions, StoredObject } from './destination.ts';
import { checkContent, HEAD_BYTES, isLineOfJson } from './foreign-content.ts';
import { DIFFERS_WHEN_READ_AGAIN, type ObjectFinding, ObjectReadError } from './object-finding.ts';
import { SniffedStream, skipBytes } from './sniffed-stream.ts';
import { openStored } from './stored-object.ts';

/** Options of {@link readObject}. */
export interface ReadObjectOptions {
  signal?: AbortSignal;
  /** Called at most once, after the last byte that counts. */
  onFinding?: (finding: ObjectFinding) => void;
  /** First byte to read, and the offset after the last. Uncompressed local files only. @default all */
  start?: number;
  end?: number;
  /** Whether to accept an HTML or XML page as lines, because the user specifies the input format. @default false */
  isMarkupRead?: boolean;
  /** Called before the first byte of a compressed object. */
  onCompressed?: () => void;
  /** Whether the object is known to be damaged: gzip is then inflated exactly, without trying the fast inflater. @default false */
  isDamaged?: boolean;
}

/**
 * Reads an object, inflated if its first bytes are gzip or Zstandard. Chunks have any size, and the caller may keep
 * them. Holds about 1 MiB for any object size, and reads no faster than the caller consumes. If a member is damaged,
 * the object is opened a second time to deliver exactly the bytes that inflate before the damage; no byte is delivered
 * twice.
 * @throws HeadgateError if no object of the destination can be read; the signal's reason when aborted
 */
export async function* readObject(
  destination: Destination,
  object: StoredObject,
  options: ReadObjectOptions = {},
): AsyncGenerator<Uint8Array> {
  // Ends pending reads when the caller stops early.
  const finished = new AbortController();
  const { signal } = finished;
  // Not AbortSignal.any: a million of them leave a million entries in the signal they follow.
  const stop = (): void => finished.abort(options.signal?.reason);
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop, { once: true });
  let delivered = options.start ?? 0;
  const report = (found: Omit<ObjectFinding, 'offset'>) => options.onFinding?.({ ...found, offset: delivered });
  try {
    const { start, end, isMarkupRead, onCompressed, isDamaged = false } = options;
    const open = { signal, start, end };
    const content = { isMarkupRead, onCompressed, isDamaged, onDamage: report };
    for await (const chunk of contentOf(destination, object, open, content)) {
      delivered += chunk.length;
      yield chunk;
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof ObjectReadError)) throw error;
    report({ code: error.code, message: error.message });
  } finally {
    options.signal?.removeEventListener('abort', stop);
    finished.abort();
  }
}

/** Callbacks and settings for the content of an object. */
interface ContentOptions {
  isMarkupRead: boolean | undefined;
  onCompressed: (() => void) | undefined;
  isDamaged: boolean;
  onDamage: (damage: InflateDamage) => void;
}

async function* contentOf(
  destination: Destination,
  object: StoredObject,
  options: OpenOptions,
  { isMarkupRead, onCompressed, isDamaged, onDamage }: ContentOptions,
): AsyncGenerator<Uint8Array> {
  // A part does not start at the beginning of the object, so its first bytes identify nothing.
  if (options.start !== undefined) return yield* destination.open(object, options);
  const { compression, bytes } = await openStored(destination, object, options, isMarkupRead);
  if (compression === 'none') return yield* bytes();
  onCompressed?.();
  let damage: InflateDamage | undefined;
  const note = (found: InflateDamage) => {
    damage = found;
  };
  // An object that can be opened once cannot be read again after damage, and one that is known to be damaged need not be.
  const isExact = object.singleUse === true || isDamaged;
  const inflateGzip = (): AsyncGenerator<Uint8Array> =>
    isExact ? inflateExactly(bytes(), note) : inflateOrReopen(bytes(), destination, object, options, note);
  const inflated = compression === 'zstd' ? inflateZstd(bytes(), note) : inflateGzip();
  yield* checkedContent(inflated, compression, isMarkupRead);
  // The beginning is checked before it is delivered, and may contain the damage.
  if (damage !== undefined) onDamage(damage);
}

/**
 * Passes inflated bytes on after checking that they do not begin with another format than lines.
 * @throws ObjectReadError
 */
export async function* checkedContent(
  inflated: AsyncIterable<Uint8Array>,
  compression: Compression,
  isMarkupRead: boolean | undefined,
): AsyncGenerator<Uint8Array> {
  const sniffed = await SniffedStream.open(inflated, HEAD_BYTES, isLineOfJson);
  try {
    checkContent({ head: sniffed.head(HEAD_BYTES), inside: compression, isMarkupRead });
    yield* sniffed.bytes();
  } finally {
    await sniffed.close();
  }
}

/** Inflates with Node's zlib, and if that finds damage, opens the object again to inflate it exactly. */
async function* inflateOrReopen(
  stored: AsyncIterable<Uint8Array>,
  destination: Destination,
  object: StoredObject,
  options: OpenOptions,
  onDamage: (damage: InflateDamage) => void,
): AsyncGenerator<Uint8Array> {
  let delivered = 0;
  const fast = inflateFast(stored);
  let step = await fast.next();
  try {
    for (; !step.done; step = await fast.next()) {
      delivered += step.value.length;
      yield step.value;
    }
  } finally {
    await fast.return('whole');
  }
  const outcome = step.value;
  if (outcome === 'truncated') onDamage(TRUNCATED);
  if (outcome !== 'damaged' && outcome !== 'padded') return;
  let isFound = false;
  const exact = inflateExactly(destination.open(object, options), (damage) => {
    isFound = true;
    onDamage(damage);
  });
  yield* skipBytes(exact, delivered);
  if (outcome === 'damaged' && !isFound) {
    throw new ObjectReadError('object-changed', DIFFERS_WHEN_READ_AGAIN);
  }
}
