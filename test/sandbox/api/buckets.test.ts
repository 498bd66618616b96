// The routes of R2 buckets: names, pages, and what is rejected. The official SDK and a running bucket: test/sandbox/edge.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalApi, openLocalApi } from '../../helpers/sandbox/local-api.ts';

let api: LocalApi;
let path: string;
beforeAll(async () => {
  api = await openLocalApi();
  path = `/accounts/${api.state.identity.accountId}/r2/buckets`;
});
afterAll(() => {
  expect(api.faults).toEqual([]);
  api.state.close();
});

const create = (name: unknown, more: object = {}) => api.call('POST', path, { name, ...more });
const firstCode = ({ status, body }: Awaited<ReturnType<typeof create>>) => [status, body.errors[0]?.code];

describe('a name', () => {
  it.each(['abc', '0-0', 'a--b', 'x'.repeat(63)])('%s is accepted', async (name) => {
    const { status, body } = await create(name);
    expect([status, body.result]).toEqual([
      200,
      { name, creation_date: expect.any(String), storage_class: 'Standard', jurisdiction: 'default' },
    ]);
  });

  it.each([
    ['', 10005],
    ['ab', 10005],
    ['x'.repeat(64), 10005],
    ['-ab', 10005],
    ['ab-', 10005],
    ['aBc', 10005],
    ['a.b', 10005],
    ['a_b', 10005],
    ['ab/', 10005],
    ['äbc', 10005],
    [7, 6007],
    [undefined, 6007],
  ])('%j is rejected', async (name, code) => {
    expect(firstCode(await create(name))).toEqual([400, code]);
  });

  it('that exists is a conflict, also that of the bucket of the edge script', async () => {
    await create('taken');
    expect(firstCode(await create('taken'))).toEqual([409, 10073]);
    expect(firstCode(await create('sandbox'))).toEqual([409, 10073]);
  });
});

it.each<[string, object, Record<string, string>, number]>([
  ['an unknown key', { region: 'x' }, {}, 6007],
  ['an unknown location', { locationHint: 'mars' }, {}, 6007],
  ['an unknown storage class', { storageClass: 'Glacier' }, {}, 6007],
  ['another jurisdiction', {}, { 'cf-r2-jurisdiction': 'eu' }, 6009],
])('rejects %s', async (_, more, headers, code) => {
  const { status, body } = await api.call('POST', path, { name: 'never-made', ...more }, headers);
  expect([status, body.errors[0]?.code]).toEqual([400, code]);
  expect((await api.call('GET', `${path}/never-made`)).status).toBe(404);
});

it('stores location and storage class', async () => {
  await create('cold', { locationHint: 'weur', storageClass: 'InfrequentAccess' });
  const { body } = await api.call('GET', `${path}/cold`);
  expect(body.result).toMatchObject({ name: 'cold', location: 'weur', storage_class: 'InfrequentAccess' });
});

describe('the list', () => {
  let list: LocalApi;
  let all: string;
  beforeAll(async () => {
    list = await openLocalApi();
    all = `/accounts/${list.state.identity.accountId}/r2/buckets`;
    for (const name of ['logs-b', 'logs-a', 'reports', 'logs-c']) await list.call('POST', all, { name });
  });
  afterAll(() => list.state.close());
  const names = ({ body }: Awaited<ReturnType<typeof create>>) =>
    body.result.buckets.map(({ name }: { name: string }) => name);

  it.each<[string, string[]]>([
    ['', ['logs-a', 'logs-b', 'logs-c', 'reports', 'sandbox']],
    ['?direction=desc&order=name', ['sandbox', 'reports', 'logs-c', 'logs-b', 'logs-a']],
    ['?name_contains=logs', ['logs-a', 'logs-b', 'logs-c']],
    ['?name_contains=s-b', ['logs-b']],
    ['?start_after=logs-b', ['logs-c', 'reports', 'sandbox']],
    ['?start_after=logs-b&direction=desc', ['logs-a']],
    ['?name_contains=none', []],
  ])('%s', async (query, expected) => {
    expect(names(await list.call('GET', all + query))).toEqual(expected);
  });

  it.each(['', '&direction=desc'])('has pages%s', async (query) => {
    const found: string[] = [];
    let cursor = '';
    do {
      const page = await list.call('GET', `${all}?per_page=2${query}&cursor=${cursor}`);
      found.push(...names(page));
      cursor = String(page.body.result_info?.cursor ?? '');
    } while (cursor !== '');
    const expected = ['logs-a', 'logs-b', 'logs-c', 'reports', 'sandbox'];
    expect(found).toEqual(query === '' ? expected : expected.reverse());
  });

  it.each(['per_page=0', 'per_page=1001', 'order=size', 'direction=up', 'cursor=!!'])('rejects %s', async (query) => {
    expect(firstCode(await list.call('GET', `${all}?${query}`))).toEqual([400, 6009]);
  });
});

describe('deletes', () => {
  it('an empty bucket, once', async () => {
    await create('short-lived');
    expect((await api.call('DELETE', `${path}/short-lived`)).status).toBe(200);
    expect(firstCode(await api.call('DELETE', `${path}/short-lived`))).toEqual([404, 10006]);
    expect((await create('short-lived')).status).toBe(200);
  });

  it('neither a bucket with objects nor that of the edge script', async () => {
    await create('full-one');
    expect(firstCode(await api.call('DELETE', `${path}/full-one`))).toEqual([409, 10008]);
    expect(firstCode(await api.call('DELETE', `${path}/sandbox`))).toEqual([409, 10074]);
    expect((await api.call('GET', `${path}/full-one`)).status).toBe(200);
  });

  it('no bucket that receives its first object when the push pauses', async () => {
    let isPaused = false;
    const change = async (store: () => void | Promise<void>) => {
      isPaused = true;
      await store();
    };
    const late = await openLocalApi({ buckets: { ownName: 'sandbox', change, isEmpty: async () => !isPaused } });
    const all = `/accounts/${late.state.identity.accountId}/r2/buckets`;
    await late.call('POST', all, { name: 'receiving' });
    isPaused = false;
    expect(firstCode(await late.call('DELETE', `${all}/receiving`))).toEqual([409, 10008]);
    expect(late.state.resources.buckets()).toHaveLength(1);
    late.state.close();
  });
});

it.each<[string, () => string, string, number]>([
  ['GET', () => path.replace(/accounts\/\w+/, `accounts/${'0'.repeat(32)}`), '', 404],
  ['GET', () => path.replace(/accounts\/\w+/, `zones/${api.state.identity.zoneId}`), '', 404],
  ['PATCH', () => `${path}/sandbox`, '', 405],
  ['GET', () => path, 'wrong', 403],
])('%s with another account, zone, method or token: case %#', async (method, of, token, status) => {
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
  expect((await api.call(method, of(), undefined, headers)).status).toBe(status);
});
