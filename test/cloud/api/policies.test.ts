// The requests for notification policies, silences and webhooks: what is sent, which answers are accepted, what errors advise, and that no
// policy is created twice.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectApi, type ManagementApi, type PolicyBody } from '../../../src/cloud/api/index.ts';
import { type AnswerServer, fails, startAnswerServer, succeeds } from '../../helpers/api/answer-server.ts';
import { FAST } from '../../helpers/api/fault-proxy.ts';
import type { HttpAnswer } from '../../helpers/http-server.ts';

const ACCOUNT = '023e105f4ecef8ad9ca31a8372d0c353';
const PATH = `/client/v4/accounts/${ACCOUNT}/alerting/v3`;
const ID = '0da2b59ef118439d8097bdfb215203c9';
const BODY: PolicyBody = {
  name: 'Pool health: ops@example.com',
  description: 'Created by headgate',
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  mechanisms: { email: [{ id: 'ops@example.com' }, { id: 'Dev@example.com' }], webhooks: [{ id: 'hook' }] },
  filters: { pool_id: ['b', 'a'], new_health: ['Unhealthy', 'Healthy'], event_source: ['pool'] },
};

let server: AnswerServer;
let api: ManagementApi;
beforeAll(async () => {
  server = await startAnswerServer();
});
/** A connection that the API has blocked sends nothing more. */
beforeEach(async () => {
  api = await connectApi({ baseURL: server.baseURL, credentials: { token: 'the-token' }, ...FAST });
});
afterAll(() => server.stop());

const HTML: HttpAnswer = { body: '<!DOCTYPE html>', headers: { 'content-type': 'text/html' } };
const sent = () => server.requests.map(({ method, url }) => `${method} ${url.slice(PATH.length)}`);

describe('requests', () => {
  it.each<[string, () => Promise<unknown>, unknown, unknown, string]>([
    ['listPolicies', () => api.listPolicies(ACCOUNT), [{ id: ID }], [{ id: ID }], 'GET /policies'],
    ['listPolicies: none', () => api.listPolicies(ACCOUNT), null, [], 'GET /policies'],
    ['readPolicy', () => api.readPolicy(ACCOUNT, ID), { id: ID, name: null }, { id: ID }, `GET /policies/${ID}`],
    ['createPolicy', () => api.createPolicy(ACCOUNT, BODY, []), { id: ID }, ID, 'POST /policies'],
    [
      'listSilences',
      () => api.listSilences(ACCOUNT),
      [{ id: 's', policy_id: ID, start_time: '2026-11-01T00:00:00Z', end_time: null, created_at: 'x' }],
      [{ id: 's', policy_id: ID, start_time: '2026-11-01T00:00:00Z' }],
      'GET /silences',
    ],
    ['listSilences: none', () => api.listSilences(ACCOUNT), null, [], 'GET /silences'],
    [
      'readWebhook',
      () => api.readWebhook(ACCOUNT, 'hook'),
      { id: 'hook', name: 'chat', url: 'https://chat.example/in', secret: 'never', type: 'generic' },
      { id: 'hook', name: 'chat', url: 'https://chat.example/in' },
      'GET /destinations/webhooks/hook',
    ],
  ])('%s', async (_, run, answer, result, request) => {
    server.answer(succeeds(answer));
    expect(await run()).toEqual(result);
    expect(sent()).toEqual([request]);
    if (request.startsWith('POST')) expect(JSON.parse(server.requests[0]!.body)).toEqual(BODY);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['policy', () => api.readPolicy(ACCOUNT, ID)],
    ['webhook', () => api.readWebhook(ACCOUNT, 'hook')],
  ])('a %s that does not exist', async (_, read) => {
    server.answer(fails(404, 1001, 'not found'));
    expect(await read()).toBeUndefined();
    server.answer(fails(404, 7003, 'No route for the URI'));
    await expect(read()).rejects.toMatchObject({ code: 'api-missing' });
  });
});

