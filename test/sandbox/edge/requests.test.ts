// Each kind of request to the edge script and its answer, in the platform's runtime.
import { beforeAll, describe, expect, it } from 'vitest';
import { KEY, SECRET, useEdge } from '../../helpers/edge/edge-runtime.ts';
import { rawRequest } from '../../helpers/edge/raw-request.ts';

const edge = useEdge();

/** Status and text of an answer. */
async function answer(method: string, path: string, init: RequestInit = {}): Promise<[number, string]> {
  const response = await edge().fetch(path, { method, ...init });
  return [response.status, await response.text()];
}

async function put(key: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await edge().fetch(`/${encodeURIComponent(key)}`, {
    method: 'PUT',
    headers: { ...KEY, ...headers },
    body,
  });
  expect([response.status, await response.text()]).toEqual([200, `Put ${key} successfully!`]);
  return response;
}

/** The keys of all objects, read over the script. */
async function keys(): Promise<string[]> {
  const page = (await (await edge().fetch('/?list', { headers: KEY })).json()) as { objects: { key: string }[] };
  return page.objects.map(({ key }) => key);
}

const DIGITS = '0123456789';
const DIGITS_ETAG = '"781e5e245d69b566979b86e28d23f2c7"';

beforeAll(async () => {
  await put('index.html', '<h1>');
  await put('public/digits', DIGITS, {
    'content-type': 'text/x-digits',
    'content-language': 'en',
    'cache-control': 'max-age=5',
  });
  await put('public/empty', '');
  await put('private/log', 'log', { 'cache-control': 'public, max-age=9', expires: 'Thu, 01 Jan 2099 00:00:00 GMT' });
  await put('elsewhere', 'hidden');
});

describe('PUT and DELETE', () => {
  it('store and remove with the key', async () => {
    expect(await answer('PUT', '/a%20b', { headers: KEY, body: 'x' })).toEqual([200, 'Put a b successfully!']);
    expect(await keys()).toContain('a b');
    expect(await answer('DELETE', '/a%20b', { headers: KEY })).toEqual([200, 'Deleted!']);
    expect(await keys()).not.toContain('a b');
  });

  it('report success for an absent object', async () => {
    expect(await answer('DELETE', '/absent', { headers: KEY })).toEqual([200, 'Deleted!']);
  });

  it.each<[string, Record<string, string>]>([
    ['no key', {}],
    ['an empty key', { 'x-custom-auth-key': '' }],
    ['a part of the key', { 'x-custom-auth-key': SECRET.slice(0, -1) }],
    ['more than the key', { 'x-custom-auth-key': `${SECRET}x` }],
    ['the key in other case', { 'x-custom-auth-key': SECRET.toUpperCase() }],
    ['the key in another header', { authorization: `Bearer ${SECRET}` }],
    ['the key twice', { 'x-custom-auth-key': `${SECRET}, ${SECRET}` }],
  ])('are rejected with %s', async (_, headers) => {
    const before = await keys();
    expect(await answer('PUT', '/public/digits', { headers, body: 'x' })).toEqual([403, 'Forbidden']);
    expect(await answer('PUT', '/new', { headers, body: 'x' })).toEqual([403, 'Forbidden']);
    expect(await answer('DELETE', '/public/digits', { headers })).toEqual([403, 'Forbidden']);
    expect(await keys()).toEqual(before);
    expect(await answer('GET', '/public/digits')).toEqual([200, DIGITS]);
  });

  it('reject a part of an object, which would replace all of it', async () => {
    const headers = { ...KEY, 'content-range': 'bytes 8-9/10' };
    expect(await answer('PUT', '/public/digits', { headers, body: '89' })).toEqual([
      400,
      'Partial Upload Not Supported',
    ]);
    expect(await answer('GET', '/public/digits')).toEqual([200, DIGITS]);
  });

  it('accept the header in any case', async () => {
    const { status } = await rawRequest(
      edge().origin,
      `PUT /odd HTTP/1.1\r\nx-CUSTOM-auth-KEY: ${SECRET}\r\nContent-Length: 1`,
      'x',
    );
    expect(status).toBe(200);
  });

  it('reject the key in two headers', async () => {
    const twice = `X-Custom-Auth-Key: ${SECRET}\r\nx-custom-auth-key: ${SECRET}`;
    const { status } = await rawRequest(edge().origin, `PUT /twice HTTP/1.1\r\n${twice}\r\nContent-Length: 1`, 'x');
    expect(status).toBe(403);
  });
});

