// Webhooks: the test message on creation and update, secrets, and what is rejected. docs/platform.md, "Notification policies".
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type HttpServer, startHttpServer } from '../../helpers/http-server.ts';
import { portWithoutServer } from '../../helpers/listen.ts';
import { type Answer, type LocalApi, openLocalApi } from '../../helpers/sandbox/local-api.ts';

const SECRET = 'the-secret-of-a-webhook';

let api: LocalApi;
let path: string;
let receiver: HttpServer;
let origin: string;
beforeAll(async () => {
  api = await openLocalApi();
  path = `/accounts/${api.state.identity.accountId}/alerting/v3/destinations/webhooks`;
  receiver = await startHttpServer(({ path: called }) => ({ status: called === '/reject' ? 400 : 200 }));
  origin = receiver.origin;
});
beforeEach(() => {
  receiver.requests.length = 0;
  for (const { id } of api.state.webhooks.list()) api.state.webhooks.delete(id);
});
afterAll(async () => {
  await receiver.stop();
  expect(api.faults).toEqual([]);
  api.state.close();
});

const create = (body: object) => api.call('POST', path, { name: 'ops', url: `${origin}/hook`, ...body });
const firstError = ({ status, body }: Answer) => [status, body.errors[0]?.code, body.errors[0]?.source?.pointer];

it('is tested, created, read, updated and deleted; no answer contains its secret', async () => {
  const { requests: received } = receiver;
  const answers: Answer[] = [];
  const call = async (...request: Parameters<LocalApi['call']>) => {
    const found = await api.call(...request);
    answers.push(found);
    return found.body.result;
  };
  const created = await create({ secret: SECRET });
  expect([created.status, created.body.result]).toEqual([200, { id: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  expect(received).toMatchObject([{ method: 'POST', path: '/hook' }]);
  expect(JSON.parse(received[0]!.body)).toEqual({ text: expect.any(String) });
  expect(received[0]!.headers['cf-webhook-auth']).toBe(SECRET);
  const one = `${path}/${created.body.result.id}`;
  const webhook = await call('GET', one);
  expect(webhook).toEqual({
    ...{ id: created.body.result.id, name: 'ops', url: `${origin}/hook`, type: 'generic' },
    ...{ created_at: expect.any(String), last_success: webhook.created_at },
  });
  expect(await call('GET', path)).toEqual([webhook]);
  expect(await call('PUT', one, { name: 'renamed', url: `${origin}/other` })).toEqual({ id: webhook.id });
  // The secret remains.
  expect([received[1]!.path, received[1]!.headers['cf-webhook-auth']]).toEqual(['/other', SECRET]);
  expect(await call('GET', one)).toMatchObject({
    name: 'renamed',
    url: `${origin}/other`,
    created_at: webhook.created_at,
  });
  expect(await call('DELETE', one)).toBeNull();
  expect(firstError(await api.call('GET', one))).toEqual([404, 17002, undefined]);
  expect(JSON.stringify(answers)).not.toContain(SECRET);
});

it.each<[string, () => object | Promise<object>, number, string]>([
  ['another machine', () => ({ url: 'http://192.0.2.1/hook?token=abc' }), 17004, '/url'],
  ['a name that is no loopback address', () => ({ url: 'http://127.0.0.1.example.com/' }), 17004, '/url'],
  ['a receiver that rejects the test', () => ({ url: `${origin}/reject` }), 17004, '/url'],
  ['no receiver', async () => ({ url: `http://127.0.0.1:${await portWithoutServer()}/` }), 17004, '/url'],
  ['another scheme', () => ({ url: 'file:///etc/passwd' }), 17001, '/url'],
  ['no address', () => ({ url: 'hook' }), 17001, '/url'],
  ['an empty name', () => ({ name: '' }), 17001, '/name'],
  ['a secret that no header can have', () => ({ secret: 'the-secret\n' }), 17001, '/secret'],
  ['an unknown key', () => ({ type: 'slack' }), 6007, '/type'],
])('rejects %s, also in an update', async (_, change, code, pointer) => {
  const { id } = (await create({ name: 'before' })).body.result;
  const before = api.state.webhooks.list();
  const body = { name: 'ops', url: `${origin}/hook`, secret: SECRET, ...(await change()) };
  for (const [method, place] of [
    ['POST', path],
    ['PUT', `${path}/${id}`],
  ] as const) {
    const answer = await api.call(method, place, body);
    expect(firstError(answer)).toEqual([400, code, pointer]);
    expect(JSON.stringify(answer.body)).not.toMatch(/token=abc|the-secret/);
  }
  expect(api.state.webhooks.list()).toEqual(before);
});

it('can be the recipient of a policy', async () => {
  const { id } = (await create({})).body.result;
  const policy = {
    name: 'p',
    enabled: true,
    alert_type: 'load_balancing_health_alert',
    mechanisms: { webhooks: [{ id }] },
  };
  const policies = `/accounts/${api.state.identity.accountId}/alerting/v3/policies`;
  const created = await api.call('POST', policies, policy);
  expect(created.status).toBe(200);
  // Deleted meanwhile: the policy can still be disabled, but not name it again.
  await api.call('DELETE', `${path}/${id}`);
  const one = `${policies}/${created.body.result.id}`;
  expect((await api.call('PUT', one, { enabled: false })).status).toBe(200);
  const again = await api.call('PUT', one, { mechanisms: policy.mechanisms });
  expect(firstError(again)).toEqual([400, 17001, '/mechanisms/webhooks/0/id']);
  expect(api.state.policies.get(created.body.result.id)).toMatchObject({ enabled: false });
});
