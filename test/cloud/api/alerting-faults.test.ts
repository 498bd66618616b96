// The requests for pools, policies, silences and webhooks with every fault at every request, against the sandbox: what is repeated, what is
// looked up, and that no policy is created twice and no pool cleared that was not meant.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectApi, type ManagementApi, type PolicyBody, type PoolPage } from '../../../src/cloud/api/index.ts';
import {
  CHANGES_ANYWAY,
  FAST,
  FAULT_KINDS,
  type FaultKind,
  type FaultProxy,
  STILL_RUNNING,
  startFaultProxy,
  withFaultAt,
} from '../../helpers/api/fault-proxy.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { TOKEN } from '../../helpers/sandbox/local-api.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

const POOLS = 120;
const PAGE: PoolPage = { paging: 'page', size: 50, index: 1 };
const idOf = (index: number) => index.toString(16).padStart(32, '0');
const HOOK = idOf(9000);
const BODY: PolicyBody = {
  ...{ name: 'Pool health', description: '', enabled: true, alert_type: 'load_balancing_health_alert' },
  mechanisms: { email: [{ id: 'ops@example.com' }] },
  filters: { pool_id: [idOf(1), idOf(0)], new_health: ['Unhealthy'], event_source: ['pool', 'origin'] },
};

let local: ServedApi;
let proxy: FaultProxy;
let api: ManagementApi;
let account: string;

function putPools(): void {
  const name = (index: number) => `pool-${String(index).padStart(3, '0')}`;
  const pool = (index: number) => ({ id: idOf(index), name: name(index), notification_email: 'ops@example.com' });
  local.state.pools.putAll(Array.from({ length: POOLS }, (_, index) => pool(index)));
}

beforeAll(async () => {
  local = await serveApi({ maxPolicies: 1000 });
  account = local.state.identity.accountId;
  proxy = await startFaultProxy({ baseURL: local.baseURL });
  putPools();
  local.state.webhooks.put({ id: HOOK, name: 'chat', url: 'http://127.0.0.1:1/', type: 'generic', created_at: 'x' });
});
/** A connection that the API has blocked sends nothing more. */
const connect = async () => {
  api = await connectApi({ baseURL: proxy.baseURL, credentials: { token: TOKEN }, ...FAST });
};
beforeEach(async () => {
  await connect();
  for (const { id } of local.state.policies.list()) local.state.policies.delete(id);
});
afterAll(async () => {
  await proxy.stop();
  await local.stop();
});

