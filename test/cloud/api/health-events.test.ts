// The requests for health events and mails with every fault: events are played at most once, the list of mails is repeated.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectApi, type ManagementApi } from '../../../src/cloud/api/index.ts';
import { type AnswerServer, startAnswerServer } from '../../helpers/api/answer-server.ts';
import {
  CHANGES_ANYWAY,
  FAST,
  FAULT_KINDS,
  type FaultProxy,
  startFaultProxy,
  withFaultAt,
} from '../../helpers/api/fault-proxy.ts';
import { TOKEN } from '../../helpers/sandbox/local-api.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

const POOL = 'a'.repeat(32);
const EVENT = { pool_id: POOL, source: 'pool', new_health: 'Healthy' } as const;
let local: ServedApi;
let proxy: FaultProxy;
let fixed: AnswerServer;
let api: ManagementApi;
let account: string;

beforeAll(async () => {
  local = await serveApi();
  account = local.state.identity.accountId;
  local.state.pools.put({ id: POOL, name: 'api', notification_email: 'ops@example.com' });
  proxy = await startFaultProxy({ baseURL: local.baseURL });
  fixed = await startAnswerServer();
});
afterAll(async () => {
  await Promise.all([proxy.stop(), local.stop(), fixed.stop()]);
});
/** A connection that the API has blocked sends nothing more. */
beforeEach(async () => {
  api = await connectApi({ baseURL: proxy.baseURL, credentials: { token: TOKEN }, ...FAST });
  local.state.outbox.keepLatest(0);
});

describe.each(FAULT_KINDS)('%s', (kind) => {
  it('playHealthEvents sends no mail twice', async () => {
    const played = await withFaultAt(proxy, { at: 1, kind }, () => api.playHealthEvents(account, [EVENT]));
    const isSent = CHANGES_ANYWAY.includes(kind) || played.error === undefined;
    // One to the recipient, one to the user of the account.
    expect(local.state.outbox.count()).toBe(isSent ? 2 : 0);
    expect(played.requests.length).toBe(kind === 'http-429' ? 2 : 1);
  });

  it('listOutbox repeats what may pass', async () => {
    await api.playHealthEvents(account, [EVENT, EVENT]);
    const listed = await withFaultAt(proxy, { at: 1, kind }, () => api.listOutbox(account));
    if (listed.error === undefined) expect(listed.result).toHaveLength(3);
    expect(local.state.outbox.count()).toBe(3);
  });
});

it('lists the mails of every page, or at most so many', async () => {
  const mail = { sent: '', kind: 'policy', to: 'ops@example.com', subject: '', text: '', event_id: 'e' };
  local.state.outbox.putAll(Array.from({ length: 2345 }, (_, index) => ({ ...mail, id: `m${index}` })));
  const ids = async (most?: number) => (await api.listOutbox(account, most)).map(({ id }) => id);
  proxy.begin(undefined);
  expect(await ids()).toEqual(local.state.outbox.list().map(({ id }) => id));
  expect(proxy.requests).toHaveLength(3);
  expect(await ids(1)).toEqual(['m0']);
  expect((await ids(1001)).at(-1)).toBe('m1000');
});

it('ends at a page without mails, whatever its cursor', async () => {
  fixed.answer({ body: { success: true, errors: [], messages: [], result: [], result_info: { cursor: '7' } } });
  const other = await connectApi({ baseURL: fixed.baseURL, credentials: { token: TOKEN }, ...FAST });
  expect(await other.listOutbox(account)).toEqual([]);
  expect(fixed.requests).toHaveLength(1);
});

describe('an answer of another shape is an error:', () => {
  const event = { id: 'e', pool_id: POOL, pool_name: 'api', deliveries: [] };
  it.each<[string, unknown, string]>([
    ['no object', [], 'sends an array as result of the answer'],
    ['no events', { deprecation: null }, 'sends nothing as result.events'],
    [
      'no deliveries',
      { events: [{ ...event, deliveries: null }], deprecation: null },
      'sends null as result.events.0.deliveries',
    ],
    [
      'another channel',
      { events: [{ ...event, deliveries: [{ channel: 'fax' }] }], deprecation: null },
      'result.events.0.deliveries.0',
    ],
    [
      'no address',
      { events: [{ ...event, deliveries: [{ channel: 'legacy-email' }] }], deprecation: null },
      'deliveries.0.to',
    ],
    ['another deprecation', { events: [event], deprecation: 7 }, 'sends a number as result.deprecation'],
  ])('%s', async (_, result, message) => {
    fixed.answer({ body: { success: true, errors: [], messages: [], result } });
    const other = await connectApi({ baseURL: fixed.baseURL, credentials: { token: TOKEN }, ...FAST });
    const error = await other.playHealthEvents(account, [EVENT]).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'api-unexpected-answer', message: expect.stringContaining(message) });
    expect((error as Error).message).toContain('; check CLOUDFLARE_BASE_URL');
    expect(fixed.requests).toHaveLength(1);
  });
});
