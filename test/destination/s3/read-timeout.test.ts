// A body is silent where bytes are waited for and do not come, or come too slowly; a slow reader does not make it silent.
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { withReadTimeout } from '../../../src/destination/s3/read-timeout.ts';

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
  for await (const chunk of withReadTimeout(Readable.from(slowly()), limits, undefined)) {
    text += Buffer.from(chunk).toString();
    if (readerMs > 0) await wait(readerMs);
  }
  return text;
}

describe('a body', () => {
  it('is read to its end', async () => {
    expect(await read(['a', 'bc', 'd'], NEVER)).toBe('abcd');
  });

  it('is not silent where its reader is slow', async () => {
    expect(await read(['a', 'b', 'c'], { silenceMs: 30, leastBytes: 1000 }, 0, 60)).toBe('abc');
  });

  it('ends with an error where nothing comes', async () => {
    const body = new Readable({ read: () => {} });
    body.push('a');
    const chunks = withReadTimeout(body, { silenceMs: 30, leastBytes: 1 }, undefined);
    expect(await chunks.next()).toMatchObject({ done: false });
    await expect(chunks.next()).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(body.destroyed).toBe(true);
  });

  it('ends with an error where too little comes, though no pause is long', async () => {
    const trickle = Array.from({ length: 1000 }, () => 'a');
    const limits = { silenceMs: 200, leastBytes: 1000 };
    await expect(read(trickle, limits, 10)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('goes on where enough comes, however long it takes in all', async () => {
    const chunks = Array.from({ length: 40 }, () => 'x'.repeat(100));
    expect(await read(chunks, { silenceMs: 5000, leastBytes: 100 }, 1)).toBe(chunks.join(''));
  });
});
