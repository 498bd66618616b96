// Authorization of the edge script, in the platform's runtime: its variables as rows, and random requests as a property.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { SOON, useEdge } from '../../helpers/edge/edge-runtime.ts';
import { type RawResponse, rawRequest } from '../../helpers/edge/raw-request.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

/**
 * Runs the script with the variables in the header X-World. Runs it again on a bucket without the objects that are named as hidden, and
 * adds to the answer whether the other one was the same (X-Blind), and what the bucket contains now (X-Bucket). X-Fill stores objects;
 * X-Read-All returns the keys of those that the script serves.
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

const describe = async (response) => JSON.stringify([response.status, [...response.headers], await response.text()]);

export default {
  async fetch(request, { BUCKET }) {
    if (request.headers.has('x-fill')) {
      for (const key of await request.json()) await BUCKET.put(key, 'content of ' + key);
      return new Response('filled');
    }
    const { variables, hidden } = JSON.parse(decodeURIComponent(request.headers.get('x-world')));
    if (request.headers.has('x-read-all')) {
      const served = [];
      for (const key of await request.json()) {
        const { status } = await edge.fetch(new Request('http://edge/' + encodeURIComponent(key)), { ...variables, BUCKET });
        if (status === 200) served.push(key);
      }
      return Response.json(served);
    }
    const response = await edge.fetch(request.clone(), { ...variables, BUCKET });
    const blind = hidden.length === 0
      ? response.clone()
      : await edge.fetch(request, { ...variables, BUCKET: without(BUCKET, new Set(hidden)) });
    const { objects } = await BUCKET.list();
    const isSame = await describe(response.clone()) === await describe(blind);
    const answer = new Response(response.body, response);
    answer.headers.set('x-blind', isSame ? 'same' : 'different');
    answer.headers.set('x-bucket', encodeURIComponent(JSON.stringify(objects.map(({ key, version }) => [key, version]))));
    return answer;
  },
};
`;
const edge = useEdge(HARNESS);

interface World {
  variables: {
    AUTH_KEY_SECRET?: string;
    READ_KEY_SECRET?: string;
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

/** Sends a request to a script with other variables and fewer objects. */
function send(world: World, head: string, body = ''): Promise<RawResponse> {
  return rawRequest(edge().origin, `${head}\r\nX-World: ${encodeURIComponent(JSON.stringify(world))}`, body);
}

beforeAll(async () => {
  await edge().fetch('/', { method: 'POST', headers: { 'x-fill': '1' }, body: JSON.stringify(STORED) });
});

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

describe('READ_KEY_SECRET', () => {
  it.each<[auth: unknown, read: unknown, header: string, reads: boolean, writes: boolean]>([
    ['auth', 'read', 'read', true, false],
    ['auth', 'read', 'auth', true, true],
    ['auth', 'read', 'auth, read', false, false],
    ['auth', 'read', 'other', false, false],
    ['auth', '', '', false, false],
    ['auth', ' ', ' ', false, false],
    ['auth', undefined, 'undefined', false, false],
    ['same', 'same', 'same', true, true],
    [undefined, 'read', 'read', true, false],
    ['', 'read', '', false, false],
  ])(
    'beside AUTH_KEY_SECRET %j, %j against the header %j: reads %j, writes %j',
    async (auth, read, header, reads, writes) => {
      const variables = {
        AUTH_KEY_SECRET: auth as string,
        READ_KEY_SECRET: read as string,
        ALLOW_LIST_WITH_KEY: { keys: ['secret'] },
      };
      const statusOf = async (target: string) =>
        (await send({ variables, hidden: [] }, `${target} HTTP/1.1\r\nX-Custom-Auth-Key: ${header}`)).status;
      for (const target of ['GET /secret', 'HEAD /secret', 'GET /?list']) {
        expect(await statusOf(target)).toBe(reads ? 200 : 403);
      }
      expect(await statusOf('GET /secret/a')).toBe(403);
      expect(await statusOf('DELETE /absent')).toBe(writes ? 200 : 403);
      expect(await statusOf('PUT /secret/a')).toBe(writes ? 200 : 403);
    },
  );
});

