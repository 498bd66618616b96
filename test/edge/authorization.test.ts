// Authorization of the edge script, in the platform's runtime: its variables as rows, and random requests as a property.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { SOON, useEdge } from '../helpers/edge/edge-runtime.ts';
import { type RawResponse, rawRequest } from '../helpers/edge/raw-request.ts';

/**
 * Runs the script with the variables in the header X-World, on a bucket without the objects that it names as hidden. X-Snapshot stores
 * objects, or returns what the bucket holds.
 */
const HARNESS = `
import edge from './edge.mjs';

function without(BUCKET, hidden) {
  return {
    head: async (key) => hidden.has(key) ? null : await BUCKET.head(key),
    get: async (key, options) => hidden.has(key) ? null : await BUCKET.get(key, options),
    put: (key, value, options) => BUCKET.put(key, value, options),
    delete: (key) => BUCKET.delete(key),
    createMultipartUpload: (key, options) => BUCKET.createMultipartUpload(key, options),
    async list(options) {
      const page = await BUCKET.list(options);
      return { ...page, objects: page.objects.filter(({ key }) => !hidden.has(key)) };
    },
  };
}

export default {
  async fetch(request, { BUCKET }) {
    if (request.headers.has('x-snapshot')) {
      if (request.method === 'POST') for (const key of await request.json()) await BUCKET.put(key, 'content of ' + key);
      const { objects } = await BUCKET.list();
      return Response.json(objects.map(({ key, version, etag }) => [key, version, etag]));
    }
    const { variables, hidden } = JSON.parse(decodeURIComponent(request.headers.get('x-world')));
    return edge.fetch(request, { ...variables, BUCKET: without(BUCKET, new Set(hidden)) });
  },
};
`;
const edge = useEdge(HARNESS);

interface World {
  variables: {
    AUTH_KEY_SECRET?: string;
    ALLOW_LIST?: unknown;
    ALLOW_LIST_WITH_KEY?: unknown;
    STRICT_METHODS?: unknown;
  };
  hidden: string[];
}

const STORED = [
  'index.html',
  'public/a',
  'public/a b',
  'public/%2e%2e/secret',
  'public',
  'publicity',
  'Public/a',
  'private/a',
  'private/ü',
  'private/\n',
  'secret',
  '/secret',
  'secret/a',
  '..a',
  'a\\b',
  'a b',
  'a%20b',
];

async function snapshot(init: RequestInit = {}): Promise<string> {
  return await (await edge().fetch('/', { ...init, headers: { 'x-snapshot': '1' } })).text();
}

/** Sends a request to a script with other variables and fewer objects. */
function send(world: World, head: string, body = ''): Promise<RawResponse> {
  return rawRequest(edge().origin, `${head}\r\nX-World: ${encodeURIComponent(JSON.stringify(world))}`, body);
}

beforeAll(() => snapshot({ method: 'POST', body: JSON.stringify(STORED) }));

describe('AUTH_KEY_SECRET', () => {
  it.each<[secret: unknown, header: string, status: number]>([
    ['s3cret', 's3cret', 200],
    ['schlüssel', 'schlüssel', 200],
    ['a, b', 'a, b', 200],
    ['s3cret', 'S3cret', 403],
    ['s3cret', '', 403],
    ['', '', 403],
    [' ', ' ', 403],
    [' \t', '', 403],
    [undefined, '', 403],
    [undefined, 'undefined', 403],
    [null, 'null', 403],
    [7, '7', 403],
    [['x'], 'x', 403],
    [{}, '[object Object]', 403],
  ])('%j against the header %j', async (secret, header, status) => {
    const variables = { AUTH_KEY_SECRET: secret as string, ALLOW_LIST_WITH_KEY: { keys: ['secret'] } };
    for (const target of ['GET /secret', 'GET /?list', 'DELETE /absent', 'HEAD /secret']) {
      const response = await send({ variables, hidden: [] }, `${target} HTTP/1.1\r\nX-Custom-Auth-Key: ${header}`);
      expect(response.status).toBe(status);
      const without = await send({ variables, hidden: [] }, `${target} HTTP/1.1`);
      expect(without.status).toBe(403);
    }
  });
});

