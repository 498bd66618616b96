// INVARIANT: nothing is cleared that is not covered. For random pools, policies and silences, with failures before and after the effect of any
// request, and others who change pools and policies between any two requests. The judge is the account itself, which is naive.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HeadgateError } from '../../../../src/base/index.ts';
import type { ApiPool } from '../../../../src/cloud/api/index.ts';
import type { Backup } from '../../../../src/cloud/pools/index.ts';
import { applyTo, newBackupPath, restoreTo } from '../../../helpers/pools/apply-to.ts';
import { FakeAccount } from '../../../helpers/pools/fake-account.ts';
import { isSound, mailedBy, partsOf, sentBy } from '../../../helpers/pools/naive-coverage.ts';
import { randomRuns } from '../../../helpers/random-runs.ts';
import { anyAccount } from '../../../properties/any-account.ts';

/** What happens at a request. `before`: it fails and has no effect. `after`: its answer is lost. */
const anyMoment = fc.oneof(
  { weight: 8, arbitrary: fc.constant('nothing' as const) },
  { weight: 1, arbitrary: fc.constantFrom('before', 'after') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'add-pool',
      'delete-pool',
      'add-recipient',
      'change-filter',
      'rename-pool',
      'delete-policy',
      'disable-policy',
      'silence-policy',
    ),
  },
);
type Moment = typeof anyMoment extends fc.Arbitrary<infer T> ? T : never;

const anyRun = fc.record({
  account: anyAccount,
  force: fc.boolean(),
  pageSize: fc.integer({ min: 1, max: 4 }),
  moments: fc.array(anyMoment, { minLength: 5, maxLength: 40 }),
  /** Chooses pools and policies. */
  choice: fc.nat(100),
});

const CLEARS = ['clearPool', 'clearPoolPage'];

/** What others do. Not directly before a clear: nothing can see a change between the last reading and the clear itself. */
function interfere(fake: FakeAccount, moment: Moment, choice: number): void {
  const pool = fake.pools[choice % Math.max(fake.pools.length, 1)];
  const policy = fake.policies[choice % Math.max(fake.policies.length, 1)];
  const id = `added-${fake.requests.length}`;
  if (moment === 'add-pool') {
    fake.pools.push({ id, name: `pool-${choice % 5}`, notification_email: 'new@example.com' });
  }
  if (pool !== undefined) {
    if (moment === 'delete-pool') fake.pools = fake.pools.filter((one) => one !== pool);
    if (moment === 'add-recipient') {
      fake.change(pool.id, { notification_email: [...partsOf(pool), 'more@example.com'].join(',') });
    }
    if (moment === 'change-filter') fake.change(pool.id, { notification_filter: { origin: { healthy: choice > 50 } } });
    if (moment === 'rename-pool') fake.change(pool.id, { name: `renamed-${choice}` });
  }
  if (policy !== undefined) {
    if (moment === 'delete-policy') fake.policies = fake.policies.filter((one) => one !== policy);
    if (moment === 'disable-policy') {
      fake.policies = fake.policies.map((one) => (one === policy ? { ...one, enabled: false } : one));
    }
    if (moment === 'silence-policy') {
      fake.silences = [...fake.silences, { id, policy_id: policy.id, end_time: '2999-01-01T00:00:00Z' }];
    }
  }
}

/** What only the backup keeps of a pool. Filters of the same meaning are equal. */
const plain = (pool: Partial<ApiPool> | undefined): string =>
  JSON.stringify([pool?.notification_email, pool && mailedBy(pool as ApiPool)]);

const failure = (code: string): HeadgateError => new HeadgateError(code, 'the request failed');

it('nothing is cleared that is not covered and in the backup, and an undisturbed run finishes', async () => {
  await fc.assert(
    fc.asyncProperty(anyRun, async ({ account, force, pageSize, moments, choice }) => {
      const fake = new FakeAccount({ ...account, force, pageSize });
      const { webhooks } = account;
      const backup = newBackupPath();
      const run = () => applyTo(fake, backup, { webhooks, force });
      fake.onClear = (pool) => {
        const { entries } = JSON.parse(readFileSync(backup, 'utf8')) as Backup;
        const latest = entries.findLast(({ id }) => id === pool.id);
        // An error here would be a failure of the request.
        if (plain(latest as Partial<ApiPool> | undefined) !== plain(pool))
          fake.violations.push(`The pool ${pool.name} is not in the backup.`);
      };
      fake.before = ({ count, name }) => {
        const moment = moments[count - 1] ?? 'nothing';
        if (moment === 'before') throw failure('api-server');
        if (!CLEARS.includes(name)) interfere(fake, moment, choice + count);
      };
      fake.after = ({ count, name }) => {
        if (moments[count - 1] !== 'after') return;
        throw failure(name === 'createPolicy' ? 'api-outcome-unknown' : 'api-connection-lost');
      };
      const seen = new Map<string, string>();
      for (let runs = 0; runs < 3 && fake.requests.length < moments.length; runs += 1) await run().catch(noteRejection);
      expect(fake.violations).toEqual([]);
      fake.before = () => {};
      fake.after = () => {};
      const mailed = fake.pools.filter((pool) => force || isSound(pool)).flatMap(mailedBy);
      let result = await run().catch(noteRejection);
      // Others deleted policies after the clear: the run says so.
      if (result?.reason?.includes('--restore')) {
        expect(await restoreTo(fake, backup)).toMatchObject({ outcome: 'done' });
        result = await run();
      }
      if (result === undefined) {
        expect(fake.pools).toEqual([]);
        return;
      }
      expect(['done', 'nothing', 'incomplete'], result.reason).toContain(result.outcome);
      expect(fake.violations).toEqual([]);
      expect(fake.withRecipients.every((pool) => !force && !isSound(pool))).toBe(true);
      // Still covered by what is there now.
      const sent = new Set(
        fake.policies.flatMap((policy) =>
          fake.pools.flatMap((pool) => sentBy(policy, pool, fake.silences, new Date())),
        ),
      );
      expect(mailed.filter((alert) => !sent.has(alert))).toEqual([]);
      for (const { id, name, enabled, mechanisms, filters } of fake.policies) {
        if (!id.startsWith('new-policy') || enabled !== true || isSilenced(fake, id)) continue;
        const content = JSON.stringify([mechanisms, filters]);
        expect(seen.get(content), `${name} twice`).toBeUndefined();
        seen.set(content, id);
      }
    }),
    { numRuns: randomRuns(150) },
  );
});

function isSilenced({ silences }: FakeAccount, id: string): boolean {
  return silences.some(({ policy_id: policy }) => policy === id);
}

/** A run that cannot even plan throws. */
function noteRejection(error: unknown): undefined {
  expect(error).toBeInstanceOf(HeadgateError);
}
