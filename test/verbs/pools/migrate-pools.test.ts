// planPools, migratePools, verifyPools and restorePools on the API of the sandbox.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiPool } from '../../../src/cloud/api/index.ts';
import { migratePools, planPools, playPoolEvents, restorePools, verifyPools } from '../../../src/verbs/index.ts';
import { newBackupPath } from '../../helpers/pools/apply-to.ts';
import { type LocalAccount, openLocalAccount } from '../../helpers/pools/local-account.ts';

const POOLS = JSON.parse(readFileSync('samples/pools.json', 'utf8')).result as ApiPool[];

let live: LocalAccount;
let backup: string;
beforeAll(async () => {
  live = await openLocalAccount();
});
beforeEach(() => {
  backup = newBackupPath();
  live.proxy.begin(undefined);
});
afterAll(() => live.stop());

const request = () => ({ ...live.access, backup });
const paths = () => live.proxy.requests.map(({ method, path }) => `${method} ${path.split('/').slice(3).join('/')}`);

describe('the 137 pools of the samples', () => {
  it('plan, apply, verify, and 0 pools left; the same people hear about the same events', async () => {
    live.reset(POOLS);
    const before = await playPoolEvents(live.access);
    live.proxy.begin(undefined);
    const plan = await planPools(request());
    expect(plan).toMatchObject({ poolCount: 137, isPending: true });
    // Three pages, twice; policies and silences.
    expect(paths()).toHaveLength(8);
    live.proxy.begin(undefined);
    const steps: string[] = [];
    const result = await migratePools({
      ...request(),
      approved: plan,
      onStep: ({ step, requests }) => {
        if (steps.at(-1) !== step) steps.push(step);
        expect(requests).toBeLessThanOrEqual(live.proxy.requests.length);
      },
    });
    expect(steps).toEqual(['list', 'backup', 'create', 'prove', 'clear', 'check']);
    expect(result).toMatchObject({ outcome: 'incomplete', plan, remaining: [{ name: 'erp-onprem' }], changes: [] });
    expect(result.requests).toBe(live.proxy.requests.length);
    live.expectNothingLost();
    const forced = await migratePools({ ...request(), force: true });
    expect(forced).toMatchObject({ outcome: 'done', cleared: 1, remaining: [] });
    expect(forced.requests).toBeLessThan(40);
    expect(await verifyPools(request())).toMatchObject({
      isComplete: true,
      poolCount: 137,
      remaining: [],
      uncovered: [],
    });
    expect(live.pools().filter(({ notification_email: email }) => String(email ?? '').trim() !== '')).toEqual([]);
    const { comparison } = await playPoolEvents({ ...live.access, compare: before });
    expect(comparison).toMatchObject({ isSame: true });
  });

  it('restore creates what somebody deleted, and verify finds it', async () => {
    live.reset(POOLS);
    await migratePools({ ...request(), force: true });
    const [lost] = live.policies();
    live.reset(live.pools());
    const broken = await verifyPools(request());
    expect(broken.isComplete).toBe(false);
    expect(broken.uncovered.length).toBe(broken.alerts);
    const declined = await restorePools({ ...request(), confirm: async () => false });
    expect(declined.outcome).toBe('declined');
    const restored = await restorePools(request());
    expect(restored).toMatchObject({ outcome: 'done', cleared: 0, remaining: [], backup });
    expect(restored.created.map(({ name }) => name)).toContain(lost!.name);
    expect((await verifyPools(request())).isComplete).toBe(true);
    expect((await restorePools(request())).outcome).toBe('nothing');
  });
});

it('as many requests as the plan estimates: pages, policies, and each page read and cleared', async () => {
  const emails = ['ops@example.com', 'web@example.com, ops@example.com', 'dba@example.com', null];
  live.reset(
    Array.from({ length: 301 }, (_, index) => ({
      id: index.toString(16).padStart(32, '0'),
      name: `pool-${String(index).padStart(4, '0')}`,
      notification_email: emails[index % emails.length]!,
    })) as unknown as ApiPool[],
  );
  const result = await migratePools({ ...request(), poolsPerPolicy: 60 });
  expect(result).toMatchObject({ outcome: 'done', cleared: 226, remaining: [] });
  const pages = 7;
  const state = 2;
  // Two listings to plan, one to prove, and one to check.
  const expected = 4 * pages + 3 * state + result.created.length + 2 * pages;
  expect(live.proxy.requests).toHaveLength(expected);
  expect(result.plan).toMatchObject({ apply: { requests: expected } });
});

describe('rejects', () => {
  it.each([
    ['an account without pools', {}, { code: 'no-pools', kind: 'unreachable' }],
    ['an account that is not an id', { account: 'shop' }, { code: 'account-invalid' }],
    ['a webhook that does not exist', { webhook: 'f'.repeat(32) }, { code: 'webhook-missing' }],
  ])('%s', async (_, more, error) => {
    live.reset([]);
    for (const run of [planPools, migratePools]) {
      await expect(run({ ...request(), ...more })).rejects.toMatchObject(error);
    }
  });

  it('verify and restore without a backup', async () => {
    live.reset(POOLS);
    for (const run of [verifyPools, restorePools]) {
      await expect(run(request())).rejects.toMatchObject({ code: 'backup-missing' });
    }
    expect(live.proxy.requests).toEqual([]);
  });
});
