// An apply on an account in memory: the order of its requests, and what it does when others change the account meanwhile.
import { readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HeadgateError } from '../../../../src/base/index.ts';
import type { ApiPolicy } from '../../../../src/cloud/api/index.ts';
import { type MigrationApi, type MigrationPlan, parseApprovedMigration } from '../../../../src/cloud/pools/index.ts';
import { policy, pool } from '../../../helpers/pools/accounts.ts';
import { applyTo, newBackupPath, restoreTo } from '../../../helpers/pools/apply-to.ts';
import { FakeAccount, type FakeOptions } from '../../../helpers/pools/fake-account.ts';

const THREE = [pool('a', 'x@example.com'), pool('b', 'X@example.com, y@example.com'), pool('c', null), pool('d')];
const account = (more: Partial<FakeOptions> = {}) => new FakeAccount({ pools: THREE, ...more });

/** Names of the requests, without repetitions. */
const order = (fake: FakeAccount) =>
  fake.requests.map(({ name }) => name).filter((name, index, all) => name !== all[index - 1]);

describe('without interference', () => {
  it('reads, backs up, creates, reads back, clears by page, and lists again', async () => {
    const fake = account();
    const backup = newBackupPath();
    fake.before = ({ name }) => {
      // On disk before anything is created.
      if (name === 'createPolicy') expect(JSON.parse(readFileSync(backup, 'utf8')).entries).toHaveLength(2);
    };
    const result = await applyTo(fake, backup);
    expect(result).toMatchObject({ outcome: 'done', cleared: 2, remaining: [], changes: [], backup });
    expect(result.created.map(({ isEarlier }) => isEarlier)).toEqual(fake.policies.map(() => false));
    expect(order(fake)).toEqual([
      ...['listPools', 'listPolicies', 'listSilences'],
      ...['createPolicy', 'listPools', 'listPolicies', 'listSilences'],
      ...['readPoolPage', 'clearPoolPage'],
      ...['listPools', 'listPolicies', 'listSilences'],
    ]);
    expect(fake.withRecipients).toEqual([]);
    expect(fake.violations).toEqual([]);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
  });

  it('changes nothing the second time', async () => {
    const fake = account();
    const backup = newBackupPath();
    await applyTo(fake, backup);
    const before = fake.policies.length;
    expect(await applyTo(fake, backup)).toMatchObject({ outcome: 'nothing', created: [], cleared: 0 });
    expect(fake.policies).toHaveLength(before);
  });

  it('clears pool by pool if one must be kept', async () => {
    const fake = account({ pools: [...THREE, pool('e', 'call Jim')] });
    const result = await applyTo(fake, newBackupPath());
    expect(result).toMatchObject({ outcome: 'incomplete', cleared: 2, remaining: [{ name: 'e' }] });
    expect(result.remaining[0]!.reason).toMatch(/call Jim/);
    expect(order(fake)).not.toContain('clearPoolPage');
    expect(fake.withRecipients.map(({ name }) => name)).toEqual(['e']);
    expect(fake.violations).toEqual([]);
  });

  it('--force clears it too, and the backup has its recipients', async () => {
    const fake = account({ pools: [...THREE, pool('e', 'call Jim')], force: true });
    const backup = newBackupPath();
    expect(await applyTo(fake, backup, { force: true })).toMatchObject({ outcome: 'done', cleared: 3 });
    expect(JSON.parse(readFileSync(backup, 'utf8')).entries).toContainEqual(
      expect.objectContaining({ name: 'e', notification_email: 'call Jim', force: true }),
    );
  });

  it('uses an existing policy', async () => {
    const existing = policy('p', { mechanisms: { email: [{ id: 'X@example.com' }, { id: 'y@example.com' }] } });
    const fake = account({ policies: [existing] });
    expect(await applyTo(fake, newBackupPath())).toMatchObject({ outcome: 'done', created: [], cleared: 2 });
    expect(fake.policies).toEqual([existing]);
  });

  it.each([
    { what: 'no pool', options: { pools: [] }, more: {}, error: { code: 'no-pools', kind: 'unreachable' } },
    {
      what: 'a webhook that does not exist',
      options: {},
      more: { webhooks: ['hook'] },
      error: { code: 'webhook-missing', message: expect.stringMatching(/destinations\/webhooks lists the webhooks/) },
    },
  ])('rejects $what', async ({ options, more, error }) => {
    const fake = account(options);
    await expect(applyTo(fake, newBackupPath(), more)).rejects.toMatchObject(error);
    expect(fake.policies).toEqual([]);
  });

  it('clears nothing if the last policy exceeds the limit; the next run uses those that exist', async () => {
    const pools = [pool('a', 'x@example.com'), pool('b', 'y@example.com', { pool: { disable: true } })];
    const fake = new FakeAccount({ pools, maxPolicies: 1 });
    const backup = newBackupPath();
    const result = await applyTo(fake, backup);
    expect(result).toMatchObject({ outcome: 'failed', cleared: 0, reason: expect.stringMatching(/too many policies/) });
    expect(result.created).toHaveLength(1);
    expect(result.remaining.map(({ name }) => name)).toEqual(['a', 'b']);
    const larger = new FakeAccount({ pools: fake.pools, policies: fake.policies });
    const second = await applyTo(larger, backup);
    expect(second).toMatchObject({ outcome: 'done', cleared: 2 });
    expect(second.created.map(({ isEarlier }) => isEarlier)).toEqual([true, false]);
    expect(second.changes).toEqual([
      expect.stringMatching(/^This run continues the one of 2.*, which did not finish\.$/),
    ]);
  });
});

