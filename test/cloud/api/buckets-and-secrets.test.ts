// The requests for buckets and secrets with every fault: what is repeated, what is looked up, and pages of a list.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectApi, type ManagementApi } from '../../../src/cloud/api/index.ts';
import { EDGE_SCRIPT_NAME as SCRIPT } from '../../../src/sandbox/edge/index.ts';
import {
  CHANGES_ANYWAY,
  FAST,
  FAULT_KINDS,
  type FaultKind,
  type FaultProxy,
  startFaultProxy,
  withFaultAt,
} from '../../helpers/api/fault-proxy.ts';
import { TOKEN } from '../../helpers/sandbox/local-api.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

const VALUE = 'the value of a secret';
let local: ServedApi;
let proxy: FaultProxy;
let api: ManagementApi;
let account: string;

beforeAll(async () => {
  local = await serveApi();
  account = local.state.identity.accountId;
  proxy = await startFaultProxy({ baseURL: local.baseURL });
});
/** A connection that the API has blocked sends nothing more. */
const connect = async () => {
  api = await connectApi({ baseURL: proxy.baseURL, credentials: { token: TOKEN }, ...FAST });
};
beforeEach(connect);
afterAll(async () => {
  await proxy.stop();
  await local.stop();
});

/** Codes after which nothing was changed, and nothing is sent again. */
const REPORTED: Partial<Record<FaultKind, string>> = {
  'http-401': 'api-unauthorized',
  'http-403': 'api-forbidden',
  'http-404': 'api-missing',
  'http-409': 'api-conflict',
  'http-429-long': 'api-rate-limited',
  'success-false': 'api-rejected',
};

describe.each(FAULT_KINDS)('%s', (kind) => {
  const code = REPORTED[kind];
  const isSentOnce = code !== undefined || CHANGES_ANYWAY.includes(kind);
  const names = () => local.state.resources.buckets().map(({ name }) => name);

  it('createBucket and deleteBucket', async () => {
    const name = `bucket-${kind}`;
    const created = await withFaultAt(proxy, { at: 1, kind }, () => api.createBucket(account, name));
    expect([created.error?.code, names().includes(name)]).toEqual([code, code === undefined]);
    expect(created.requests.filter(({ method }) => method === 'POST').length).toBe(isSentOnce ? 1 : 2);
    await connect();
    if (code !== undefined) await api.createBucket(account, name);
    const deleted = await withFaultAt(proxy, { at: 1, kind }, () => api.deleteBucket(account, name));
    expect([deleted.error?.code, names().includes(name)]).toEqual([code, code !== undefined]);
    expect(deleted.requests.filter(({ method }) => method === 'DELETE').length).toBe(isSentOnce ? 1 : 2);
  });

  it('putSecret and deleteSecret', async () => {
    const name = `SECRET_${kind.replaceAll('-', '_')}`;
    const secrets = () => Object.keys(local.state.resources.secrets() ?? {});
    const put = await withFaultAt(proxy, { at: 1, kind }, () => api.putSecret(account, SCRIPT, name, VALUE));
    // Nothing shows the value of a secret: an answer that is no JSON is an error.
    const isUnread = kind === 'html-200' || kind === 'html-200-after';
    expect(put.error?.code).toBe(isUnread ? 'api-unexpected-answer' : code);
    expect(put.error?.message ?? '').not.toContain(VALUE);
    await connect();
    if (put.error !== undefined) await api.putSecret(account, SCRIPT, name, VALUE);
    expect(secrets()).toContain(name);
    const deleted = await withFaultAt(proxy, { at: 1, kind }, () => api.deleteSecret(account, SCRIPT, name));
    expect([deleted.error?.code, secrets().includes(name)]).toEqual([code, code !== undefined]);
    expect(deleted.requests.filter(({ method }) => method === 'DELETE').length).toBe(isSentOnce ? 1 : 2);
  });
});

it('lists all pages of buckets, by name', async () => {
  const before = local.state.resources.buckets().map(({ name }) => name);
  const names = Array.from({ length: 1002 }, (_, index) => `many-${String(index).padStart(4, '0')}`);
  const text = JSON.stringify([...before, ...names].map((name) => ({ name, storage_class: 'Standard' })));
  local.state.settings.set('r2-buckets', text);
  const run = await withFaultAt(proxy, { at: 2, kind: 'http-500' }, () => api.listBuckets(account));
  expect(run.result?.map(({ name }) => name)).toEqual([...before, ...names, 'sandbox'].sort());
  expect(run.requests.length).toBe(3);
});

it.each([
  ['createBucket', () => api.createBucket('mine', 'abc')],
  ['listSecrets', () => api.listSecrets('mine', SCRIPT)],
])('%s rejects an account that is no id, before a request', async (_, send) => {
  await expect(send()).rejects.toMatchObject({ code: 'api-id' });
});