it.each([
  ['policies', () => api.listPolicies(ACCOUNT), 'found 1 of 2 policies in the answer, expected all of them'],
  ['silences', () => api.listSilences(ACCOUNT), 'found 1 of 2 silences in the answer, expected all of them'],
])('a part of the %s', async (_, run, message) => {
  server.answer({ body: { success: true, result: [{ id: ID }], result_info: { total_count: 2 } } });
  await expect(run()).rejects.toMatchObject({
    code: 'api-unexpected-answer',
    message: expect.stringContaining(message),
  });
});

describe('a policy', () => {
  it.each<[string, object, object]>([
    ['without anything', {}, {}],
    ['null means not set', { name: null, enabled: null, alert_type: null, mechanisms: null, filters: null }, {}],
    ['kinds of recipients that are null', { mechanisms: { email: null, webhooks: null } }, { mechanisms: {} }],
    [
      'recipients without an id, who receive nothing',
      { mechanisms: { email: [{}, { id: null }, { id: '' }, { id: 'a@example.com', x: 1 }], webhooks: [] } },
      { mechanisms: { email: [{ id: 'a@example.com', x: 1 }], webhooks: [] } },
    ],
    ['another kind of recipients', { mechanisms: { sms: 5 } }, { mechanisms: { sms: 5 } }],
    ['unknown keys', { alert_interval: '30m', fresh: [null] }, { alert_interval: '30m', fresh: [null] }],
    // What such a filter matches is not known: it must reach the plan, where it covers nothing.
    ...[null, 'a', [], [1, null], {}, [['a']]].map((value): [string, object, object] => [
      `the filter ${JSON.stringify(value)} as it is`,
      { filters: { pool_id: value } },
      { filters: { pool_id: value } },
    ]),
    // One odd policy must not hide the others.
    ['enabled that is not true or false', { enabled: 'true' }, { enabled: 'true' }],
    ['texts of another type', { name: 5, description: {}, alert_type: 5 }, {}],
    ...[[], 'a', { email: 'a@b' }, { email: ['a@b'] }, { email: [{ id: 'a@b' }, 5] }, { webhooks: [{ id: 5 }] }].map(
      (mechanisms): [string, object, object] => [
        `the mechanisms ${JSON.stringify(mechanisms)}, from which nobody receives anything`,
        { mechanisms },
        {},
      ],
    ),
    ...[[], 'pool_id', 5].map((filters): [string, object, object] => [
      `the filters ${JSON.stringify(filters)} as they are`,
      { filters },
      { filters },
    ]),
    [
      'a filter with a name of JavaScript',
      JSON.parse('{"filters":{"__proto__":[]}}'),
      JSON.parse('{"filters":{"__proto__":[]}}'),
    ],
  ])('%s', async (_, keys, expected) => {
    server.answer(succeeds([{ id: ID, ...keys }]));
    expect(await api.listPolicies(ACCOUNT)).toEqual([{ id: ID, ...expected }]);
  });

  it.each<[unknown, string]>([
    [{}, 'sends an object as result of the answer'],
    ['x', 'sends a string as result of'],
    [[null], 'sends null as result.0 of'],
    [[{}], 'sends nothing as result.0.id of'],
    [[{ id: 5 }], 'sends a number as result.0.id of'],
  ])('of another shape: %j', async (result, found) => {
    server.answer(succeeds(result));
    await expect(api.listPolicies(ACCOUNT)).rejects.toMatchObject({
      code: 'api-unexpected-answer',
      message: expect.stringContaining(found),
    });
  });

  it.each<[string, () => Promise<unknown>, unknown]>([
    ['a single policy', () => api.readPolicy(ACCOUNT, ID), { name: 'x' }],
    ['a silence', () => api.listSilences(ACCOUNT), [{ policy_id: ID }]],
    ['silences', () => api.listSilences(ACCOUNT), { a: 1 }],
    ['a webhook', () => api.readWebhook(ACCOUNT, 'hook'), { name: 'x' }],
  ])('%s of another shape', async (_, run, result) => {
    server.answer(succeeds(result));
    await expect(run()).rejects.toMatchObject({ code: 'api-unexpected-answer' });
  });
});

