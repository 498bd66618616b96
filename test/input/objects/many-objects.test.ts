// Many objects: small files give the report of one large file, and many objects of a bucket are requested at a time, but not all.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Report } from '../../../src/analysis/replay/index.ts';
import { explain, type ReplayRequest, replay } from '../../../src/verbs/index.ts';
import { startCountingBucket } from '../../helpers/destination/counting-bucket.ts';
import { storedObjects } from '../../helpers/stored-samples.ts';
import { replayRequest } from '../../helpers/verbs/replay-request.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-many-'));
const LINES = storedObjects('all-requests', '20261101/')
  .map((one) => one.text)
  .join('')
  .split('\n')
  .slice(0, 400);

function requestFor(source: string, changes: Partial<ReplayRequest> = {}): ReplayRequest {
  const filters = [{ kind: 'filter', value: 'EdgeResponseStatus >= 500 or BotScore < 30' }] as const;
  return replayRequest({ filters, sources: [source], bytesPerThread: 0, ...changes });
}

/** What does not depend on how lines are spread over objects. */
async function figuresOf(request: ReplayRequest): Promise<Partial<Report>> {
  const { lines, jobs, fields, overlap } = await replay(request);
  return { lines, jobs: jobs!, fields: fields!, overlap: overlap! };
}

describe('400 files of one line give what one file of 400 lines gives', () => {
  mkdirSync(join(folder, 'small'));
  for (const [index, line] of LINES.entries()) {
    const isGzip = index % 7 === 0;
    const text = `${line}\n`;
    writeFileSync(join(folder, 'small', `${index}.log${isGzip ? '.gz' : ''}`), isGzip ? gzipSync(text) : text);
  }
  writeFileSync(join(folder, 'large.log'), `${LINES.join('\n')}\n`);
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    { threads: 1, kernel: 'on' },
    { threads: 1, kernel: 'off' },
    { threads: 3, kernel: 'on' },
  ])('with $threads threads and the kernel $kernel', async ({ threads, kernel }) => {
    vi.stubEnv('HEADGATE_KERNEL', kernel);
    const large = await figuresOf(requestFor(join(folder, 'large.log')));
    const seen: number[] = [];
    const request = requestFor(join(folder, 'small'), { threads, onProgress: ({ objects }) => seen.push(objects) });
    expect(await figuresOf(request)).toEqual(large);
    expect(seen.at(-1)).toBe(400);
  });
});

describe('objects of a bucket in flight', () => {
  it.each([1, 2])('small ones: 64 in %i threads', async (threads) => {
    // Answers wait until so many are asked for: with fewer in flight the run would not end.
    const bucket = await startCountingBucket({ objects: 96, listedBytes: 33, answerAt: 64 });
    const report = await replay(requestFor(bucket.source, { threads }));
    await bucket.stop();
    expect(report.source).toMatchObject({ objects: 96, unreadable: 0 });
    expect(report.lines.read).toBe(96);
    expect(bucket.most()).toBe(64);
  });

  it('explain, which reads in order, fetches 32 objects before they are due', async () => {
    const bucket = await startCountingBucket({ objects: 96, listedBytes: 1024, answerAt: 32 });
    const { lines, summary } = await explain({
      sources: [bucket.source],
      filters: ['EdgeResponseStatus >= 500'],
      choice: { where: 'all', limit: 96 },
    });
    await bucket.stop();
    expect(summary.lines).toBe(96);
    // Each object has a second, blank line.
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 96 }, (_, index) => 2 * index + 1));
    expect(bucket.most()).toBe(32);
  });

  it('large ones: as many as fit', async () => {
    const bucket = await startCountingBucket({ objects: 16, listedBytes: 4 * 1024 * 1024, answerAt: 8 });
    await replay(requestFor(bucket.source));
    await bucket.stop();
    expect(bucket.most()).toBe(8);
  });
});
