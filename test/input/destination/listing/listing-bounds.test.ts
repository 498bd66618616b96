// Listings of very many objects: their progress, the message if next to none is a log, and the result of an aborted
// listing.
import { describe, expect, it } from 'vitest';
import type { ListOptions, ListProgress } from '../../../../src/input/destination/destination.ts';
import { listPlace } from '../../../../src/input/destination/listing/listing.ts';
import { looksLikeLog } from '../../../../src/input/destination/listing/object-key.ts';
import type { ListedObject } from '../../../../src/input/destination/listing/object-tree.ts';

/** Lists a bucket with these objects. */
function list(nameOf: (index: number) => string, count: number, options: ListOptions = {}) {
  const below = async function* (): AsyncGenerator<ListedObject> {
    for (let index = 0; index < count; index += 1) {
      options.signal?.throwIfAborted();
      yield { key: nameOf(index), bytes: 1 };
    }
  };
  const tree = { below, children: () => expect.fail() };
  const place = {
    tree,
    template: '',
    where: 'bucket',
    display: 's3://b/',
    nameOf: (key: string) => `s3://b/${key}`,
  } as const;
  return listPlace(place, {}, options);
}

describe('100,000 names and more', () => {
  const few = (index: number): string => (index % 200 === 0 ? `${index}.log` : `photos/${index}`);
  const some = (index: number): string => (index % 50 === 0 ? `${index}.log` : `part-${index}`);

  it('are doubtful if none looks like a log', async () => {
    const { objects, doubt } = await list((index) => `photos/${index}`, 300_000);
    expect(objects.length).toBe(300_000);
    expect(doubt).toMatch(/^s3:\/\/b\/ may be the wrong place: found 300,000 files, none of them named like logs, /);
  });
  it('are doubtful if hardly any looks like a log', async () => {
    expect((await list(few, 100_001)).doubt).toContain('only 501 of them named like logs');
  });
  it('are not doubtful if enough look like logs', async () => {
    expect((await list(some, 100_001)).doubt).toBeUndefined();
  });
  it('are listed without a doubt whatever their names if there are fewer', async () => {
    const { objects, doubt } = await list((index) => `${index}`, 99_999);
    expect([objects.length, doubt]).toEqual([99_999, undefined]);
  });
});

it.each<[string, boolean, boolean]>([
  ['20261101T000000Z_20261101T000500Z_0a1b2c3d', true, true],
  ['access.log', true, true],
  ['access.log.1', true, true],
  ['access.log-20261101.gz', true, true],
  ['EVENTS.NDJSON.ZST', true, true],
  ['a/b.csv', true, true],
  ['part-00001.gz', true, false],
  ['part-00001.json', true, false],
  ['catalog', false, false],
  ['photo.jpg', false, false],
  ['libc.so.6', false, false],
])('%s looks like a log: in a bucket %s, in a folder %s', (name, inBucket, inFolder) => {
  expect([looksLikeLog(name, 'bucket'), looksLikeLog(name, 'folder')]).toEqual([inBucket, inFolder]);
});

it('reports its progress', async () => {
  const seen: ListProgress[] = [];
  await list((index) => `logs/${index}${index === 2 ? '/.hidden' : '.log'}`, 5, {
    onProgress: (one) => seen.push(one),
  });
  expect(seen[0]).toMatchObject({ objects: 0, listed: 0 });
  expect(seen.at(-1)).toEqual({ objects: 4, listed: 5, at: 's3://b/logs/4.log' });
});

it('returns the objects found before it was aborted, with mayBePartial', async () => {
  const stopping = new AbortController();
  const options: ListOptions = {
    signal: stopping.signal,
    onProgress: ({ listed }) => {
      if (listed === 3) stopping.abort();
    },
  };
  expect(await list((index) => `${index}.log`, 10, { ...options, mayBePartial: true })).toMatchObject({
    isPartial: true,
    listed: 3,
    objects: { length: 3 },
  });
  await expect(list((index) => `${index}.log`, 10, options)).rejects.toThrow('abort');
});