describe('a creation whose outcome is unknown', () => {
  const stored = {
    ...{ ...BODY, id: ID, created: '2026-11-22T00:00:00Z', alert_interval: '' },
    mechanisms: {
      webhooks: [{ id: 'hook' }],
      pagerduty: [],
      email: [{ id: 'dev@example.com' }, { id: 'ops@example.com' }],
    },
    filters: { event_source: ['pool'], new_health: ['Healthy', 'Unhealthy'], pool_id: ['a', 'b'] },
  };

  it.each<[string, stored: object[], known: string[], expected: string, posts: number]>([
    ['was made: in another order and case', [stored], [], ID, 1],
    ['was not made', [], [], 'new', 2],
    ['was not made: the equal policy is an older one', [stored], [ID], 'new', 2],
    ['was not made: another new policy', [{ ...stored, name: 'mine' }], [], 'new', 2],
    ['is unclear: two equal policies', [stored, { ...stored, id: 'x' }], [], 'api-outcome-unknown', 1],
    ...[
      { enabled: false },
      { alert_type: 'load_balancing_pool_enablement_alert' },
      { filters: { ...stored.filters, pool_id: ['a'] } },
      { filters: { ...stored.filters, new_status: [] } },
      { filters: undefined },
      { mechanisms: { ...stored.mechanisms, email: [{ id: 'ops@example.com' }] } },
      { mechanisms: null },
    ].map(
      (other): [string, object[], string[], string, number] =>
        [
          `is unclear: the new policy has ${JSON.stringify(other)}`,
          ...([[{ ...stored, ...other }], [], 'api-outcome-unknown', 1] as const),
        ] as never,
    ),
  ])('%s', async (_, policies, known, expected, posts) => {
    const list = succeeds(policies);
    server.answer(HTML, list, ...(posts > 1 ? [list, list, succeeds({ id: 'new' })] : []));
    const result = await api.createPolicy(ACCOUNT, BODY, known).catch((error: Error & { code: string }) => error.code);
    expect(result).toBe(expected);
    expect(sent().filter((request) => request.startsWith('POST')).length).toBe(posts);
  });

  it.each([
    [1, true],
    [2, true],
    // The list lags behind for longer than headgate waits.
    [3, false],
  ])('was made: in the list after %i without it', async (lag, isFound) => {
    const without = Array.from({ length: lag }, () => succeeds([]));
    server.answer(HTML, ...without, isFound ? succeeds([stored]) : succeeds({ id: 'new' }));
    expect(await api.createPolicy(ACCOUNT, BODY, [])).toBe(isFound ? ID : 'new');
    const lists = Array.from({ length: 3 }, () => 'GET /policies').slice(0, isFound ? lag + 1 : 3);
    expect(sent()).toEqual(['POST /policies', ...lists, ...(isFound ? [] : ['POST /policies'])]);
  });

  it('and may still be made: looked up as often, and not sent again', async () => {
    server.answer({ status: 504 }, succeeds([]), succeeds([]), succeeds([stored]));
    expect(await api.createPolicy(ACCOUNT, BODY, [])).toBe(ID);
    server.answer({ status: 504 }, succeeds([]));
    await expect(api.createPolicy(ACCOUNT, BODY, [])).rejects.toMatchObject({ code: 'api-outcome-unknown' });
    expect(sent()).toEqual(['POST /policies', 'GET /policies', 'GET /policies', 'GET /policies']);
  });

  it('is unclear: the new policy has an address with the Kelvin sign, which is a k in lower case', async () => {
    const body = { ...BODY, mechanisms: { email: [{ id: 'kate@example.com' }] } };
    const other = { ...body, id: ID, mechanisms: { email: [{ id: '\u212aate@example.com' }] } };
    server.answer(HTML, succeeds([other]));
    await expect(api.createPolicy(ACCOUNT, body, [])).rejects.toMatchObject({ code: 'api-outcome-unknown' });
    server.answer(HTML, succeeds([{ ...body, id: ID, mechanisms: { email: [{ id: 'KATE@example.com' }] } }]));
    expect(await api.createPolicy(ACCOUNT, body, [])).toBe(ID);
  });

  it('is looked up once after the signal of waits', async () => {
    const ending = new AbortController();
    const options = { retrySignal: ending.signal, onRetry: () => ending.abort() };
    const other = await connectApi({
      baseURL: server.baseURL,
      credentials: { token: 'the-token' },
      ...FAST,
      ...options,
    });
    server.answer(HTML, succeeds([]));
    await expect(other.createPolicy(ACCOUNT, BODY, [])).rejects.toMatchObject({ code: 'api-unexpected-answer' });
    expect(sent()).toEqual(['POST /policies', 'GET /policies']);
  });

  it('and cannot be read: nothing is sent again', async () => {
    server.answer(HTML, fails(403, 10000, 'Authentication error'));
    await expect(api.createPolicy(ACCOUNT, BODY, [])).rejects.toMatchObject({
      code: 'api-outcome-unknown',
      message: expect.stringMatching(/run the command again: it compares the policies first$/),
    });
    expect(sent()).toEqual(['POST /policies', 'GET /policies']);
  });

  it('that answers without an id is looked up', async () => {
    server.answer(succeeds(null), succeeds([stored]));
    expect(await api.createPolicy(ACCOUNT, BODY, [])).toBe(ID);
  });
});

