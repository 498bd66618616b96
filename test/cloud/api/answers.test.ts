// Answers of every kind, from a server that gives them: which error each becomes, and which are accepted.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectApi, type ManagementApi } from '../../../src/cloud/api/index.ts';
import { type AnswerServer, fails, startAnswerServer, succeeds } from '../../helpers/api/answer-server.ts';
import { FAST } from '../../helpers/api/fault-proxy.ts';
import type { HttpAnswer } from '../../helpers/http-server.ts';
import { listen } from '../../helpers/listen.ts';

/** Recorded bodies of the platform, which are not part of the project. */
const RECORDED = resolve(import.meta.dirname, '../../../../shared/fixtures/api');
const ID = '023e105f4ecef8ad9ca31a8372d0c353';
const ZONE = { zone: ID };
const TOKEN = 'v1.0-secret-token/of+the-test';
const SECRET = 'wJalrXUtnFEMI/K7MDENG+secret';
const CONF = `s3://logs/a?region=auto&access-key-id=AKIAABCDEFGHIJKLMNOP&secret-access-key=${SECRET}`;
const PROOF = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';
/** Was not sent. */
const OTHER_PROOF = 'eyJhbGciOiJub25lIn0.eyJhIjoxfQ.b3RoZXI';
const HTML = { body: '<!doctype html><title>Portal</title>', headers: { 'content-type': 'text/html' } };

let server: AnswerServer;
let api: ManagementApi;

beforeAll(async () => {
  server = await startAnswerServer();
});
/** A connection that the API has blocked sends nothing more. */
beforeEach(async () => {
  api = await connectApi({ baseURL: server.baseURL, credentials: { token: TOKEN }, ...FAST });
});
afterAll(() => server.stop());

async function errorOf(run: () => Promise<unknown>): Promise<Error & { code: string; kind: string }> {
  const error = await run().then(
    (result) => expect.unreachable(`succeeded with ${JSON.stringify(result)}`),
    (one: unknown) => one,
  );
  expect(error).toMatchObject({ name: 'HeadgateError' });
  return error as Error & { code: string; kind: string };
}

