// Each wrong answer in place of the edge script's becomes one message that names the fix; none contains the key, and no other host gets it.
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeadgateError } from '../../../../src/base/index.ts';
import { edgeFailure } from '../../../../src/input/destination/edge/edge-failure.ts';
import {
  type ObjectFinding,
  openDestination,
  parseLocation,
  readObject,
} from '../../../../src/input/destination/index.ts';
import { ObjectReadError } from '../../../../src/input/destination/object-finding.ts';
import { GET_ERROR_ROWS, LIST_ERROR_ROWS } from '../../../cases/destination/edge-errors.ts';
import {
  type HttpAnswer,
  type HttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../../helpers/http-server.ts';
import { HOST_WITHOUT_ADDRESS, listen, portWithoutServer } from '../../../helpers/listen.ts';

const KEY = 'SECRET-KEY';
const REQUEST = {
  action: 'list',
  hasAnswered: false,
  retryForMs: 60_000,
  silenceMs: 20_000,
  connectMs: 10_000,
} as const;
const LIMITS = { connectMs: 500, silenceMs: 5000, backoffMs: 1, retryForMs: 100 };
/** For a server that falls silent: every other answer takes less than {@link LIMITS} even on a loaded machine. */
const SILENT = { ...LIMITS, silenceMs: 200 };
const PAGE = JSON.stringify({ objects: [], prefixes: [], truncated: false });

const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  vi.unstubAllEnvs();
});
beforeEach(() => void vi.stubEnv('HEADGATE_EDGE_KEY', undefined));

async function start(answer: (request: ReceivedRequest) => HttpAnswer): Promise<HttpServer> {
  const server = await startHttpServer(answer);
  servers.push(server);
  return server;
}

async function at(endpoint: string, prefix = '', edgeKey = KEY, limits = LIMITS) {
  return openDestination(await parseLocation(`${endpoint}/${prefix}`, { edgeKey }), { limits });
}

function limitsFor({ isHinting, stallAt }: HttpAnswer): typeof LIMITS {
  return isHinting === true || stallAt !== undefined ? SILENT : LIMITS;
}

async function listingError(endpoint: string, key = KEY, limits = LIMITS): Promise<HeadgateError> {
  const error: HeadgateError = await (await at(endpoint, '', key, limits)).list({}).then(
    () => expect.fail('was listed'),
    (thrown) => thrown,
  );
  expect(error.kind).toBe('unreachable');
  expect(error.message).toMatch(/^cannot list https?:\/\/.*: /);
  // This covers the output of --debug: the cause and every property.
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/SECRET-/);
  return error;
}

