// The text of the pages of headgate pools migrate: a plan that a person can approve, what an apply did, and a verification.
import { describe, expect, it } from 'vitest';
import type {
  Alert,
  MigrationPlan,
  MigrationResult,
  PlannedPolicy,
  PlannedPool,
  RestorePlan,
  Verification,
} from '../../../src/cloud/pools/index.ts';
import {
  MIGRATION_OUTCOME_RENDERERS,
  MIGRATION_PLAN_RENDERERS,
  MIGRATION_RESULT_RENDERERS,
  RESTORE_PLAN_RENDERERS,
  type Renderers,
  VERIFICATION_RENDERERS,
} from '../../../src/report/index.ts';

const ACCOUNT = '9a7806061c88ada191ed06f989cc3dac';
const BACKUP = `headgate-pools-${ACCOUNT}.json`;
const BOTH = ['Unhealthy', 'Healthy'] as const;

const named = (name: string) => ({ id: name.padStart(32, '0'), name });
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => named(`pool-${index + 1}`));
const textOf = async <Result>({ text }: Renderers<Result>, result: Result, width = 200): Promise<string> =>
  [...(await text!())(result, { color: false, width })].join('');
const planText = (plan: Partial<MigrationPlan>, width?: number) =>
  textOf(MIGRATION_PLAN_RENDERERS, { ...PLAN, ...plan }, width);
const outcomeText = (more: Partial<MigrationResult>) => textOf(MIGRATION_OUTCOME_RENDERERS, { ...RESULT, ...more });
const verifiedText = (more: Partial<Verification>) => textOf(VERIFICATION_RENDERERS, { ...COMPLETE, ...more });
/** Expects each text in its order; columns may have any width. */
const expectInOrder = (printed: string, parts: readonly string[]): void => {
  const text = printed.replace(/(?<=\S) {2,}/g, ' ');
  let from = 0;
  for (const part of parts) {
    expect(text.slice(from)).toContain(part);
    from = text.indexOf(part, from) + part.length;
  }
};

function pool(name: string, more: Partial<PlannedPool> = {}): PlannedPool {
  return {
    ...{ ...named(name), notificationEmail: 'ops@example.com', emails: ['ops@example.com'] },
    ...{ events: { pool: BOTH, origin: BOTH }, problems: [], action: 'clear', ...more },
  };
}

function policy(name: string, more: Partial<PlannedPolicy> = {}): PlannedPolicy {
  return {
    ...{ name, emails: ['ops@example.com'], webhooks: [], sources: ['pool', 'origin'], health: BOTH },
    ...{ pools: namesOf(3), ...more },
  };
}

const PLAN: MigrationPlan = {
  ...{ version: 1, account: ACCOUNT, poolCount: 137, isPending: true },
  apply: { requests: 101, waitMinutes: 0 },
  pools: [
    ...namesOf(41).map(({ name }) => pool(name)),
    pool('asia', { events: { pool: [], origin: [] } }),
    pool('old\u001b[2J', {
      ...{ notificationEmail: 'ops@example.com, call Bob', action: 'keep' },
      problems: ['"call Bob" is not an e-mail address.'],
    }),
  ],
  policies: [
    policy('Pool health 1', { pools: namesOf(41), webhooks: ['f174e90afafe4643bbbc4a0ed4fc8415'] }),
    policy('Pool health 2', {
      ...{ emails: ['dba@example.com', 'network-operations@example.com', 'on-call@example.com', 'ops@example.com'] },
      ...{ sources: ['origin'], health: ['Unhealthy'], pools: namesOf(6) },
    }),
  ],
  used: [{ id: '0da2b59ef118439d8097bdfb215203c9', name: 'On call', pools: namesOf(1) }],
  ignored: [{ id: '1da2b59ef118439d8097bdfb215203c9', name: 'Old', reason: 'is disabled' }],
  warnings: ['The policy On call also sends the events of pools without recipients.'],
};