describe('the key of an object', () => {
  it.each([
    ['/a%2Fb', 'a/b'],
    ['/a%252Fb', 'a%2Fb'],
    ['/%C3%BC', 'ü'],
    ['/a+b', 'a+b'],
    ['/a?list', 'a'],
    ['/a?x=/../b', 'a'],
    ['//a', '/a'],
    ['/a/', 'a/'],
    ['/a..b', 'a..b'],
    ['/...', '...'],
    ['/a/../b', 'b'],
    ['/a/%2e%2E/b', 'b'],
    ['/a\\..\\b', 'b'],
    ['/%00%0A', '\0\n'],
    ['/%252e%252e/a', '%2e%2e/a'],
  ])('of %s is %j', async (path, key) => {
    const { status } = await rawRequest(
      edge().origin,
      `PUT ${path} HTTP/1.1\r\nX-Custom-Auth-Key: ${SECRET}\r\nContent-Length: 1`,
      'x',
    );
    expect(status).toBe(200);
    expect(await keys()).toContain(key);
    await rawRequest(edge().origin, `DELETE ${path} HTTP/1.1\r\nX-Custom-Auth-Key: ${SECRET}`);
    expect(await keys()).not.toContain(key);
  });

  it.each([
    '/',
    '/?lists',
    '/a%2F..%2Fb',
    '/..%2Fa',
    '/a%2F..',
    '/a%5C..%5Cb',
    '/%2E%2E%2Fa',
    '/%',
    '/%zz',
    '/%ff',
    '/%C3',
    '/%ED%A0%80',
  ])('is rejected in %s, with and without the secret', async (path) => {
    const auth = `\r\nX-Custom-Auth-Key: ${SECRET}`;
    for (const [method, header] of [
      ['GET', ''],
      ['HEAD', auth],
      ['PUT', auth],
      ['DELETE', ''],
    ]) {
      const head = `${method} ${path} HTTP/1.1${header}\r\nContent-Length: 0`;
      const { status, body } = await rawRequest(edge().origin, head);
      expect([status, body]).toEqual([400, method === 'HEAD' ? '' : 'Bad Object Key']);
    }
  });

  it.each([
    ['a', 1024],
    ['%C3%BC', 512],
  ])('has at most 1,024 bytes of UTF-8: %s × %i', async (character, count) => {
    const put = async (length: number) =>
      (await answer('PUT', `/${character.repeat(length)}`, { headers: KEY, body: 'x' }))[0];
    expect([await put(count), await put(count + 1)]).toEqual([200, 400]);
    expect(await answer('DELETE', `/${character.repeat(count)}`, { headers: KEY })).toEqual([200, 'Deleted!']);
  });
});

