// The rate limit: which headers count, when a wait is due, and how requests wait.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeadgateError } from '../../../../src/base/index.ts';
import { type ConnectOptions, connectApi, MAX_BLOCK_MS } from '../../../../src/cloud/api/index.ts';
import { createRateLimit } from '../../../../src/cloud/api/request/rate-limit.ts';
import { BASE_PATH } from '../../../../src/sandbox/api/create-api.ts';
import { openLocalApi, TOKEN } from '../../../helpers/sandbox/local-api.ts';

/** The clock of the connections stands still: the rest of a window is that of its header, however long the test takes. */
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1000));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const POLICY = '"default";q=1200;w=300';

describe('headers', () => {
  it.each<[limit: string, policy: string | undefined, wait: string | undefined]>([
    ['"default";r=12;t=30', POLICY, '12 of 1,200 requests left: waiting 30 s'],
    ['"default";r=24;t=30', POLICY, '24 of 1,200 requests left: waiting 30 s'],
    ['"default";r=25;t=30', POLICY, undefined],
    ['"default";r=0;t=250', POLICY, '0 of 1,200 requests left: waiting 4 min 10 s'],
    ['"default";r=0;t=300', POLICY, '0 of 1,200 requests left: waiting 5 min'],
    // The end of a longer window is not waited for: the API answers 429 then.
    ['"default";r=0;t=301', POLICY, undefined],
    ['"default";r=0;t=0', POLICY, undefined],
    // Without the size of a window: that of the platform.
    ['"default";r=12;t=30', undefined, '12 requests left: waiting 30 s'],
    ['"default";r=1;t=30', undefined, '1 request left: waiting 30 s'],
    ['"default";r=25;t=30', undefined, undefined],
    // A small window has a small reserve.
    ['"burst";r=2;t=9', '"burst";q=100;w=60', '2 of 100 requests left: waiting 9 s'],
    ['"burst";r=3;t=9', '"burst";q=100;w=60', undefined],
    ['"one";r=1;t=9', '"one";q=10;w=60', undefined],
    // Several windows: the one that ends last.
    ['"burst";r=50;t=9, "default";r=3;t=30', `"burst";q=100;w=60,${POLICY}`, '3 of 1,200 requests left: waiting 30 s'],
    ['"burst";r=0;t=9, "default";r=3;t=30', `"burst";q=100;w=60,${POLICY}`, '3 of 1,200 requests left: waiting 30 s'],
    ['"burst";r=0;t=9,"default";r=900;t=30', `${POLICY}, "burst";q=100`, '0 of 100 requests left: waiting 9 s'],
    // Of them the last one whose end is waited for.
    ['"burst";r=0;t=9, "default";r=3;t=301', `"burst";q=100;w=60,${POLICY}`, '0 of 100 requests left: waiting 9 s'],
    // Other forms of a list of structured fields.
    ['default ; r=1 ;t=9', 'default;q=1200', '1 of 1,200 requests left: waiting 9 s'],
    ['"default";t=9;pk=:dGVzdA==:;r=1;qu="requests, all"', POLICY, '1 of 1,200 requests left: waiting 9 s'],
    ['"";r=1;t=9', '"";q=1200', '1 of 1,200 requests left: waiting 9 s'],
    ['"default";r=1;t=9;x', `${POLICY};x=?1`, '1 of 1,200 requests left: waiting 9 s'],
    // Damaged, or without what is needed.
    ['', POLICY, undefined],
    ['"default"', POLICY, undefined],
    ['"default";r=1', POLICY, undefined],
    ['"default";t=9', POLICY, undefined],
    ['"default";r=-1;t=9', POLICY, undefined],
    ['"default";r=1.5;t=9', POLICY, undefined],
    ['"default";r=x;t=9', POLICY, undefined],
    ['"default";r=1;t=9999999999999999999', POLICY, undefined],
    ['"default;r=1;t=9', POLICY, undefined],
    ['default";r=1;t=9', POLICY, undefined],
    ['limit=1200, remaining=1, reset=9', undefined, undefined],
    [';;;', undefined, undefined],
    [`${'"a";'.repeat(2000)}`, undefined, undefined],
    ['"default";r=1;t=9', '"default;q=', '1 request left: waiting 9 s'],
  ])('%s', (limit, policy, message) => {
    const rate = createRateLimit(() => 1000);
    rate.read(new Headers({ ratelimit: limit, ...(policy !== undefined && { 'ratelimit-policy': policy }) }));
    expect(rate.wait(MAX_BLOCK_MS)?.message).toBe(message);
  });
});

