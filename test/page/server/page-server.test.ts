// What the server answers, and to whom: its own page alone. Each row is a request that another page, another user or a broken client could send.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_REQUEST_BYTES, type PageServer, startServer } from '../../../src/page/server/page-server.ts';
import type { Answer } from '../../../src/page/server/question-thread.ts';

const CHECK = '[{"name":"check","question":{"text":""}}]';
const HOSTILE = '</script><img src=x onerror=alert(1)>';
const asked: { name: string; question: unknown }[] = [];
let cancelled = 0;
let server: PageServer;
let token: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headgate-assets-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><script src="/assets/a.js" nonce="headgate-nonce"></script>',
  );
  writeFileSync(join(folder, 'assets/a.js'), 'export {};');
  writeFileSync(join(folder, '../secret.txt'), 'secret');
  const thread = {
    ask: async (name: string, question: unknown, signal?: AbortSignal): Promise<Answer> => {
      asked.push({ name, question });
      if (name === 'slow') {
        await new Promise<void>((resolve) => signal!.addEventListener('abort', () => resolve(), { once: true }));
        cancelled += 1;
      }
      if (name === 'slow-one') await new Promise((resolve) => setImmediate(resolve));
      if (name === 'broken')
        return { failure: { status: 422, body: { error: { code: 'filter-invalid', message: HOSTILE } } } };
      return { json: JSON.stringify({ name, value: HOSTILE }) };
    },
    stop: async () => {},
  };
  server = await startServer(thread, { port: 0, folder, noncePlaceholder: 'headgate-nonce' });
  token = server.address.split('#token=')[1]!;
});

afterAll(() => server.stop());

interface Given {
  method?: string;
  path?: string;
  headers?: Record<string, string | string[] | undefined>;
  body?: string;
}

interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a request, by default one of the page; undefined removes a header. */
function send({ method = 'POST', path = '/api', headers = {}, body = CHECK }: Given): Promise<Received> {
  const host = `127.0.0.1:${server.port}`;
  const own = {
    ...{ host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  };
  const sent = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const { port } = server;
    const made = request(
      { port, host: '127.0.0.1', method, path, headers: sent as never, setHost: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: text }));
      },
    );
    made.on('error', reject);
    made.end(method === 'POST' || method === 'PUT' ? body : undefined);
  });
}