/** Codes of errors after which nothing was changed, and nothing is sent again. Not listed: the request succeeds in the end. */
const REPORTED: Partial<Record<FaultKind, string>> = {
  'http-401': 'api-unauthorized',
  'http-403': 'api-forbidden',
  'http-404': 'api-missing',
  'http-409': 'api-conflict',
  'http-429-long': 'api-rate-limited',
  'success-false': 'api-rejected',
};
/** Codes of errors after which a request without effects is sent again. */
const PASSING: Partial<Record<FaultKind, string>> = {
  'http-429': 'api-rate-limited',
  'http-500': 'api-server',
  'http-500-after': 'api-server',
  'http-504': 'api-server',
  'html-502': 'api-server',
  'html-502-after': 'api-server',
  'cut-before': 'api-connection-lost',
  'cut-after': 'api-connection-lost',
  'cut-body': 'api-connection-lost',
};
/** Of a request without effects, an answer in place of JSON is an error. */
const UNREAD = { 'html-200': 'api-unexpected-answer', 'html-200-after': 'api-unexpected-answer' } as const;
const cleared = () =>
  local.state.pools.list().flatMap((pool, index) => (pool.notification_email === '' ? [index] : []));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe.each([...FAULT_KINDS, STILL_RUNNING] as const)('%s', (kind) => {
  const code = { ...REPORTED, ...UNREAD }[kind as 'http-401'];

  it.each([1, 2, 3])('listPools, request %i', async (at) => {
    const run = await withFaultAt(proxy, { at, kind }, () => api.listPools(account));
    expect(run.isHit).toBe(true);
    // The API may reject the parameters, or not have the page: other parameters follow, or another listing.
    const isRejection = kind === 'success-false' || (kind === 'http-404' && at > 1);
    expect(run.error?.code).toBe(isRejection ? undefined : code);
    if (run.error === undefined) expect(run.result!.pools.map(({ id }) => id)).toEqual(range(0, POOLS).map(idOf));
  });

  it.each<[string, () => Promise<unknown>, unknown]>([
    ['readPool', () => api.readPool(account, idOf(7)), { id: idOf(7), name: 'pool-007' }],
    ['readPool of none', () => api.readPool(account, idOf(7777)), undefined],
    ['readPoolPage', () => api.readPoolPage(account, PAGE), range(50, 100).map((index) => ({ id: idOf(index) }))],
    ['listPolicies', () => api.listPolicies(account), []],
    ['readPolicy of none', () => api.readPolicy(account, idOf(7777)), undefined],
    ['listSilences', () => api.listSilences(account), []],
    ['readWebhook', () => api.readWebhook(account, HOOK), { id: HOOK, name: 'chat', url: 'http://127.0.0.1:1/' }],
    ['readWebhook of none', () => api.readWebhook(account, idOf(7777)), undefined],
  ])('%s', async (_, read, result) => {
    const run = await withFaultAt(proxy, { at: 1, kind }, read);
    expect(run.error?.code).toBe(code);
    if (run.error === undefined && result === undefined) expect(run.result).toBeUndefined();
    else if (run.error === undefined) expect(run.result).toMatchObject(result as object);
    expect(run.requests.length).toBe(code === undefined ? 2 : 1);
  });

  it('clearPool and clearPoolPage are sent once', async () => {
    putPools();
    const wasMade = CHANGES_ANYWAY.includes(kind);
    const one = await withFaultAt(proxy, { at: 1, kind }, () => api.clearPool(account, idOf(7)));
    expect(cleared()).toEqual(wasMade ? [7] : []);
    await connect();
    const page = await withFaultAt(proxy, { at: 1, kind }, () => api.clearPoolPage(account, PAGE));
    expect(cleared()).toEqual(wasMade ? [7, ...range(50, 100)] : []);
    for (const { error, requests } of [one, page]) {
      expect(error?.code).toBe(code ?? PASSING[kind]);
      expect(requests.length).toBe(1);
      const mayPass = code === undefined;
      expect(error).toMatchObject({
        retryAfterMs: mayPass ? 0 : kind === 'http-429-long' ? 250_000 : undefined,
      });
      expect(await api.waitAfter(error, 1)).toBe(mayPass);
    }
  });

  it('createPolicy', async () => {
    const run = await withFaultAt(proxy, { at: 1, kind }, () => api.createPolicy(account, BODY, []));
    const ids = local.state.policies.list().map(({ id }) => id);
    const expected = kind === STILL_RUNNING ? 'api-outcome-unknown' : REPORTED[kind];
    expect(run.error?.code).toBe(expected);
    expect(ids).toEqual(expected === undefined ? [run.result] : []);
    const isSentAgain = ['http-429', 'http-500', 'html-200', 'html-502', 'cut-before'].includes(kind);
    expect(run.requests.filter(({ method }) => method === 'POST').length).toBe(isSentAgain ? 2 : 1);
  });
});

it('a creation under any sequence of faults creates one policy or none, and its result says which', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(undefined, ...FAULT_KINDS), { maxLength: 5 }), async (faults) => {
      for (const { id } of local.state.policies.list()) local.state.policies.delete(id);
      await connect();
      const older = await api.createPolicy(account, BODY, []);
      const run = await withFaultAt(proxy, faults, () => api.createPolicy(account, BODY, [older]));
      const created = local.state.policies.list().flatMap(({ id }) => (id === older ? [] : [id]));
      if (run.error === undefined) expect(created).toEqual([run.result]);
      else if (run.error.code !== 'api-outcome-unknown') expect(created).toEqual([]);
      expect(created.length).toBeLessThan(2);
    }),
    { numRuns: randomRuns(30) },
  );
});

it('the limit of policies', async () => {
  const limited = await serveApi({ maxPolicies: 1 });
  try {
    const direct = await connectApi({ baseURL: limited.baseURL, credentials: { token: TOKEN }, ...FAST });
    const { accountId } = limited;
    await direct.createPolicy(accountId, BODY, []);
    await expect(direct.createPolicy(accountId, BODY, [])).rejects.toMatchObject({
      ...{ code: 'api-max-policies', kind: 'negative' },
    });
  } finally {
    await limited.stop();
  }
});