describe('listing', () => {
  it.each(LIST_ERROR_ROWS)('%s', async (_, answer, code, says, key) => {
    const server = await start(() => answer);
    const error = await listingError(server.origin, key, limitsFor(answer));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(says);
  });

  it('a port without a server', async () => {
    const port = await portWithoutServer();
    const error = await listingError(`http://127.0.0.1:${port}`);
    expect(error).toMatchObject({
      code: 'edge-refused',
      message: expect.stringContaining(`no server listens at 127.0.0.1:${port}`),
    });
  });

  it('a host that does not exist', async () => {
    expect((await listingError(`https://${HOST_WITHOUT_ADDRESS}`)).code).toBe('edge-unknown-host');
  });

  it('a server without TLS', async () => {
    const server = await start(() => ({}));
    const error = await listingError(server.origin.replace('http:', 'https:'));
    expect(error).toMatchObject({ code: 'edge-not-tls', message: expect.stringContaining(`write ${server.origin}`) });
  });

  it('a server on this machine that does not answer a TLS handshake', async () => {
    const { port, stop } = await listen(createServer());
    try {
      const error = await listingError(`https://127.0.0.1:${port}`);
      expect(error).toMatchObject({
        code: 'edge-not-tls',
        message: expect.stringContaining(`write http://127.0.0.1:${port}`),
      });
    } finally {
      await stop();
    }
  });

  it('a page without a length that ends early is requested again', async () => {
    const page = JSON.stringify({ objects: [{ key: 'a', size: 3, etag: 'e' }], prefixes: [], truncated: false });
    let pages = 0;
    const { origin, stop } = await listen(
      createServer((socket) =>
        socket.once('data', () => {
          pages += 1;
          socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${pages === 1 ? page.slice(0, 40) : page}`);
        }),
      ),
    );
    try {
      const limits = { ...LIMITS, retryForMs: 60_000 };
      const { objects } = await (await at(origin, '', KEY, limits)).list({});
      expect(Array.from(objects, ({ key }) => key)).toEqual(['a']);
    } finally {
      await stop();
    }
  });

  it('a denied listing leaves a public object readable that is named in full', async () => {
    const server = await start(({ method }) =>
      method === 'HEAD' ? { headers: { etag: '"e"' }, body: 'abc' } : { status: 403, body: 'Forbidden' },
    );
    const { objects } = await (await at(server.origin, 'dir/a%20b.log', '')).list({});
    expect(objects).toEqual([{ name: `${server.origin}/dir/a%20b.log`, key: 'dir/a b.log', bytes: 3, etag: 'e' }]);
    expect(server.requests.at(-1)?.path).toBe('/dir/a%20b.log');
  });
});

describe('a public object that does not exist', () => {
  it.each([
    {
      key: '',
      says: /: there is no public object of this name \(HTTP 404\), and no key to list those .*; check the name, or set HEADGATE_EDGE_KEY$/,
    },
    { key: KEY, says: /, and a key that the script rejects, .*; check the name, or correct HEADGATE_EDGE_KEY$/ },
  ])('$key', async ({ key, says }) => {
    const server = await start(({ method }) =>
      method === 'HEAD' ? { status: 404 } : { status: 403, body: 'Forbidden' },
    );
    const listing = (await at(server.origin, 'public/none.log', key)).list({});
    await expect(listing).rejects.toMatchObject({ code: 'no-objects', message: says });
  });
});

describe('connections', () => {
  const location = { kind: 'edge', origin: 'https://h.example', prefix: '', display: 'https://h.example/' } as const;

  it.each([
    { error: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, code: 'edge-certificate', says: /NODE_EXTRA_CA_CERTS/ },
    { error: { cause: { code: 'CERT_HAS_EXPIRED' } }, code: 'edge-certificate', says: /has expired/ },
    { error: { errors: [{ code: 'ECONNREFUSED' }] }, code: 'edge-refused', says: /no server listens at h\.example/ },
    {
      error: { code: 'UND_ERR_CONNECT_TIMEOUT' },
      code: 'edge-timeout',
      says: /h\.example does not accept a connection within 10 s/,
    },
    { error: { code: 'UND_ERR_HEADERS_TIMEOUT' }, code: 'edge-timeout', says: /has not answered any request/ },
    { error: { code: 'UND_ERR_SOCKET' }, code: 'edge-broken-connection', says: /closed the connection/ },
    { error: { code: 'HPE_INVALID_CONSTANT' }, code: 'edge-broken-connection', says: /closed the connection/ },
    { error: { code: 'EMFILE' }, code: 'edge-too-many-open', says: /ulimit/ },
  ])('$error', ({ error, code, says }) => {
    const failure = edgeFailure(error, location, REQUEST);
    expect(failure.error.code).toBe(code);
    expect(failure.error.message).toMatch(says);
    expect(edgeFailure(error, location, { ...REQUEST, action: 'get' }).error).toBeInstanceOf(ObjectReadError);
  });
});

describe('reading one object', () => {
  it.each(GET_ERROR_ROWS)('%s', async (_name, answer, code, says, key) => {
    const server = await start(() => answer);
    const destination = await at(server.origin, '', key, limitsFor(answer));
    const findings: ObjectFinding[] = [];
    const reading = (async () => {
      const options = { onFinding: (one: ObjectFinding) => findings.push(one) };
      for await (const _ of readObject(destination, { name: 'x', key: 'x' }, options)) expect.fail('delivered bytes');
    })();
    if (code.startsWith('edge-')) await expect(reading).rejects.toMatchObject({ code, message: says });
    else {
      await reading;
      expect(findings).toMatchObject([{ code, message: says, offset: 0 }]);
      expect(findings[0]?.message).not.toMatch(/SECRET-/);
    }
  });

  it('a key that no URL can contain is not requested', async () => {
    const server = await start(() => ({ body: 'abc' }));
    const findings: ObjectFinding[] = [];
    const options = { onFinding: (one: ObjectFinding) => findings.push(one) };
    const object = { name: 'x', key: 'logs/../other' };
    for await (const _ of readObject(await at(server.origin), object, options)) expect.fail('delivered bytes');
    expect(findings).toMatchObject([{ code: 'object-name', message: expect.stringContaining('by its S3 API') }]);
    expect(server.requests).toEqual([]);
  });
});

describe('the key', () => {
  it.each([
    {
      name: 'in a redirect',
      answer: { status: 302, headers: { location: `https://${KEY}.example/x` } },
      says: /to https:\/\/\*\*\*\.example/,
    },
    {
      name: 'as a scheme',
      answer: { status: 302, headers: { location: `${KEY}://h.example/x` } },
      says: /to \*\*\*:\/\/h\.example/,
    },
    { name: 'as an encoding', answer: { headers: { 'content-encoding': KEY } }, says: /Content-Encoding "\*\*\*"/ },
  ])('is not printed if a server repeats it: $name', async ({ answer, says }) => {
    const server = await start(() => answer);
    const reading = (async () => {
      for await (const _ of (await at(server.origin)).open({ name: 'x', key: 'x' }));
    })();
    await expect(reading).rejects.toMatchObject({ message: says });
    await expect(reading).rejects.not.toMatchObject({ message: /secret-key/i });
  });

  it('is not printed if a server lists it, and the object is read by its name', async () => {
    const key = `logs/${KEY.toLowerCase()}.log`;
    const objects = [{ key, size: 3, etag: 'e' }];
    const server = await start(({ path }) =>
      path === '/' ? { body: JSON.stringify({ objects, prefixes: [], truncated: false }) } : { body: 'abc' },
    );
    const destination = await at(server.origin, 'logs/');
    const { objects: listed } = await destination.list({});
    expect(listed.at(0)).toMatchObject({ name: `${server.origin}/logs/%2A%2A%2A.log`, key });
    for await (const chunk of destination.open(listed.at(0)!)) expect(Buffer.from(chunk).toString()).toBe('abc');
    expect(server.requests.at(-1)?.path).toBe(`/${key}`);
  });

  it('is sent with each request', async () => {
    const server = await start(() => ({ body: PAGE }));
    await expect((await at(server.origin, 'logs')).list({})).rejects.toMatchObject({ code: 'no-objects' });
    expect(server.requests.length).toBeGreaterThan(1);
    expect(server.requests.every(({ headers }) => headers['x-custom-auth-key'] === KEY)).toBe(true);
  });

  it('follows a redirect to the same origin', async () => {
    const server = await start(({ path }) =>
      path === '/' ? { status: 308, headers: { location: '/v2/?list' } } : { body: PAGE },
    );
    await expect((await at(server.origin)).list({})).rejects.toMatchObject({ code: 'no-objects' });
    expect(server.requests.map(({ path, headers }) => [path, headers['x-custom-auth-key']]).slice(0, 2)).toEqual([
      ['/', KEY],
      ['/v2/', KEY],
    ]);
  });

  it.each([
    { name: 'a listing', status: 301, key: undefined },
    { name: 'an object', status: 302, key: 'x' },
    { name: 'a listing, temporarily', status: 307, key: undefined },
  ])('never reaches another host by a redirect: $name', async ({ status, key }) => {
    const other = await start(() => ({ body: PAGE }));
    const server = await start(({ path }) => ({ status, headers: { location: other.origin + path } }));
    if (key === undefined) expect((await listingError(server.origin)).message).toContain(new URL(other.origin).host);
    else {
      const reading = (async () => {
        for await (const _ of (await at(server.origin)).open({ name: key, key }));
      })();
      const message = expect.stringContaining(`${new URL(server.origin).host} redirects to ${other.origin}`);
      await expect(reading).rejects.toMatchObject({ name: 'ObjectReadError', code: 'read-failed', message });
    }
    expect(other.requests).toEqual([]);
  });
});