describe('a secret that cannot be sent in a header', () => {
  it.each<[secret: string | undefined, isLogged: boolean]>([
    ['0123456789abcdef', false],
    ['a', false],
    ['a b~!', false],
    ['', false],
    [undefined, false],
    [' key', true],
    ['key ', true],
    ['key\n', true],
    ['key\r\nX-Other: a', true],
    ['a\tb', true],
    ['schlüssel', true],
    ['   ', true],
  ])('is logged without its value: %j', async (secret, isLogged) => {
    const before = edge().log().length;
    const variables = { READ_KEY_SECRET: secret!, AUTH_KEY_SECRET: secret!, ALLOW_LIST: { keys: ['secret'] } };
    const request = (target: string, secrets = variables) =>
      send({ variables: secrets, hidden: [] }, `${target} HTTP/1.1\r\nX-Custom-Auth-Key: guess`);
    // Nothing is logged for a request that needs no key.
    for (const target of ['GET /secret', 'DELETE /absent', 'HEAD /?list']) await request(target);
    await request('DELETE /absent', { ...variables, AUTH_KEY_SECRET: ' ' });
    const line = (name: string) =>
      `${name} cannot be sent in a header: expected visible ASCII characters without spaces\n`;
    const names = isLogged ? ['AUTH_KEY_SECRET', 'AUTH_KEY_SECRET', 'READ_KEY_SECRET'] : [];
    // The last request is always logged, after the others.
    const lines = [...names, 'AUTH_KEY_SECRET'].map(line).join('');
    await expect.poll(() => edge().log().slice(before), SOON).toBe(lines);
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
    [{ keys: ['public/a'] }, ['public/a'], false],
    [{ prefixes: ['public/a'] }, ['public/a', 'public/a b'], false],
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
    const world = encodeURIComponent(JSON.stringify({ variables: { ALLOW_LIST: value }, hidden: [] }));
    const headers = { 'x-world': world, 'x-read-all': '1' };
    const response = await edge().fetch('/', { method: 'POST', headers, body: JSON.stringify(STORED) });
    expect(((await response.json()) as string[]).sort()).toEqual([...readable].sort());
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
const SECRETS = ['open sesame', 'schlüssel', 'a, b'];
const anySecret = fc.constantFrom(...SECRETS, ...SECRETS, undefined, '', ' ');

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
    'X-Custom-Auth-Key',
    'X_Custom_Auth_Key',
    'Authorization',
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
    readSecret: anySecret,
    usesReadSecret: fc.boolean(),
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

  it('change nothing without the auth key, and depend on no object that they may not read', async () => {
    const before = (await send({ variables: {}, hidden: [] }, 'GET /a HTTP/1.1')).headers['x-bucket']!;
    expect(JSON.parse(decodeURIComponent(before)).length).toBe(STORED.length);
    await fc.assert(
      fc.asyncProperty(
        anyRequest,
        async ({ secret, readSecret, usesReadSecret, publicList, keyList, isStrict, method, target, ...rest }) => {
          const { keyHeaders, otherHeaders, body } = rest;
          const near = usesReadSecret ? readSecret : secret;
          const sent = keyHeaders.map(([name, value]) => [name, value(near ?? '')] as const);
          const keys = sent
            .filter(([name]) => name.toLowerCase() === 'x-custom-auth-key')
            .map(([, value]) => value.trim());
          const carries = (one: string | undefined) =>
            one !== undefined && one.trim() !== '' && keys.join(', ') === one;
          const [mayWrite, mayRead] = [carries(secret), carries(secret) || carries(readSecret)];
          const isWrite = method === 'PUT' || method === 'DELETE';
          // These are allowed: the rows of other tests check them.
          fc.pre(!(isWrite && mayWrite) && !(mayRead && target.startsWith('/?')));

          const variables = {
            ...(secret === undefined ? {} : { AUTH_KEY_SECRET: secret }),
            ...(readSecret === undefined ? {} : { READ_KEY_SECRET: readSecret }),
            ALLOW_LIST: publicList,
            ALLOW_LIST_WITH_KEY: keyList,
            STRICT_METHODS: isStrict,
          };
          const lists = mayRead ? [publicList, keyList] : [publicList];
          const hidden = STORED.filter((key) => !lists.some((list) => contains(list, key)));
          const hasBody = !['GET', 'HEAD', 'get'].includes(method);
          const head = [
            `${method} ${target} HTTP/1.1`,
            ...sent.map(([name, value]) => `${name}: ${value}`),
            ...otherHeaders,
            ...(hasBody ? [body[0]] : []),
          ].join('\r\n');

          const response = await send({ variables, hidden }, head, hasBody ? body[1] : '');
          seen.add(response.status);
          // The runtime itself rejects some methods.
          if (response.status === 501) return;
          expect([response.status, response.headers['x-blind']]).toEqual([response.status, 'same']);
          expect(response.headers['x-bucket']).toBe(before);
          if (isWrite) expect([400, 403]).toContain(response.status);
          for (const one of [secret, readSecret]) {
            if (one === undefined || one.length < 6) continue;
            expect(JSON.stringify(response)).not.toContain(one);
            expect(JSON.stringify(response)).not.toContain(Buffer.from(one).toString('latin1'));
          }
        },
      ),
      { numRuns: randomRuns(400) },
    );
  });

  it('include ones that are answered, absent, bad and rejected', () => {
    expect([...seen]).toEqual(expect.arrayContaining([200, 400, 403, 404, 405]));
  });

  it('leave no secret in the log', () => {
    expect(edge().log()).not.toMatch(/open sesame|schlüssel|s3cret/);
  });
});
