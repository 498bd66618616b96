// A failure of each request of an apply, before and after its effect: nothing is cleared that is not covered, the next run finishes, and no
// policy exists twice. test/verbs/pools/migrate-faults.test.ts injects faults of HTTP.
import { describe, expect, it } from 'vitest';
import { HeadgateError } from '../../../../src/base/index.ts';
import { pool } from '../../../helpers/pools/accounts.ts';
import { applyTo, newBackupPath } from '../../../helpers/pools/apply-to.ts';
import { FakeAccount } from '../../../helpers/pools/fake-account.ts';

const POOLS = [pool('a', 'x@example.com'), pool('b', 'X@example.com, y@example.com'), pool('c', null), pool('d')];
const CODES = ['api-server', 'api-rate-limited', 'api-connection-lost', 'api-outcome-unknown'];

const contentsOf = ({ policies }: FakeAccount) => policies.map(({ id: _, ...content }) => content);
const isClear = (name: string): boolean => name.startsWith('clear');

describe.each([
  { how: 'page by page', pools: POOLS, outcome: /^(done|nothing)$/ },
  { how: 'one by one', pools: [...POOLS, pool('e', 'call Jim')], outcome: /^incomplete$/ },
])('cleared $how', ({ pools, outcome }) => {
  it.each(['before', 'after'] as const)('%s the effect', async (moment) => {
    const clean = new FakeAccount({ pools });
    expect((await applyTo(clean, newBackupPath())).outcome).toMatch(outcome);
    for (const [index, { name }] of clean.requests.entries()) {
      const what = `${name}, request ${index + 1}`;
      const fake = new FakeAccount({ pools });
      const backup = newBackupPath();
      const code = CODES[index % CODES.length]!;
      fake[moment] = ({ count }) => {
        if (count === index + 1) throw new HeadgateError(code, 'the request failed');
      };
      await applyTo(fake, backup).catch((error) => expect(error, what).toMatchObject({ code }));
      expect(fake.requests.length, what).toBeGreaterThan(index);
      // What is cleared was covered at that time.
      const names = fake.requests.map((one) => one.name);
      const first = names.findIndex(isClear);
      if (first >= 0) expect(names.slice(first), what).not.toContain('createPolicy');
      fake[moment] = () => {};
      expect((await applyTo(fake, backup)).outcome, what).toMatch(outcome);
      expect(fake.withRecipients, what).toEqual(clean.withRecipients);
      expect(contentsOf(fake), what).toEqual(contentsOf(clean));
      expect(fake.violations, what).toEqual([]);
    }
  });
});
