// The bytes of an object, inflated by the kernel where that is possible. Whatever it refuses is read again by
// src/destination, whose answer counts: the bytes delivered already are the same ones and are passed over.
import { HeadgateError } from '../base/index.ts';
import { type Destination, type ObjectFinding, readObject, type StoredObject } from '../destination/index.ts';
import type { Inflated, Inflater } from '../kernel/index.ts';

/** Options of {@link readInflated}. */
export interface ReadInflatedOptions {
  signal: AbortSignal;
  onFinding: (finding: ObjectFinding) => void;
  /** The kernel's, for this object alone until its last chunk is used up; undefined: do without. */
  inflater: Inflater | undefined;
  /** Whether all bytes are wanted in the kernel's memory, plain ones too. */
  wantsWindows: boolean;
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
  const { inflater, wantsWindows, signal } = options;
  let delivered = 0;
  let keepFrom: number | undefined;
  inflater?.begin();
  // What can be opened once cannot be read again after a refusal. The name only spares plain objects a second opening,
  // which is a request in a bucket: what is gzip is told by the bytes, here and there.
  if (inflater !== undefined && object.once !== true && object.key.endsWith('.gz')) {
    const windows = inflateStored(destination.open(object, { signal }), inflater);
    try {
      let step = await windows.next();
      for (; !step.done; step = await windows.next()) {
        const window = step.value;
        delivered += window.bytes.length;
        yield { bytes: window.bytes, window };
        keepFrom = window.keepFrom;
      }
      if (step.value === 'whole') return;
    } catch (error) {
      // What stops this object alone is told, and retried, by the other way.
      if (error instanceof HeadgateError || signal.aborted) throw error;
    } finally {
      await windows.return('refused');
    }
  }
  let before = delivered;
  for await (const chunk of readObject(destination, object, options)) {
    const bytes = chunk.subarray(Math.min(before, chunk.length));
    before -= chunk.length - bytes.length;
    if (bytes.length === 0) continue;
    if (inflater === undefined || !wantsWindows) {
      yield { bytes };
      continue;
    }
    for (let at = 0; at < bytes.length; at += inflater.plainBytes) {
      const window = inflater.plain(bytes.subarray(at, at + inflater.plainBytes), keepFrom);
      yield { bytes: window.bytes, window };
      keepFrom = window.keepFrom;
    }
  }
}

/** Inflates a stream of stored bytes; one that is no gzip is refused before anything is delivered. */
async function* inflateStored(
  stored: AsyncIterable<Uint8Array>,
  inflater: Inflater,
): AsyncGenerator<Inflated, 'whole' | 'refused'> {
  let keepFrom: number | undefined;
  for await (const chunk of stored) {
    inflater.write(chunk);
    for (let step = inflater.next(keepFrom); step.kind !== 'input'; step = inflater.next(keepFrom)) {
      if (step.kind === 'refused') return 'refused';
      yield step;
      keepFrom = step.keepFrom;
    }
  }
  return inflater.end().kind === 'whole' ? 'whole' : 'refused';
}
