// Plans of small accounts: which policies are created, used, ignored, and what a person should know.
import { describe, expect, it } from 'vitest';
import type { ApiPolicy, ApiPool } from '../../../../src/cloud/api/index.ts';
import { type PlannedPolicy, type PlanRequest, planMigration, policyBody } from '../../../../src/cloud/pools/index.ts';
import { MAX_POLICY_NAME } from '../../../../src/cloud/pools/plan/name-policies.ts';
import { created, NOW, policy, pool } from '../../../helpers/pools/accounts.ts';

const planOf = (pools: readonly ApiPool[], policies: readonly ApiPolicy[] = [], options: Partial<PlanRequest> = {}) =>
  planMigration({ account: 'acc', pools, policies, silences: [], now: NOW, webhooks: [], force: false, ...options });

/** `a+b: x@example.com (pool origin, Unhealthy)` */
const line = ({ pools, emails, webhooks, sources, health }: PlannedPolicy) =>
  `${pools.map(({ name }) => name).join('+')}: ${[...emails, ...webhooks].join(' ')} (${sources.join(' ')}, ${health.join(' ')})`;
const lines = (...parameters: Parameters<typeof planOf>) => planOf(...parameters).policies.map(line);
const ALL = '(pool origin, Unhealthy Healthy)';

const ROWS: readonly [string, readonly ApiPool[], readonly string[]][] = [
  ['no pools', [], []],
  ['no recipients', [pool('a'), pool('b', null), pool('c', ' ,')], []],
  [
    'the same recipients in another order and case',
    [pool('b', 'x@example.com,Y@example.com'), pool('a', 'y@example.com, X@example.com')],
    [`a+b: x@example.com y@example.com ${ALL}`],
  ],
  [
    'other recipients',
    [pool('a', 'x@example.com'), pool('b', 'y@example.com')],
    [`a: x@example.com ${ALL}`, `b: y@example.com ${ALL}`],
  ],
  [
    'another filter',
    [pool('a', 'x@example.com'), pool('b', 'x@example.com', { pool: { healthy: false }, origin: { healthy: false } })],
    [`a: x@example.com ${ALL}`, 'b: x@example.com (pool origin, Unhealthy)'],
  ],
  [
    'a filter that is no combination',
    [pool('a', 'x@example.com', { pool: { healthy: true }, origin: { healthy: false } })],
    ['a: x@example.com (pool, Healthy)', 'a: x@example.com (origin, Unhealthy)'],
  ],
  [
    'three of four events',
    [pool('a', 'x@example.com', { origin: { healthy: false } })],
    ['a: x@example.com (pool, Unhealthy Healthy)', 'a: x@example.com (origin, Unhealthy)'],
  ],
  ['no events', [pool('a', 'x@example.com', { pool: { disable: true }, origin: { disable: true } })], []],
  [
    'fewer recipients than groups of pools',
    [pool('a', 'x@example.com'), pool('b', 'y@example.com'), pool('c', 'x@example.com,y@example.com')],
    [`a+c: x@example.com ${ALL}`, `b+c: y@example.com ${ALL}`],
  ],
  [
    'fewer groups of pools than recipients',
    [pool('a', 'x@example.com,y@example.com'), pool('b', 'z@example.com,y@example.com')],
    [`a: x@example.com y@example.com ${ALL}`, `b: y@example.com z@example.com ${ALL}`],
  ],
  [
    'some by source: two instead of three',
    [
      pool('a', 'x@example.com', { origin: { disable: true } }),
      pool('b', 'x@example.com', { pool: { disable: true } }),
      pool('c', 'x@example.com'),
    ],
    ['a+c: x@example.com (pool, Unhealthy Healthy)', 'b+c: x@example.com (origin, Unhealthy Healthy)'],
  ],
];

it.each(ROWS)('%s', (_, pools, expected) => {
  expect(lines(pools)).toEqual(expected);
});