describe('a plan', () => {
  it('has the sum first, then what is created, used, ignored and kept, and the next step', async () =>
    expectInOrder(await planText({}), [
      `Plan for account ${ACCOUNT}: 2 policies to create, 42 pools to clear, 1 pool to keep\n`,
      '  warning: the policy On call also sends the events of pools without recipients\n',
      '  137 pools in the account: 43 with recipients, 94 without\n  Apply sends about 101 requests.\n\nPolicies to create',
      '+ Pool health 1 ops@example.com, webhook f174e90afafe4643bbbc4a0ed4fc8415 every event 41 pools: pool-1, pool-2, pool-3, pool-4, pool-5, pool-6,',
      '+ Pool health 2 dba@example.com, network-operations@example.com, on-call@example.com, origin events: Unhealthy 6 pools: pool-1, ',
      '  On call 0da2b59ef118439d8097bdfb215203c9 1 pool: pool-1\n',
      '  Old 1da2b59ef118439d8097bdfb215203c9 it is disabled\n',
      'Pools with problems',
      '  old\\u001b[2J "ops@example.com, call Bob" "call Bob" is not an e-mail address. keeps its recipients\n  a pool with problems keeps its recipients',
      '  → to apply the plan, run the same command with --apply\n',
    ]));

  it('with 5,000 pools can still be read', async () => {
    const text = await planText({
      poolCount: 5000,
      pools: namesOf(5000).map(({ name }) =>
        pool(name, { action: 'keep', problems: ['"x" is not an e-mail address.'] }),
      ),
      policies: [policy('Pool health', { pools: namesOf(5000) })],
      ...{ used: [], ignored: [], warnings: [], apply: { requests: 10_506, waitMinutes: 40 } },
    });
    expectInOrder(text, [
      '1 policy to create, 0 pools to clear, 5,000 pools to keep\n',
      'Apply sends about 10,506 requests, and waits about 40 minutes for the rate limit of the API. Because a pool is kept',
      '5,000 pools: pool-1, pool-2, ',
      'and 4,992 more',
      '  … and 4,980 more; --format json has all of them\n',
    ]);
    expect(text.split('\n').length).toBeLessThan(80);
  });

  it('with --force names first the pools whose alerts lose every recipient, and who receives which events of the others', async () => {
    const problems = ['notification_filter is 5, expected an object.'];
    const odd = pool('odd', { problems, events: { pool: BOTH, origin: [] } });
    const unreachable = pool('old', {
      notificationEmail: 'Jim',
      emails: [],
      problems: ['"Jim" is not an e-mail address.'],
    });
    const text = await planText({ pools: [odd, unreachable] });
    expectInOrder(text, [
      'Pools with problems',
      'old "Jim" "Jim" is not an e-mail address. no recipient any more\n',
      'odd "ops@example.com" notification_filter is 5, expected an object. ops@example.com: pool events\n',
    ]);
    const hooked = { ...PLAN.policies[0]!, pools: [named('old')] };
    expect(await planText({ pools: [unreachable], policies: [hooked] })).toContain(
      '  webhook f174e90afafe4643bbbc4a0ed4fc8415: every event\n',
    );
  });

  it.each([60, 80, 100])('breaks no address and exceeds no width of %i columns', async (width) => {
    const text = await planText({}, width);
    for (const email of PLAN.policies[1]!.emails) expect(text).toContain(email);
    expect(text).toContain('webhook');
    expect(text).toContain('f174e90afafe4643bbbc4a0ed4fc8415');
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(width);
  });

  it.each([
    [0, '  The account has no pools.\n'],
    [2, '  2 pools in the account: 0 with recipients, 2 without\n'],
  ])('with %d pools and no recipients', async (poolCount, fact) => {
    const empty = { pools: [], policies: [], used: [], ignored: [], warnings: [], isPending: false };
    expect(await planText({ ...empty, poolCount, apply: { requests: 0, waitMinutes: 0 } })).toBe(
      `Plan for account ${ACCOUNT}: nothing to do\n${fact}`,
    );
  });
});

const RESTORE: RestorePlan = {
  ...{ version: 1, account: ACCOUNT, backup: BACKUP, alerts: 548, covered: 544, warnings: [], isPending: true },
  policies: [policy('Pool health 2', { pools: namesOf(1) })],
};