/** What others do once, before the n-th request of a kind. */
interface Interference {
  readonly what: string;
  readonly at: 'createPolicy' | 'readPoolPage' | 'listPolicies';
  readonly turn?: number;
  readonly act: (fake: FakeAccount) => void;
  readonly change: RegExp;
  /** Why the run ends without a clear; the next one finishes. */
  readonly reason?: RegExp;
}

const disable = (one: ApiPolicy): ApiPolicy => ({ ...one, enabled: false });
const INTERFERENCES: readonly Interference[] = [
  {
    what: 'add a pool with recipients',
    at: 'createPolicy',
    act: (fake) => void fake.pools.push(pool('aa', 'z@example.com')),
    change: /Another client added the pool aa with recipients; it was planned anew\./,
  },
  {
    what: 'add recipients to a pool',
    at: 'readPoolPage',
    act: (fake) => fake.change('id-of-c', { notification_email: 'z@example.com' }),
    change: /Another client added recipients to the pool c; it was planned anew\./,
  },
  {
    what: 'change a filter',
    at: 'createPolicy',
    act: (fake) => fake.change('id-of-a', { notification_filter: { pool: { healthy: false } } }),
    change: /Another client changed the notification_filter of the pool a; it was planned anew\./,
  },
  {
    what: 'change recipients just before the clear',
    at: 'readPoolPage',
    act: (fake) => fake.change('id-of-a', { notification_email: 'w@example.com' }),
    change: /Another client changed the recipients of the pool a; it was planned anew\./,
  },
  {
    what: 'delete a pool',
    at: 'readPoolPage',
    act: (fake) => {
      fake.pools = fake.pools.filter(({ name }) => name !== 'a');
    },
    change: /Another client deleted the pool a\./,
  },
  {
    what: 'rename a pool',
    at: 'createPolicy',
    act: (fake) => fake.change('id-of-a', { name: 'zz' }),
    change: /Another client renamed the pool a to zz\./,
  },
  {
    what: 'delete a policy right after its creation',
    at: 'listPolicies',
    turn: 2,
    act: (fake) => void fake.policies.pop(),
    change: /^$/,
    reason: /\(id new-policy-\d\): this run created it, and it does not exist any more or does not count/,
  },
  {
    what: 'disable a policy right after its creation',
    at: 'listPolicies',
    turn: 2,
    act: (fake) => {
      fake.policies = fake.policies.map(disable);
    },
    change: /^$/,
    reason: /\(id new-policy-1\): headgate created it, and the API returns one that is disabled; no further policy/,
  },
  {
    what: 'silence a policy right after its creation',
    at: 'listPolicies',
    turn: 2,
    act: (fake) => {
      fake.silences = fake.policies.map(({ id }) => ({
        id: `s-${id}`,
        policy_id: id,
        end_time: '2999-01-01T00:00:00Z',
      }));
    },
    change: /^$/,
    reason: /the API returns one that has a silence until 2999-01-01T00:00:00Z;/,
  },
];

