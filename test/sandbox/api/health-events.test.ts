// Health events over the API of a sandbox: deliveries, outbox, history, webhooks, and requests that are rejected. Who receives what:
// test/sandbox/alerts/recipients.test.ts.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_KEPT } from '../../../src/sandbox/alerts/deliver-events.ts';
import type { StoredPolicy, StoredWebhook } from '../../../src/sandbox/state/alerting/stored-alerting.ts';
import { type HttpServer, startHttpServer } from '../../helpers/http-server.ts';
import { portWithoutServer } from '../../helpers/listen.ts';
import { type LocalApi, openLocalApi } from '../../helpers/sandbox/local-api.ts';

const NOW = Date.parse('2026-11-20T12:00:00.500Z');
const SENT = '2026-11-20T12:00:00.500Z';
const SECRET = 'a-secret-of-the-webhook';
const [API, WEB, QUIET, NONE] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(32)) as [
  string,
  string,
  string,
  string,
];

let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer(({ path }) =>
    path.startsWith('/silent') ? { stallAt: 'start' } : { status: path === '/broken' ? 500 : 200 },
  );
});
afterAll(() => server.stop());

let api: LocalApi;
let stop: AbortController;
let path: string;
beforeEach(async () => {
  stop = new AbortController();
  api = await openLocalApi({ now: () => NOW, stopSignal: stop.signal });
  path = `/accounts/${api.state.identity.accountId}/sandbox`;
  server.requests.length = 0;
  api.state.pools.putAll([
    {
      id: API,
      name: 'api',
      notification_email: 'ops@example.com,Dev@example.com',
      origins: [
        { name: 'web-1', address: '192.0.2.1' },
        { name: 'web-2', address: '192.0.2.2' },
      ],
    },
    { id: WEB, name: 'web', notification_email: 'Web@example.com', notification_filter: { pool: { healthy: false } } },
    { id: QUIET, name: 'quiet', notification_email: 'the ops team', origins: [{ address: '192.0.2.3' }] },
    { id: NONE, name: 'none', notification_email: ' , ' },
  ]);
});
afterEach(() => {
  expect(api.faults).toEqual([]);
  api.state.close();
});

const play = (...events: object[]) => api.call('POST', `${path}/health_events`, events as never);
const event = (pool_id: string, changed: object = {}) => ({
  pool_id,
  source: 'pool',
  new_health: 'Unhealthy',
  ...changed,
});
const outbox = async (query = '') => (await api.call('GET', `${path}/outbox${query}`)).body;
const putPolicy = (id: string, changed: Partial<StoredPolicy>): void =>
  api.state.policies.put({
    ...{ id, name: `policy ${id}`, description: 'on call', enabled: true, alert_type: 'load_balancing_health_alert' },
    ...{ mechanisms: {}, created: SENT, modified: SENT, ...changed },
  });
const putWebhook = (id: string, url: string, secret?: string): void =>
  api.state.webhooks.put({
    id,
    name: `hook ${id}`,
    url,
    type: 'generic',
    created_at: SENT,
    ...(secret !== undefined && { secret }),
  });
const hex = expect.stringMatching(/^[0-9a-f]{32}$/);