const RESULT: MigrationResult = {
  ...{ version: 1, plan: PLAN, outcome: 'incomplete', backup: BACKUP, cleared: 42, requests: 26 },
  created: [
    { id: '2da2b59ef118439d8097bdfb215203c9', name: 'Pool health 1', isEarlier: true },
    { id: '3da2b59ef118439d8097bdfb215203c9', name: 'Pool health 2', isEarlier: false },
  ],
  remaining: [{ ...named('old'), reason: '"call Bob" is not an e-mail address.' }],
  changes: ['Somebody changed the recipients of api-1 meanwhile: it was planned anew.'],
};

const VERIFY = `\nTo check that policies cover every alert of the backup\n  headgate pools migrate --account ${ACCOUNT} --verify --backup ${BACKUP}\n`;

describe('a result', () => {
  it('names the backup, the policies, what was cleared and what remains, and the next command', async () =>
    expectInOrder(await outcomeText({}), [
      '✗ Not migrated completely: pools with problems keep their recipients.\n  ✓ Cleared 42 pools.\n',
      `  Backup of recipients and filters: ${BACKUP}\n  26 requests to the API\n`,
      '  Pool health 1 2da2b59ef118439d8097bdfb215203c9 by an earlier run\n',
      '  Pool health 2 3da2b59ef118439d8097bdfb215203c9 by this run\n',
      'Pools that still have recipients',
      '  1 pool: old "call Bob" is not an e-mail address.\n',
      'Somebody changed the recipients of api-1 meanwhile: it was planned anew.',
      VERIFY,
    ]));

  it('of a restoration, after its plan', async () => {
    const done = { outcome: 'done', cleared: 0, remaining: [], changes: [], created: [RESULT.created[1]!] } as const;
    const text = await textOf(MIGRATION_RESULT_RENDERERS, { ...RESULT, ...done, plan: RESTORE });
    expect(text.startsWith(await textOf(RESTORE_PLAN_RENDERERS, RESTORE))).toBe(true);
    expectInOrder(text, [
      `Plan for account ${ACCOUNT}: 1 policy to create\n  Backup ${BACKUP}\n`,
      '548 alerts in the backup: policies cover 544\n',
      '+ Pool health 2',
      'every event 1 pool: pool-1\n',
      '✓ Restored: policies cover every alert of the backup.\n  26 requests to the API\n',
      '3da2b59ef118439d8097bdfb215203c9 by this run\n',
      VERIFY,
    ]);
  });

  const nothing = { created: [], cleared: 0, remaining: [], changes: [], requests: 0, backup: undefined };
  it.each<[Partial<MigrationResult>, string]>([
    [{ outcome: 'done', backup: undefined }, '✓ Migrated: policies cover every alert, and no pool has recipients.\n'],
    [{ outcome: 'nothing', ...nothing }, '✓ Nothing to migrate: no pool has recipients.\n'],
    [
      { outcome: 'nothing', ...nothing, plan: RESTORE },
      '✓ Nothing to restore: policies cover every alert of the backup.\n',
    ],
    [{ outcome: 'declined', ...nothing }, '? Nothing was changed: the plan was not confirmed.\n'],
    [
      { outcome: 'failed', plan: RESTORE },
      '✗ Failed: not restored completely. Run the same command again to complete it.\n',
    ],
    [{ outcome: 'interrupted', ...nothing }, '✗ Nothing was changed: interrupted before the first change.\n'],
    [{ outcome: 'interrupted' }, '✗ Interrupted. Run the same command again to complete it.\n'],
    [
      { outcome: 'failed', ...nothing, reason: 'The limit was reached.' },
      '✗ Failed: nothing was changed.\n  The limit',
    ],
    [{ outcome: 'failed' }, '✗ Failed: not migrated completely. Run the same command again to complete it.\n'],
  ])('%j', async (more, expected) => {
    const text = await outcomeText(more);
    expect(text.slice(0, expected.length)).toBe(expected);
  });

  it.each(['declined', 'nothing'] as const)('%s, names neither a backup nor pools that remain', async (outcome) => {
    const text = await outcomeText({ ...nothing, outcome, backup: BACKUP });
    expect(text).toMatch(/^. Nothing /);
    expect(text).not.toMatch(/ackup|recipients are|still/);
  });

  it('quotes the backup for a shell', async () =>
    expect(await outcomeText({ backup: "it's\u001b.json" })).toContain("--backup $'it\\'s\\033.json'\n"));

  it('with 5,000 policies lists the first ones', async () => {
    const created = namesOf(5000).map((one) => ({ ...one, isEarlier: false }));
    const text = await outcomeText({ created });
    expect(text).toContain('  … and 4,950 more; --format json has all of them\n');
    expect(text.split('\n').length).toBeLessThan(80);
  });
});

