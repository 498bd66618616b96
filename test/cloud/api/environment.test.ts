// The variables that the official SDK reads by itself change nothing: neither the address, nor the headers, nor what is printed.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkBaseURL } from '../../../src/cloud/api/base-url.ts';
import { connectApi } from '../../../src/cloud/api/index.ts';
import { type AnswerServer, startAnswerServer } from '../../helpers/api/answer-server.ts';
import { FAST } from '../../helpers/api/fault-proxy.ts';

const ZONE = { zone: '023e105f4ecef8ad9ca31a8372d0c353' };
const TOKEN = 'v1.0-the-token';
const OTHER = 'other-secret';

let server: AnswerServer;
beforeAll(async () => {
  server = await startAnswerServer();
  for (const name of ['BASE_URL', 'API_TOKEN', 'API_KEY', 'EMAIL', 'API_USER_SERVICE_KEY']) {
    vi.stubEnv(`CLOUDFLARE_${name}`, OTHER);
  }
  vi.stubEnv('CLOUDFLARE_LOG', 'debug');
  vi.stubEnv(
    'CLOUDFLARE_CUSTOM_HEADERS',
    `Authorization: Bearer ${OTHER}\nX-Auth-Key: ${OTHER}\nAccept: text/html\nX-Mine: 1`,
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await server.stop();
});

it.each([
  [{ token: TOKEN }, { authorization: `Bearer ${TOKEN}` }],
  [
    { email: 'a@b.example', key: TOKEN },
    { 'x-auth-email': 'a@b.example', 'x-auth-key': TOKEN },
  ],
])('headers %#', async (credentials, expected) => {
  const printed = (['log', 'warn', 'error', 'info', 'debug'] as const).map((name) => vi.spyOn(console, name));
  server.answer({ body: { success: true, result: [] } }, { body: { success: true, result: { id: 1 } } });
  const api = await connectApi({ baseURL: server.baseURL, credentials, ...FAST });
  await api.listJobs(ZONE);
  await api.createJob(ZONE, { name: 'a' }, []);
  for (const { headers } of server.requests) {
    const { host, connection, 'content-length': _length, 'content-type': _type, ...rest } = headers;
    expect(rest).toEqual({
      ...expected,
      accept: 'application/json',
      'user-agent': 'headgate',
      'accept-language': '*',
      'sec-fetch-mode': 'cors',
      'accept-encoding': 'gzip, deflate',
    });
  }
  expect(server.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', `/client/v4/zones/${ZONE.zone}/logpush/jobs`, ''],
    ['POST', `/client/v4/zones/${ZONE.zone}/logpush/jobs`, '{"name":"a"}'],
  ]);
  for (const one of printed) expect(one).not.toHaveBeenCalled();
});

it.each([
  ['https://api.cloudflare.com/client/v4/', 'https://api.cloudflare.com/client/v4'],
  ['https://gateway.example:8443/api//', 'https://gateway.example:8443/api'],
  ['http://127.0.0.1:8791/client/v4', 'http://127.0.0.1:8791/client/v4'],
  ['http://127.1:80/', 'http://127.0.0.1'],
  ['http://LOCALHOST:1', 'http://localhost:1'],
  ['http://[::1]:1/v4', 'http://[::1]:1/v4'],
])('address %s', (text, expected) => {
  expect(checkBaseURL(text)).toBe(expected);
});

it.each([
  [
    'http://api.cloudflare.com/client/v4',
    /found http:\/\/api\.cloudflare\.com, which would send the credentials unencrypted/,
  ],
  ['http://127.0.0.1.example.com', /unencrypted/],
  ['http://localhost.example', /unencrypted/],
  ['http://0x7f000001.example', /unencrypted/],
  ['http://192.168.0.1', /unencrypted/],
  [`https://user:${OTHER}@api.example/`, /found a user name or password in it/],
  [`https://${OTHER}@api.example/`, /found a user name or password in it/],
  [`https://api.example/?token=${OTHER}`, /found a query or fragment in it/],
  [`https://api.example/#${OTHER}`, /found a query or fragment in it/],
  ['https://api.example/?', /found a query or fragment in it/],
  ['ftp://api.example/', /found "ftp:\/\/api\.example\/", expected a URL such as https:/],
  ['file:///etc/passwd', /expected a URL such as/],
  ['api.cloudflare.com', /found "api\.cloudflare\.com", expected a URL/],
  [`//user:${OTHER}@api.example`, /expected a URL such as/],
  [`nothing?token=${OTHER}`, /found "nothing", expected a URL/],
  ['', /found "", expected a URL/],
  [`${OTHER}${OTHER}0123456789abcdef0123`, /found another text, expected a URL/],
])('rejects the address %s', async (baseURL, message) => {
  const error: Error = await connectApi({ baseURL, credentials: { token: TOKEN } }).then(
    () => expect.unreachable(),
    (one) => one,
  );
  expect(error).toMatchObject({ code: 'api-url', message: expect.stringMatching(message) });
  expect(error.message).not.toContain(OTHER);
});

it.each([{ token: '' }, { token: 'a b' }, { token: 'a\nX-Other: 1' }, { token: 'ä' }, { email: 'a@b', key: ' ' }])(
  'rejects the credentials %#',
  async (credentials) => {
    await expect(connectApi({ credentials })).rejects.toMatchObject({ code: 'api-credentials' });
  },
);
