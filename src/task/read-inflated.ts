// The bytes of an object, inflated by the kernel where that is possible. Whatever it refuses is read again by
// src/destination, whose answer counts: the bytes delivered already are the same ones and are passed over.
import { HeadgateError } from '../base/index.ts';
import { type Destination, type ObjectFinding, readObject, type StoredObject } from '../destination/index.ts';
import { createInflater, type Inflater, loadKernel } from '../kernel/index.ts';

/** Kernels not in use; each holds one stream at a time. */
const idle: Inflater[] = [];

/** Options of {@link readInflated}. */
export interface ReadInflatedOptions {
  signal: AbortSignal;
  onFinding: (finding: ObjectFinding) => void;
}

/**
 * Reads an object as `readObject` does.
 * A chunk is valid until the next one is asked for: it may be a view of the kernel's memory.
 * @throws as `readObject`
 */
export async function* readInflated(
  destination: Destination,
  object: StoredObject,
  options: ReadInflatedOptions,
): AsyncGenerator<Uint8Array> {
  let delivered = 0;
  // What can be opened once cannot be read again after a refusal. The name only spares plain objects a second opening,
  // which is a request in a bucket: what is gzip is told by the bytes, here and there.
  const isTried = object.once !== true && object.key.endsWith('.gz');
  const inflater = isTried ? await takeInflater() : undefined;
  if (inflater !== undefined) {
    const bytes = inflateStored(destination.open(object, { signal: options.signal }), inflater);
    try {
      let step = await bytes.next();
      for (; !step.done; step = await bytes.next()) {
        delivered += step.value.length;
        yield step.value;
      }
      if (step.value === 'whole') return;
    } catch (error) {
      // What stops this object alone is told, and retried, by the other way.
      if (error instanceof HeadgateError || options.signal.aborted) throw error;
    } finally {
      await bytes.return('refused');
      idle.push(inflater);
    }
  }
  let before = delivered;
  for await (const chunk of readObject(destination, object, options)) {
    if (chunk.length > before) yield before === 0 ? chunk : chunk.subarray(before);
    before = Math.max(0, before - chunk.length);
  }
}

/** Inflates a stream of stored bytes; one that is no gzip is refused before anything is delivered. */
async function* inflateStored(
  stored: AsyncIterable<Uint8Array>,
  inflater: Inflater,
): AsyncGenerator<Uint8Array, 'whole' | 'refused'> {
  inflater.begin();
  for await (const chunk of stored) {
    inflater.write(chunk);
    for (let step = inflater.next(); step.kind !== 'input'; step = inflater.next()) {
      if (step.kind === 'refused') return 'refused';
      yield step.bytes;
    }
  }
  return inflater.end().kind === 'whole' ? 'whole' : 'refused';
}

async function takeInflater(): Promise<Inflater | undefined> {
  const free = idle.pop();
  if (free !== undefined) return free;
  // A checkout in which nothing can be built (read-only, say) is read all the same.
  const kernel = await loadKernel().catch(() => undefined);
  return kernel === undefined ? undefined : createInflater(kernel);
}