describe('others', () => {
  it.each(INTERFERENCES)('$what', async ({ at, turn = 1, act, change, reason }) => {
    const fake = account();
    const backup = newBackupPath();
    let turns = 0;
    fake.before = ({ name }) => {
      if (name !== at) return;
      turns += 1;
      if (turns === turn) act(fake);
    };
    const result = await applyTo(fake, backup);
    if (reason !== undefined) {
      expect(result).toMatchObject({ outcome: 'failed', cleared: 0, reason: expect.stringMatching(reason) });
      fake.before = () => {};
    }
    const { outcome, changes } = reason === undefined ? result : await applyTo(fake, backup);
    expect(outcome).toBe('done');
    if (change.source !== '^$') expect(changes.join('\n')).toMatch(change);
    expect(fake.withRecipients).toEqual([]);
    expect(fake.violations).toEqual([]);
  });

  it('who delete one of two policies: nothing is cleared before both exist', async () => {
    const fake = account({ pools: [pool('a', 'x@example.com'), pool('b', 'y@example.com')] });
    let creations = 0;
    fake.after = ({ name }) => {
      if (name === 'createPolicy' && ++creations === 2) fake.policies.pop();
    };
    const backup = newBackupPath();
    expect(await applyTo(fake, backup)).toMatchObject({ outcome: 'failed', cleared: 0 });
    expect((await applyTo(fake, backup)).outcome).toBe('done');
    const writes = order(fake).filter((name) => name.startsWith('c'));
    expect(creations).toBe(3);
    expect(writes).toEqual(['createPolicy', 'createPolicy', 'clearPoolPage']);
    expect(fake.violations).toEqual([]);
  });

  it('who delete every new policy do not make it create policies for ever', async () => {
    const fake = account();
    fake.after = ({ name }) => {
      if (name === 'createPolicy') fake.policies = [];
    };
    const result = await applyTo(fake, newBackupPath());
    expect(result).toMatchObject({
      outcome: 'failed',
      cleared: 0,
      reason: expect.stringMatching(/no run creates the same policy twice/),
    });
    expect(fake.withRecipients).toHaveLength(2);
    expect(fake.requests.filter(({ name }) => name === 'createPolicy')).toHaveLength(result.created.length);
  });

  it.each(['apply', 'restore'])(
    'an API that returns policies with another filter: %s creates each once, and names the filter',
    async (how) => {
      const fake = account();
      const backup = newBackupPath();
      const { listPolicies } = fake.api;
      const reader: MigrationApi = {
        ...fake.api,
        listPolicies: async (of) =>
          (await listPolicies(of)).map((one) => ({ ...one, filters: { ...(one.filters as object), status: [] } })),
      };
      if (how === 'restore') {
        await applyTo(fake, backup);
        fake.policies = [];
      }
      const run = () => (how === 'restore' ? restoreTo(fake, backup, { reader }) : applyTo(fake, backup, { reader }));
      const planned = (await run()).created.length;
      for (let runs = 0; runs < 2; runs += 1) {
        expect(await run()).toMatchObject({
          outcome: 'failed',
          reason: expect.stringMatching(
            /^cannot use the policy "Pool health: .*" \(id new-policy-\d+\): .* has the filter "status", which headgate does not know; /,
          ),
        });
      }
      expect(fake.policies).toHaveLength(planned);
    },
  );

  it('who change pools all the time end the run before it has a plan', async () => {
    const fake = account();
    fake.before = ({ name, count }) => {
      if (name === 'listPools') fake.change('id-of-d', { notification_email: `x${count}@example.com` });
    };
    await expect(applyTo(fake, newBackupPath())).rejects.toMatchObject({
      code: 'pools-changing',
      message: expect.stringMatching(/another client changed the pools between each of 6 listings/),
    });
  });

  it('an API that clears a pool without a proof: the result names the pool', async () => {
    const fake = account();
    const { clearPoolPage } = fake.api;
    const stranger = pool('stranger', '');
    const api = {
      ...fake.api,
      clearPoolPage: async (...of: Parameters<typeof clearPoolPage>) => [stranger, ...(await clearPoolPage(...of))],
    };
    const result = await applyTo(fake, newBackupPath(), { writer: api });
    expect(result).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/pool stranger \(id-of-stranger\)/),
    });
  });

  it('an API that clears the next page: its pools are counted as cleared', async () => {
    const pools = Array.from({ length: 6 }, (_, index) => pool(`p${index}`, 'x@example.com'));
    const fake = new FakeAccount({ pools });
    const api: MigrationApi = {
      ...fake.api,
      clearPoolPage: (of, page) => fake.api.clearPoolPage(of, { ...page, index: 1 - page.index }),
    };
    const result = await applyTo(fake, newBackupPath(), { writer: api });
    expect(result).toMatchObject({ outcome: 'done', cleared: 6 });
    expect(result.changes.filter((one) => one.startsWith('Another client'))).toEqual([]);
  });

  it('an API that answers with pools of another page that had no recipients: they are not counted', async () => {
    const pools = ['a', 'b', 'c', 'd', 'e'].map((name) => pool(name, name < 'd' ? 'x@example.com' : null));
    const fake = new FakeAccount({ pools });
    const writer: MigrationApi = {
      ...fake.api,
      clearPoolPage: async (of, page) => [
        ...(await fake.api.clearPoolPage(of, page)),
        ...(await fake.api.clearPoolPage(of, { ...page, index: 1 })),
      ],
    };
    const result = await applyTo(fake, newBackupPath(), { writer });
    expect(result).toMatchObject({ outcome: 'done', cleared: 3, changes: [] });
  });

  it('an API that clears another page than it was asked for: the rest is cleared one by one', async () => {
    const pools = Array.from({ length: 7 }, (_, index) => pool(`p${index}`, 'x@example.com'));
    const fake = new FakeAccount({ pools });
    const api = {
      ...fake.api,
      clearPoolPage: (of: string, page: Parameters<typeof fake.api.clearPoolPage>[1]) =>
        fake.api.clearPoolPage(of, { ...page, index: 0 }),
    };
    const result = await applyTo(fake, newBackupPath(), { writer: api });
    expect(result).toMatchObject({ outcome: 'done', cleared: 7 });
    expect(result.changes).toContain(
      'The API also removed the recipients of the pool p0, which is on another page. It is covered.',
    );
    expect(fake.violations).toEqual([]);
  });
});

