// A body times out if its bytes do not arrive, or arrive too slowly; a slow reader does not cause a timeout.
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { withReadTimeout } from '../../../../src/input/destination/bucket/read-timeout.ts';

const NEVER = { silenceMs: 60_000, leastBytes: 1 };

/** Reads a body of these chunks, each some milliseconds after the one before. @returns its bytes */
async function read(chunks: readonly string[], limits: typeof NEVER, pauseMs = 0, readerMs = 0): Promise<string> {
  async function* slowly() {
    for (const chunk of chunks) {
      if (pauseMs > 0) await wait(pauseMs);
      yield Buffer.from(chunk);
    }
  }
  let text = '';
  for await (const chunk of withReadTimeout(Readable.from(slowly()), limits)) {
    text += Buffer.from(chunk).toString();
    if (readerMs > 0) await wait(readerMs);
  }
  return text;
}

describe('a body', () => {
  it('is read to its end', async () => {
    expect(await read(['a', 'bc', 'd'], NEVER)).toBe('abcd');
  });

  it('does not time out because its reader is slow', async () => {
    expect(await read(['a', 'b', 'c'], { silenceMs: 30, leastBytes: 1000 }, 0, 60)).toBe('abc');
  });

  it('fails if no bytes arrive', async () => {
    const body = new Readable({ read: () => {} });
    body.push('a');
    const chunks = withReadTimeout(body, { silenceMs: 30, leastBytes: 1 });
    expect(await chunks.next()).toMatchObject({ done: false });
    await expect(chunks.next()).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(body.destroyed).toBe(true);
  });

  it('fails if too few bytes arrive, although no pause is long', async () => {
    const trickle = Array.from({ length: 1000 }, () => 'a');
    const limits = { silenceMs: 200, leastBytes: 1000 };
    await expect(read(trickle, limits, 10)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('continues if enough bytes arrive, however long it takes in total', async () => {
    const chunks = Array.from({ length: 40 }, () => 'x'.repeat(100));
    expect(await read(chunks, { silenceMs: 5000, leastBytes: 100 }, 1)).toBe(chunks.join(''));
  });
});
