// Reads a stream until it is silent or too slow for too long. The clock runs only while the reader waits for bytes, so
// a slow reader never looks like a silent server.
import type { Readable } from 'node:stream';
import { printBytes, printWait } from '../../../base/index.ts';
import { MONOTONIC_CLOCK } from '../clock.ts';
import type { DestinationLimits } from '../destination.ts';
import { TOO_SLOW } from './request-failure.ts';

/**
 * Maximum number of bytes of a response other than an object. A page of 1,000 keys of 1,024 bytes takes up to 6 MiB: each byte as `%XX` in a
 * listing by S3, as `\u00XX` in one by the edge script.
 */
export const ANSWER_BYTES = 16 * 1024 * 1024;

/** Limits of one body. */
export interface ReadTimeout
  extends Pick<DestinationLimits, 'silenceMs' | 'leastBytes'>,
    Partial<Pick<DestinationLimits, 'clock'>> {
  /** Returns the end of the retry time, a time of the clock. @default none */
  deadline?: () => number;
}

/**
 * Yields the chunks of a body; destroys the body however reading ends. The client that sent the request ends a read when its signal is aborted.
 * @throws an error named `TimeoutError` if `leastBytes` take longer than `silenceMs` of waiting, unless the body ends
 * before, or if the body is silent at the deadline; the error that destroyed the body
 */
export async function* withReadTimeout(
  body: Readable,
  { silenceMs, leastBytes, clock = MONOTONIC_CLOCK, deadline = () => Number.POSITIVE_INFINITY }: ReadTimeout,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  // A body that arrives is progress, even a slow one: after the deadline, it is only cut while it is silent.
  let leftMs = Math.min(silenceMs, deadline() - clock.now());
  let missing = leastBytes;
  try {
    for (;;) {
      const began = clock.now();
      const cancel = clock.at(Math.min(began + leftMs, deadline()), () => body.destroy(silence(silenceMs, leastBytes)));
      const step = await chunks.next().finally(cancel);
      if (step.done) return;
      leftMs -= clock.now() - began;
      missing -= step.value.length;
      if (missing <= 0) {
        leftMs = silenceMs;
        missing = leastBytes;
      }
      yield step.value;
    }
  } finally {
    body.destroy();
  }
}

function silence(silenceMs: number, leastBytes: number): Error {
  return Object.assign(new Error(`${TOO_SLOW}${printBytes(leastBytes)} in ${printWait(silenceMs)}`), {
    name: 'TimeoutError',
  });
}

/** Reads a body that is not an object's. @returns more than `most` bytes if it is too long @throws as {@link withReadTimeout} */
export async function readBody(body: Readable, most: number, limits: ReadTimeout): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of withReadTimeout(body, limits)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > most) break;
  }
  return Buffer.concat(chunks);
}
