// Notification policies, silences, and what else describes notifications. docs/platform.md, "Notification policies".
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type LocalApi, openLocalApi } from '../../helpers/sandbox/local-api.ts';

const POLICY = {
  name: 'checkout',
  alert_type: 'load_balancing_health_alert',
  enabled: true,
  mechanisms: { email: [{ id: 'ops@example.com' }] },
  filters: { pool_id: ['f'.repeat(32)], new_health: ['Unhealthy'], event_source: ['pool', 'origin'] },
};
const MAX_POLICIES = 3;

let api: LocalApi;
let root: string;
beforeAll(async () => {
  api = await openLocalApi({ maxPolicies: MAX_POLICIES });
  root = `/accounts/${api.state.identity.accountId}/alerting/v3`;
});
beforeEach(() => {
  const { policies, silences, history } = api.state;
  for (const store of [policies, silences, history]) for (const { id } of store.list()) store.delete(id);
});
afterAll(() => {
  expect(api.faults).toEqual([]);
  api.state.close();
});

const create = (body: unknown) => api.call('POST', `${root}/policies`, body);
const firstError = ({ status, body }: Answer) => [status, body.errors[0]?.code, body.errors[0]?.source?.pointer];

describe('a policy', () => {
  it('is created, listed, read, updated and deleted', async () => {
    const { status, body } = await create(POLICY);
    expect([status, body.result]).toEqual([200, { id: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    const { id } = body.result;
    const one = `${root}/policies/${id}`;
    const created = (await api.call('GET', one)).body.result;
    expect(created).toEqual({ ...POLICY, id, created: expect.any(String), modified: created.created });
    expect((await api.call('GET', `${root}/policies`)).body).toMatchObject({ result: [created] });
    // A client may send back what it has read.
    expect((await api.call('PUT', one, { ...created, enabled: false })).body.result).toEqual({ id });
    const updated = (await api.call('GET', one)).body.result;
    expect(updated).toEqual({ ...created, enabled: false, modified: expect.any(String) });
    expect(updated.modified > created.modified).toBe(true);
    expect((await api.call('DELETE', one)).body).toMatchObject({ success: true, result: null });
    for (const method of ['GET', 'DELETE']) {
      expect(firstError(await api.call(method, one))).toEqual([404, 17002, undefined]);
    }
    expect(firstError(await api.call('PUT', one, {}))).toEqual([404, 17002, undefined]);
  });

  it.each([
    { filters: undefined },
    { filters: {} },
    { filters: { pool_id: [] } },
    { filters: { new_health: ['Healthy', 'Unhealthy'] }, description: 'x' },
    { mechanisms: { email: [{ id: 'a@example.com' }, { id: 'B.c+d@sub.example.co.uk' }], webhooks: [] } },
    { alert_type: 'load_balancing_pool_enablement_alert', filters: { enabled: ['true'] }, alert_interval: '5m' },
  ])('%j is accepted', async (change) => {
    expect(await create({ ...POLICY, ...change })).toMatchObject({ status: 200 });
    expect(api.state.policies.list()).toEqual([expect.objectContaining(JSON.parse(JSON.stringify(change)))]);
  });

  it.each<[object, string]>([
    [{ name: '' }, '/name'],
    [{ name: undefined }, '/name'],
    [{ alert_type: 'pool_alert' }, '/alert_type'],
    [{ alert_type: undefined }, '/alert_type'],
    [{ enabled: 'true' }, '/enabled'],
    [{ enabled: undefined }, '/enabled'],
    [{ mechanisms: undefined }, '/mechanisms'],
    [{ mechanisms: {} }, '/mechanisms'],
    [{ mechanisms: { email: [], webhooks: [] } }, '/mechanisms'],
    [{ mechanisms: { email: ['ops@example.com'] } }, '/mechanisms/email/0'],
    [{ mechanisms: { email: [{ id: 'ops@example.com, dev@example.com' }] } }, '/mechanisms/email/0/id'],
    [{ mechanisms: { email: [{ id: 'ops@example..com' }] } }, '/mechanisms/email/0/id'],
    // A search that goes back and forth would take a minute.
    [{ mechanisms: { email: [{ id: `a@${'.'.repeat(200_000)}@` }] } }, '/mechanisms/email/0/id'],
    [{ mechanisms: { email: [{ id: 'ops@example.com' }, { id: ' dev@example.com' }] } }, '/mechanisms/email/1/id'],
    [{ mechanisms: { email: [{ id: 'ops' }] } }, '/mechanisms/email/0/id'],
    [{ mechanisms: { webhooks: [{ id: 'f'.repeat(32) }] } }, '/mechanisms/webhooks/0/id'],
    [{ mechanisms: { pagerduty: [{ id: 'f'.repeat(32) }] } }, '/mechanisms/pagerduty/0/id'],
    [{ filters: { pool_id: 'x' } }, '/filters/pool_id'],
    [{ filters: { pool_id: [7] } }, '/filters/pool_id/0'],
    [{ filters: { pool_ids: ['x'] } }, '/filters/pool_ids'],
    [{ filters: { zones: ['x'] } }, '/filters/zones'],
    [{ filters: { new_health: ['Unhealthy', 'healthy'] } }, '/filters/new_health/1'],
    [{ filters: { event_source: ['pools'] } }, '/filters/event_source/0'],
    [{ alert_interval: '5m' }, '/alert_interval'],
  ])('%j is rejected, also in an update', async (change, pointer) => {
    const { id } = (await create(POLICY)).body.result;
    const before = api.state.policies.list();
    expect(firstError(await create({ ...POLICY, ...change }))).toEqual([400, 17001, pointer]);
    // An update may leave out each key.
    const isMissing = Object.values(change)[0] === undefined;
    const update = await api.call('PUT', `${root}/policies/${id}`, { ...POLICY, ...change });
    if (!isMissing) expect(firstError(update)).toEqual([400, 17001, pointer]);
    else expect(update.status).toBe(200);
    expect(api.state.policies.list()).toHaveLength(1);
    if (!isMissing) expect(api.state.policies.list()).toEqual(before);
  });

  it('an error repeats no address', async () => {
    const { body } = await create({ ...POLICY, mechanisms: { email: [{ id: 'a@example.com b@example.com' }] } });
    expect(JSON.stringify(body)).not.toContain('example.com');
  });

  it('is stored twice if it is created twice, up to the limit', async () => {
    for (let count = 0; count < MAX_POLICIES; count += 1) expect((await create(POLICY)).status).toBe(200);
    expect(await create(POLICY)).toMatchObject({
      status: 403,
      body: {
        errors: [
          { code: 17003, message: 'creating a new policy is not allowed: the account has 3, which is the limit' },
        ],
      },
    });
    expect(api.state.policies.count()).toBe(MAX_POLICIES);
    const [first] = api.state.policies.list();
    expect((await api.call('DELETE', `${root}/policies/${first!.id}`)).status).toBe(200);
    expect((await create(POLICY)).status).toBe(200);
  });
});

describe('silences', () => {
  const [start_time, end_time] = ['2026-11-22T10:00:00Z', '2026-11-22T12:00:00+01:30'];

  it('are created, listed, read, updated and deleted, and go with their policy', async () => {
    const { id: policy_id } = (await create(POLICY)).body.result;
    const answer = await api.call('POST', `${root}/silences`, [{ policy_id, start_time, end_time }]);
    expect([answer.status, answer.body.result]).toEqual([200, null]);
    const [silence] = (await api.call('GET', `${root}/silences`)).body.result;
    expect(silence).toEqual({
      ...{ id: expect.any(String), policy_id, start_time, end_time },
      ...{ created_at: expect.any(String), updated_at: silence.created_at },
    });
    const one = `${root}/silences/${silence.id}`;
    expect((await api.call('GET', one)).body.result).toEqual(silence);
    const later = '2026-11-23T10:00:00Z';
    const updated = (await api.call('PUT', `${root}/silences`, [{ id: silence.id, end_time: later }])).body.result;
    expect(updated).toEqual([{ ...silence, end_time: later, updated_at: expect.any(String) }]);
    expect((await api.call('DELETE', one)).body.result).toBeNull();
    expect(firstError(await api.call('GET', one))).toEqual([404, 17002, undefined]);

    await api.call('POST', `${root}/silences`, [{ policy_id, start_time, end_time }]);
    await api.call('DELETE', `${root}/policies/${policy_id}`);
    expect(api.state.silences.list()).toEqual([]);
  });

  it.each<[string, object, unknown[]]>([
    ['without a policy', { policy_id: 'x', start_time, end_time }, [400, 17001, '/1/policy_id']],
    ['that ends before it begins', { start_time: end_time, end_time: start_time }, [400, 17001, '/1/end_time']],
    ['without an end', { end_time: undefined }, [400, 17001, '/1/end_time']],
    ['with a time that is none', { start_time: 'now' }, [400, 17001, '/1/start_time']],
    ['with an unknown key', { until: end_time }, [400, 6007, '/1/until']],
  ])('one %s is rejected, with all others of the call', async (_, change, error) => {
    const { id: policy_id } = (await create(POLICY)).body.result;
    const valid = { policy_id, start_time, end_time };
    expect(firstError(await api.call('POST', `${root}/silences`, [valid, { ...valid, ...change }]))).toEqual(error);
    expect(api.state.silences.list()).toEqual([]);
  });

  it('an update of a silence that does not exist is rejected', async () => {
    const answer = await api.call('PUT', `${root}/silences`, [{ id: 'x', end_time }]);
    expect(firstError(answer)).toEqual([400, 17001, '/0/id']);
    expect(firstError(await api.call('POST', `${root}/silences`, {}))).toEqual([400, 6007, undefined]);
  });
});

describe('the history', () => {
  const sent = (minute: number) => `2026-11-22T10:${String(minute).padStart(2, '0')}:00.000Z`;
  beforeEach(() => {
    api.state.history.putAll(
      Array.from({ length: 30 }, (_, minute) => ({
        ...{ id: String(minute).padStart(32, '0'), policy_id: 'p', name: 'checkout', description: '' },
        ...{ alert_type: POLICY.alert_type, alert_body: 'text', sent: sent(minute) },
        ...{ mechanism: 'ops@example.com', mechanism_type: 'email' as const },
      })),
    );
  });

  it.each([
    ['', 29, 5, 25, 30],
    ['?page=2', 4, 0, 25, 30],
    ['?page=2&per_page=10', 19, 10, 10, 30],
    [`?since=${sent(20)}&before=${sent(25)}`, 24, 21, 25, 4],
  ])('%s is newest first', async (query, first, last, per_page, total_count) => {
    const { result, result_info } = (await api.call('GET', `${root}/history${query}`)).body;
    expect([result[0].sent, result.at(-1).sent]).toEqual([sent(first), sent(last)]);
    expect(result_info).toMatchObject({ per_page, count: first - last + 1, total_count });
  });

  it.each(['?page=0', '?since=yesterday', '?before=7'])('%s is rejected', async (query) => {
    expect(firstError(await api.call('GET', `${root}/history${query}`))).toEqual([400, 6009, undefined]);
  });
});

it('alert types, mechanisms and PagerDuty services', async () => {
  const { result } = (await api.call('GET', `${root}/available_alerts`)).body;
  const [type] = result['Load Balancing'];
  expect(type.type).toBe('load_balancing_health_alert');
  expect(type.filter_options.map(({ Key }: { Key: string }) => Key)).toEqual(['pool_id', 'new_health', 'event_source']);
  expect((await api.call('GET', `${root}/destinations/eligible`)).body.result.email).toEqual([
    { type: 'email', eligible: true, ready: true },
  ]);
  expect((await api.call('GET', `${root}/destinations/pagerduty`)).body.result).toEqual([]);
});
