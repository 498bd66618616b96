// The routes of load-balancer pools: pages, edits, what is rejected, and pools with recipients. docs/platform.md, "Pools".
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomRuns } from '../../helpers/random-runs.ts';
import { type Answer, type LocalApi, openLocalApi } from '../../helpers/sandbox/local-api.ts';

const ORIGIN = { name: 'a', address: '192.0.2.1' };
const POOL = { name: 'checkout', origins: [ORIGIN] };

let api: LocalApi;
let account: string;
let path: string;
beforeAll(async () => {
  api = await openLocalApi();
  account = `/accounts/${api.state.identity.accountId}`;
  path = `${account}/load_balancers/pools`;
});
beforeEach(() => {
  for (const { id } of api.state.pools.list()) api.state.pools.delete(id);
});
afterAll(() => {
  expect(api.faults).toEqual([]);
  api.state.close();
});

/** Adds pools with recipients. */
const add = async (pools: readonly object[]): Promise<{ id: string; name: string }[]> => {
  const { status, body } = await api.call('POST', `${account}/sandbox/pools`, pools);
  expect([status, body.errors]).toEqual([200, []]);
  return body.result;
};
/** Adds pools of the names `pool-000`, `pool-001` and so on, in another order. */
const addMany = (count: number) =>
  add(
    Array.from({ length: count }, (_, index) => ({
      name: `pool-${String(count - 1 - index).padStart(3, '0')}`,
      notification_email: 'ops@example.com',
    })),
  );
const namesOf = ({ body }: Answer): string[] => body.result.map(({ name }: { name: string }) => name);
const firstError = ({ status, body }: Answer) => [status, body.errors[0]?.code, body.errors[0]?.source?.pointer];

describe('pages', () => {
  beforeEach(() => addMany(60));

  it.each([
    ['', [0, 24], { page: 1, per_page: 25, count: 25 }],
    ['?page=3', [50, 59], { page: 3, per_page: 25, count: 10 }],
    ['?per_page=50', [0, 49], { page: 1, per_page: 50, count: 50 }],
    ['?per_page=50&page=2', [50, 59], { page: 2, per_page: 50, count: 10 }],
    ['?limit=20', [0, 19], { page: 1, per_page: 20, count: 20 }],
    ['?limit=20&offset=40', [40, 59], { page: 3, per_page: 20, count: 20 }],
    ['?offset=59', [59, 59], { page: 3, per_page: 25, count: 1 }],
    ['?per_page=1000', [0, 59], { page: 1, per_page: 1000, count: 60 }],
    ['?page=9', undefined, { page: 9, per_page: 25, count: 0 }],
  ])('GET %s', async (query, range, info) => {
    const answer = await api.call('GET', path + query);
    const [from, to] = range ?? [0, -1];
    const expected = Array.from(
      { length: to! - from! + 1 },
      (_, index) => `pool-${String(from! + index).padStart(3, '0')}`,
    );
    expect(namesOf(answer)).toEqual(expected);
    const total_pages = Math.ceil(60 / info.per_page);
    expect(answer.body.result_info).toEqual({ ...info, total_count: 60, total_pages });
  });

  it.each([
    ...['?per_page=0', '?per_page=1001', '?page=0', '?page=x', '?limit=0', '?limit=1001', '?offset=-1'],
    ...['?limit=5&page=2', '?per_page=5&offset=2'],
  ])('%s is rejected, and changes nothing', async (query) => {
    expect(firstError(await api.call('GET', path + query))).toEqual([400, 6009, undefined]);
    expect(firstError(await api.call('PATCH', path + query, { notification_email: '' }))[0]).toBe(400);
    expect(api.state.pools.list().every((pool) => pool.notification_email === 'ops@example.com')).toBe(true);
  });

  it('of one monitor', async () => {
    await add([
      { name: 'zz', monitor: 'm1' },
      { name: 'aa', monitor: 'm1' },
      { name: 'bb', monitor: 'm2' },
    ]);
    const answer = await api.call('GET', `${path}?monitor=m1&per_page=1&page=2`);
    expect(namesOf(answer)).toEqual(['zz']);
    expect(answer.body.result_info).toMatchObject({ count: 1, total_count: 2, total_pages: 2 });
  });
});

