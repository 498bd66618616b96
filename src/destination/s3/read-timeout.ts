// Reads a stream as long as it is not silent or too slow. The clock runs only while bytes are waited for, so a slow
// reader is never mistaken for a silent server.
import type { Readable } from 'node:stream';
import { printCount, printPlural } from '../../base/index.ts';
import type { DestinationLimits } from '../destination.ts';

/**
 * The chunks of a body; it is destroyed however reading ends.
 * @throws an error named `TimeoutError` where `leastBytes` take longer than `silenceMs` of waiting, unless the body ends before;
 * the signal's reason when aborted
 */
export async function* withReadTimeout(
  body: Readable,
  { silenceMs, leastBytes }: Pick<DestinationLimits, 'silenceMs' | 'leastBytes'>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  // Destroying a body that waits for bytes ends the wait with this error.
  const abort = () =>
    body.destroy(signal?.reason instanceof Error ? signal.reason : new Error('aborted by the reader'));
  signal?.addEventListener('abort', abort, { once: true });
  let leftMs = silenceMs;
  let missing = leastBytes;
  try {
    signal?.throwIfAborted();
    for (;;) {
      const began = performance.now();
      const timer = setTimeout(() => body.destroy(silence(silenceMs, leastBytes)), leftMs);
      const step = await chunks.next().finally(() => clearTimeout(timer));
      if (step.done) return;
      leftMs -= performance.now() - began;
      missing -= step.value.length;
      if (missing <= 0) {
        leftMs = silenceMs;
        missing = leastBytes;
      }
      yield step.value;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    body.destroy();
  }
}

function silence(silenceMs: number, leastBytes: number): Error {
  return Object.assign(new Error(`fewer than ${printPlural(leastBytes, 'byte')} in ${printCount(silenceMs)} ms`), {
    name: 'TimeoutError',
  });
}