describe('requests without a wait between them', () => {
  it.each<[left: number, requests: number, policy: string | undefined, wait: boolean]>([
    [25, 1, POLICY, false],
    [24, 1, POLICY, true],
    [34, 10, POLICY, false],
    [33, 10, POLICY, true],
    [33, 10, undefined, true],
    // Not the whole window: it would never have enough.
    [624, 5000, POLICY, false],
    [623, 5000, POLICY, true],
    [5, 10, '"default";q=10;w=60', false],
    [4, 10, '"default";q=10;w=60', true],
  ])('%i left for %i', (left, requests, policy, waits) => {
    const rate = createRateLimit(() => 1000);
    const headers = {
      ratelimit: `"default";r=${left};t=30`,
      ...(policy !== undefined && { 'ratelimit-policy': policy }),
    };
    rate.read(new Headers(headers));
    expect(rate.wait(MAX_BLOCK_MS, requests) !== undefined).toBe(waits);
  });
});

describe('a window', () => {
  const low = new Headers({ ratelimit: '"default";r=3;t=30', 'ratelimit-policy': POLICY });
  const enough = new Headers({ ratelimit: '"default";r=500;t=30' });
  const open = () => {
    let now = 0;
    const rate = createRateLimit(() => now);
    return { rate, pass: (milliseconds: number) => (now += milliseconds) };
  };

  it('is waited for by all requests that are ready, and only what is left of it', () => {
    const { rate, pass } = open();
    rate.read(low);
    expect(rate.wait(MAX_BLOCK_MS)?.delayMs).toBe(30_000);
    pass(10_000.5);
    expect(rate.wait(MAX_BLOCK_MS)?.delayMs).toBe(20_000);
    pass(19_999.5);
    expect(rate.wait(MAX_BLOCK_MS)).toBeUndefined();
  });

  it('that does not recover is waited for once', () => {
    const { rate, pass } = open();
    for (const recovers of [false, true, false]) {
      rate.read(low);
      expect(rate.wait(MAX_BLOCK_MS)?.delayMs).toBe(30_000);
      pass(30_000);
      rate.read(recovers ? enough : low);
      expect(rate.wait(MAX_BLOCK_MS)).toBeUndefined();
      rate.read(low);
      if (!recovers) expect(rate.wait(MAX_BLOCK_MS)).toBeUndefined();
      rate.read(enough);
    }
  });

  it('that does not recover for many requests is still waited for by fewer', () => {
    const { rate, pass } = open();
    const some = new Headers({ ratelimit: '"default";r=30;t=30' });
    rate.read(some);
    expect(rate.wait(MAX_BLOCK_MS, 10)?.delayMs).toBe(30_000);
    pass(30_000);
    rate.read(some);
    expect(rate.wait(MAX_BLOCK_MS, 10)).toBeUndefined();
    expect(rate.wait(MAX_BLOCK_MS, 20)).toBeUndefined();
    rate.read(low);
    expect(rate.wait(MAX_BLOCK_MS, 10)).toBeUndefined();
    expect(rate.wait(MAX_BLOCK_MS)?.delayMs).toBe(30_000);
  });

  it('is forgotten after a wait that the API requested; an answer without headers changes nothing', () => {
    const { rate } = open();
    rate.read(low);
    rate.read(new Headers());
    rate.read(new Headers({ ratelimit: 'damaged"' }));
    expect(rate.wait(MAX_BLOCK_MS)).toBeDefined();
    rate.reset();
    expect(rate.wait(MAX_BLOCK_MS)).toBeUndefined();
  });
});