describe('an approved plan', () => {
  const planned = async (fake: FakeAccount): Promise<MigrationPlan> => {
    const { plan } = await applyTo(fake, newBackupPath(), { confirm: async () => false });
    return parseApprovedMigration(JSON.stringify(plan), 'plan.json');
  };

  it('is applied, and completed after a failure', async () => {
    const fake = account();
    const backup = newBackupPath();
    const approved = await planned(fake);
    fake.before = ({ name }) => {
      if (name === 'clearPoolPage') throw new Error('cut off');
    };
    expect((await applyTo(fake, backup, { approved })).outcome).toBe('failed');
    fake.before = () => {};
    expect((await applyTo(fake, backup, { approved })).outcome).toBe('done');
  });

  it('rejects anything else', async () => {
    const fake = account();
    const approved = await planned(fake);
    fake.pools.push(pool('e', 'z@example.com'));
    await expect(applyTo(fake, newBackupPath(), { approved })).rejects.toMatchObject({
      code: 'plan-differs',
      message: expect.stringMatching(
        /found 1 policy to create \("Pool health: z@.*"\) and 1 pool to clear \("e"\) beyond the plan;/,
      ),
    });
    await expect(applyTo(fake, newBackupPath(), { approved: { ...approved, account: 'other' } })).rejects.toMatchObject(
      { message: expect.stringMatching(/found a plan for account other, expected one for aa/) },
    );
    expect(fake.policies).toEqual([]);
    expect(fake.withRecipients).toHaveLength(3);
  });

  it('rejects what others add later', async () => {
    const fake = account();
    const approved = await planned(fake);
    fake.before = ({ name }) => {
      if (name === 'createPolicy' && fake.pools.length === 4) fake.pools.push(pool('e', 'z@example.com'));
    };
    const result = await applyTo(fake, newBackupPath(), { approved });
    expect(result).toMatchObject({
      outcome: 'failed',
      cleared: 0,
      reason: expect.stringMatching(/1 pool to clear \("e"\)/),
    });
  });

  it.each([
    '',
    '[]',
    '{"version":2}',
    '{"version":1,"account":"a","pools":[1],"policies":[]}',
    'null',
    '[null]',
    '{"version":1,"account":"a","pools":[],"policies":[{"pools":"abc"}]}',
    '{"version":1,"account":"a","pools":[null],"policies":[]}',
  ])('is no %j', (text) => {
    expect(() => parseApprovedMigration(text, 'plan.json')).toThrow(/cannot use the plan in plan\.json: found /);
  });
});