describe('the edit of many pools', () => {
  it('without parameters removes the recipients of the first 25 names, and no others', async () => {
    await addMany(30);
    const before = api.state.pools.list();
    const answer = await api.call('PATCH', path, { notification_email: '' });
    expect(namesOf(answer)).toEqual(before.slice(0, 25).map(({ name }) => name));
    expect(answer.body.result_info).toMatchObject({ page: 1, per_page: 25, count: 25, total_count: 30 });
    const after = api.state.pools.list();
    expect(after.slice(0, 25)).toEqual(answer.body.result);
    expect(after.slice(0, 25).every((pool, index) => pool.modified_on !== before[index]!.modified_on)).toBe(true);
    expect(after.slice(25)).toEqual(before.slice(25));
  });

  it.each([
    [{}, [400, 1002, '/notification_email']],
    [{ notification_email: 'ops@example.com' }, [400, 1002, '/notification_email']],
    [{ notification_email: ' ' }, [400, 1002, '/notification_email']],
    [{ notification_email: null }, [400, 1002, '/notification_email']],
    [{ notification_email: '', enabled: false }, [400, 6007, '/enabled']],
    [[{ notification_email: '' }], [400, 6007, undefined]],
  ])('%j is rejected, and changes nothing', async (body, error) => {
    await addMany(3);
    const before = api.state.pools.list();
    expect(firstError(await api.call('PATCH', path, body))).toEqual(error);
    expect(api.state.pools.list()).toEqual(before);
  });

  it('any sequence of pages removes the recipients of exactly the pools on these pages', async () => {
    const page = fc.oneof(
      fc.record({ per_page: fc.integer({ min: 1, max: 12 }), page: fc.integer({ min: 1, max: 8 }) }),
      fc.record({ limit: fc.integer({ min: 1, max: 12 }), offset: fc.nat(45) }),
    );
    const name = fc.constantFrom('a', 'b', 'B', 'a-1', 'a_1', '10', '9', 'zz');
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 40 }), fc.array(page, { maxLength: 4 }), async (names, pages) => {
        for (const { id } of api.state.pools.list()) api.state.pools.delete(id);
        await add(names.map((one) => ({ name: one, notification_email: 'ops@example.com' })));
        const ids = api.state.pools.list().map(({ id }) => id);
        const expected = new Set<string>();
        for (const query of pages) {
          const [size, from] =
            'limit' in query ? [query.limit, query.offset] : [query.per_page, (query.page - 1) * query.per_page];
          const selected = ids.slice(from, from + size);
          for (const id of selected) expected.add(id);
          const answer = await api.call(
            'PATCH',
            `${path}?${Object.entries(query)
              .map((part) => part.join('='))
              .join('&')}`,
            {
              notification_email: '',
            },
          );
          expect(answer.body.result.map(({ id }: { id: string }) => id)).toEqual(selected);
        }
        const cleared = api.state.pools.list().filter((pool) => pool.notification_email === '');
        expect(cleared.map(({ id }) => id)).toEqual(ids.filter((id) => expected.has(id)));
      }),
      { numRuns: randomRuns(40) },
    );
  });
});

