// Clearing takes long: the policies are read again before more pools are cleared.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pool } from '../../../helpers/pools/accounts.ts';
import { applyTo, newBackupPath, restoreTo } from '../../../helpers/pools/apply-to.ts';
import { FakeAccount } from '../../../helpers/pools/fake-account.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it.each([
  { how: 'page by page', rubbish: [], outcome: 'done' },
  { how: 'one by one', rubbish: [pool('z', 'call Jim')], outcome: 'incomplete' },
])(
  'a policy that is deleted during a long wait, $how: the rest is planned anew, and the loss is reported',
  async ({ rubbish, outcome }) => {
    const pools = [...Array.from({ length: 7 }, (_, index) => pool(`p${index}`, 'x@example.com')), ...rubbish];
    const fake = new FakeAccount({ pools });
    let isDeleted = false;
    const lost: string[] = [];
    fake.onClear = ({ name }) => {
      if (fake.policies.length === 0) lost.push(name);
    };
    fake.after = ({ name }) => {
      if (isDeleted || !['clearPool', 'clearPoolPage'].includes(name)) return;
      isDeleted = true;
      // The next request waits for the rate limit.
      vi.setSystemTime(Date.now() + 300_000);
      fake.policies = [];
    };
    const backup = newBackupPath();
    const result = await applyTo(fake, backup);
    // What was cleared before the wait.
    const reason = expect.stringMatching(/^no policy that counts covers \d+ alerts of the backup, .* --restore/);
    expect(result).toMatchObject({ outcome: 'failed', created: [{}, {}], reason });
    expect(await restoreTo(fake, backup)).toMatchObject({ outcome: 'done' });
    expect(await applyTo(fake, backup)).toMatchObject({ outcome });
    expect(lost).toEqual([]);
    expect(fake.violations).toEqual([]);
  },
);