it('others change the recipients of a pool to those of an existing policy: the backup has them first', async () => {
  const existing = policy('p', { mechanisms: { email: [{ id: 'y@example.com' }] } });
  const fake = account({ pools: [pool('a', 'x@example.com')], policies: [existing] });
  const backup = newBackupPath();
  fake.before = ({ name }) => {
    if (name === 'createPolicy') fake.change('id-of-a', { notification_email: 'y@example.com' });
  };
  let atClear = '';
  fake.onClear = () => {
    atClear = readFileSync(backup, 'utf8');
  };
  expect((await applyTo(fake, backup)).outcome).toBe('done');
  expect(atClear).toContain('"notification_email": "y@example.com"');
});

it.each([
  ['page by page', THREE, 'clearPoolPage', 'done'],
  ['one by one', [...THREE, pool('e', 'call Jim')], 'clearPool', 'incomplete'],
])('a rate limit while pools are cleared %s: everything is read anew', async (_, pools, clear, outcome) => {
  const fake = account({ pools });
  let isLimited = false;
  fake.before = ({ name }) => {
    if (isLimited || name !== clear) return;
    isLimited = true;
    fake.change('id-of-a', { notification_email: 'new@example.com' });
    throw new HeadgateError('api-rate-limited', 'too many requests', { retryAfterMs: 300_000 });
  };
  const result = await applyTo(fake, newBackupPath());
  expect(result).toMatchObject({ outcome, cleared: 2 });
  expect(result.changes.join()).toMatch(/changed the recipients of the pool a/);
  expect(fake.violations).toEqual([]);
});

describe('a wait before or after the request that clears', () => {
  const failures = [
    ['api-rate-limited', 300_000],
    ['api-server', 0],
    ['api-connection-lost', 0],
  ] as const;
  it.each(failures)('%s: policies and pools are read again, and it is sent again', async (code, retryAfterMs) => {
    const fake = account();
    let isBroken = false;
    fake.before = ({ name }) => {
      if (isBroken || name !== 'clearPoolPage') return;
      isBroken = true;
      throw new HeadgateError(code, 'the request failed', { retryAfterMs });
    };
    expect(await applyTo(fake, newBackupPath())).toMatchObject({ outcome: 'done', cleared: 2, changes: [] });
    expect(order(fake).slice(7)).toEqual([
      ...['readPoolPage', 'clearPoolPage', 'listPolicies', 'listSilences', 'readPoolPage', 'clearPoolPage'],
      ...['listPools', 'listPolicies', 'listSilences'],
    ]);
    expect(fake.violations).toEqual([]);
  });

  it('is repeated a few times only', async () => {
    const fake = account();
    fake.before = ({ name }) => {
      if (name === 'clearPoolPage') throw new HeadgateError('api-server', 'the request failed', { retryAfterMs: 0 });
    };
    expect(await applyTo(fake, newBackupPath())).toMatchObject({ outcome: 'failed', reason: 'the request failed' });
    expect(fake.requests.filter(({ name }) => name === 'clearPoolPage')).toHaveLength(4);
  });

  it.each([
    ['page by page', THREE],
    ['one by one', [...THREE, pool('e', 'call Jim')]],
  ])('policies that others delete during the wait, %s: nothing is cleared', async (_, pools) => {
    const fake = account({ pools });
    fake.onWait = () => {
      fake.policies = [];
      return true;
    };
    expect(await applyTo(fake, newBackupPath())).toMatchObject({ outcome: 'failed', cleared: 0 });
    expect(fake.withRecipients).toHaveLength(pools.length - 2);
    expect(fake.requests.some(({ name }) => name.startsWith('clear'))).toBe(false);
  });
});