describe('ALLOW_LIST', () => {
  const read = { keys: ['secret'], prefixes: ['public/'] };
  const PUBLIC = ['public/a', 'public/a b', 'public/%2e%2e/secret', 'secret'];
  it.each<[value: unknown, readable: string[], isLogged: boolean]>([
    [read, PUBLIC, false],
    [JSON.stringify(read), PUBLIC, false],
    [{ keys: ['secret'] }, ['secret'], false],
    [{ prefixes: ['sec', '/'] }, ['/secret', 'secret', 'secret/a'], false],
    [{ keys: ['a%20b'] }, ['a%20b'], false],
    [{ prefixes: ['public/%'] }, ['public/%2e%2e/secret'], false],
    [{ prefixes: [''] }, STORED, false],
    [{}, [], false],
    ['', [], false],
    [undefined, [], false],
    ['secret', [], true],
    ['{"keys":["secret"]', [], true],
    [['secret'], [], true],
    [true, [], true],
    [{ keys: 'secret' }, [], true],
    [{ keys: ['secret', 1] }, [], true],
    [{ keys: ['secret'], prefixes: null }, [], true],
    [{ keys: ['secret'], prefix: ['public/'] }, [], true],
    [{ keys: { 0: 'secret', length: 1 } }, [], true],
  ])('%j', async (value, readable, isLogged) => {
    const before = edge().log().length;
    const found: string[] = [];
    for (const key of STORED) {
      const world = { variables: { ALLOW_LIST: value }, hidden: [] };
      const { status } = await send(world, `GET /${encodeURIComponent(key)} HTTP/1.1`);
      if (status === 200) found.push(key);
    }
    expect(found.sort()).toEqual([...readable].sort());
    const line = 'ALLOW_LIST allows nothing: expected {"keys": ["…"], "prefixes": ["…"]}\n';
    if (isLogged) await expect.poll(() => edge().log().slice(before), SOON).toBe(line.repeat(STORED.length));
    else expect(edge().log().slice(before)).toBe('');
  });
});

describe('STRICT_METHODS', () => {
  it.each([
    [true, 403],
    ['true', 403],
    [false, 405],
    ['false', 405],
    [undefined, 405],
  ])('%j', async (STRICT_METHODS, status) => {
    const response = await send({ variables: { STRICT_METHODS }, hidden: [] }, 'POST /a HTTP/1.1\r\nContent-Length: 0');
    expect([response.status, response.body]).toEqual([status, status === 403 ? 'Forbidden' : 'Method Not Allowed']);
  });
});

/** Whether a list contains a key, as simple as possible. */
function contains(list: unknown, key: string): boolean {
  try {
    const { keys, prefixes } = (typeof list === 'string' ? JSON.parse(list) : list) as {
      keys: string[];
      prefixes: string[];
    };
    const isValid = [keys, prefixes].flat().every((item) => typeof item === 'string');
    return isValid && (keys.includes(key) || prefixes.some((prefix) => key.indexOf(prefix) === 0));
  } catch {
    return false;
  }
}

const anyList = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      keys: fc.subarray(STORED, { maxLength: 8 }),
      prefixes: fc.subarray(['public/', 'private/', 'pub', '/', 'sec', '..', 'public/%', 'P'], { maxLength: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      { keys: [], prefixes: [''] },
      '{"keys":["secret"],"prefixes":["public/"]}',
      'secret',
      ['secret'],
      { keys: 'secret', prefixes: [] },
      { keys: [], prefixes: 'p' },
      { keys: [1], prefixes: [''] },
      null,
    ),
  },
);
const anySecret = fc.constantFrom(undefined, '', ' ', 'open sesame', 'open sesame', 'a, b', 'schlüssel');

/** A path as it is, percent-encoded in part or completely, or percent-encoded twice. */
const anyEncoding = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text,
  (text) => text,
  encodeURIComponent,
  (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => text.replaceAll('/', '%2F'),
  (text) => text.replaceAll('a', '%61'),
);
const PARTS = 'public private secret a / .. . %2F %5C \\ %2e%2e %252e %00 %0a % %ff ü ? # ;'.split(' ');
const LISTINGS = [
  '?list',
  '?list&prefix=s',
  '?list=1&limit=1',
  '?list&delimiter=/',
  '',
  `public/${'../'.repeat(9)}secret`,
];

/** Paths of stored and absent objects, of what lists contain, and any others. */
function anyTarget(lists: readonly unknown[]): fc.Arbitrary<string> {
  const keys = [...STORED, 'absent', 'public/absent'];
  const listed = lists.flatMap((list) => {
    const { keys, prefixes } = Object(list);
    const parts = [keys, prefixes].map((items) => (Array.isArray(items) ? items.map(String) : []));
    return [...parts[0]!, ...parts[1]!.map((prefix) => `${prefix}a`)];
  });
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...keys), anyEncoding).map(([key, encode]) => encode(key)) },
      {
        weight: 5,
        arbitrary: fc
          .tuple(fc.constantFrom(...(listed.length === 0 ? keys : listed)), anyEncoding)
          .map(([key, encode]) => encode(key)),
      },
      { weight: 3, arbitrary: fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }).map((parts) => parts.join('')) },
      { weight: 1, arbitrary: fc.constantFrom(...LISTINGS) },
    )
    .map((path) => `/${path.replace(/[\0-\x20\x7f]/g, encodeURIComponent)}`);
}

