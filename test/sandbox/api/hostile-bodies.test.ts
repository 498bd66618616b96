// Bodies of any shape for every route that reads one: each is rejected in the envelope, nothing changes, nothing fails.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomRuns } from '../../helpers/random-runs.ts';
import { CUSTOM_RULE, keyedDestination, openLocalApi, SECRET } from '../../helpers/sandbox/local-api.ts';

const PHASE = 'http_log_custom_fields';
/** Valid values: a body of them is close to one that is accepted. */
const VALID = {
  ...{ name: 'n', kind: 'zone', phase: 'p', rules: [CUSTOM_RULE], ...CUSTOM_RULE, position: { index: 1 } },
  ...{ dataset: 'http_requests', destination_conf: keyedDestination(), output_options: { field_names: ['RayID'] } },
  ...{ filter: '{"where":{"key":"RayID","operator":"eq","value":"a"}}', ownership_challenge: 'a.b.c' },
  logpull_options: 'fields=RayID',
};
const value = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(VALID)) },
  { weight: 1, arbitrary: fc.constantFrom('\ud800', 'constructor', -0, 1e308, [null], [[]], { toString: 1 }) },
);
const body = fc
  .record(Object.fromEntries(Object.entries(VALID).map(([key, one]) => [key, fc.oneof(fc.constant(one), value)])), {
    requiredKeys: [],
  })
  // No route defines it: each body has at least this problem.
  .map((found) => ({ ...found, no_such_key: 1 }));

it('rejects them', async () => {
  const api = await openLocalApi();
  const { result } = (await api.call('PUT', `rulesets/phases/${PHASE}/entrypoint`, { rules: [CUSTOM_RULE] })).body;
  await api.call('POST', 'logpush/jobs', { name: 'n', destination_conf: keyedDestination() });
  const routes = [
    ...['rulesets', `rulesets/${result.id}/rules`, 'logpush/jobs', 'logpush/ownership', 'logpush/ownership/validate'],
    ...['logpush/validate/destination', 'logpush/validate/destination/exists', 'logpush/validate/origin'],
  ].map((path) => ['POST', path] as const);
  const changes = [
    ...[
      `rulesets/${result.id}`,
      `rulesets/phases/${PHASE}/entrypoint`,
      'rulesets/phases/p/entrypoint',
      'logpush/jobs/1',
    ],
  ].map((path) => ['PUT', path] as const);
  const route = fc.constantFrom(...routes, ...changes, ['PATCH', `rulesets/${result.id}/rules/${result.rules[0].id}`]);
  const stateOf = () => [api.state.jobs.list('zone'), api.state.rulesets.page(0, 10)];
  const before = stateOf();
  await fc.assert(
    fc.asyncProperty(route, body, async ([method, path], sent) => {
      const { status, body: envelope } = await api.call(method!, path!, sent);
      expect(status).toBe(400);
      expect(envelope).toMatchObject({ result: null, success: false, messages: [] });
      expect(envelope.errors.length).toBeGreaterThan(0);
      expect(envelope.errors.every(({ code, message }) => code >= 1000 && message !== '')).toBe(true);
      if (path!.startsWith('logpush')) expect(JSON.stringify(envelope)).not.toContain(SECRET);
    }),
    { numRuns: randomRuns(400) },
  );
  expect(api.faults).toEqual([]);
  expect(stateOf()).toEqual(before);
  api.state.close();
});

const NOTIFICATIONS = {
  ...{ name: 'n', origins: [{ name: 'a', address: '192.0.2.1' }], notification_email: '', monitor: 'm', enabled: true },
  ...{ notification_filter: { pool: { healthy: false } }, latitude: 1, check_regions: ['WEU'], secret: SECRET },
  ...{ alert_type: 'load_balancing_health_alert', mechanisms: { email: [{ id: 'ops@example.com' }] } },
  ...{ filters: { pool_id: ['x'] }, url: 'http://192.0.2.1/', policy_id: 'x', start_time: '2026-11-22T10:00:00Z' },
};
const notification = fc
  .record(
    Object.fromEntries(Object.entries(NOTIFICATIONS).map(([key, one]) => [key, fc.oneof(fc.constant(one), value)])),
    { requiredKeys: [] },
  )
  .map((found) => ({ ...found, no_such_key: 1 }));
/** Also arrays, where an object is expected, and the other way around. */
const notifications = fc.oneof(
  notification,
  fc.array(notification, { minLength: 1, maxLength: 2 }),
  fc.array(fc.integer(), { minLength: 1 }),
);

it('rejects them for pools and notifications', async () => {
  const api = await openLocalApi();
  const { pools, policies, webhooks, silences } = api.state;
  const [id, time] = ['a'.repeat(32), '2026-11-22T10:00:00Z'];
  pools.put({ id, name: 'p', notification_email: 'ops@example.com' });
  policies.put({ id, name: 'p', enabled: true, alert_type: 't', mechanisms: {}, created: time, modified: time });
  webhooks.put({ id, name: 'w', url: 'http://192.0.2.1/', type: 'generic', created_at: time });
  silences.put({ id, policy_id: id, start_time: time, end_time: time, created_at: time, updated_at: time });
  const account = `/accounts/${api.state.identity.accountId}`;
  const [lists, alerting] = [`${account}/load_balancers/pools`, `${account}/alerting/v3`];
  const hooks = `${alerting}/destinations/webhooks`;
  const route = fc.constantFrom(
    ...[lists, `${alerting}/policies`, hooks, `${alerting}/silences`].map((path) => ['POST', path] as const),
    ...[`${lists}/${id}`, `${alerting}/policies/${id}`, `${hooks}/${id}`].map((path) => ['PUT', path] as const),
    ...[lists, `${lists}/${id}`].map((path) => ['PATCH', path] as const),
    ['PUT', `${alerting}/silences`] as const,
  );
  const stateOf = () => [pools.list(), policies.list(), webhooks.list(), silences.list()];
  const before = stateOf();
  await fc.assert(
    fc.asyncProperty(route, notifications, async ([method, path], sent) => {
      const { status, body: envelope } = await api.call(method, path, sent);
      expect(status).toBe(400);
      expect(envelope).toMatchObject({ result: null, success: false, messages: [] });
      expect(envelope.errors.length).toBeGreaterThan(0);
      expect(JSON.stringify(envelope)).not.toMatch(new RegExp(`${SECRET}|ops@example`));
    }),
    { numRuns: randomRuns(400) },
  );
  expect(api.faults).toEqual([]);
  expect(stateOf()).toEqual(before);
  api.state.close();
});