describe('GET and HEAD', () => {
  it('return an allowed object with its metadata', async () => {
    const headers = { 'accept-encoding': 'identity' };
    const response = await edge().fetch('/public/digits', { headers });
    expect(response.status).toBe(200);
    const list = await edge().fetch('/?list&prefix=public/digits', { headers: KEY });
    const { uploaded } = ((await list.json()) as { objects: { uploaded: string }[] }).objects[0]!;
    expect(Object.fromEntries(response.headers)).toEqual({
      'accept-ranges': 'bytes',
      'cache-control': 'max-age=5',
      'content-language': 'en',
      'content-length': '10',
      'content-type': 'text/x-digits',
      etag: DIGITS_ETAG,
      'last-modified': new Date(uploaded).toUTCString(),
      'x-content-type-options': 'nosniff',
    });
    expect(await response.text()).toBe(DIGITS);
    const head = await edge().fetch('/public/digits', { method: 'HEAD', headers });
    expect([head.status, Object.fromEntries(head.headers)]).toEqual([200, Object.fromEntries(response.headers)]);
    expect(await head.text()).toBe('');
  });

  it.each([
    ['a key of the list', '/index.html', {}, 200],
    ['a prefix of the list', '/public/digits', {}, 200],
    ['an empty object', '/public/empty', {}, 200],
    ['an absent object', '/public/absent', {}, 404],
    ['the prefix itself', '/public/', {}, 404],
    ['a key that only begins like one of the list', '/index.html.bak', {}, 403],
    ['a key in other case', '/PUBLIC/digits', {}, 403],
    ['a prefix without its slash', '/publicity', {}, 403],
    ['a prefix that is encoded twice', '/public%252Fdigits', {}, 403],
    ['an existing object elsewhere', '/elsewhere', {}, 403],
    ['an existing object elsewhere, with the key', '/elsewhere', KEY, 403],
    ['an absent object elsewhere, with the key', '/nowhere', KEY, 403],
    ['an object for the key, without it', '/private/log', {}, 403],
    ['an object for the key, with a wrong one', '/private/log', { 'x-custom-auth-key': 'wrong' }, 403],
    ['an object for the key', '/private/log', KEY, 200],
    ['an absent object for the key', '/private/absent', KEY, 404],
    ['a public object, with a wrong key', '/public/digits', { 'x-custom-auth-key': 'wrong' }, 200],
  ])('of %s', async (_, path, headers, status) => {
    const get = await edge().fetch(path, { headers });
    const head = await edge().fetch(path, { method: 'HEAD', headers });
    expect([get.status, head.status]).toEqual([status, status]);
    const text = await get.text();
    if (status === 403) expect(text).toBe('Forbidden');
    if (status === 404) expect(text).toBe('Object Not Found');
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  });

  it('reject with the same bytes whether an object exists or not, and whatever the key is', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answers = await Promise.all(
        ['/elsewhere', '/nowhere', '/private/log', '/private/absent'].flatMap((path) =>
          ['', '\r\nX-Custom-Auth-Key: wrong', '\r\nRange: bytes=0-0', '\r\nIf-Match: "x"'].map((header) =>
            rawRequest(edge().origin, `${method} ${path} HTTP/1.1${header}`),
          ),
        ),
      );
      expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(answers[0]).toMatchObject({ status: 403, body: method === 'GET' ? 'Forbidden' : '' });
    }
  });

  it.each(['/private/log', '/private/absent'])('keep %s out of shared caches', async (path) => {
    for (const headers of [
      {},
      { range: 'bytes=0-0' },
      { range: 'bytes=9-' },
      { 'if-match': '"x"' },
      { 'if-none-match': '*' },
    ]) {
      const response = await edge().fetch(path, { headers: { ...KEY, ...headers } });
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('vary')).toContain('x-custom-auth-key');
      await response.text();
    }
  });
});

describe('ranges', () => {
  it.each<[string, number, string, string | null]>([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=0-', 206, DIGITS, 'bytes 0-9/10'],
    ['bytes=9-', 206, '9', 'bytes 9-9/10'],
    ['bytes=7-99', 206, '789', 'bytes 7-9/10'],
    ['bytes=7-99999999999999999999', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, DIGITS, 'bytes 0-9/10'],
    ['Bytes = 1 - 1', 416, 'Range Not Satisfiable', 'bytes */10'],
    ['BYTES=1-1', 206, '1', 'bytes 1-1/10'],
    ['bytes=10-', 416, 'Range Not Satisfiable', 'bytes */10'],
    ['bytes=10-12', 416, 'Range Not Satisfiable', 'bytes */10'],
    ['bytes=99999999999999999999-', 416, 'Range Not Satisfiable', 'bytes */10'],
    ['bytes=-0', 416, 'Range Not Satisfiable', 'bytes */10'],
    ['bytes=4-2', 416, 'Range Not Satisfiable', 'bytes */10'],
    ['bytes=-', 416, 'Range Not Satisfiable', 'bytes */10'],
    ['bytes=', 416, 'Range Not Satisfiable', 'bytes */10'],
    ['bytes=a-b', 416, 'Range Not Satisfiable', 'bytes */10'],
    ['bytes=+1-2', 416, 'Range Not Satisfiable', 'bytes */10'],
    ['bytes=0-1,3-4', 200, DIGITS, null],
    ['lines=0-1', 200, DIGITS, null],
    ['bytes', 200, DIGITS, null],
  ])('%s', async (range, status, text, contentRange) => {
    const response = await edge().fetch('/public/digits', { headers: { range, 'accept-encoding': 'identity' } });
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ]);
    expect(response.headers.get('content-length')).toBe(String(text.length));
    const head = await edge().fetch('/public/digits', { method: 'HEAD', headers: { range } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
  });

  it.each(['bytes=0-', 'bytes=0-0', 'bytes=-1', 'bytes=1-'])('%s of an empty object', async (range) => {
    const response = await edge().fetch('/public/empty', { headers: { range } });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */0']);
  });

  it('of an absent object', async () => {
    expect(await answer('GET', '/public/absent', { headers: { range: 'bytes=0-' } })).toEqual([
      404,
      'Object Not Found',
    ]);
  });

  it.each<[string, string, number]>([
    ['the ETag', DIGITS_ETAG, 206],
    ['the ETag without quotes', DIGITS_ETAG.slice(1, -1), 206],
    ['a weak ETag', `W/${DIGITS_ETAG}`, 200],
    ['another ETag', '"x"', 200],
    ['a star', '*', 200],
    ['an earlier date', 'Sun, 06 Nov 1994 08:49:37 GMT', 200],
    ['a later date', 'Thu, 01 Jan 2099 00:00:00 GMT', 200],
    ['the date', 'LAST-MODIFIED', 206],
  ])('If-Range with %s', async (_, value, status) => {
    const modified = (await edge().fetch('/public/digits', { method: 'HEAD' })).headers.get('last-modified')!;
    const ifRange = value.replace('LAST-MODIFIED', modified);
    const range = await edge().fetch('/public/digits', { headers: { range: 'bytes=1-2', 'if-range': ifRange } });
    expect([range.status, await range.text()]).toEqual([status, status === 206 ? '12' : DIGITS]);
    const bad = await edge().fetch('/public/digits', { headers: { range: 'bytes=99-', 'if-range': ifRange } });
    expect(bad.status).toBe(status === 206 ? 416 : 200);
    await bad.text();
  });
});