describe('existing policies', () => {
  const pools = [pool('a', 'ops@example.com'), pool('b', 'OPS@example.com')];

  it('are used', () => {
    const plan = planOf(pools, [policy('p', { filters: { pool_id: ['id-of-a', 'id-of-b'] } })]);
    expect(plan).toMatchObject({ policies: [], ignored: [], warnings: [], isPending: true });
    expect(plan.used).toEqual([
      {
        id: 'p',
        name: 'policy p',
        pools: [
          { id: 'id-of-a', name: 'a' },
          { id: 'id-of-b', name: 'b' },
        ],
      },
    ]);
  });

  it('are completed, not doubled', () => {
    expect(lines(pools, [policy('p', { filters: { pool_id: ['id-of-a'], new_health: ['Unhealthy'] } })])).toEqual([
      'a: ops@example.com (pool origin, Healthy)',
      `b: ops@example.com ${ALL}`,
    ]);
    expect(lines([pool('a', 'ops@example.com,x@example.com')], [policy('p')])).toEqual([`a: x@example.com ${ALL}`]);
  });

  it.each([
    [{ enabled: false }, 'is disabled'],
    [{ filters: { pool_id: ['id-of-a'], region: ['weu'] } }, 'has the filter "region", which headgate does not know'],
    [{ filters: { pool_id: [] } }, 'has an empty filter "pool_id"'],
  ])('are ignored with a reason: %j', (changes, reason) => {
    const plan = planOf(pools, [policy('p', changes)]);
    expect(plan.policies.map(line)).toEqual([`a+b: ops@example.com ${ALL}`]);
    expect(plan.ignored).toEqual([{ id: 'p', name: 'policy p', reason }]);
    expect(plan.used).toEqual([]);
  });

  it.each([
    ['another type', [policy('p', { alert_type: 'x', enabled: false })]],
    ['other recipients', [policy('p', { mechanisms: { email: [{ id: 'x@example.com' }] }, enabled: false })]],
    ['other pools', [policy('p', { filters: { pool_id: ['id-of-z'] }, enabled: false })]],
    ['alerts that another policy covers', [policy('p', { enabled: false }), policy('q')]],
  ])('that would not matter are not listed: %s', (_, policies) => {
    expect(planOf(pools, policies).ignored).toEqual([]);
  });

  it('silenced ones do not count', () => {
    const silences = [{ id: 's', policy_id: 'p', end_time: '2027-01-01T00:00:00Z' }];
    const plan = planOf(pools, [policy('p')], { silences });
    expect(plan.ignored).toEqual([{ id: 'p', name: 'policy p', reason: 'has a silence until 2027-01-01T00:00:00Z' }]);
    expect(plan.policies).toHaveLength(1);
  });
});

describe('pools with problems', () => {
  const rubbish = pool('a', 'x@example.com, y@example.com;z@example.com');

  it('are kept', () => {
    const plan = planOf([rubbish]);
    expect(plan).toMatchObject({ policies: [], isPending: false, warnings: [] });
    expect(plan.pools).toEqual([
      {
        id: 'id-of-a',
        name: 'a',
        notificationEmail: 'x@example.com, y@example.com;z@example.com',
        emails: ['x@example.com'],
        events: { pool: ['Unhealthy', 'Healthy'], origin: ['Unhealthy', 'Healthy'] },
        problems: [
          'notification_email contains "y@example.com;z@example.com", expected an e-mail address; separate addresses with commas, not with semicolons.',
        ],
        action: 'keep',
      },
    ]);
  });

  it('are migrated as far as they are valid with force', () => {
    const plan = planOf([rubbish, pool('b', 'nonsense')], [], { force: true });
    expect(plan.policies.map(line)).toEqual([`a: x@example.com ${ALL}`]);
    expect(plan.pools.map(({ action }) => action)).toEqual(['clear', 'clear']);
    expect(plan.warnings).toEqual([
      '2 pools with problems are cleared (--force), and only their valid addresses are migrated: "a", "b".',
    ]);
  });

  it('whose recipients are not text are shown as JSON', () => {
    expect(planOf([pool('a', ['x@example.com'])]).pools).toMatchObject([
      { notificationEmail: '["x@example.com"]', action: 'keep' },
    ]);
  });
});

it('a webhook receives the alerts of every migrated pool, in the same policies where possible', () => {
  const pools = [pool('a', 'x@example.com'), pool('b', 'x@example.com'), pool('c'), pool('d', 'rubbish')];
  expect(lines(pools, [], { webhooks: ['hook'] })).toEqual([`a+b: x@example.com hook ${ALL}`]);
  expect(lines([pool('a', 'x@example.com'), pool('b', 'y@example.com')], [], { webhooks: ['hook'] })).toEqual([
    `a: x@example.com hook ${ALL}`,
    `b: y@example.com hook ${ALL}`,
  ]);
});

it('large policies are split', () => {
  const pools = ['e', 'd', 'c', 'b', 'a'].map((name) => pool(name, 'x@example.com'));
  expect(lines(pools, [], { poolsPerPolicy: 2 })).toEqual([
    `a+b: x@example.com ${ALL}`,
    `c+d: x@example.com ${ALL}`,
    `e: x@example.com ${ALL}`,
  ]);
});

