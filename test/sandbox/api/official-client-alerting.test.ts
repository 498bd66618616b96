// The official SDK on pools, policies, webhooks and silences. Pages are parameters of a request: the SDK never asks for a second one.
import { createServer } from 'node:http';
import Cloudflare from 'cloudflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../helpers/listen.ts';
import { TOKEN } from '../../helpers/sandbox/local-api.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

let api: ServedApi;
let client: Cloudflare;
let account_id: string;

beforeAll(async () => {
  api = await serveApi();
  account_id = api.state.identity.accountId;
  client = new Cloudflare({
    ...{ baseURL: api.baseURL, apiToken: TOKEN, maxRetries: 0 },
    ...{ apiKey: null, apiEmail: null, userServiceKey: null },
  });
});
afterAll(() => api.stop());

async function allOf<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of pages) all.push(one);
  return all;
}

describe('pools', () => {
  it('every operation of one pool', async () => {
    const { pools } = client.loadBalancers;
    const origins = [{ name: 'a', address: '192.0.2.1' }];
    const { id } = await pools.create({ account_id, name: 'checkout', origins });
    const edited = await pools.edit(id!, { account_id, notification_filter: { pool: { healthy: false } } });
    expect(await pools.get(id!, { account_id })).toEqual(edited);
    const updated = await pools.update(id!, { account_id, name: 'renamed', origins, description: 'x' });
    expect(updated).toMatchObject({ id, name: 'renamed', description: 'x' });
    const recipients = pools.edit(id!, { account_id, notification_email: 'ops@example.com' });
    await expect(recipients).rejects.toBeInstanceOf(Cloudflare.BadRequestError);
    expect(await pools.delete(id!, { account_id })).toEqual({ id });
    await expect(pools.get(id!, { account_id })).rejects.toBeInstanceOf(Cloudflare.NotFoundError);
  });

  it('pages of a list and of a bulk edit', async () => {
    const { pools } = client.loadBalancers;
    const given = Array.from({ length: 60 }, (_, index) => ({
      name: `pool-${String(index).padStart(2, '0')}`,
      notification_email: 'ops@example.com',
    }));
    await api.call('POST', `/accounts/${account_id}/sandbox/pools`, given);
    const left = async () =>
      (await allOf(pools.list({ account_id }, { query: { per_page: 100 } }))).filter(
        (pool) => pool.notification_email !== '',
      );
    expect(await allOf(pools.list({ account_id }))).toHaveLength(25);
    const third = await allOf(pools.list({ account_id }, { query: { page: 3, per_page: 25 } }));
    expect(third.map(({ name }) => name)).toEqual(given.slice(50).map(({ name }) => name));

    const cleared = await allOf(pools.bulkEdit({ account_id, notification_email: '' }));
    expect(cleared.map(({ name }) => name)).toEqual(given.slice(0, 25).map(({ name }) => name));
    expect(await left()).toHaveLength(35);
    await allOf(pools.bulkEdit({ account_id, notification_email: '' }, { query: { page: 2, per_page: 50 } }));
    expect(await left()).toHaveLength(25);
    await allOf(pools.bulkEdit({ account_id, notification_email: '' }, { query: { limit: 25, offset: 25 } }));
    expect(await left()).toEqual([]);
  });
});

it('notifications: every operation', async () => {
  const { policies, silences, destinations, history, availableAlerts } = client.alerting;
  const receiver = await listen(createServer((_, response) => response.end()));
  const url = `${receiver.origin}/`;
  const webhook = await destinations.webhooks.create({ account_id, name: 'ops', url, secret: 'x' });
  await destinations.webhooks.update(webhook.id!, { account_id, name: 'renamed', url });
  await receiver.stop();
  expect(await allOf(destinations.webhooks.list({ account_id }))).toEqual([
    await destinations.webhooks.get(webhook.id!, { account_id }),
  ]);

  const { id } = await policies.create({
    account_id,
    name: 'checkout',
    enabled: true,
    alert_type: 'load_balancing_health_alert',
    mechanisms: { email: [{ id: 'ops@example.com' }], webhooks: [{ id: webhook.id! }] },
    filters: { new_health: ['Unhealthy'], event_source: ['pool'] },
  });
  expect(await policies.update(id!, { account_id, enabled: false })).toEqual({ id });
  expect(await allOf(policies.list({ account_id }))).toEqual([await policies.get(id!, { account_id })]);

  const times = { start_time: '2026-11-22T10:00:00Z', end_time: '2026-11-22T11:00:00Z' };
  await silences.create({ account_id, body: [{ policy_id: id!, ...times }] });
  const [silence] = await allOf(silences.list({ account_id }));
  expect(await silences.get(silence!.id!, { account_id })).toEqual(silence);
  const later = { id: silence!.id!, end_time: '2026-11-23T10:00:00Z' };
  expect(await allOf(silences.update({ account_id, body: [later] }))).toMatchObject([later]);
  await silences.delete(silence!.id!, { account_id });

  expect(await allOf(history.list({ account_id }))).toEqual([]);
  expect(Object.keys(await availableAlerts.list({ account_id }))).toEqual(['Load Balancing']);
  expect(await destinations.eligible.get({ account_id })).toMatchObject({ email: [{ eligible: true }] });
  expect(await allOf(destinations.pagerduty.get({ account_id }))).toEqual([]);
  await policies.delete(id!, { account_id });
  await destinations.webhooks.delete(webhook.id!, { account_id });
  expect(await allOf(policies.list({ account_id }))).toEqual([]);
});