describe('preconditions', () => {
  const PAST = 'Sun, 06 Nov 1994 08:49:37 GMT';
  const FUTURE = 'Thu, 01 Jan 2099 00:00:00 GMT';
  const bare = DIGITS_ETAG.slice(1, -1);
  // Outcome of reads and of writes. SAME is the time of the upload.
  it.each<[Record<string, string>, read: number, write: number]>([
    [{}, 200, 200],
    [{ 'if-match': DIGITS_ETAG }, 200, 200],
    [{ 'if-match': `"x", ${DIGITS_ETAG}` }, 200, 200],
    [{ 'if-match': bare }, 200, 200],
    [{ 'if-match': '*' }, 200, 200],
    // The runtime drops a header without a value.
    [{ 'if-match': '' }, 200, 200],
    [{ 'if-match': '"x", *' }, 200, 200],
    [{ 'if-match': `W/${DIGITS_ETAG}` }, 412, 412],
    [{ 'if-match': '"x"' }, 412, 412],
    [{ 'if-match': '"x' }, 412, 412],
    [{ 'if-match': ',' }, 412, 412],
    [{ 'if-match': '"x,", "y"' }, 412, 412],
    [{ 'if-none-match': DIGITS_ETAG }, 304, 412],
    [{ 'if-none-match': `W/${DIGITS_ETAG}` }, 304, 412],
    [{ 'if-none-match': `"x","y" , ${DIGITS_ETAG}` }, 304, 412],
    [{ 'if-none-match': bare }, 304, 412],
    [{ 'if-none-match': '*' }, 304, 412],
    [{ 'if-none-match': '"x"' }, 200, 200],
    [{ 'if-none-match': ',' }, 200, 200],
    [{ 'if-match': DIGITS_ETAG, 'if-none-match': DIGITS_ETAG }, 304, 412],
    [{ 'if-match': '"x"', 'if-none-match': DIGITS_ETAG }, 412, 412],
    [{ 'if-unmodified-since': 'SAME' }, 200, 200],
    [{ 'if-unmodified-since': FUTURE }, 200, 200],
    [{ 'if-unmodified-since': 'Sat, 12 Apr 2262 00:00:00 GMT' }, 200, 200],
    [{ 'if-unmodified-since': 'Fri, 31 Dec 9999 23:59:59 GMT' }, 200, 200],
    [{ 'if-unmodified-since': PAST }, 412, 412],
    [{ 'if-unmodified-since': 'yesterday' }, 200, 200],
    [{ 'if-unmodified-since': '1' }, 200, 200],
    [{ 'if-unmodified-since': PAST, 'if-match': DIGITS_ETAG }, 200, 200],
    [{ 'if-unmodified-since': FUTURE, 'if-match': '"x"' }, 412, 412],
    [{ 'if-modified-since': 'SAME' }, 304, 200],
    [{ 'if-modified-since': FUTURE }, 304, 200],
    [{ 'if-modified-since': PAST }, 200, 200],
    [{ 'if-modified-since': 'Sunday, 06-Nov-94 08:49:37 GMT' }, 200, 200],
    [{ 'if-modified-since': 'Sun Nov  6 08:49:37 1994' }, 200, 200],
    [{ 'if-modified-since': FUTURE, 'if-none-match': '"x"' }, 200, 200],
    [{ 'if-modified-since': PAST, 'if-none-match': DIGITS_ETAG }, 304, 412],
    [{ 'if-modified-since': FUTURE, 'if-unmodified-since': PAST }, 412, 412],
  ])('%j', async (given, read, write) => {
    const key = `public/c-${encodeURIComponent(JSON.stringify(given)).replaceAll('%', '').slice(0, 200)}`;
    const stored = await put(key, DIGITS);
    const modified = (await edge().fetch(`/${key}`, { method: 'HEAD' })).headers.get('last-modified')!;
    expect(stored.headers.get('etag')).toBe(DIGITS_ETAG);
    const status = async (method: string, same = modified, more: RequestInit = {}) => {
      const headers = Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, value.replace('SAME', same)]),
      );
      const response = await edge().fetch(`/${key}`, { method, ...more, headers: { ...headers, ...KEY } });
      const text = await response.text();
      if (response.status === 304) {
        expect([text, response.headers.get('etag'), response.headers.get('last-modified')]).toEqual([
          '',
          DIGITS_ETAG,
          modified,
        ]);
        expect(response.headers.get('content-type')).toBeNull();
      }
      return response.status;
    };
    expect([await status('GET'), await status('HEAD')]).toEqual([read, read]);
    expect(await status('PUT', modified, { body: DIGITS })).toBe(write);
    const afterPut = (await edge().fetch(`/${key}`, { method: 'HEAD' })).headers.get('last-modified')!;
    expect(await status('DELETE', afterPut)).toBe(write);
  });

  it.each<[Record<string, string>, write: number]>([
    [{}, 200],
    [{ 'if-match': '*' }, 412],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-none-match': '*' }, 200],
    [{ 'if-none-match': '"x"' }, 200],
    [{ 'if-unmodified-since': PAST }, 200],
    [{ 'if-modified-since': FUTURE }, 200],
  ])('%j of an absent object', async (headers, write) => {
    const all = { headers: { ...KEY, ...headers } };
    expect((await answer('GET', '/public/none', all))[0]).toBe(404);
    expect((await answer('HEAD', '/public/none', all))[0]).toBe(404);
    expect((await answer('DELETE', '/public/none', all))[0]).toBe(write);
    expect((await answer('PUT', '/public/none', { ...all, body: 'x' }))[0]).toBe(write);
    await answer('DELETE', '/public/none', { headers: KEY });
  });

  it('a failed precondition wins over a range', async () => {
    for (const range of ['bytes=1-2', 'bytes=99-', 'bytes=x']) {
      const status = async (headers: Record<string, string>) =>
        (await answer('GET', '/public/digits', { headers: { range, ...headers } }))[0];
      expect(await status({ 'if-match': '"x"' })).toBe(412);
      expect(await status({ 'if-none-match': '*' })).toBe(304);
    }
  });

  it('a failed condition leaves the stored object', async () => {
    expect(await answer('PUT', '/public/digits', { headers: { ...KEY, 'if-none-match': '*' }, body: 'x' })).toEqual([
      412,
      'Precondition Failed',
    ]);
    expect(await answer('DELETE', '/public/digits', { headers: { ...KEY, 'if-match': '"x"' } })).toEqual([
      412,
      'Precondition Failed',
    ]);
    expect(await answer('GET', '/public/digits')).toEqual([200, DIGITS]);
  });
});

describe('other methods', () => {
  it.each(['POST', 'PATCH', 'OPTIONS', 'PROPFIND', 'PURGE', 'QUERY'])(
    '%s is not allowed, with or without the key',
    async (method) => {
      for (const headers of [{}, KEY]) {
        for (const path of ['/public/digits', '/%']) {
          const response = await edge().fetch(path, { method, headers });
          expect([response.status, await response.text(), response.headers.get('allow')]).toEqual([
            405,
            'Method Not Allowed',
            'PUT, GET, DELETE, HEAD',
          ]);
        }
      }
    },
  );
});

it('no secret is in the log', () => {
  expect(edge().log()).not.toContain(SECRET);
});
