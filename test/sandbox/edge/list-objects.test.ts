// GET /?list of the edge script, in the platform's runtime: every object once, over all pages.
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { KEY, useEdge } from '../../helpers/edge/edge-runtime.ts';

/** Stores the objects that X-Fill announces; passes all other requests to the script. */
const HARNESS = `
import edge from './edge.mjs';

export default {
  async fetch(request, env) {
    if (!request.headers.has('x-fill')) return edge.fetch(request, env);
    await Promise.all((await request.json()).map((key) => env.BUCKET.put(key, key)));
    return new Response('filled');
  },
};
`;
const edge = useEdge(HARNESS);

interface Page {
  objects: { key: string; size: number; etag: string; uploaded: string }[];
  prefixes: string[];
  truncated: boolean;
  cursor?: string;
}

const COUNT = 1100;
/** 1,100 keys in 11 folders, and two whose order differs between UTF-8 and UTF-16. */
const KEYS = [
  ...Array.from(
    { length: COUNT },
    (_, index) => `logs/${String(Math.floor(index / 100)).padStart(2, '0')}/${index}.log`,
  ),
  'odd/\u{ffee}',
  'odd/\u{1f600} +&?=#%',
];
const sorted = (keys: string[]) => keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

beforeAll(async () => {
  const { status } = await edge().fetch('/', {
    method: 'POST',
    headers: { 'x-fill': '1' },
    body: JSON.stringify(KEYS),
  });
  expect(status).toBe(200);
});

async function request(
  query: Record<string, string>,
  headers: Record<string, string> = KEY,
  method = 'GET',
): Promise<Response> {
  return await edge().fetch(`/?${new URLSearchParams({ list: '', ...query })}`, { method, headers });
}

async function page(query: Record<string, string>): Promise<Page> {
  const response = await request(query);
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'application/json',
    'no-store',
  ]);
  return (await response.json()) as Page;
}

async function pages(query: Record<string, string>): Promise<Page[]> {
  const found = [await page(query)];
  for (let last = found[0]!; last.truncated; last = found.at(-1)!)
    found.push(await page({ ...query, cursor: last.cursor! }));
  return found;
}

const keysOf = (found: Page[]) => found.flatMap(({ objects }) => objects.map(({ key }) => key));

describe('a listing', () => {
  it.each<[Record<string, string>, pages: number]>([
    [{}, 2],
    [{ limit: '1000' }, 2],
    [{ limit: '551' }, 2],
    [{ limit: '150' }, 8],
    [{ limit: '', prefix: '', delimiter: '', cursor: '' }, 2],
  ])('%j has every object once, in order', async (query, count) => {
    const found = await pages(query);
    expect(keysOf(found)).toEqual(sorted(KEYS));
    expect(found.length).toBe(count);
    expect(found.map(({ cursor }) => cursor !== undefined)).toEqual(found.map(({ truncated }) => truncated));
  });

  it('describes objects as the S3 API does', async () => {
    const { objects } = await page({ prefix: 'logs/03/3', limit: '3' });
    const { Contents } = await edge().s3.send(
      new ListObjectsV2Command({ Bucket: edge().bucketName, Prefix: 'logs/03/3', MaxKeys: 3 }),
    );
    expect(objects).toEqual(
      Contents!.map(({ Key, Size, ETag, LastModified }) => ({
        key: Key,
        size: Size,
        etag: ETag!.slice(1, -1),
        uploaded: LastModified!.toISOString(),
      })),
    );
    expect(objects.length).toBe(3);
  });

  it.each([
    ['of some folders', 'logs/0'],
    ['of one folder', 'logs/10/'],
    ['of odd characters', 'odd/\u{1f600} +'],
    ['of no object', 'absent'],
    ['longer than a key', 'k'.repeat(2000)],
  ])('with a prefix %s', async (_, prefix) => {
    expect(keysOf(await pages({ prefix, limit: '70' }))).toEqual(sorted(KEYS.filter((key) => key.startsWith(prefix))));
  });

  it.each([1000, 4, 1])('with a delimiter groups keys, %i on a page', async (limit) => {
    const found = await pages({ prefix: 'logs/', delimiter: '/', limit: String(limit) });
    expect(found.flatMap(({ prefixes }) => prefixes)).toEqual(
      Array.from({ length: 11 }, (_, index) => `logs/${String(index).padStart(2, '0')}/`),
    );
    expect(keysOf(found)).toEqual([]);
  });

  it('answers HEAD without a body', async () => {
    const response = await request({}, KEY, 'HEAD');
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'application/json',
      '',
    ]);
  });

  it.each(['GET', 'HEAD'])('cannot %s without the key', async (method) => {
    for (const headers of [{}, { 'x-custom-auth-key': 'wrong' }]) {
      const response = await request({ limit: '0' }, headers as Record<string, string>, method);
      expect([response.status, await response.text()]).toEqual([403, method === 'GET' ? 'Forbidden' : '']);
    }
  });

  it.each(['0', '1001', '-1', '1.5', '1e2', 'x', '99999999999999999999', ' 5'])(
    'rejects the limit %s',
    async (limit) => {
      const response = await request({ limit });
      expect([response.status, await response.text()]).toEqual([400, 'Bad Limit']);
    },
  );

  it('rejects a cursor of another listing, and any other text', async () => {
    const { cursor } = await page({ prefix: 'logs/', limit: '1' });
    const own = { prefix: 'logs/', cursor: cursor! };
    expect((await request(own)).status).toBe(200);
    for (const query of [
      { ...own, prefix: 'logs' },
      { ...own, prefix: '' },
      { ...own, delimiter: '/' },
      { ...own, cursor: cursor!.slice(1) },
      { ...own, cursor: 'x' },
      { ...own, cursor: 'ü' },
      { ...own, cursor: btoa('[]') },
      { ...own, cursor: btoa('["logs/","",{}]') },
      { ...own, cursor: btoa('null') },
    ]) {
      const response = await request(query as Record<string, string>);
      expect([response.status, await response.text()]).toEqual([400, 'Bad Cursor']);
    }
  });

  it('is one of the path / only', async () => {
    expect((await edge().fetch('/private/?list', { headers: KEY })).status).toBe(404);
    expect((await edge().fetch('//?list', { headers: KEY })).status).toBe(403);
    expect((await edge().fetch('/?list', { method: 'PUT', headers: KEY, body: 'x' })).status).toBe(400);
    expect((await edge().fetch('/?list', { method: 'DELETE', headers: KEY })).status).toBe(400);
  });
});
