// Reads a stream as long as it is not silent for too long. The clock runs only while bytes are waited for, so a slow
// reader is never mistaken for a silent server.
import type { Readable } from 'node:stream';

/**
 * The chunks of a body; it is destroyed however reading ends.
 * @throws an error named `TimeoutError` after `silenceMs` without a byte; the signal's reason when aborted
 */
export async function* untilSilent(
  body: Readable,
  silenceMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  // Destroying a body that waits for bytes ends the wait with this error.
  const abort = () =>
    body.destroy(signal?.reason instanceof Error ? signal.reason : new Error('aborted by the reader'));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    signal?.throwIfAborted();
    for (;;) {
      const timer = setTimeout(() => body.destroy(silence(silenceMs)), silenceMs);
      const step = await chunks.next().finally(() => clearTimeout(timer));
      if (step.done) return;
      yield step.value;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    body.destroy();
  }
}

function silence(silenceMs: number): Error {
  return Object.assign(new Error(`no byte for ${silenceMs} ms`), { name: 'TimeoutError' });
}