/** A negative answer has `!` after its code. */
it.each<[string, HttpAnswer, string, RegExp]>([
  ...[
    'policy limit reached',
    'You have reached the maximum number of notification policies (300)',
    'exceeded max policies allowed',
    'exceeded the maximum number of policies',
    'Too many notifications for this account',
    'quota of notification policies exceeded',
    'creating a new policy is not allowed: the account has 300, which is the limit',
  ].map((text): [string, HttpAnswer, string, RegExp] => [
    text,
    fails(400, 1001, text),
    'api-max-policies!',
    /; delete notification policies that are not needed/,
  ]),
  [
    'the limit as HTTP 403',
    fails(403, 1001, 'limit of notification policies reached'),
    'api-max-policies!',
    /delete notification policies/,
  ],
  [
    'the rate limit',
    fails(429, 10429, 'the limit of requests for policies is exceeded'),
    'api-rate-limited',
    /try again/,
  ],
  [
    'the code of a second ruleset',
    fails(400, 20217, 'policy name is already taken'),
    'api-rejected!',
    /; correct what its message names/,
  ],
  [
    'too many pools in one policy',
    fails(400, 1002, 'policy exceeds the maximum number of pool_id values'),
    'api-rejected!',
    /If the policy is too large, split it \(--pools-per-policy\)$/,
  ],
  [
    'a policy that is too large',
    fails(400, 1002, 'policy too large: limit 10 kB'),
    'api-rejected!',
    /--pools-per-policy/,
  ],
  ['413', { status: 413, body: 'Payload Too Large' }, 'api-too-large!', /; split it/],
  [
    'no permission',
    fails(403, 10000, 'Authentication error'),
    'api-forbidden',
    /lacks the permission Notifications Write for this account$/,
  ],
])('%s', async (_, answer, code, message) => {
  server.answer(answer);
  const error = await api.createPolicy(ACCOUNT, BODY, []).catch((one) => one);
  expect(`${error.code}${error.kind === 'negative' ? '!' : ''}`).toBe(code);
  expect(error.message).toMatch(message);
  expect(error.message).toMatch(
    /^cannot create the notification policy "Pool health: ops@example.com" of the account [0-9a-f]{32}: 127\S+ answers HTTP /,
  );
});

it('a word about policies in the answer to another request is not the limit of policies', async () => {
  server.answer(fails(400, 1001, 'the limit of notification policies is exceeded'));
  await expect(api.listPolicies(ACCOUNT)).rejects.toMatchObject({ code: 'api-rejected' });
});

it.each<[string, () => Promise<unknown>]>([
  ['listPolicies', () => api.listPolicies(ACCOUNT)],
  ['readPolicy', () => api.readPolicy(ACCOUNT, ID)],
  ['listSilences', () => api.listSilences(ACCOUNT)],
  ['readWebhook', () => api.readWebhook(ACCOUNT, 'hook')],
])('%s names the permission', async (_, run) => {
  server.answer(fails(403, 10000, 'Authentication error'));
  await expect(run()).rejects.toMatchObject({
    code: 'api-forbidden',
    message: expect.stringMatching(/lacks the permission Notifications Read for this account$/),
  });
});
