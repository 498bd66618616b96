// The texts of headgate pools migrate: a plan that a person can approve, what an apply did, and a verification.
import { describe, expect, it } from 'vitest';
import type {
  Alert,
  MigrationPlan,
  MigrationResult,
  PlannedPolicy,
  PlannedPool,
  RestorePlan,
  Verification,
} from '../../../../src/cloud/pools/index.ts';
import { renderMigrationPlanText } from '../../../../src/report/text/pools/migration-plan-text.ts';
import {
  renderMigrationOutcomeText,
  renderMigrationResultText,
} from '../../../../src/report/text/pools/migration-result-text.ts';
import { renderRestorePlanText } from '../../../../src/report/text/pools/restore-plan-text.ts';
import { renderVerificationText } from '../../../../src/report/text/pools/verification-text.ts';

const ACCOUNT = '9a7806061c88ada191ed06f989cc3dac';
const BACKUP = `headgate-pools-${ACCOUNT}.json`;
const STYLE = { color: false, width: 90 };
const BOTH = ['Unhealthy', 'Healthy'] as const;

const named = (name: string) => ({ id: name.padStart(32, '0'), name });
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => named(`pool-${index + 1}`));
const textOf = (pieces: Iterable<string>): string => [...pieces].join('');

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
  it('names what is created, used, ignored and kept', () =>
    expect(textOf(renderMigrationPlanText(PLAN, STYLE))).toMatchInlineSnapshot(`
      "137 pools in account 9a7806061c88ada191ed06f989cc3dac: 43 with recipients, 94 without

        recipients                                events
      + Pool health 1
        ops@example.com                           every event
        webhook f174e90afafe4643bbbc4a0ed4fc8415
          41 pools: pool-1, pool-2, pool-3, pool-4, pool-5, pool-6, pool-7, pool-8 and 33 more
      + Pool health 2
        dba@example.com                           Unhealthy of origin
        network-operations@example.com
        on-call@example.com
        ops@example.com
          6 pools: pool-1, pool-2, pool-3, pool-4, pool-5, pool-6

        On call is used as it is  id 0da2b59ef118439d8097bdfb215203c9
          1 pool: pool-1

      ! Old does not count: it is disabled  id 1da2b59ef118439d8097bdfb215203c9

      ! old\\u001b[2J keeps its recipients
          found  "ops@example.com, call Bob"
          problem: "call Bob" is not an e-mail address.
        → a pool with problems keeps its recipients, and gets no policy; with --force, its valid
          addresses are migrated and the pool is cleared

      warning: The policy On call also sends the events of pools without recipients.

      Plan for account 9a7806061c88ada191ed06f989cc3dac:
        2 policies to create, 42 pools to clear, 1 pool to keep
      Apply sends about 101 requests.
        → to apply the plan, run the same command with --apply
      "
    `));

  it('with 5,000 pools can still be read', () => {
    const text = textOf(
      renderMigrationPlanText(
        {
          ...PLAN,
          poolCount: 5000,
          pools: namesOf(5000).map(({ name }) =>
            pool(name, { action: 'keep', problems: ['"x" is not an e-mail address.'] }),
          ),
          policies: [policy('Pool health', { pools: namesOf(5000) })],
          ...{ used: [], ignored: [], warnings: [], apply: { requests: 10_506, waitMinutes: 40 } },
        },
        STYLE,
      ),
    );
    expect(text).toMatch(/ {4}5,000 pools: pool-1, pool-2, .*\sand 4,992\s+more\n/);
    expect(text).toContain('  and 4,980 more pools: --format json lists all of them\n');
    expect(text).toContain(
      `Plan for account ${ACCOUNT}:\n  1 policy to create, 0 pools to clear, 5,000 pools to keep\n`,
    );
    expect(text).toMatch(/Apply sends about 10,506 requests, and waits about 40 minutes .*\n.*one by one/);
    expect(text.split('\n').length).toBeLessThan(80);
  });

  it('shows what --force loses', () => {
    const forced = pool('old', {
      notificationEmail: 'ops@example.com, x',
      problems: ['"x" is not an e-mail address.'],
    });
    expect(textOf(renderMigrationPlanText({ ...PLAN, pools: [forced] }, STYLE))).toContain(
      [
        '! old will be cleared in spite of its problems',
        '    found  "ops@example.com, x"',
        '    problem: "x" is not an e-mail address.',
        '    after  ops@example.com: every event',
        '',
      ].join('\n'),
    );
  });

  it('with --force names first the pools whose alerts lose every recipient, and which events a pool counts for', () => {
    const problems = ['notification_filter is 5, expected an object.'];
    const nobody = pool('old', { notificationEmail: 'Jim', emails: [], problems: ['"Jim" is not an e-mail address.'] });
    const half = { pool: BOTH, origin: [] };
    const text = textOf(
      renderMigrationPlanText({ ...PLAN, pools: [pool('odd', { problems, events: half }), nobody] }, STYLE),
    );
    expect(text).toContain(
      [
        '! old will be cleared, and its alerts have no recipient any more',
        '    found  "Jim"',
        '    problem: "Jim" is not an e-mail address.',
        '! odd will be cleared in spite of its problems',
        '    found  "ops@example.com"',
        '    problem: notification_filter is 5, expected an object.',
        '    after  ops@example.com: every event of pool',
        '',
      ].join('\n'),
    );
    const hooked = { ...PLAN.policies[0]!, pools: [named('old')] };
    expect(textOf(renderMigrationPlanText({ ...PLAN, pools: [nobody], policies: [hooked] }, STYLE))).toContain(
      '    after  webhook f174e90afafe4643bbbc4a0ed4fc8415: every event\n',
    );
  });

  it('that is wider than the terminal has the events below the recipients', () => {
    const text = textOf(renderMigrationPlanText({ ...PLAN, pools: PLAN.pools.slice(0, 1) }, { ...STYLE, width: 40 }));
    expect(text).toContain(`
+ Pool health 2
  dba@example.com
  network-operations@example.com
  on-call@example.com
  ops@example.com
    Unhealthy of origin
    6 pools: pool-1, pool-2, pool-3,
    pool-4, pool-5, pool-6
`);
    expect(text).toContain(`Plan for account ${ACCOUNT}:\n  2 policies to create, 1 pool to clear\n`);
  });

  it.each([
    [0, [], `no pools in account ${ACCOUNT}\n\nPlan for account ${ACCOUNT}: nothing to do\n`],
    [
      2,
      [],
      `2 pools in account ${ACCOUNT}: 0 with recipients, 2 without\n\nPlan for account ${ACCOUNT}: nothing to do\n`,
    ],
  ])('with %d pools and no recipients', (poolCount, pools, expected) => {
    const empty = {
      ...PLAN,
      poolCount,
      pools,
      policies: [],
      used: [],
      ignored: [],
      warnings: [],
      isPending: false,
      apply: { requests: 0, waitMinutes: 0 },
    };
    expect(textOf(renderMigrationPlanText(empty, STYLE))).toBe(expected);
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

describe('a result', () => {
  it('names the backup, the policies, what was cleared and what remains, and the next command', () =>
    expect(textOf(renderMigrationOutcomeText(RESULT, STYLE))).toMatchInlineSnapshot(`
      "backup of recipients and filters: headgate-pools-9a7806061c88ada191ed06f989cc3dac.json
      ✓ created in an earlier run: Pool health 1  id 2da2b59ef118439d8097bdfb215203c9
      ✓ created Pool health 2  id 3da2b59ef118439d8097bdfb215203c9
      ✓ cleared 42 pools

      ! old still has recipients
          "call Bob" is not an e-mail address.

      note: Somebody changed the recipients of api-1 meanwhile: it was planned anew.

      Not migrated completely: pools with problems keep their recipients.
      26 requests to the API

      To check that policies cover every alert of the backup:
        headgate pools migrate --account 9a7806061c88ada191ed06f989cc3dac --verify --backup headgate-pools-9a7806061c88ada191ed06f989cc3dac.json
      "
    `));

  it('of a restoration', () =>
    expect(
      textOf(
        renderMigrationResultText(
          {
            ...RESULT,
            plan: RESTORE,
            outcome: 'done',
            cleared: 0,
            remaining: [],
            changes: [],
            created: [RESULT.created[1]!],
          },
          STYLE,
        ),
      ),
    ).toMatchInlineSnapshot(`
      "backup  headgate-pools-9a7806061c88ada191ed06f989cc3dac.json
      548 alerts in the backup: policies cover 544

        recipients       events
      + Pool health 2
        ops@example.com  every event
          1 pool: pool-1

      Plan for account 9a7806061c88ada191ed06f989cc3dac: 1 policy to create

      ✓ created Pool health 2  id 3da2b59ef118439d8097bdfb215203c9

      Restored: a policy covers every alert of the backup.
      26 requests to the API

      To check that policies cover every alert of the backup:
        headgate pools migrate --account 9a7806061c88ada191ed06f989cc3dac --verify --backup headgate-pools-9a7806061c88ada191ed06f989cc3dac.json
      "
    `));

  const nothing = { created: [], cleared: 0, remaining: [], changes: [], requests: 0, backup: undefined };
  it.each<[Partial<MigrationResult>, string]>([
    [{ outcome: 'done', backup: undefined }, 'Migrated: policies cover every alert, and no pool has recipients.'],
    [{ outcome: 'nothing', ...nothing }, 'Nothing to migrate: no pool has recipients.'],
    [
      { outcome: 'nothing', ...nothing, plan: RESTORE },
      'Nothing to restore: policies cover every alert of the backup.',
    ],
    [{ outcome: 'declined', ...nothing }, 'Nothing was changed: the plan was not confirmed.'],
    [
      { outcome: 'failed', plan: RESTORE },
      'Failed: not restored completely. Run the same command again to complete it.',
    ],
    [{ outcome: 'interrupted', ...nothing }, 'Nothing was changed: interrupted before the first change.'],
    [{ outcome: 'interrupted' }, 'Interrupted. Run the same command again to complete it.'],
    [{ outcome: 'failed', ...nothing, reason: 'The limit was reached.' }, 'Failed: nothing was changed.\nThe limit'],
    [{ outcome: 'failed', reason: 'x' }, 'Failed: not migrated completely. Run the same command again to complete it.'],
  ])('%j', (more, expected) => {
    expect(textOf(renderMigrationOutcomeText({ ...RESULT, ...more }, STYLE))).toContain(expected);
  });

  it.each(['declined', 'nothing'] as const)('%s, names neither a backup nor pools that remain', (outcome) => {
    const text = textOf(renderMigrationOutcomeText({ ...RESULT, ...nothing, outcome, backup: BACKUP }, STYLE));
    expect(text).toMatch(/^Nothing /);
    expect(text).not.toMatch(/backup|recipients are/);
  });

  it('with 5,000 policies lists the first ones', () => {
    const created = namesOf(5000).map((one) => ({ ...one, isEarlier: false }));
    const text = textOf(renderMigrationOutcomeText({ ...RESULT, created }, STYLE));
    expect(text).toContain('✓ created 4,950 more policies: --format json lists their ids\n');
    expect(text.split('\n').length).toBeLessThan(80);
  });
});

it('a restore plan', () =>
  expect(textOf(renderRestorePlanText(RESTORE, STYLE))).toMatchInlineSnapshot(`
    "backup  headgate-pools-9a7806061c88ada191ed06f989cc3dac.json
    548 alerts in the backup: policies cover 544

      recipients       events
    + Pool health 2
      ops@example.com  every event
        1 pool: pool-1

    Plan for account 9a7806061c88ada191ed06f989cc3dac: 1 policy to create
    "
  `));

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
  it('that is complete', () =>
    expect(textOf(renderVerificationText(COMPLETE, STYLE))).toMatchInlineSnapshot(`
      "account  9a7806061c88ada191ed06f989cc3dac
      backup   headgate-pools-9a7806061c88ada191ed06f989cc3dac.json

      ✓ no recipients in any of 137 pools
      ✓ policies cover all 548 alerts of the backup

      Complete: every alert of the backup is covered, and no pool has recipients.
      "
    `));

  it('that is not: pools and alerts are grouped', () =>
    expect(
      textOf(
        renderVerificationText(
          {
            ...COMPLETE,
            ...{ isComplete: false, alerts: 20_000, deleted: [named('gone')] },
            remaining: [
              ...namesOf(41).map((one) => ({ ...one, reason: 'It is not in the backup.' })),
              { ...named('old'), reason: '"call Bob" is not an e-mail address.' },
            ],
            uncovered: [
              ...alertsOf(namesOf(5000), { email: 'ops@example.com' }),
              ...alertsOf([named('api')], { webhook: 'f174e90afafe4643bbbc4a0ed4fc8415' }),
            ],
          },
          STYLE,
        ),
      ),
    ).toMatchInlineSnapshot(`
      "account  9a7806061c88ada191ed06f989cc3dac
      backup   headgate-pools-9a7806061c88ada191ed06f989cc3dac.json

      ✗ 41 pools (pool-1, pool-2, pool-3, pool-4, pool-5, pool-6, pool-7, pool-8 and 33 more)
        still have recipients
          It is not in the backup.
      ✗ old still has recipients
          "call Bob" is not an e-mail address.
      ✗ no policy covers 15,003 of 20,000 alerts
        ops@example.com: Unhealthy of pool and origin, Healthy of origin
          5,000 pools: pool-1, pool-2, pool-3, pool-4, pool-5, pool-6, pool-7, pool-8 and 4,992
          more
        webhook f174e90afafe4643bbbc4a0ed4fc8415: Unhealthy of pool and origin, Healthy of
          origin
          1 pool: api

      note: gone was deleted

      Not complete.

      To create policies for these alerts:
        headgate pools migrate --account 9a7806061c88ada191ed06f989cc3dac --restore --backup headgate-pools-9a7806061c88ada191ed06f989cc3dac.json

      To migrate the pools with recipients:
        headgate pools migrate --account 9a7806061c88ada191ed06f989cc3dac --apply --backup headgate-pools-9a7806061c88ada191ed06f989cc3dac.json
      "
    `));

  it('of one alert', () => {
    const text = textOf(renderVerificationText({ ...COMPLETE, alerts: 1 }, STYLE));
    expect(text).toContain('✓ policies cover the only alert of the backup\n');
  });

  it('without alerts has no tick for them', () => {
    const text = textOf(renderVerificationText({ ...COMPLETE, poolCount: 0, alerts: 0, isComplete: false }, STYLE));
    expect(text).not.toContain('✓');
    expect(text).toContain('? the account has no pools\n? the backup has no alerts of pools that exist\n');
  });

  it('with as many groups as alerts shows the first ones', () => {
    const uncovered = namesOf(500).flatMap((one) => alertsOf([one], { email: `${one.name}@example.com` }));
    const text = textOf(renderVerificationText({ ...COMPLETE, uncovered, isComplete: false }, STYLE));
    expect(text).toContain('  and alerts of 480 more pools: see --format json\n');
    expect(text.split('\n').length).toBeLessThan(60);
  });
});