const COMPLETE: Verification = {
  ...{ version: 1, account: ACCOUNT, backup: BACKUP, poolCount: 137, remaining: [], alerts: 548, uncovered: [] },
  ...{ deleted: [], warnings: [], isComplete: true },
};

const alertsOf = (names: readonly { id: string; name: string }[], recipient: Alert['recipient']): Alert[] =>
  names.flatMap((one) => [
    { pool: one, source: 'pool', health: 'Unhealthy', recipient },
    { pool: one, source: 'origin', health: 'Unhealthy', recipient },
    { pool: one, source: 'origin', health: 'Healthy', recipient },
  ]);

describe('a verification', () => {
  it('that is complete', async () =>
    expect(await verifiedText({})).toBe(`✓ Complete: every alert of the backup is covered, and no pool has recipients.
  ✓ No recipients in any of 137 pools.
  ✓ Policies cover all 548 alerts of the backup.
  Account ${ACCOUNT}
  Backup ${BACKUP}
`));

  it('that is not: pools and alerts are grouped', async () => {
    const text = await verifiedText({
      ...{ isComplete: false, alerts: 20_000, deleted: [named('gone')], warnings: ['A policy is new.'] },
      remaining: [
        ...namesOf(41).map((one) => ({ ...one, reason: 'It is not in the backup.' })),
        { ...named('old'), reason: '"call Bob" is not an e-mail address.' },
      ],
      uncovered: [
        ...alertsOf(namesOf(5000), { email: 'ops@example.com' }),
        ...alertsOf([named('api')], { webhook: 'f174e90afafe4643bbbc4a0ed4fc8415' }),
      ],
    });
    expectInOrder(text, [
      '✗ Not complete.\n  ✗ 42 pools still have recipients.\n  ✗ No policy covers 15,003 of 20,000 alerts.\n',
      'warning: ',
      '  1 pool of the backup deleted since: gone\n',
      '  41 pools: pool-1, pool-2, pool-3, pool-4, pool-5, pool-6, pool-7, pool-8 and 33 more It is not in the backup.\n',
      '  1 pool: old "call Bob" is not an e-mail address.\n',
      '  ops@example.com pool and origin events: Unhealthy; origin events: Healthy 5,000 pools: pool-1, ',
      '  webhook f174e90afafe4643bbbc4a0ed4fc8415 pool and origin events: Unhealthy; origin events: Healthy 1 pool: api\n',
      `--account ${ACCOUNT} --restore --backup ${BACKUP}\n`,
      `--account ${ACCOUNT} --apply --backup ${BACKUP}\n`,
    ]);
  });

  it('of one alert', async () =>
    expect(await verifiedText({ alerts: 1 })).toContain('✓ Policies cover the only alert of the backup.\n'));

  it('without alerts has no tick for them', async () => {
    const text = await verifiedText({ poolCount: 0, alerts: 0, isComplete: false });
    expect(text).not.toContain('✓');
    expect(text).toContain('? The account has no pools.\n  ? The backup has no alerts of pools that exist.\n');
  });

  it('with as many groups as alerts shows the first ones', async () => {
    const uncovered = namesOf(500).flatMap((one) => alertsOf([one], { email: `${one.name}@example.com` }));
    const text = await verifiedText({ uncovered, isComplete: false });
    expect(text).toContain('  … and 480 more; --format json has all of them\n');
    expect(text.split('\n').length).toBeLessThan(60);
  });
});