/** Values close to the secret, and the secret itself. */
const anyKeyHeader = fc.tuple(
  fc.constantFrom(
    'X-Custom-Auth-Key',
    'x-custom-auth-key',
    'X-CUSTOM-auth-KEY',
    'X_Custom_Auth_Key',
    'X-Custom-Auth-Key-',
    'Authorization',
    'Cookie',
  ),
  fc.constantFrom<(secret: string) => string>(
    (secret) => secret,
    (secret) => secret,
    (secret) => secret.toUpperCase(),
    (secret) => secret.slice(1),
    (secret) => secret.slice(0, -1),
    (secret) => `${secret}x`,
    (secret) => `"${secret}"`,
    (secret) => `${secret},${secret}`,
    (secret) => `  ${secret}`,
    (secret) => secret.replace('ü', 'u\u0308'),
    (secret) => encodeURIComponent(secret),
    (secret) => secret.split(', ')[0]!,
    () => '',
    () => 'undefined',
    () => '*',
  ),
);
const anyOtherHeader = fc.constantFrom(
  'Range: bytes=0-3',
  'Range: bytes=99-',
  'Range: bytes=x',
  'If-Match: *',
  'If-Match: "x"',
  'If-None-Match: *',
  'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT',
  'If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT',
  'Accept-Encoding: gzip',
  'X-HTTP-Method-Override: DELETE',
  'Content-MD5: nonsense',
);
const anyBody = fc.constantFrom(
  ['Content-Length: 3', 'new'],
  ['Content-Length: 0', ''],
  ['Transfer-Encoding: chunked', '3\r\nnew\r\n0\r\n\r\n'],
);
const anyMethod = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('GET', 'HEAD') },
  { weight: 3, arbitrary: fc.constantFrom('PUT', 'DELETE') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('POST', 'PATCH', 'OPTIONS', 'PROPFIND', 'COPY', 'MOVE', 'TRACE', 'get', 'FOO'),
  },
);
const anyRequest = fc.tuple(anyList, anyList).chain(([publicList, keyList]) =>
  fc.record({
    publicList: fc.constant(publicList),
    keyList: fc.constant(keyList),
    secret: anySecret,
    isStrict: fc.boolean(),
    method: anyMethod,
    target: anyTarget([publicList, keyList]),
    keyHeaders: fc.array(anyKeyHeader, { maxLength: 2 }),
    otherHeaders: fc.uniqueArray(anyOtherHeader, { maxLength: 2, selector: (header) => header.split(':')[0] }),
    body: anyBody,
  }),
);

describe('random requests', () => {
  const seen = new Set<number>();

  it('change nothing without the secret, and depend on no object that they may not read', async () => {
    const before = await snapshot();
    await fc.assert(
      fc.asyncProperty(
        anyRequest,
        async ({ secret, publicList, keyList, isStrict, method, target, keyHeaders, otherHeaders, body }) => {
          const sent = keyHeaders.map(([name, value]) => [name, value(secret ?? '')] as const);
          const keys = sent
            .filter(([name]) => name.toLowerCase() === 'x-custom-auth-key')
            .map(([, value]) => value.trim());
          const hasSecret = secret !== undefined && secret.trim() !== '' && keys.join(', ') === secret;
          const isWrite = method === 'PUT' || method === 'DELETE';
          // These are allowed: the rows of other tests check them.
          fc.pre(!hasSecret || !(isWrite || target.startsWith('/?')));

          const variables = {
            ...(secret === undefined ? {} : { AUTH_KEY_SECRET: secret }),
            ALLOW_LIST: publicList,
            ALLOW_LIST_WITH_KEY: keyList,
            STRICT_METHODS: isStrict,
          };
          const lists = hasSecret ? [publicList, keyList] : [publicList];
          const hidden = STORED.filter((key) => !lists.some((list) => contains(list, key)));
          const hasBody = !['GET', 'HEAD', 'get'].includes(method);
          const head = [
            `${method} ${target} HTTP/1.1`,
            ...sent.map(([name, value]) => `${name}: ${value}`),
            ...otherHeaders,
            ...(hasBody ? [body[0]] : []),
          ].join('\r\n');

          const response = await send({ variables, hidden: [] }, head, hasBody ? body[1] : '');
          const blind = await send({ variables, hidden }, head, hasBody ? body[1] : '');
          expect(response).toEqual(blind);
          if (hasBody) expect(await snapshot()).toBe(before);
          if (isWrite) expect([400, 403]).toContain(response.status);
          if (secret !== undefined && secret.length > 5) {
            expect(JSON.stringify(response)).not.toContain(secret);
            expect(JSON.stringify(response)).not.toContain(Buffer.from(secret).toString('latin1'));
          }
          seen.add(response.status);
        },
      ),
      { numRuns: 250 },
    );
    expect(await snapshot()).toBe(before);
  });

  it('include ones that are answered, absent, bad and refused', () => {
    expect([...seen]).toEqual(expect.arrayContaining([200, 400, 403, 404, 405]));
  });

  it('leave no secret in the log', () => {
    expect(edge().log()).not.toMatch(/open sesame|schlüssel|s3cret/);
  });
});