it('an API that reports pages as cleared and does not clear them: the pools are cleared one by one', async () => {
  const fake = account();
  const { readPoolPage } = fake.api;
  const writer: MigrationApi = {
    ...fake.api,
    clearPoolPage: async (of, page) =>
      (await readPoolPage(of, page)).map((one) => ({ ...one, notification_email: '' })),
  };
  const result = await applyTo(fake, newBackupPath(), { writer });
  expect(result).toMatchObject({ outcome: 'done', cleared: 2 });
  expect(fake.requests.filter(({ name }) => name === 'clearPool')).toHaveLength(2);
  expect(fake.violations).toEqual([]);
});

it.each([
  ['of the run', false],
  ['of the run that it continues', true],
])('a list that lacks new policies %s for a while: none is created twice', async (_, isContinued) => {
  const fake = account();
  const backup = newBackupPath();
  let lists = 0;
  const lag = (): void => {
    for (const { id } of fake.policies) fake.unlisted.add(id);
    lists = 0;
  };
  fake.before = ({ name }) => {
    if (isContinued && name === 'listPools' && fake.policies.length > 0) throw new Error('killed');
    if (name === 'listPolicies' && ++lists === 4) fake.unlisted.clear();
  };
  fake.after = ({ name }) => {
    if (name === 'createPolicy') lag();
  };
  if (isContinued) {
    expect((await applyTo(fake, backup)).outcome).toBe('failed');
    lag();
    fake.before = ({ name }) => {
      if (name === 'listPolicies' && ++lists === 4) fake.unlisted.clear();
    };
  }
  const planned = fake.policies.length;
  const result = await applyTo(fake, backup);
  expect(result).toMatchObject({ outcome: 'done', cleared: 2 });
  const contents = fake.policies.map(({ mechanisms, filters }) => JSON.stringify([mechanisms, filters]));
  expect(new Set(contents).size).toBe(contents.length);
  if (isContinued) expect(contents).toHaveLength(planned);
});

describe('an API that lags behind', () => {
  /** Shows what was created only after so many reads. */
  const hide = (fake: FakeAccount, reads: number): void => {
    for (const { id } of fake.policies) {
      fake.unlisted.add(id);
      fake.unreadable.add(id);
    }
    let left = reads;
    fake.before = ({ name }) => {
      if (!['listPolicies', 'readPolicy'].includes(name) || --left > 0) return;
      fake.unlisted.clear();
      fake.unreadable.clear();
    };
  };
  const contents = (fake: FakeAccount) =>
    fake.policies.map(({ mechanisms, filters }) => JSON.stringify([mechanisms, filters]));

  it('--restore creates each policy once', async () => {
    const fake = account();
    const backup = newBackupPath();
    await applyTo(fake, backup);
    fake.policies = [];
    fake.after = ({ name }) => {
      if (name === 'createPolicy') hide(fake, 4);
    };
    expect(await restoreTo(fake, backup)).toMatchObject({ outcome: 'done' });
    expect(new Set(contents(fake)).size).toBe(fake.policies.length);
  });

  it('a policy that no list shows is read by its id', async () => {
    const fake = account();
    fake.after = ({ name }) => {
      if (name === 'createPolicy') for (const { id } of fake.policies) fake.unlisted.add(id);
    };
    expect(await applyTo(fake, newBackupPath())).toMatchObject({ outcome: 'done', cleared: 2 });
    expect(new Set(contents(fake)).size).toBe(fake.policies.length);
  });

  it.each(['apply', 'restore'])(
    'a run that was killed before the answer, whose request takes effect later: %s',
    async (how) => {
      const fake = account();
      const backup = newBackupPath();
      if (how === 'restore') {
        await applyTo(fake, backup);
        fake.policies = [];
      }
      const run = () => (how === 'restore' ? restoreTo(fake, backup) : applyTo(fake, backup));
      fake.after = ({ name }) => {
        if (name === 'createPolicy') throw new Error('killed');
      };
      expect((await run()).outcome).toBe('failed');
      expect(fake.policies).toHaveLength(1);
      fake.after = () => {};
      hide(fake, 4);
      expect(await run()).toMatchObject({ outcome: 'done' });
      expect(new Set(contents(fake)).size).toBe(fake.policies.length);
      expect(fake.violations).toEqual([]);
    },
  );
});

