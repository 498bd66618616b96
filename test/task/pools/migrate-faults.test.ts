// Every fault at every request of an apply: nothing is cleared that is not covered, the next run finishes, and no policy exists twice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiPool } from '../../../src/api/index.ts';
import type { MigrationResult } from '../../../src/migrate/index.ts';
import { migratePools, verifyPools } from '../../../src/task/index.ts';
import { FAULT_KINDS, STILL_RUNNING, withFaultAt } from '../../helpers/api/fault-proxy.ts';
import { newBackupPath } from '../../helpers/migrate/apply-to.ts';
import { type LocalAccount, openLocalAccount } from '../../helpers/migrate/local-account.ts';

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
  { how: 'page by page', given: pools(), everyKind: true },
  { how: 'one by one', given: pools('call Jim'), everyKind: false },
])('cleared $how', ({ given, everyKind }) => {
  const left = given.filter(({ notification_email: email }) => email === 'call Jim').length;
  const start = (): (() => Promise<MigrationResult>) => {
    live.reset(given);
    const backup = newBackupPath();
    return () => migratePools({ ...live.access, backup });
  };

  it('every kind and every request', async () => {
    const clean = await withFaultAt(live.proxy, undefined, start());
    expect(clean.result?.outcome).toBe(left === 0 ? 'done' : 'incomplete');
    // Each request once, the kinds in turn; the first creation with every kind.
    const methods = clean.requests.map(({ method }) => method);
    const first = everyKind ? methods.indexOf('POST') : -1;
    const cases = methods.flatMap((_, index) =>
      index === first
        ? KINDS.map((kind) => ({ at: index + 1, kind }))
        : [{ at: index + 1, kind: KINDS[index % KINDS.length]! }],
    );
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    for (const fault of cases) {
      const backup = newBackupPath();
      const run = () => migratePools({ ...live.access, backup });
      live.reset(given);
      const what = `${fault.kind} at ${fault.at}`;
      const broken = await withFaultAt(live.proxy, fault, run);
      expect(broken.isHit, what).toBe(true);
      live.expectNothingLost();
      // No creation after a clear: what is cleared was covered at that time.
      const sent = broken.requests.map(({ method }) => method);
      if (sent.includes('PATCH')) expect(sent.lastIndexOf('POST'), what).toBeLessThan(sent.indexOf('PATCH'));
      const again = await withFaultAt(live.proxy, undefined, run);
      expect(again.error?.message).toBeUndefined();
      expect(again.result!.remaining, what).toHaveLength(left);
      expect(again.result!.outcome, what).toMatch(left === 0 ? /^(done|nothing)$/ : /^incomplete$/);
      live.expectNothingLost();
      const verified = await verifyPools({ ...live.access, backup });
      expect(verified, what).toMatchObject({ isComplete: left === 0, uncovered: [] });
    }
  });
});