describe('names', () => {
  const nameOf = (
    pools: readonly ApiPool[],
    ...rest: [policies?: readonly ApiPolicy[], options?: Partial<PlanRequest>]
  ) => planOf(pools, ...rest).policies.map(({ name }) => name);
  const many = Array.from({ length: 9 }, (_, index) => `person-${index}@example.com`).join();
  const long = `${'x'.repeat(60)}@${'y'.repeat(60)}.example.com`;

  it.each<[string, readonly string[], readonly string[]]>([
    ['one', nameOf([pool('a', 'x@example.com')]), ['Pool health: x@example.com, 1 pool']],
    [
      'events',
      nameOf([pool('a', 'x@example.com', { pool: { healthy: false }, origin: { disable: true } })]),
      ['Pool health: x@example.com, Unhealthy pool events, 1 pool'],
    ],
    [
      'health',
      nameOf([pool('a', 'x@example.com', { pool: { healthy: false }, origin: { healthy: false } })]),
      ['Pool health: x@example.com, Unhealthy events, 1 pool'],
    ],
    [
      'two addresses and pools',
      nameOf([pool('a', 'x@example.com,y@example.com'), pool('b', 'x@example.com,y@example.com')]),
      ['Pool health: x@example.com, y@example.com, 2 pools'],
    ],
    [
      'a webhook',
      nameOf([pool('a', 'x@example.com')], [], { webhooks: ['h1'] }),
      ['Pool health: x@example.com, webhook h1, 1 pool'],
    ],
    ['many addresses', nameOf([pool('a', many)]), ['Pool health: person-0@example.com and 8 others, 1 pool']],
    ['a long address', nameOf([pool('a', long)]), [`Pool health: ${'x'.repeat(60)}@${'y'.repeat(17)}…, 1 pool`]],
    [
      'many addresses, the first one long',
      nameOf([pool('a', `${many},a${long}`)]),
      [`Pool health: a${'x'.repeat(60)}@yyy… and 9 others, 1 pool`],
    ],
    [
      'split',
      nameOf([pool('a', 'x@example.com'), pool('b', 'x@example.com')], [], { poolsPerPolicy: 1 }),
      ['Pool health: x@example.com, 1 pool', 'Pool health: x@example.com, 1 pool (2)'],
    ],
    [
      'taken',
      nameOf(
        [pool('a', 'x@example.com')],
        [policy('p', { name: 'Pool health: x@example.com, 1 pool', enabled: false })],
      ),
      ['Pool health: x@example.com, 1 pool (2)'],
    ],
  ])('%s', (_, names, expected) => {
    expect(names).toEqual(expected);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(MAX_POLICY_NAME);
  });
});

describe('warnings', () => {
  const ops = (name: string, filter?: unknown) => pool(name, 'ops@example.com', filter);
  const onA = { filters: { pool_id: ['id-of-a'] } };
  it.each<[string, readonly ApiPool[], readonly ApiPolicy[], readonly string[]]>([
    [
      'no filter pool_id',
      [ops('a')],
      [policy('p')],
      [
        '1 existing policy that is used has no filter pool_id and also reports every other pool and future ones: "policy p".',
      ],
    ],
    [
      'several without pool_id',
      [pool('a', 'ops@example.com,x@example.com')],
      [policy('p'), policy('q', { mechanisms: { email: [{ id: 'x@example.com' }] } })],
      [
        '2 existing policies that are used have no filter pool_id and also report every other pool and future ones: "policy p", "policy q".',
      ],
    ],
    [
      'identical policies',
      [ops('a')],
      [policy('p', onA), policy('q', onA)],
      [
        'The existing policies "policy p" (p) and "policy q" (q) report exactly the same, so that each alert arrives twice.',
      ],
    ],
    [
      'overlap',
      [ops('a'), ops('b')],
      [policy('p', onA), policy('q', { filters: { pool_id: ['id-of-a', 'id-of-b'], new_health: ['Healthy'] } })],
      ['2 alerts already arrive twice, because two existing policies report them, such as "policy p" and "policy q".'],
    ],
    [
      'disabled pools',
      ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...ops(name), enabled: false })),
      [],
      ['5 pools with recipients are disabled and migrated like the others: "a", "b", "c" and 2 more.'],
    ],
    [
      'no events',
      [ops('a', { pool: { disable: true }, origin: { disable: true } })],
      [],
      ['1 pool with recipients has a notification_filter that admits no event, and needs no policy: "a".'],
    ],
    [
      'two parts of an alert',
      [ops('a')],
      [
        policy('p', { filters: { pool_id: ['id-of-a'], new_health: ['Healthy'] } }),
        policy('q', { filters: { pool_id: ['id-of-a'], new_health: ['Unhealthy'] } }),
      ],
      [],
    ],
  ])('%s', (_, pools, policies, warnings) => {
    expect(planOf(pools, policies).warnings).toEqual(warnings);
  });
});

it('the body of a policy names every pool, health and source', () => {
  const [planned] = planOf([pool('a', 'x@example.com', { pool: { healthy: false }, origin: { disable: true } })], [], {
    webhooks: ['h'],
  }).policies;
  expect(policyBody(planned!)).toEqual({
    name: 'Pool health: x@example.com, webhook h, Unhealthy pool events, 1 pool',
    description: "Created by headgate from the e-mail recipients of the pools' health notifications.",
    enabled: true,
    alert_type: 'load_balancing_health_alert',
    mechanisms: { email: [{ id: 'x@example.com' }], webhooks: [{ id: 'h' }] },
    filters: { pool_id: ['id-of-a'], new_health: ['Unhealthy'], event_source: ['pool'] },
  });
});

it('5,000 pools are planned and proved', () => {
  const pools = Array.from({ length: 5000 }, (_, index) =>
    pool(
      `pool-${index}`,
      `team-${index % 40}@example.com, lead-${index % 7}@example.com`,
      index % 3 === 0 ? { pool: { healthy: false }, origin: { healthy: false } } : undefined,
    ),
  );
  const plan = planOf(pools);
  expect(plan.policies.length).toBeLessThanOrEqual(2 * (40 + 7));
  expect(planOf(pools, created(plan.policies.map(policyBody))).policies).toEqual([]);
});