/** Sends bytes, and returns what comes back. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

const codeOf = ({ body }: Received): string => JSON.parse(body).error.code;

describe('a request of the page', () => {
  it('is answered', async () => {
    const { status, headers, body } = await send({});
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    expect(JSON.parse(body)).toEqual({ index: 0, answer: { name: 'check', value: HOSTILE } });
    expect(asked.at(-1)).toEqual({ name: 'check', question: { text: '' } });
  });

  it.each(['localhost', '[::1]'])('may name this machine %s', async (name) => {
    const host = `${name}:${server.port}`;
    expect((await send({ headers: { host, origin: `http://${host}` } })).status).toBe(200);
  });

  it('has an answer for each question, those that fail included, when it is known', async () => {
    const names = ['slow-one', 'broken', 'check'];
    const { status, headers, body } = await send({
      body: JSON.stringify(names.map((name) => ({ name, question: {} }))),
    });
    expect([status, headers['x-content-type-options']]).toEqual([200, 'nosniff']);
    expect(
      body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { index: 1, answer: { error: { code: 'filter-invalid', message: HOSTILE } } },
      { index: 2, answer: { name: 'check', value: HOSTILE } },
      { index: 0, answer: { name: 'slow-one', value: HOSTILE } },
    ]);
  });

  it('that is aborted cancels its question', async () => {
    const host = `127.0.0.1:${server.port}`;
    const abort = new AbortController();
    const before = cancelled;
    const answer = fetch(`http://${host}/api`, {
      ...{ method: 'POST', body: '[{"name":"slow","question":{}}]', signal: abort.signal },
      headers: {
        origin: `http://${host}`,
        'sec-fetch-site': 'same-origin',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
    });
    const text = answer.then((response) => response.text());
    text.catch(() => undefined);
    while (asked.at(-1)?.name !== 'slow') await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    await expect(text).rejects.toThrow();
    while (cancelled === before) await new Promise((resolve) => setImmediate(resolve));
  });
});

describe('a request that another page, user or program could send is rejected', () => {
  it.each<[string, Given, number, string]>([
    ['another host: a rebound name', { headers: { host: 'evil.example:80' } }, 403, 'other-host'],
    ['our name with another port', { headers: { host: '127.0.0.1:1' } }, 403, 'other-host'],
    ['a name that begins as ours', { headers: { host: '127.0.0.1.evil.example' } }, 403, 'other-host'],
    ['a malformed host', { headers: { host: 'a b' } }, 400, 'bad-request'],
    ['no host', { headers: { host: undefined } }, 400, 'bad-host'],
    ['another origin', { headers: { origin: 'https://evil.example' } }, 403, 'other-page'],
    ['another port of this machine', { headers: { origin: 'http://127.0.0.1:1' } }, 403, 'other-page'],
    ['the origin of a file', { headers: { origin: 'null' } }, 403, 'other-page'],
    ['a malformed origin', { headers: { origin: 'http://[' } }, 400, 'bad-origin'],
    ['two origins', { headers: { origin: ['http://127.0.0.1', 'https://evil.example'] } }, 400, 'bad-origin'],
    ['no origin', { headers: { origin: undefined } }, 403, 'other-page'],
    ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'other-page'],
    ['the same site, another port', { headers: { 'sec-fetch-site': 'same-site' } }, 403, 'other-page'],
    ['no site', { headers: { 'sec-fetch-site': undefined } }, 403, 'other-page'],
    ['no token', { headers: { authorization: undefined } }, 401, 'wrong-token'],
    ['another token', { headers: { authorization: `Bearer ${'A'.repeat(43)}` } }, 401, 'wrong-token'],
    ['an empty token', { headers: { authorization: 'Bearer ' } }, 401, 'wrong-token'],
    ['the token in another scheme', { headers: { authorization: 'Basic abc' } }, 401, 'wrong-token'],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'bad-type'],
    ['text', { headers: { 'content-type': 'text/plain' } }, 415, 'bad-type'],
    ['another type that begins as ours', { headers: { 'content-type': 'application/jsonp' } }, 415, 'bad-type'],
    ['no type', { headers: { 'content-type': undefined } }, 415, 'bad-type'],
    ['no JSON', { body: '{' }, 400, 'bad-question'],
    ['no question', { body: '[]' }, 400, 'bad-question'],
    ['an object', { body: '{"name":"check"}' }, 400, 'bad-question'],
    ['a question that is a text', { body: '[{"name":"check","question":"x"}]' }, 400, 'bad-question'],
    ['65 questions', { body: JSON.stringify(Array(65).fill({ name: 'check', question: {} })) }, 400, 'bad-question'],
    ['null', { body: 'null' }, 400, 'bad-question'],
    [
      'an image of a question',
      { method: 'GET', headers: { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' } },
      403,
      'other-page',
    ],
    ['a question by GET', { method: 'GET', path: '/api?token=x' }, 404, 'not-found'],
    ['a preflight', { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } }, 405, 'bad-method'],
    ['a change', { method: 'PUT' }, 405, 'bad-method'],
    [
      'a script of another site',
      {
        method: 'GET',
        path: '/assets/a.js',
        headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' },
      },
      403,
      'other-page',
    ],
    [
      'the page in a frame',
      {
        method: 'GET',
        path: '/',
        headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' },
      },
      403,
      'other-page',
    ],
  ])('%s', async (_, given, status, code) => {
    const found = await send(given);
    expect([found.status, codeOf(found)]).toEqual([status, code]);
    expect(Object.keys(found.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(found.headers['cache-control']).toBe('no-store');
  });

  it.each([
    [
      'a WebSocket',
      'GET /api HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    ],
    ['a proxy', 'CONNECT example.com:443 HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    ['no HTTP', '\u0016\u0003\u0001\r\n\r\n'],
    ['two hosts', `POST /api HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\nConnection: close\r\n\r\n`],
    ['a header without end', `GET / HTTP/1.1\r\nHost: HOST\r\nX: ${'a'.repeat(64 * 1024)}`],
  ])('%s', async (_, text) => {
    expect(await sendRaw(text.replace('HOST', `127.0.0.1:${server.port}`))).toMatch(/^HTTP\/1\.1 400 /);
    expect((await send({})).status).toBe(200);
  });

  it('a request of 9 MB, with a sentence', async () => {
    const found = await send({ body: JSON.stringify({ text: 'a'.repeat(9 * 1024 * 1024) }) });
    expect([found.status, codeOf(found)]).toEqual([413, 'too-large']);
    expect(JSON.parse(found.body).error.message).toContain(MAX_REQUEST_BYTES.toLocaleString('en-US'));
  });

  it.each([
    ...[
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/assets%2fa.js',
      '//assets/a.js',
      '/assets//a.js',
    ],
    ...[
      '/assets/a.js/',
      '/index.html',
      '/assets',
      '/assets/%00',
      '/etc/passwd',
      '/\\..\\secret.txt',
      '/constructor',
      '/__proto__',
    ],
  ])('the path %s leads to no file', async (path) => {
    const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(answer).not.toMatch(/secret\b(?!\.txt)|root:/);
  });

  it('anybody on another address: only loopback is bound', async () => {
    const addresses = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter((one) => !one.internal && one.family === 'IPv4');
    for (const { address } of addresses) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = connect({ host: address, port: server.port }, () => resolve(true));
        socket.on('error', () => resolve(false));
      });
      expect([address, reached]).toEqual([address, false]);
    }
  });
});

describe('the page itself', () => {
  const get = (path: string, headers = {}): Promise<Received> =>
    send({
      method: 'GET',
      path,
      headers: { origin: undefined, authorization: undefined, 'content-type': undefined, ...headers },
    });

  it('opens from a file and from a link', async () => {
    for (const site of ['none', 'cross-site', 'same-origin']) {
      const found = await get('/', {
        'sec-fetch-site': site,
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      });
      expect([site, found.status]).toEqual([site, 200]);
    }
    expect((await get('/assets/a.js')).body).toBe('export {};');
  });

  it('has a policy with a new nonce in each response, and no cookie', async () => {
    const responses = [await get('/'), await get('/')];
    const nonces = responses.map(({ headers, body }) => {
      expect(headers).toMatchObject({
        ...{ 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
        ...{ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' },
      });
      expect(headers['set-cookie']).toBeUndefined();
      const [, nonce] = /nonce="([^"]+)"/.exec(body)!;
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      );
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('has another token in each run, of 256 bits', async () => {
    const other = await startServer(
      { ask: async () => ({ json: '{}' }), stop: async () => {} },
      { port: 0, folder, noncePlaceholder: 'x' },
    );
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(other.address.split('#token=')[1]).not.toBe(token);
    await other.stop();
  });
});
