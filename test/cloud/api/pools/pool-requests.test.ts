// The requests for single pools and pages: what is sent, which answers are accepted, and what errors advise.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectApi, type ManagementApi, type PoolPage } from '../../../../src/cloud/api/index.ts';
import { type AnswerServer, fails, startAnswerServer, succeeds } from '../../../helpers/api/answer-server.ts';
import { FAST } from '../../../helpers/api/fault-proxy.ts';
import type { HttpAnswer } from '../../../helpers/http-server.ts';

const ACCOUNT = '023e105f4ecef8ad9ca31a8372d0c353';
const POOL = '17b5962d775c646f3f9725cbc7a53df4';
const PATH = `/client/v4/accounts/${ACCOUNT}/load_balancers/pools`;
const PAGE: PoolPage = { paging: 'page', size: 25, index: 2 };

let server: AnswerServer;
let api: ManagementApi;
beforeAll(async () => {
  server = await startAnswerServer();
  api = await connectApi({ baseURL: server.baseURL, credentials: { token: 'the-token' }, ...FAST });
});
afterAll(() => server.stop());

const pool = { id: POOL, name: 'a', notification_email: 'ops@example.com' };
const sent = () => server.requests.map(({ method, url, body }) => `${method} ${url.slice(PATH.length)} ${body}`.trim());

describe('requests', () => {
  it.each<[string, () => Promise<unknown>, HttpAnswer, unknown, string]>([
    ['readPool', () => api.readPool(ACCOUNT, POOL), succeeds(pool), pool, `GET /${POOL}`],
    [
      'readPoolPage',
      () => api.readPoolPage(ACCOUNT, PAGE),
      succeeds([pool], { result_info: { total_count: 51 } }),
      [pool],
      'GET ?page=3&per_page=25',
    ],
    [
      'readPoolPage by offset',
      () => api.readPoolPage(ACCOUNT, { ...PAGE, paging: 'offset' }),
      succeeds([]),
      [],
      'GET ?limit=25&offset=50',
    ],
    [
      'clearPool',
      () => api.clearPool(ACCOUNT, POOL),
      succeeds({ ...pool, notification_email: '' }),
      { ...pool, notification_email: '' },
      `PATCH /${POOL} {"notification_email":""}`,
    ],
    [
      'clearPoolPage',
      () => api.clearPoolPage(ACCOUNT, PAGE),
      succeeds([pool]),
      [pool],
      'PATCH ?page=3&per_page=25 {"notification_email":""}',
    ],
    [
      'clearPoolPage by offset',
      () => api.clearPoolPage(ACCOUNT, { ...PAGE, paging: 'offset' }),
      succeeds(null),
      [],
      'PATCH ?limit=25&offset=50 {"notification_email":""}',
    ],
  ])('%s', async (_, run, answer, result, request) => {
    server.answer(answer);
    expect(await run()).toEqual(result);
    expect(sent()).toEqual([request]);
  });
});

describe('a pool', () => {
  it.each<[string, object, object]>([
    ['without recipients', { notification_email: null }, {}],
    ['with an empty field', { notification_email: '' }, { notification_email: '' }],
    ['with unknown keys', { fresh: { a: [null] }, monitor: null }, { fresh: { a: [null] } }],
    ['without a filter', { notification_filter: null }, {}],
    [
      'with nulls in its filter',
      { notification_filter: { pool: null, origin: { healthy: null } } },
      { notification_filter: { pool: null, origin: { healthy: null } } },
    ],
    // The plan reports both as problems of this pool; the others are migrated.
    ['with a filter of another shape', { notification_filter: 'both' }, { notification_filter: 'both' }],
    ['with recipients that are not text', { notification_email: [5] }, { notification_email: [5] }],
    ['with a name that is not text', { name: null }, { name: POOL }],
    ['without a name', { name: undefined }, { name: POOL }],
    ['with a number as name', { name: 5 }, { name: POOL }],
    ['with an empty name', { name: '' }, { name: '' }],
  ])('%s', async (_, keys, expected) => {
    server.answer(succeeds({ id: POOL, name: 'a', ...keys }));
    expect(await api.readPool(ACCOUNT, POOL)).toEqual({ id: POOL, name: 'a', ...expected });
  });

  it.each<[unknown, string]>([
    [null, 'sends null as result of the answer instead of'],
    [[pool], 'sends an array as result of'],
    [{ name: 'a' }, 'sends nothing as result.id of'],
    [{ id: 5, name: 'a' }, 'sends a number as result.id of'],
    [{ id: '', name: 'a' }, 'sends a string as result.id of'],
  ])('of another shape: %j', async (result, found) => {
    server.answer(succeeds(result));
    await expect(api.readPool(ACCOUNT, POOL)).rejects.toMatchObject({
      code: 'api-unexpected-answer',
      message: expect.stringContaining(found),
    });
    server.answer(succeeds([result]));
    await expect(api.listPools(ACCOUNT)).rejects.toMatchObject({ code: 'api-unexpected-answer' });
    await expect(api.clearPoolPage(ACCOUNT, PAGE)).rejects.toMatchObject({ code: 'api-unexpected-answer' });
  });

  it('that does not exist', async () => {
    server.answer(fails(404, 1001, 'resource not found'));
    expect(await api.readPool(ACCOUNT, POOL)).toBeUndefined();
    await expect(api.clearPool(ACCOUNT, POOL)).rejects.toMatchObject({
      code: 'api-missing',
      message: expect.stringContaining(`cannot clear notification_email of the pool ${POOL} of the account ${ACCOUNT}`),
    });
  });

  it.each([
    ['of an account that does not exist', fails(404, 7003, 'No route for the URI'), 'api-missing'],
    ['behind a proxy', { status: 404, body: '<html>' }, 'api-missing'],
    ['behind a proxy that rejects the request', { status: 400, body: '<html>' }, 'api-rejected'],
  ])('%s', async (_, answer, code) => {
    server.answer(answer);
    await expect(api.readPool(ACCOUNT, POOL)).rejects.toMatchObject({ code });
    await expect(api.listPools(ACCOUNT)).rejects.toMatchObject({ code });
    expect(server.requests.length).toBe(2);
  });
});

it.each<[string, () => Promise<unknown>, 'Read' | 'Write']>([
  ['listPools', () => api.listPools(ACCOUNT), 'Read'],
  ['readPool', () => api.readPool(ACCOUNT, POOL), 'Read'],
  ['readPoolPage', () => api.readPoolPage(ACCOUNT, PAGE), 'Read'],
  ['clearPool', () => api.clearPool(ACCOUNT, POOL), 'Write'],
  ['clearPoolPage', () => api.clearPoolPage(ACCOUNT, PAGE), 'Write'],
])('%s names the permission', async (_, run, access) => {
  server.answer(fails(403, 10000, 'Authentication error'));
  await expect(run()).rejects.toMatchObject({
    code: 'api-forbidden',
    message: expect.stringMatching(
      new RegExp(`lacks the permission Load Balancing: Monitors and Pools ${access} for this account$`),
    ),
  });
  expect(server.requests.length).toBe(1);
});

it('a path is not sent as an id', async () => {
  server.answer(succeeds(pool));
  await expect(api.readPool(ACCOUNT, '..')).rejects.toMatchObject({ code: 'api-request' });
  await expect(api.clearPool('mine', POOL)).rejects.toMatchObject({ code: 'api-id' });
  expect(server.requests).toEqual([]);
});
