// POSTs to webhooks: what a real server on loopback receives, and what the outcome says of one that does not answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookUpHere, postWebhook } from '../../../src/sandbox/alerts/post-webhook.ts';
import { type HttpServer, startHttpServer } from '../../helpers/http-server.ts';
import { portWithoutServer } from '../../helpers/listen.ts';

const SECRET = 'a-secret-of-the-webhook';
const PATH = '/services/a-secret-path?token=a-secret-query';
let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer(({ path }) => {
    const status = Number(/^\/status\/(\d+)/.exec(path)?.[1] ?? 200);
    if (path.startsWith('/silent')) return { stallAt: 'start' };
    if (path.startsWith('/cut')) return { resetAt: 'start' };
    return { status, headers: { location: `${server.origin}/status/200/elsewhere` }, body: 'an answer' };
  });
});
afterAll(() => server.stop());
const payload = { text: 'Ünhealthy', n: 1 };

it('sends JSON with the secret, and follows no redirect', async () => {
  expect(await postWebhook({ url: `${server.origin}/hook?a=1`, secret: SECRET, payload })).toEqual({
    ...{ outcome: 'delivered', status: 200 },
  });
  const [post] = server.requests;
  expect(post).toMatchObject({
    ...{ method: 'POST', url: '/hook?a=1', body: JSON.stringify(payload) },
    headers: { 'content-type': 'application/json', 'cf-webhook-auth': SECRET, 'content-length': '27' },
  });
  for (const secret of [undefined, '']) {
    for (const host of ['localhost', '2130706433', '0x7f.1']) {
      const url = server.origin.replace('127.0.0.1', host);
      expect(await postWebhook({ url, secret, payload })).toEqual({ outcome: 'delivered', status: 200 });
    }
    expect(server.requests.at(-1)!.headers).not.toHaveProperty('cf-webhook-auth');
  }
  const before = server.requests.length;
  expect(await postWebhook({ url: `${server.origin}/status/307`, payload })).toMatchObject({
    ...{ outcome: 'failed', status: 307, reason: expect.stringContaining('a redirect, which is not followed') },
  });
  expect(server.requests).toHaveLength(before + 1);
});

it.each([
  ['127.0.0.1', { all: true }, [null, [{ address: '127.0.0.1', family: 4 }]]],
  ['::1', {}, [null, '::1', 6]],
  ['192.0.2.1', { all: true }, [expect.objectContaining({ code: 'ENOTFOUND' }), '']],
  ['2001:db8::1', {}, [expect.objectContaining({ code: 'ENOTFOUND' }), '']],
])('resolves to no other machine: %s %j', async (address, options, expected) => {
  const found = await new Promise((resolve) => lookUpHere(address, options, (...all) => resolve(all)));
  expect(found).toEqual(expected);
});

describe('outcome', () => {
  it.each<[number, string]>([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [300, 'failed'],
    [404, 'failed'],
    [500, 'failed'],
  ])('HTTP %i', async (status, outcome) => {
    const found = await postWebhook({ url: `${server.origin}/status/${status}`, payload });
    expect(found).toMatchObject({ outcome, status });
  });

  it.each<[string, () => string | Promise<string>, string, RegExp]>([
    [
      'a port without a server',
      async () => `http://127.0.0.1:${await portWithoutServer()}`,
      'failed',
      /^no server listens at 127\S+ \(connection refused\)$/,
    ],
    ['a connection that is cut', () => `${server.origin}/cut`, 'failed', /^127\S+ sends no HTTP answer \(E/],
    ['no answer', () => `${server.origin}/silent`, 'failed', /^127\S+ does not answer within 0.2 s$/],
    ['another machine', () => 'https://hooks.example.com', 'not-sent', /^hooks.example.com is another machine/],
    ['an address of a network', () => 'http://192.168.0.1', 'not-sent', /another machine/],
    ['a name like loopback', () => 'http://127.0.0.1.example.com', 'not-sent', /another machine/],
    ['one as a number', () => 'http://3232235521', 'not-sent', /^192.168.0.1 is another machine/],
    ['one in IPv6', () => 'http://[::ffff:127.0.0.1]', 'not-sent', /another machine/],
    ['all addresses in IPv6', () => 'http://[::]', 'not-sent', /another machine/],
    ['a name in DNS', () => 'http://localhost.', 'not-sent', /another machine/],
    ['an address with a user', () => 'http://localhost@example.com', 'not-sent', /^example.com is another/],
    ['all addresses of this machine', () => 'http://0.0.0.0', 'not-sent', /another machine/],
    ['another scheme', () => 'ftp://127.0.0.1', 'failed', /begins with http:/],
    ['no URL', () => 'hooks', 'failed', /begins with http:/],
  ])('%s', async (_, url, outcome, reason) => {
    const found = await postWebhook({ url: (await url()) + PATH, secret: SECRET, payload, limitMs: 200 });
    expect(found).toEqual({ outcome, reason: expect.stringMatching(reason) });
    expect(JSON.stringify(found)).not.toMatch(/secret/);
  });

  it('the sandbox stops', async () => {
    const stop = new AbortController();
    const posted = postWebhook({ url: `${server.origin}/silent/stopped`, payload, signal: stop.signal });
    await expect.poll(() => server.requests.at(-1)?.path).toBe('/silent/stopped');
    stop.abort();
    const reason = expect.stringContaining('the sandbox stopped before 127.0.0.1:');
    expect(await posted).toEqual({ outcome: 'failed', reason });
    expect(await postWebhook({ url: server.origin, payload, signal: stop.signal })).toEqual({
      outcome: 'failed',
      reason,
    });
  });
});