it('a list that shows cleared pools as they were: they are cleared again, and listed again', async () => {
  const fake = account();
  const { listPools } = fake.api;
  let lags = 3;
  const api: MigrationApi = {
    ...fake.api,
    listPools: async (of, onPage) => {
      const listing = await listPools(of, onPage);
      if (fake.withRecipients.length > 0 || lags === 0) return listing;
      lags -= 1;
      return { ...listing, pools: THREE };
    },
  };
  expect(await applyTo(fake, newBackupPath(), { reader: api })).toMatchObject({ outcome: 'done', cleared: 2 });
  expect(lags).toBe(0);
});

describe('after a run that ended while it cleared', () => {
  const broken = async () => {
    const fake = account({ pools: Array.from({ length: 5 }, (_, index) => pool(`p${index}`, 'x@example.com')) });
    const backup = newBackupPath();
    let clears = 0;
    fake.before = ({ name }) => {
      if (name === 'clearPoolPage' && ++clears === 2) throw new Error('cut off');
    };
    expect(await applyTo(fake, backup)).toMatchObject({ outcome: 'failed', cleared: 3 });
    fake.before = () => {};
    return { fake, backup };
  };

  it('a lost backup: does not write one of the rest; another file is accepted', async () => {
    const { fake, backup } = await broken();
    rmSync(backup);
    const { length } = fake.requests;
    await expect(applyTo(fake, backup)).rejects.toMatchObject({
      code: 'backup-incomplete',
      message: expect.stringMatching(/found none of 5 pools .* name another file with --backup$/),
    });
    expect(fake.requests).toHaveLength(length);
    expect(await applyTo(fake, newBackupPath())).toMatchObject({ outcome: 'done', cleared: 2 });
  });

  it('a restoration reports only its own policies', async () => {
    const { fake, backup } = await broken();
    expect(await restoreTo(fake, backup)).toMatchObject({ outcome: 'nothing', created: [], cleared: 0, changes: [] });
    fake.policies = [];
    expect(await restoreTo(fake, backup)).toMatchObject({
      outcome: 'done',
      created: [{ isEarlier: false }],
      cleared: 0,
    });
    expect(await applyTo(fake, backup)).toMatchObject({ outcome: 'done', cleared: 5 });
  });
});

describe('policies that are gone when everything is cleared: no success', () => {
  const reason = expect.stringMatching(
    /^no policy that counts covers 12 alerts of the backup, .* headgate pools migrate --restore /,
  );
  const silence = (fake: FakeAccount): void => {
    fake.silences = fake.policies.map(({ id }) => ({ id: `s-${id}`, policy_id: id, end_time: '2999-01-01T00:00:00Z' }));
  };
  const remove = (fake: FakeAccount): void => {
    fake.policies = [];
  };

  it.each([
    ['deleted', remove],
    ['silenced', silence],
  ])('%s by others right after the clear', async (_, act) => {
    const fake = account();
    const backup = newBackupPath();
    fake.after = ({ name }) => {
      if (name === 'clearPoolPage') act(fake);
    };
    expect(await applyTo(fake, backup)).toMatchObject({ outcome: 'failed', cleared: 2, remaining: [], reason });
    expect(await applyTo(fake, backup)).toMatchObject({ outcome: 'failed', reason });
    expect(await restoreTo(fake, backup)).toMatchObject({ outcome: 'done' });
    expect(await applyTo(fake, backup)).toMatchObject({ outcome: 'done', cleared: 2 });
  });

  it('deleted after a run that was killed when all was cleared', async () => {
    const fake = account();
    const backup = newBackupPath();
    let isCleared = false;
    fake.before = ({ name }) => {
      isCleared ||= name === 'clearPoolPage';
      if (isCleared && name === 'listPools') throw new Error('killed');
    };
    expect((await applyTo(fake, backup)).outcome).toBe('failed');
    fake.before = () => {};
    remove(fake);
    expect(await applyTo(fake, backup)).toMatchObject({ outcome: 'failed', cleared: 2, reason });
  });

  it('deleted after a run that was finished: not "nothing to migrate"', async () => {
    const fake = account();
    const backup = newBackupPath();
    await applyTo(fake, backup);
    remove(fake);
    expect(await applyTo(fake, backup)).toMatchObject({ outcome: 'failed', cleared: 0, reason });
  });
});