describe('one pool', () => {
  it('is created, read, replaced, edited and deleted', async () => {
    const created = (await api.call('POST', path, { ...POOL, description: 'first' })).body.result;
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      created_on: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      modified_on: created.created_on,
      ...POOL,
      origins: [{ ...ORIGIN, enabled: true, weight: 1 }],
      ...{ description: 'first', enabled: true, minimum_origins: 1, check_regions: null, notification_email: '' },
    });
    const one = `${path}/${created.id}`;
    expect((await api.call('GET', one)).body.result).toEqual(created);
    const edited = (await api.call('PATCH', one, { enabled: false, notification_filter: { pool: { healthy: false } } }))
      .body.result;
    expect(edited).toEqual({
      ...created,
      enabled: false,
      disabled_at: edited.modified_on,
      notification_filter: { pool: { healthy: false } },
      modified_on: expect.any(String),
    });
    expect(edited.modified_on > created.modified_on).toBe(true);
    // A client may send back what it has read.
    const replaced = (
      await api.call('PUT', one, { ...edited, id: 'x', created_on: 'x', name: 'renamed', enabled: true })
    ).body.result;
    const { disabled_at: _, ...rest } = edited;
    expect(replaced).toEqual({ ...rest, name: 'renamed', enabled: true, modified_on: expect.any(String) });
    expect((await api.call('PUT', one, POOL)).body.result).toMatchObject({ description: '', name: 'checkout' });
    expect((await api.call('DELETE', one)).body.result).toEqual({ id: created.id });
    for (const method of ['GET', 'DELETE'])
      expect(firstError(await api.call(method, one))).toEqual([404, 1001, undefined]);
    expect(firstError(await api.call('PATCH', one, {}))).toEqual([404, 1001, undefined]);
  });

  it('with recipients keeps them in an edit and a replacement without the key', async () => {
    const [pool] = await add([{ name: 'old', notification_email: 'rubbish; here', origins: [] }]);
    const one = `${path}/${pool!.id}`;
    expect((await api.call('PATCH', one, { description: 'x' })).body.result.notification_email).toBe('rubbish; here');
    expect((await api.call('PUT', one, POOL)).body.result.notification_email).toBe('rubbish; here');
    expect((await api.call('PATCH', one, { notification_email: '' })).body.result.notification_email).toBe('');
  });

  it.each(['PATCH', 'PUT'])('%s rejects recipients, also those that it has', async (method) => {
    const [pool] = await add([{ name: 'old', notification_email: 'ops@example.com' }]);
    for (const notification_email of ['ops@example.com', 'new@example.com', ' ', null, 7]) {
      const answer = await api.call(method, `${path}/${pool!.id}`, { ...POOL, notification_email });
      expect(firstError(answer)).toEqual([400, 1002, '/notification_email']);
      expect(JSON.stringify(answer.body)).not.toContain('@');
    }
    expect(api.state.pools.list()).toEqual([pool]);
  });

  it.each<[object, unknown[]]>([
    [{ ...POOL, notification_email: 'ops@example.com' }, [400, 1002, '/notification_email']],
    [{ origins: [ORIGIN] }, [400, 1002, '/name']],
    [{ ...POOL, name: '' }, [400, 1002, '/name']],
    [{ ...POOL, name: 'a b' }, [400, 1002, '/name']],
    [{ ...POOL, name: 'a.b' }, [400, 1002, '/name']],
    [{ name: 'x' }, [400, 1002, '/origins']],
    [{ ...POOL, origins: [ORIGIN, ORIGIN] }, [400, 1002, '/origins']],
    [{ ...POOL, origins: [{ name: 'a' }] }, [400, 1002, '/origins/0/address']],
    [{ ...POOL, origins: [{ ...ORIGIN, weight: 2 }] }, [400, 1002, '/origins/0/weight']],
    [{ ...POOL, origins: [{ ...ORIGIN, adress: 'x' }] }, [400, 6007, '/origins/0/adress']],
    [{ ...POOL, notification_filter: { pool: true } }, [400, 1002, '/notification_filter/pool']],
    [
      { ...POOL, notification_filter: { pool: { healthy: 'false' } } },
      [400, 1002, '/notification_filter/pool/healthy'],
    ],
    [{ ...POOL, notification_filter: { pools: {} } }, [400, 6007, '/notification_filter/pools']],
    [{ ...POOL, latitude: 5 }, [400, 1002, '/latitude']],
    [{ ...POOL, minimum_origins: 1.5 }, [400, 1002, '/minimum_origins']],
    [{ ...POOL, notify: true }, [400, 6007, '/notify']],
  ])('%j is rejected', async (body, error) => {
    expect(firstError(await api.call('POST', path, body))).toEqual(error);
    expect(api.state.pools.count()).toBe(0);
  });

  it('accepts each filter of the platform', async () => {
    for (const [index, notification_filter] of [
      null,
      {},
      { pool: null },
      { origin: { disable: true, healthy: null } },
    ].entries()) {
      const { body } = await api.call('POST', path, {
        ...POOL,
        name: `pool-${index}`,
        notification_filter,
      });
      expect(body.result.notification_filter).toEqual(notification_filter);
    }
  });

  it('needs a name of its own', async () => {
    const first = (await api.call('POST', path, POOL)).body.result;
    const second = (await api.call('POST', path, { ...POOL, name: 'second' })).body.result;
    const error = [400, 1003, '/name'];
    expect(firstError(await api.call('POST', path, POOL))).toEqual(error);
    expect(firstError(await api.call('PATCH', `${path}/${second.id}`, { name: 'checkout' }))).toEqual(error);
    expect((await api.call('PUT', `${path}/${first.id}`, POOL)).status).toBe(200);
  });

  it.each([0, 101])('with %i origins is rejected in the words of the platform', async (length) => {
    const origins = Array.from({ length }, (_, index) => ({ ...ORIGIN, name: `${index}` }));
    const answer = await api.call('POST', path, { ...POOL, origins });
    expect(firstError(answer)).toEqual([400, 1002, '/origins']);
    expect(answer.body.errors[0]?.message).toBe('the origin list length must be in range [1, 100]: validation failed');
    expect(api.state.pools.count()).toBe(0);
  });
});