describe('e-mails', () => {
  it('go to legacy recipients, recipients of policies, and once to the user of the account', async () => {
    putPolicy('n1', {
      mechanisms: { email: [{ id: 'DEV@example.com' }] },
      filters: { pool_id: [API], new_health: ['Healthy'] },
    });
    const { status, body } = await play(
      event(API),
      event(API, { source: 'origin', new_health: 'Healthy' }),
      event(NONE),
    );
    expect(status).toBe(200);
    const { email } = api.state.identity;
    expect(body.result).toEqual({
      events: [
        {
          ...{ id: hex, pool_id: API, pool_name: 'api', source: 'pool', new_health: 'Unhealthy', timestamp: SENT },
          deliveries: ['ops@example.com', 'Dev@example.com'].map((to) => ({
            channel: 'legacy-email',
            to,
            mail_id: hex,
          })),
        },
        {
          ...{ id: hex, pool_id: API, pool_name: 'api', source: 'origin', new_health: 'Healthy', timestamp: SENT },
          origin: 'web-1',
          deliveries: [
            ...['ops@example.com', 'Dev@example.com'].map((to) => ({ channel: 'legacy-email', to, mail_id: hex })),
            { channel: 'policy-email', to: 'DEV@example.com', mail_id: hex, policy_id: 'n1', policy_name: 'policy n1' },
          ],
        },
        {
          ...{ id: hex, pool_id: NONE, pool_name: 'none', source: 'pool', new_health: 'Unhealthy', timestamp: SENT },
          deliveries: [],
        },
      ],
      // Text that is not an address has to be cleared, too.
      deprecation: { to: email, pools: 3, mail_id: hex },
    });
    const [first, second] = body.result.events.map(({ id }: { id: string }) => id);
    const { result } = await outbox();
    expect(result.map((mail: object) => ({ ...mail, subject: '', text: '' }))).toEqual([
      { ...legacy('ops@example.com', API, first), subject: '', text: '' },
      { ...legacy('Dev@example.com', API, first), subject: '', text: '' },
      { ...legacy('ops@example.com', API, second), subject: '', text: '' },
      { ...legacy('Dev@example.com', API, second), subject: '', text: '' },
      {
        id: hex,
        sent: SENT,
        kind: 'policy',
        to: 'DEV@example.com',
        pool_id: API,
        policy_id: 'n1',
        event_id: second,
        subject: '',
        text: '',
      },
      { id: hex, sent: SENT, kind: 'deprecation', to: email, event_id: first, subject: '', text: '' },
    ]);
    const ids = body.result.events.flatMap(({ deliveries }: { deliveries: { mail_id: string }[] }) =>
      deliveries.map((one) => one.mail_id),
    );
    expect(result.slice(0, 5).map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(result[4]).toMatchObject({
      subject: 'Load balancing: origin of pool api is Healthy',
      text: `The origin "web-1" of the load-balancer pool "api" (${API}) changed to Healthy at ${SENT}.\n\nYou receive this e-mail because of the notification policy "policy n1" (n1).`,
    });
    expect(result[0].text).toContain('because the pool has your address in notification_email');
    expect(api.state.history.list()).toEqual([
      {
        ...{
          id: hex,
          policy_id: 'n1',
          name: 'policy n1',
          description: 'on call',
          alert_type: 'load_balancing_health_alert',
        },
        ...{ alert_body: result[4].text, mechanism: 'DEV@example.com', mechanism_type: 'email', sent: SENT },
      },
    ]);
  });

  it('about the deprecation end with the last recipient', async () => {
    for (const [id, pools] of [
      [API, 2],
      [WEB, 1],
      [QUIET, null],
    ] as const) {
      api.state.pools.put({ ...api.state.pools.get(id)!, notification_email: '' });
      const { result } = (await play(event(NONE), event(NONE))).body;
      expect(result.deprecation?.pools ?? null).toBe(pools);
    }
    const { result } = await outbox();
    expect(result.map(({ text }: { text: string }) => text.split(' still')[0])).toEqual([
      '2 pools of your account',
      '1 pool of your account',
    ]);
  });

  it('are sent for every event, also if nothing changed', async () => {
    await play(event(WEB), event(WEB));
    await play(event(WEB), event(WEB, { new_health: 'Healthy' }));
    const { result } = await outbox();
    const kinds = result.map(({ kind }: { kind: string }) => (kind === 'deprecation' ? 'd' : 'l'));
    expect(kinds.join('')).toBe('lldld');
  });

  it('are listed in pages; the oldest are dropped', async () => {
    const events = Array.from({ length: 25 }, () => event(WEB));
    await play(...events);
    const seen: string[] = [];
    for (let cursor: unknown = ''; cursor !== undefined; ) {
      const { result, result_info: info } = await outbox(`?per_page=10&cursor=${cursor}`);
      expect(info).toMatchObject({ count: result.length, per_page: 10 });
      seen.push(...result.map(({ id }: { id: string }) => id));
      cursor = info!.cursor;
    }
    expect(seen).toEqual((await outbox()).result.map(({ id }: { id: string }) => id));
    expect(new Set(seen).size).toBe(26);
    const mail = { sent: SENT, kind: 'policy', to: 'x@example.com', subject: '', text: '', event_id: 'e' };
    api.state.outbox.putAll(Array.from({ length: MAX_KEPT }, (_, index) => ({ id: `m${index}`, ...mail })));
    await play(event(WEB));
    expect(api.state.outbox.count()).toBe(MAX_KEPT);
    // The mail of the event and the one about the deprecation came after them.
    expect((await outbox('?per_page=1')).result[0].id).toBe('m2');
  });
});

describe('webhooks', () => {
  it('receive the payload of the platform with their secret', async () => {
    putWebhook('w1', `${server.origin}/hook`, SECRET);
    putPolicy('n1', { mechanisms: { webhooks: [{ id: 'w1' }] } });
    const { body } = await play(event(NONE), event(QUIET, { source: 'origin', new_health: 'Healthy' }));
    const [first, second] = body.result.events;
    expect(first.deliveries).toEqual([
      {
        ...{ channel: 'webhook', destination_id: 'w1', destination_name: 'hook w1', outcome: 'delivered', status: 200 },
        ...{ policy_id: 'n1', policy_name: 'policy n1' },
      },
    ]);
    expect(JSON.stringify(body)).not.toContain(SECRET);
    const payloads = server.requests
      .map((post) => JSON.parse(post.body))
      .sort((a, b) => (a.data.pool_name > b.data.pool_name ? 1 : -1));
    const shared = {
      ...{ name: 'policy n1', ts: Math.floor(NOW / 1000), account_id: api.state.identity.accountId },
      ...{ policy_id: 'n1', policy_name: 'policy n1', alert_type: 'load_balancing_health_alert' },
    };
    expect(payloads).toEqual([
      {
        ...{ ...shared, alert_correlation_id: first.id, alert_event: 'ALERT_STATE_EVENT_START' },
        data: { pool_id: NONE, pool_name: 'none', event_source: 'pool', new_health: 'Unhealthy' },
        text: `The load-balancer pool "none" (${NONE}) changed to Unhealthy at ${SENT}.`,
      },
      {
        ...{ ...shared, alert_correlation_id: second.id, alert_event: 'ALERT_STATE_EVENT_END' },
        data: {
          pool_id: QUIET,
          pool_name: 'quiet',
          event_source: 'origin',
          new_health: 'Healthy',
          origin_name: '192.0.2.3',
        },
        text: expect.stringContaining('The origin "192.0.2.3" of the load-balancer pool "quiet"'),
      },
    ]);
    expect(server.requests.map(({ headers }) => headers['cf-webhook-auth'])).toEqual([SECRET, SECRET]);
    expect(api.state.history.list().map(({ mechanism, mechanism_type }) => [mechanism, mechanism_type])).toEqual([
      ['w1', 'webhook'],
      ['w1', 'webhook'],
    ]);
    expect(api.state.webhooks.get('w1')).toMatchObject({ last_success: SENT });
  });

  it('that fail are reported, and stay out of the history', async () => {
    putWebhook('w1', `${server.origin}/broken`);
    putWebhook('w2', `http://127.0.0.1:${await portWithoutServer()}/a-secret-path`);
    putWebhook('w3', 'https://hooks.example.com/a-secret-path');
    putPolicy('n1', {
      mechanisms: { webhooks: ['w1', 'w2', 'w3', 'w4'].map((id) => ({ id })), pagerduty: [{ id: 'd1' }] },
    });
    const { body } = await play(event(NONE));
    const found = body.result.events[0].deliveries.map(
      ({ destination_id, outcome, status, reason }: Record<string, unknown>) => [
        destination_id,
        outcome,
        status,
        reason,
      ],
    );
    expect(found).toEqual([
      ['w1', 'failed', 500, expect.stringContaining(' answers HTTP 500')],
      ['w2', 'failed', undefined, expect.stringContaining('(connection refused)')],
      ['w3', 'not-sent', undefined, expect.stringContaining('hooks.example.com is another machine')],
      ['w4', 'failed', undefined, 'the webhook does not exist'],
      ['d1', 'not-sent', undefined, 'the sandbox does not call PagerDuty'],
    ]);
    expect(JSON.stringify(body)).not.toContain('a-secret-path');
    expect(api.state.history.list()).toEqual([]);
    const times = ['w1', 'w2', 'w3'].map((id): Partial<StoredWebhook> => api.state.webhooks.get(id)!);
    expect(times.map(({ last_failure, last_success }) => [last_failure, last_success])).toEqual([
      [SENT, undefined],
      [SENT, undefined],
      [undefined, undefined],
    ]);
  });

  it('are called a few at a time, and end with the sandbox', async () => {
    putWebhook('w1', `${server.origin}/silent`);
    putPolicy('n1', { mechanisms: { webhooks: [{ id: 'w1' }] } });
    const played = play(...Array.from({ length: 50 }, () => event(NONE)));
    await expect.poll(() => server.requests.length).toBe(8);
    stop.abort();
    const { body } = await played;
    const reasons = body.result.events.map(
      ({ deliveries }: { deliveries: { reason: string }[] }) => deliveries[0]!.reason,
    );
    expect(reasons).toHaveLength(50);
    expect(new Set(reasons)).toEqual(new Set([expect.stringContaining('the sandbox stopped before')]));
    expect(server.requests).toHaveLength(8);
  });
});

it.each([
  ['by name', 'web-2', 'web-2'],
  ['by address', '192.0.2.2', 'web-2'],
  ['by default the first', undefined, 'web-1'],
])('finds an origin %s', async (_, origin, name) => {
  const { body } = await play(event(API, { source: 'origin', ...(origin !== undefined && { origin }) }));
  expect(body.result.events[0].origin).toBe(name);
});

describe('rejects', () => {
  it.each<[string, unknown, number, string, string]>([
    ['an object', { events: [] }, 400, 'expected an array', ''],
    ['no event', [], 400, 'expected an array of 1 to 1000 events', ''],
    ['too many events', Array.from({ length: 1001 }, () => event(NONE)), 400, 'expected an array of 1 to 1000', ''],
    ['an event that is no object', [event(NONE), 7], 400, 'expected an event', '/1'],
    ['no pool', [{ source: 'pool', new_health: 'Healthy' }], 400, 'expected the id of a pool', '/0/pool_id'],
    ['another source', [event(NONE, { source: 'monitor' })], 400, 'expected pool or origin', '/0/source'],
    ['a health in lower case', [event(NONE, { new_health: 'healthy' })], 400, 'Healthy or Unhealthy', '/0/new_health'],
    ['another key', [event(NONE, { health: 'Healthy' })], 400, 'unknown field "health"', '/0/health'],
    ['an unknown pool', [event(NONE), event('0'.repeat(32))], 404, 'event 1: there is no such pool', '/1/pool_id'],
    [
      'an unknown origin',
      [event(API, { source: 'origin', origin: 'web-9' })],
      400,
      'expected an origin of the pool',
      '/0/origin',
    ],
    [
      'an origin of a pool without origins',
      [event(NONE, { source: 'origin', origin: 'x' })],
      400,
      'an origin of the pool',
      '/0/origin',
    ],
    [
      'an origin for the source pool',
      [event(API, { origin: 'web-1' })],
      400,
      'no origin for the source pool',
      '/0/origin',
    ],
    ['text that is not JSON', '[{', 400, 'invalid JSON', ''],
  ])('%s', async (_, body, status, message, pointer) => {
    const found = await api.call('POST', `${path}/health_events`, body);
    expect([found.status, found.body.errors[0]!.message]).toEqual([status, expect.stringContaining(message)]);
    expect(found.body.errors[0]!.source?.pointer ?? '').toBe(pointer);
    expect((await outbox()).result).toEqual([]);
  });

  it('cursors of its own, other methods, and other accounts', async () => {
    const other = path.replace(/[0-9a-f]{32}/, '0'.repeat(32));
    const statuses = await Promise.all([
      api.call('GET', `${path}/outbox?cursor=abc`),
      api.call('GET', `${path}/outbox?per_page=0`),
      api.call('GET', `${path}/outbox?per_page=1001`),
      api.call('GET', `${path}/health_events`),
      api.call('POST', `${path}/outbox`, {}),
      api.call('POST', `${other}/health_events`, [event(API)] as never),
      api.call('GET', `${other}/outbox`),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 405, 405, 404, 404]);
  });
});

function legacy(to: string, pool_id: string, event_id: string) {
  return { id: hex, sent: SENT, kind: 'pool-health-legacy', to, pool_id, event_id };
}