it('two runs with different backups at once: the result names both policies', async () => {
  const fake = account({ pools: [pool('a', 'x@example.com')] });
  const results = await Promise.all([applyTo(fake, newBackupPath()), applyTo(fake, newBackupPath())]);
  expect(fake.policies).toHaveLength(2);
  expect(results.flatMap(({ changes }) => changes)).toContainEqual(
    expect.stringMatching(/\(id new-policy-\d\) and .* \(id new-policy-\d\) are equal, .* delete one of them\./),
  );
});

it('a backup that is a symbolic link: its run excludes one with the file itself', async () => {
  const fake = account();
  const backup = newBackupPath();
  await applyTo(fake, backup);
  fake.pools.push(pool('e', 'z@example.com'));
  const linked = newBackupPath();
  symlinkSync(backup, linked);
  let second: unknown;
  const confirm = async () => {
    second = await applyTo(fake, linked).catch((error: unknown) => error);
    return true;
  };
  expect((await applyTo(fake, backup, { confirm })).outcome).toBe('done');
  expect(second).toMatchObject({ code: 'progress-in-use' });
});

it('a continued run names a policy that others renamed meanwhile', async () => {
  const fake = account();
  const backup = newBackupPath();
  fake.before = ({ name }) => {
    if (name === 'clearPoolPage') throw new Error('cut off');
  };
  const { created } = await applyTo(fake, backup);
  fake.before = () => {};
  fake.policies = fake.policies.map((one) => ({ ...one, name: 'ours' }));
  const second = await applyTo(fake, backup);
  expect(second.created.map(({ id }) => id)).toEqual(created.map(({ id }) => id));
});

describe('the question', () => {
  it('no: changes nothing and leaves no file', async () => {
    const fake = account();
    const backup = newBackupPath();
    expect(await applyTo(fake, backup, { confirm: async () => false })).toMatchObject({
      outcome: 'declined',
      backup: undefined,
    });
    expect(statSync(backup, { throwIfNoEntry: false })).toBeUndefined();
    expect(statSync(backup.replace('.json', '.progress.sqlite'), { throwIfNoEntry: false })).toBeUndefined();
    expect(fake.policies).toEqual([]);
  });

  it('is asked again about what others add before the answer', async () => {
    const fake = account();
    const asked: number[] = [];
    const told: (readonly string[])[] = [];
    const onChanges = (sentences: readonly string[]) => void told.push(sentences);
    const confirm = async ({ pools }: MigrationPlan) => {
      if (asked.push(pools.length) === 1) fake.pools.push(pool('e', 'z@example.com'));
      return true;
    };
    expect(await applyTo(fake, newBackupPath(), { confirm, onChanges })).toMatchObject({
      outcome: 'done',
      cleared: 3,
    });
    expect(asked).toEqual([2, 3]);
    expect(told).toEqual([['Another client added the pool e with recipients; it was planned anew.']]);
  });
});

it('the signal while a clear has no answer: interrupted', async () => {
  const fake = account();
  const ending = new AbortController();
  fake.before = ({ name }) => {
    if (name !== 'clearPoolPage') return;
    ending.abort();
    throw new HeadgateError('api-timeout', 'no answer');
  };
  expect((await applyTo(fake, newBackupPath(), { signal: ending.signal })).outcome).toBe('interrupted');
});

it('recipients that are not text are no change of another client', async () => {
  const fake = account({ pools: [...THREE, pool('arr', ['x@example.com'])] });
  expect(await applyTo(fake, newBackupPath())).toMatchObject({ outcome: 'incomplete', changes: [] });
});

it('the signal: what has begun is finished, and nothing new is started', async () => {
  const fake = new FakeAccount({ pools: Array.from({ length: 7 }, (_, index) => pool(`p${index}`, 'x@example.com')) });
  const backup = newBackupPath();
  const ending = new AbortController();
  fake.before = ({ name }) => {
    if (name === 'clearPoolPage') ending.abort();
  };
  const first = await applyTo(fake, backup, { signal: ending.signal });
  expect(first).toMatchObject({ outcome: 'interrupted', cleared: 3 });
  expect(first.remaining).toHaveLength(4);
  fake.before = () => {};
  expect(await applyTo(fake, backup)).toMatchObject({ outcome: 'done', cleared: 7, created: [{ isEarlier: true }] });
});