describe('pools with recipients', () => {
  it('are stored as they are, with their ids', async () => {
    const id = '0123456789abcdef0123456789abcdef';
    const given = [
      { id, name: 'kept', notification_email: 'A@example.com, b@example.com', created_on: '2020-01-01T00:00:00Z' },
      { name: 'rubbish', notification_email: { not: 'a text' }, notification_filter: 'rubbish', unknown: [1, null] },
      { name: 'none', notification_email: null },
      { name: 'missing' },
    ];
    const stored = await add(given);
    expect(stored).toMatchObject(given);
    expect(stored[0]).toEqual({ ...given[0], modified_on: '2020-01-01T00:00:00Z' });
    expect(new Set(stored.map((pool) => pool.id)).size).toBe(4);
    expect('notification_email' in stored[3]!).toBe(false);
    expect((await api.call('GET', path)).body.result).toEqual(
      ['kept', 'missing', 'none', 'rubbish'].map((name) => stored.find((pool) => pool.name === name)),
    );
    // Again with the same id: the pool is replaced.
    await add([{ id, name: 'kept', notification_email: 'c@example.com' }]);
    expect((await api.call('GET', `${path}/${id}`)).body.result.notification_email).toBe('c@example.com');
    expect(api.state.pools.count()).toBe(4);
  });

  it.each<[unknown, string]>([
    [[{ name: 'a' }, 7], 'cannot read the pools: [1]: found integer, expected a pool: an object with a name'],
    [[{}], 'cannot read the pools: [0].name: found nothing, expected the name of the pool'],
    [[{ name: '' }], 'cannot read the pools: [0].name: found an empty text, expected the name of the pool'],
    [
      [{ name: 'a', id: 'x' }],
      'cannot read the pools: [0].id: found string, expected 32 hexadecimal digits, or no id for a new one',
    ],
  ])('%j is rejected as a whole', async (body, message) => {
    const answer = await api.call('POST', `${account}/sandbox/pools`, body);
    expect([answer.status, answer.body.errors[0]]).toEqual([400, { code: 1002, message }]);
    expect(api.state.pools.count()).toBe(0);
  });

  it('two of one id are rejected, and an object is no array', async () => {
    const id = 'f'.repeat(32);
    const twice = await api.call('POST', `${account}/sandbox/pools`, [
      { id, name: 'a' },
      { id, name: 'b' },
    ]);
    expect(twice.body.errors[0]?.message).toBe(
      'cannot read the pools: [1].id: found the id of [0], expected an id of its own for each pool',
    );
    expect(firstError(await api.call('POST', `${account}/sandbox/pools`, { name: 'a' }))).toEqual([
      400,
      6007,
      undefined,
    ]);
  });

  it('5,000 at once', async () => {
    await addMany(5000);
    const answer = await api.call('GET', `${path}?per_page=50&page=100`);
    expect(answer.body.result_info).toEqual({
      page: 100,
      per_page: 50,
      count: 50,
      total_count: 5000,
      total_pages: 100,
    });
  });
});
