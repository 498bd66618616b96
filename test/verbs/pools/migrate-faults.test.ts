// Faults of HTTP at the requests of an apply, the kinds in turn: nothing is cleared that is not covered, the next run finishes, and no policy
// exists twice. test/cloud/pools/apply/each-request.test.ts has every request in memory.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiPool } from '../../../src/cloud/api/index.ts';
import type { MigrationResult } from '../../../src/cloud/pools/index.ts';
import { migratePools, verifyPools } from '../../../src/verbs/index.ts';
import { FAULT_KINDS, STILL_RUNNING, withFaultAt } from '../../helpers/api/fault-proxy.ts';
import { newBackupPath } from '../../helpers/pools/apply-to.ts';
import { type LocalAccount, openLocalAccount } from '../../helpers/pools/local-account.ts';

const idOf = (index: number) => index.toString(16).padStart(32, '0');
const pools = (rubbish?: string): ApiPool[] =>
  [
    { name: 'a', notification_email: 'ops@example.com' },
    { name: 'b', notification_email: 'ops@example.com, web@example.com' },
    { name: 'c', notification_email: 'web@example.com', notification_filter: { pool: { healthy: false } } },
    { name: 'd', notification_email: rubbish ?? null },
  ].map((pool, index) => ({ ...pool, id: idOf(index) }) as unknown as ApiPool);

let live: LocalAccount;
beforeAll(async () => {
  live = await openLocalAccount();
});
afterAll(() => live.stop());

const KINDS = [...FAULT_KINDS, STILL_RUNNING] as const;

describe.each([
  { how: 'page by page', given: pools(), only: /^/ },
  { how: 'one by one', given: pools('call Jim'), only: /\/pools\/./ },
])('cleared $how', ({ given, only }) => {
  const left = given.filter(({ notification_email: email }) => email === 'call Jim').length;
  const start = (): (() => Promise<MigrationResult>) => {
    live.reset(given);
    const backup = newBackupPath();
    return () => migratePools({ ...live.access, backup });
  };

  it('a fault at each request', async () => {
    const clean = await withFaultAt(live.proxy, undefined, start());
    expect(clean.result?.outcome).toBe(left === 0 ? 'done' : 'incomplete');
    const places = clean.requests.flatMap(({ path }, index) => (only.test(path) ? [index + 1] : []));
    expect(places.length).toBeGreaterThan(5);
    // Kinds that are left over: the first creation.
    const creation = clean.requests.findIndex(({ method }) => method === 'POST') + 1;
    const cases = places.map((at, index) => ({ at, kind: KINDS[index % KINDS.length]! }));
    if (only.test('')) for (const kind of KINDS.slice(places.length)) cases.push({ at: creation, kind });
    for (const fault of cases) {
      const backup = newBackupPath();
      const run = () => migratePools({ ...live.access, backup });
      live.reset(given);
      const what = `${fault.kind} at ${fault.at}`;
      const broken = await withFaultAt(live.proxy, fault, run);
      expect(broken.isHit, what).toBe(true);
      live.expectNothingLost();
      if (fault.kind === 'http-429-long') expect(broken.requests, what).toHaveLength(fault.at);
      // No creation after a clear: what is cleared was covered at that time.
      const sent = broken.requests.map(({ method }) => method);
      if (sent.includes('PATCH')) expect(sent.lastIndexOf('POST'), what).toBeLessThan(sent.indexOf('PATCH'));
      const again = await withFaultAt(live.proxy, undefined, run);
      expect(again.error?.message).toBeUndefined();
      expect(again.result!.remaining, what).toHaveLength(left);
      expect(again.result!.outcome, what).toMatch(left === 0 ? /^(done|nothing)$/ : /^incomplete$/);
      live.expectNothingLost();
      if (fault === cases.at(-1)) {
        const verified = await verifyPools({ ...live.access, backup });
        expect(verified, what).toMatchObject({ isComplete: left === 0, uncovered: [] });
      }
    }
  });
});