describe('requests', () => {
  const ZONE = { zone: '023e105f4ecef8ad9ca31a8372d0c353' };
  type Answer = [status: number, headers: Record<string, string>];
  const lowFor = (seconds: number) => ({ ratelimit: `"default";r=3;t=${seconds}`, 'ratelimit-policy': POLICY });

  /** @param answers the last one repeats */
  async function connect(answers: readonly Answer[], options: Partial<ConnectOptions> = {}) {
    const log: string[] = [];
    let sent = 0;
    vi.stubGlobal('fetch', async () => {
      const [status, headers] = answers[Math.min(sent, answers.length - 1)]!;
      sent += 1;
      log.push(`request ${sent}`);
      return Response.json({ success: status < 300, errors: [], result: [] }, { status, headers });
    });
    const api = await connectApi({
      ...{ baseURL: 'https://api.example/client/v4', credentials: { token: 'token' } },
      ...{ retry: { delayMs: 1 }, onRetry: () => log.push('again'), onWait: (text: string) => log.push(text) },
      ...options,
    });
    return { api, log };
  }

  it('wait before the next one, also after an error', async () => {
    const { api, log } = await connect([
      [403, lowFor(1)],
      [200, {}],
    ]);
    await expect(api.listJobs(ZONE)).rejects.toMatchObject({ code: 'api-forbidden' });
    expect(log).toEqual(['request 1']);
    await api.listJobs(ZONE);
    expect(log.slice(1)).toEqual(['3 of 1,200 requests left: waiting 1 s', 'request 2']);
    expect(api.requestCount()).toBe(2);
  });

  it.each<[string, (ends: AbortSignal, other: AbortSignal) => Partial<ConnectOptions>]>([
    ['the signal', (signal) => ({ signal })],
    ['the signal of waits', (retrySignal) => ({ retrySignal })],
    ['the signal beside another one of waits', (signal, retrySignal) => ({ signal, retrySignal })],
  ])('%s ends the wait, and nothing is sent', async (_, signals) => {
    const controller = new AbortController();
    const onWait = () => controller.abort();
    const given = signals(controller.signal, new AbortController().signal);
    const options = { ...given, onWait, retry: { maxRetryAfterMs: MAX_BLOCK_MS } };
    const { api, log } = await connect([[200, lowFor(250)]], options);
    await api.listJobs(ZONE);
    await expect(api.createJob(ZONE, { name: 'a' }, [])).rejects.toMatchObject({ code: 'interrupted' });
    expect(log).toEqual(['request 1']);
  });

  it('are not sent while the API blocks the user, by no connection that shares the limit', async () => {
    const limited = { code: 'api-rate-limited', message: expect.stringContaining('try again in 4 min 10 s') };
    const { api, log } = await connect([
      [429, { 'retry-after': '250' }],
      [200, {}],
    ]);
    const options = { baseURL: 'https://api.example/client/v4', credentials: { token: 'token' } };
    const other = await connectApi(options, api);
    await expect(api.listJobs(ZONE)).rejects.toMatchObject(limited);
    await expect(api.listJobs(ZONE)).rejects.toMatchObject(limited);
    await expect(other.createJob(ZONE, { name: 'a' }, [])).rejects.toMatchObject(limited);
    expect(log).toEqual(['request 1']);
    vi.mocked(performance.now).mockReturnValue(1000 + 250_000);
    await api.listJobs(ZONE);
    expect(log).toEqual(['request 1', 'request 2']);
  });

  it('notices go to onRetry without onWait', async () => {
    const controller = new AbortController();
    const notices: string[] = [];
    const onRetry = (text: string) => {
      notices.push(text);
      controller.abort();
    };
    const { api } = await connect([[200, lowFor(40)]], { signal: controller.signal, onRetry, onWait: undefined });
    await api.listJobs(ZONE);
    await expect(api.listJobs(ZONE)).rejects.toMatchObject({ kind: 'interrupted' });
    expect(notices).toEqual(['3 of 1,200 requests left: waiting 40 s']);
  });

  it('by default the end of a window after more than a minute is not waited for', async () => {
    const { api, log } = await connect([[200, lowFor(250)]]);
    await api.listJobs(ZONE);
    await api.listJobs(ZONE);
    expect(log).toEqual(['request 1', 'request 2']);
  });

  it.each([
    ['a block of five minutes is an error', undefined, 'api-rate-limited'],
    ['unless the caller waits for it', { maxRetryAfterMs: MAX_BLOCK_MS }, 'interrupted'],
  ])('%s', async (_, retry, code) => {
    const controller = new AbortController();
    const blocked = { ratelimit: '"default";r=0;t=300', 'ratelimit-policy': POLICY, 'retry-after': '300' };
    const onRetry = () => controller.abort();
    const { api } = await connect([[429, blocked]], { signal: controller.signal, onRetry, retry });
    await expect(api.listJobs(ZONE)).rejects.toMatchObject({ code });
    expect(api.requestCount()).toBe(1);
  });

  it('waitForRequests waits before several requests, and then none of them waits', async () => {
    const { api, log } = await connect([
      [200, { ratelimit: '"default";r=26;t=1', 'ratelimit-policy': POLICY }],
      [200, {}],
    ]);
    await api.listJobs(ZONE);
    expect(await api.waitForRequests(2)).toBe(false);
    expect(await api.waitForRequests(3)).toBe(true);
    await api.listJobs(ZONE);
    expect(log).toEqual(['request 1', '26 of 1,200 requests left: waiting 1 s', 'request 2']);
  });

  it.each<[string, 'clearPool' | 'clearPoolPage', unknown]>([
    ['one pool', 'clearPool', 'a'.repeat(32)],
    ['a page of pools', 'clearPoolPage', { paging: 'page', size: 50, index: 0 }],
  ])('that clear %s do not wait', async (_, name, of) => {
    const { api, log } = await connect([[200, lowFor(40)]]);
    await api.listJobs(ZONE);
    await (api[name] as (account: string, of: unknown) => Promise<unknown>)(ZONE.zone, of).catch(() => {});
    expect(log).toEqual(['request 1', 'request 2']);
  });

  it('waitAfter waits as long as the API requests, or longer with each try, and at most three times', async () => {
    const notices: string[] = [];
    const { api, log } = await connect(
      [
        [429, { ...lowFor(40), 'retry-after': '1' }],
        [200, {}],
      ],
      { retry: { delayMs: 25 }, onRetry: (text: string) => void notices.push(text) },
    );
    const error = await api.clearPool(ZONE.zone, 'a'.repeat(32)).catch((one: unknown) => one);
    expect(error).toMatchObject({ code: 'api-rate-limited', retryAfterMs: 1000 });
    expect(await api.waitAfter(error, 1)).toBe(true);
    const lost = new HeadgateError('api-server', 'cannot clear', { retryAfterMs: 0 });
    expect(await api.waitAfter(lost, 3)).toBe(true);
    expect(await api.waitAfter(lost, 4)).toBe(false);
    expect(await api.waitAfter(new HeadgateError('api-rejected', 'cannot clear'), 1)).toBe(false);
    expect(await api.waitAfter(new Error('bug'), 1)).toBe(false);
    // The window is not waited for once more.
    await api.listJobs(ZONE);
    expect(log).toEqual(['request 1', 'request 2']);
    expect(notices).toEqual([
      expect.stringMatching(/^cannot clear notification_email of the pool .*; continuing in 1 s$/),
      'cannot clear; continuing in 0.1 s',
    ]);
  });

  it.each(['signal', 'retrySignal'])('the %s ends waitAfter', async (name) => {
    const controller = new AbortController();
    const { api } = await connect([[200, {}]], { [name]: controller.signal, onRetry: () => controller.abort() });
    const error = new HeadgateError('api-server', 'cannot clear', { retryAfterMs: 40_000 });
    await expect(api.waitAfter(error, 1)).rejects.toMatchObject({ code: 'interrupted', kind: 'interrupted' });
    await expect(api.waitAfter(error, 1)).rejects.toMatchObject({ code: 'interrupted', kind: 'interrupted' });
  });

  it.each(['signal', 'retrySignal'])('the %s ends waitForRequests', async (name) => {
    const controller = new AbortController();
    const { api } = await connect([[200, lowFor(40)]], {
      [name]: controller.signal,
      onWait: () => controller.abort(),
    });
    await api.listJobs(ZONE);
    const interrupted = { code: 'interrupted', kind: 'interrupted' };
    await expect(api.waitForRequests(1)).rejects.toMatchObject(interrupted);
    await expect(api.waitForRequests(1)).rejects.toMatchObject(interrupted);
  });

  it('after retry-after the same window is not waited for again', async () => {
    const { api, log } = await connect([
      [429, { ...lowFor(40), 'retry-after': '0' }],
      [200, {}],
    ]);
    await api.listJobs(ZONE);
    expect(log).toEqual(['request 1', 'again', 'request 2']);
  });
});

it('the headers of the sandbox', async () => {
  const { state, app } = await openLocalApi({ rateLimit: 100, monotonicNow: () => 0 });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => app.fetch(new Request(url, init)));
  const controller = new AbortController();
  const notices: string[] = [];
  const api = await connectApi({
    ...{ baseURL: `http://127.0.0.1${BASE_PATH}`, credentials: { token: TOKEN }, signal: controller.signal },
    retry: { maxRetryAfterMs: MAX_BLOCK_MS },
    onWait: (text) => {
      notices.push(text);
      controller.abort();
    },
  });
  try {
    for (let requests = 1; requests <= 98; requests += 1) await api.listPolicies(state.identity.accountId);
    expect(notices).toEqual([]);
    await expect(api.listPolicies(state.identity.accountId)).rejects.toMatchObject({ code: 'interrupted' });
    expect(notices).toEqual(['2 of 100 requests left: waiting 5 min']);
    expect(api.requestCount()).toBe(98);
  } finally {
    state.close();
  }
});