/** The answer; the code, and the rest of the message after "cannot list the Logpush jobs of the zone …: ". A negative answer has `!` after its code. */
const ERRORS: readonly [name: string, answer: HttpAnswer, code: string, message: RegExp][] = [
  [
    'no credentials',
    fails(401, 9106, 'Missing X-Auth-Key, X-Auth-Email or Authorization headers'),
    'api-unauthorized',
    /^127\.0\.0\.1:\d+ answers HTTP 401 with error 9106 "Missing .* headers"; check the API token \(CLOUDFLARE_API_TOKEN\)\. An API key is not a token: it belongs in CLOUDFLARE_API_KEY, with CLOUDFLARE_EMAIL$/,
  ],
  [
    'a malformed token',
    {
      status: 400,
      body: {
        success: false,
        errors: [
          {
            ...{ code: 6003, message: 'Invalid request headers' },
            error_chain: [{ code: 6111, message: 'Invalid format for Authorization header' }],
          },
        ],
      },
    },
    'api-unauthorized',
    /with errors 6003 "Invalid request headers", 6111 "Invalid format for Authorization header"; check/,
  ],
  [
    'a wrong token',
    fails(403, 10000, 'Authentication error'),
    'api-forbidden',
    /^127\S+ answers HTTP 403 with error 10000 "Authentication error"; the API token \(CLOUDFLARE_API_TOKEN\) is wrong or expired, or probably lacks the permission Logs Write for this zone$/,
  ],
  [
    'a dataset without access',
    fails(403, 1004, "reading job for product 'x' is not allowed"),
    'api-forbidden',
    /1004 "reading job .*Logs Write/,
  ],
  [
    'too many jobs',
    fails(403, 1004, 'creating a new job (for http_requests dataset) is not allowed: exceeded max jobs allowed'),
    'api-max-jobs!',
    /headgate jobs list/,
  ],
  [
    'HTML with 403',
    { status: 403, ...HTML },
    'api-forbidden',
    /^127\S+ answers HTTP 403 without an error of the API; check the address/,
  ],
  [
    'a missing zone',
    fails(404, 7003, 'Could not route to /x'),
    'api-missing',
    /7003 "Could not route to \/x"; check its id and that of the zone/,
  ],
  [
    'HTML with 404',
    { status: 404, ...HTML },
    'api-missing',
    /without an error of the API; check the address of the API \(--api-url/,
  ],
  ['404 without a body', { status: 404 }, 'api-missing', /without an error of the API/],
  ['a proxy', { status: 407, body: '' }, 'api-proxy', /^a proxy in front of 127\S+ asks for a login \(HTTP 407\)/],
  [
    '405',
    fails(405, 7001, 'Method not available'),
    'api-method',
    /; this server does not have the call: check the address/,
  ],
  [
    'a conflict',
    fails(409, undefined, 'conflict'),
    'api-conflict',
    /with error "conflict"; another client changed it at the same time: run the command again$/,
  ],
  ['413', { status: 413, body: 'Payload Too Large' }, 'api-too-large!', /^127\S+ answers HTTP 413 /],
  [
    'another status',
    { status: 418, body: { message: 'x' } },
    'api-rejected!',
    /^127\S+ answers HTTP 418 without an error of the API; check the address/,
  ],
  [
    '429 without retry-after',
    fails(429, 10429, 'Rate limited'),
    'api-rate-limited',
    /10429 "Rate limited"; try again in 5 min$/,
  ],
  [
    '429 with a long retry-after',
    fails(429, 10429, 'x', { 'retry-after': '250' }),
    'api-rate-limited',
    /; try again in 4 min 10 s$/,
  ],
  [
    '429 with a date far away',
    fails(429, 10429, 'x', { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
    'api-rate-limited',
    /try again in \d+ min/,
  ],
  ...['soon', '1.5', '-5', '9'.repeat(400)].map((wait): [string, HttpAnswer, string, RegExp] => [
    `429 with the retry-after ${wait.slice(0, 5)}`,
    fails(429, 10429, 'x', { 'retry-after': wait }),
    'api-rate-limited',
    /try again in 5 min$/,
  ]),
  ['500', fails(500, 10500, 'internal server error'), 'api-server', /10500 "internal server error"; try again later/],
  [
    '502',
    { status: 502, ...HTML },
    'api-server',
    /^127\S+ answers HTTP 502 without an error of the API; try again later/,
  ],
  ['524', { status: 524, ...HTML }, 'api-server', /^127\S+ answers HTTP 524 /],
  [
    'a second ruleset',
    fails(
      400,
      20217,
      "'zone' is not a valid value for kind because exceeded maximum number of zone rulesets for phase x",
    ),
    'api-ruleset-exists!',
    /headgate fields apply/,
  ],
  [
    'the code of a second ruleset, about something else',
    fails(400, 20217, "'Unhealthy' is not a valid value for new_health"),
    'api-rejected!',
    /correct what its message names$/,
  ],
  ['a code of a bucket, about a job', fails(400, 10005, 'invalid value'), 'api-rejected!', /correct what its message/],
  [
    'a code of a secret, about a job',
    fails(404, 10056, 'no such job'),
    'api-missing',
    /with error 10056 "no such job"; check its id/,
  ],
  ['a wrong proof', fails(400, 1002, 'incorrect ownership challenge'), 'api-ownership!', /for seven days$/],
  [
    'a rejected value',
    fails(400, 1002, 'invalid value'),
    'api-rejected!',
    /1002 "invalid value"; correct what its message names$/,
  ],
  [
    'success: false',
    { body: { success: false, errors: [{ code: 1, message: 'no' }], result: null } },
    'api-rejected!',
    /^127\S+ answers HTTP 200 and success: false with error 1 "no"/,
  ],
  [
    'success: false alone',
    { body: { success: false, errors: null, result: null } },
    'api-rejected!',
    /^127\S+ answers HTTP 200 and success: false; correct/,
  ],
  [
    'errors of other shapes',
    { status: 400, body: { success: false, errors: ['a', 1, null] } },
    'api-rejected!',
    /^127\S+ answers HTTP 400; correct/,
  ],
  [
    'an error without values',
    { status: 400, body: { success: false, errors: [{}] } },
    'api-rejected!',
    /with error ""; /,
  ],
  [
    'HTML',
    HTML,
    'api-unexpected-answer',
    /^127\S+ sends HTML \(HTTP 200\) instead of JSON of the API; check the address/,
  ],
  [
    'HTML as JSON',
    { ...HTML, headers: { 'content-type': 'application/json' } },
    'api-unexpected-answer',
    /^127\S+ sends HTML \(HTTP 200\)/,
  ],
  ['an empty answer', {}, 'api-unexpected-answer', /^127\S+ sends an empty answer \(HTTP 200\)/],
  ['no content', { status: 204 }, 'api-unexpected-answer', /^127\S+ sends an empty answer \(HTTP 204\)/],
  [
    'half of JSON',
    { body: '{"success":true,"result":[' },
    'api-unexpected-answer',
    /^127\S+ sends text that is not valid JSON/,
  ],
  ...['null', '[]', '"x"', '{}', '{"success":"yes"}', '{"success":1,"result":[]}'].map(
    (body): [string, HttpAnswer, string, RegExp] => [
      body,
      { body },
      'api-unexpected-answer',
      /^127\S+ sends JSON without the key success/,
    ],
  ),
  [
    'an object',
    succeeds({}),
    'api-unexpected-answer',
    /^127\S+ sends an object as result of the answer instead of an array/,
  ],
  ['no result', { body: { success: true } }, 'api-unexpected-answer', /^127\S+ sends nothing as result of the answer/],
  [
    'a number as a job',
    succeeds([1]),
    'api-unexpected-answer',
    /^127\S+ sends a number as result\.0 of the answer instead of an object/,
  ],
  [
    'a job whose id is text',
    succeeds([{ id: '1' }]),
    'api-unexpected-answer',
    /^127\S+ sends a string as result\.0\.id of the answer instead of a whole number/,
  ],
  [
    'a job whose filter is an object',
    succeeds([{ id: 1, filter: {} }]),
    'api-unexpected-answer',
    /^127\S+ sends an object as result\.0\.filter of the answer instead of text or null/,
  ],
  [
    'a job whose enabled is text',
    succeeds([{ id: 1, enabled: 'yes' }]),
    'api-unexpected-answer',
    /^127\S+ sends a string as result\.0\.enabled/,
  ],
  [
    'a job with a list of options',
    succeeds([{ id: 1, output_options: [] }]),
    'api-unexpected-answer',
    /^127\S+ sends an array as result\.0\.output_options/,
  ],
  [
    'one page of two',
    succeeds([{ id: 1 }], { result_info: { total_count: 30 } }),
    'api-unexpected-answer',
    /^found 1 of 30 jobs in the answer, expected all of them/,
  ],
  [
    'an answer above the limit',
    { body: `"${'a'.repeat(33 * 1024 * 1024)}"` },
    'api-unexpected-answer',
    /^127\S+ sends an answer of more than 32 MiB; check the address/,
  ],
];

it.each(ERRORS)('%s', async (_, answer, code, message) => {
  server.answer(answer);
  const error = await errorOf(() => api.listJobs(ZONE));
  expect(`${error.code}${error.kind === 'negative' ? '!' : ''}`).toBe(code);
  const prefix = `cannot list the Logpush jobs of the zone ${ID}: `;
  expect(error.message.slice(0, prefix.length)).toBe(prefix);
  expect(error.message.slice(prefix.length)).toMatch(message);
  expect(error.message).not.toContain(TOKEN);
});

it.each<[string, HttpAnswer]>([
  ['an error of the API', fails(404, 7003, 'No route for the URI')],
  ['HTML', { status: 404, ...HTML }],
])('an address without a path, answered by %s', async (_, answer) => {
  const { origin } = new URL(server.baseURL);
  const without = await connectApi({ baseURL: origin, credentials: { token: TOKEN }, ...FAST });
  server.answer(answer);
  const { code, message } = await errorOf(() => without.listJobs(ZONE));
  expect(code).toBe('api-missing');
  expect(message).toContain(
    `; the address must end with /client/v4: write ${origin}/client/v4 (--api-url, CLOUDFLARE_BASE_URL)`,
  );
});

describe('other results of another shape', () => {
  it.each<[string, () => Promise<unknown>, unknown, RegExp]>([
    ['a job', () => api.readJob(ZONE, 1), null, /^cannot read the Logpush job 1 .*: 127\S+ sends null as result of/],
    ['a zone', () => api.findZone('a.example'), [{ id: 5 }], /sends a number as result\.0\.id/],
    [
      'two zones',
      () => api.findZone('a.example'),
      [ID, 'f'.repeat(32)].map((id) => ({ id, name: 'a.example' })),
      /these credentials have access to 2 zones of this name \(023e.*, f+\); use the id of one/,
    ],
    [
      'a ruleset',
      () => api.readEntryPoint(ID, 'p'),
      { id: 'x', phase: 'p', version: 1 },
      /sends a number as result\.version/,
    ],
    [
      'rules',
      () => api.readEntryPoint(ID, 'p'),
      { id: 'x', phase: 'p', version: '1', rules: {} },
      /sends an object as result\.rules/,
    ],
    ['a file', () => api.requestOwnership(ZONE, CONF), null, /sends null as result of/],
    [
      'no file name',
      () => api.requestOwnership(ZONE, CONF),
      { valid: true },
      /the service wrote no file there; check the bucket/,
    ],
    ['no check', () => api.checkOwnership(ZONE, CONF, PROOF), {}, /sends nothing as result\.valid of/],
  ])('%s', async (_, run, result, message) => {
    server.answer(succeeds(result));
    expect((await errorOf(run)).message).toMatch(message);
  });
});

it.each<[string, () => Promise<unknown>, RegExp]>([
  [
    'a zone by name',
    () => api.listJobs({ zone: 'example.com' }),
    /^cannot use the zone "example\.com": expected its id of 32/,
  ],
  ['no account', () => api.readJob({ account: '' }, 1), /^cannot use the account "": expected its id/],
  ['a path', () => api.readEntryPoint(ID, '..'), /^cannot send a request to the API: Path parameters/],
  ['a path as a rule', () => api.updateRule(ID, '.', 'x', {}), /^cannot send a request to the API: Path/],
])('%s is not sent', async (_, run, message) => {
  server.answer(succeeds([]));
  expect((await errorOf(run)).message).toMatch(message);
  expect(server.requests).toEqual([]);
});

describe('accepted answers', () => {
  it.each<[string, HttpAnswer, unknown]>([
    ['null for no jobs', succeeds(null), []],
    ['without errors and messages', { body: { success: true, result: [] } }, []],
    ['null in place of lists', { body: { success: true, errors: null, messages: null, result: [] } }, []],
    ['JSON as text', { body: '{"success":true,"result":[]}', headers: { 'content-type': 'text/plain' } }, []],
    ['with a byte order mark', { body: '\ufeff{"success":true,"result":[]}' }, []],
    ['unknown keys', succeeds([{ id: 1, fresh: { a: [1] }, filter: null }]), [{ id: 1, fresh: { a: [1] } }]],
    ['a count', succeeds([{ id: 1 }], { result_info: { page: 1, total_count: 1 } }), [{ id: 1 }]],
  ])('%s', async (_, answer, expected) => {
    server.answer(answer);
    expect(await api.listJobs(ZONE)).toEqual(expected);
  });

  it('a job that is not there', async () => {
    server.answer(fails(404, 1003, 'job not found'));
    expect(await api.readJob(ZONE, 1)).toBeUndefined();
    server.answer({ status: 404, ...HTML });
    expect((await errorOf(() => api.readJob(ZONE, 1))).code).toBe('api-missing');
  });

  it('a phase without rules', async () => {
    server.answer(fails(404, 10003, 'could not find entrypoint ruleset in the p phase'));
    expect(await api.readEntryPoint(ID, 'p')).toBeUndefined();
    server.answer(fails(404, 7003, 'Could not route'));
    expect((await errorOf(() => api.readEntryPoint(ID, 'p'))).code).toBe('api-missing');
    server.answer(succeeds({ id: 'x', phase: 'p', version: '1', rules: null }));
    expect(await api.readEntryPoint(ID, 'p')).toEqual({ id: 'x', phase: 'p', version: '1' });
  });

  it.runIf(existsSync(RECORDED))('recorded ones', async () => {
    const recorded = (name: string) => JSON.parse(readFileSync(join(RECORDED, `${name}.json`), 'utf8'));
    for (const name of ['logpush_job', 'logpush_job_with_filter']) {
      const body = recorded(`cf-terraforming.v4.cloudflare_${name}.0`);
      server.answer({ body });
      const jobs = await api.listJobs(ZONE);
      expect(jobs.map(({ id }) => id)).toEqual(body.result.map(({ id }: { id: number }) => id));
    }
    for (const name of ['ruleset_zone.1', 'ruleset_zone_http_log_custom_fields.1']) {
      const body = recorded(`cf-terraforming.v4.cloudflare_${name}`);
      server.answer({ body });
      expect(await api.readEntryPoint(ID, 'p')).toEqual(body.result);
    }
    const jobs = recorded('cloudflare-go.v0.logpush').bodies.filter(({ body }: { body: { id?: number } }) => body?.id);
    expect(jobs.length).toBeGreaterThan(2);
    for (const { body } of jobs) {
      server.answer(succeeds(body));
      expect(await api.readJob(ZONE, body.id)).toMatchObject({ id: body.id });
    }
  });
});

describe('messages of the API', () => {
  const body = { name: 'a', destination_conf: CONF, ownership_challenge: PROOF };
  const message = async (text: string, code = 1002): Promise<string> => {
    server.answer(fails(400, code, text));
    return (await errorOf(() => api.createJob(ZONE, body, []))).message;
  };

  it.each([
    TOKEN,
    `Bearer ${TOKEN}`,
    encodeURIComponent(TOKEN),
    JSON.stringify({ a: TOKEN }),
    CONF,
    `the destination ${CONF}, which`,
    encodeURIComponent(CONF),
    PROOF,
    `ownership_challenge: ${PROOF}.`,
    `found ${OTHER_PROOF}, expected another token`,
    `secret-access-key=${SECRET}`,
    `the key AKIAABCDEFGHIJKLMNOP and its secret ${SECRET} do not match`,
    'https://user:password@host/x?sig=abc',
  ])('never repeat a secret: %j', async (text) => {
    const shown = await message(text);
    for (const secret of [TOKEN, SECRET, PROOF, OTHER_PROOF, 'AKIAABCDEFGHIJKLMNOP', 'password@', 'sig=abc']) {
      for (const form of [secret, encodeURIComponent(secret)]) expect(shown).not.toContain(form);
    }
    expect(shown).toMatch(/with error 1002 "/);
  });

  it('never repeat a secret in a place', async () => {
    const errors = [{ code: 1002, message: 'x', source: { pointer: `/${SECRET}/${PROOF}/${TOKEN}` } }];
    server.answer({ status: 400, body: { success: false, errors } });
    const { message: shown } = await errorOf(() => api.createJob(ZONE, body, []));
    for (const secret of [TOKEN, SECRET, PROOF]) expect(shown).not.toContain(secret);
    expect(shown).toMatch(/1002 "x" at \/…\/…\/…;/);
  });

  it.each([
    [`splunk://example.com/in?channel=${SECRET}&insecure-skip-verify=false`, `unknown channel ${SECRET}`],
    [`splunk://example.com/in?a=b&splunk-channel=${SECRET}`, `{"channel":"${SECRET}"}`],
  ])('never repeat the channel of %s', async (conf, text) => {
    server.answer(fails(400, 1002, text));
    const error = await errorOf(() => api.createJob(ZONE, { ...body, destination_conf: conf }, []));
    expect(error.message).not.toContain(SECRET);
    expect(error.message).toMatch(/channel/);
  });

  it('are bounded and escaped', async () => {
    expect((await message('x '.repeat(5000))).length).toBeLessThan(700);
    expect(await message('eyJ'.repeat(1_000_000))).toContain('1002 "(3,000,000 characters)"');
    expect(await message('a"b\nheadgate: all is well')).toContain('1002 "a\\"b\\nheadgate: all is well"');
  });

  it('several of them, with their places', async () => {
    const errors = [1, 2, 3, 4, 5].map((code) => ({
      code,
      message: `m${code}`,
      source: { pointer: `/rules/${code}` },
    }));
    server.answer({ status: 400, body: { success: false, errors } });
    const { message: shown } = await errorOf(() => api.writeEntryPoint(ID, 'p', []));
    expect(shown).toContain('with errors 1 "m1" at /rules/1, 2 "m2" at /rules/2, 3 "m3" at /rules/3 and 2 more; ');
  });
});

describe('notices', () => {
  it.each<[string, HttpAnswer, RegExp]>([
    [
      'a wait that the API requests',
      fails(429, 10429, 'x', { 'retry-after': '7' }),
      /; sending the request again in 7 s$/,
    ],
    ['the first wait', fails(500, 10500, 'x'), /; sending the request again in 0\.5 s$/],
    ['a secret', fails(500, 10500, `the token ${TOKEN}`), /10500 "the token …"; sending/],
  ])('%s', async (_, answer, message) => {
    const notices: string[] = [];
    const controller = new AbortController();
    const onRetry = (text: string) => {
      notices.push(text);
      controller.abort();
    };
    const { signal } = controller;
    const patient = await connectApi({ baseURL: server.baseURL, credentials: { token: TOKEN }, signal, onRetry });
    server.answer(answer);
    expect((await errorOf(() => patient.listJobs(ZONE))).kind).toBe('interrupted');
    expect(notices).toEqual([expect.stringMatching(message)]);
    expect(notices.join()).not.toContain(TOKEN);
  });
});

it('a redirect to no address of HTTP is not repeated', async () => {
  server.answer({ status: 302, headers: { location: 'javascript:alert(1)' } });
  expect((await errorOf(() => api.listJobs(ZONE))).message).toContain(
    'redirects (HTTP 302), and headgate does not follow, because',
  );
});

it('a redirect is not followed', async () => {
  const other = await startAnswerServer();
  try {
    other.answer(succeeds([]));
    for (const status of [301, 302, 307, 308]) {
      server.answer({ status, headers: { location: `${other.baseURL}/zones?token=${TOKEN}` } });
      const error = await errorOf(() => api.listJobs(ZONE));
      expect(error.code).toBe('api-redirect');
      expect(error.message).toContain(`redirects to ${new URL(other.baseURL).origin} (HTTP`);
      expect(error.message).not.toContain(TOKEN);
    }
    expect(other.requests).toEqual([]);
  } finally {
    await other.stop();
  }
});

it('servers that are not there, or do not speak HTTP or TLS', async () => {
  const stopped = await startAnswerServer();
  await stopped.stop();
  const { host } = new URL(server.baseURL);
  const noHTTP = await listen(createServer((socket) => socket.on('error', () => {}).write('+OK ready\r\n')));
  const rows = [
    [
      stopped.baseURL,
      'api-unreachable',
      /no server listens at 127\.0\.0\.1:\d+ \(connection refused\); check --api-url and CLOUDFLARE_BASE_URL and its port/,
    ],
    ['http://localhost.:1/', 'api-url', /./],
    ['http://127.0.0.1:1/', 'api-unreachable', /the Fetch standard blocks the port of 127\.0\.0\.1:1; check/],
    [
      `http://127.0.0.1:${noHTTP.port}/`,
      'api-connection-lost',
      /127\S+ closed the connection before the end of its answer; check/,
    ],
    [
      `https://${host}/client/v4`,
      'api-tls',
      /127\S+ does not speak TLS, which https:\/\/ needs; for a server on this machine, write --api-url http:\/\/127/,
    ],
  ] as const;
  for (const [baseURL, code, message] of rows) {
    const error = await errorOf(async () =>
      (await connectApi({ baseURL, credentials: { token: TOKEN }, ...FAST })).listJobs(ZONE),
    );
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  }
  await noHTTP.stop();
});
