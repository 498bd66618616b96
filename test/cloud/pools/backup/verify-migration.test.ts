// What a verification reports: pools that are not clear, alerts that nobody reports, pools that are gone.
import { expect, it } from 'vitest';
import type { ApiPolicy, ApiPool } from '../../../../src/cloud/api/index.ts';
import { type BackupEntry, verifyMigration } from '../../../../src/cloud/pools/index.ts';
import { backupOf, entry, NOW, policy, pool } from '../../../helpers/pools/accounts.ts';

const verify = (entries: readonly BackupEntry[], pools: readonly ApiPool[], policies: readonly ApiPolicy[]) =>
  verifyMigration({
    account: 'acc',
    backupPath: 'b.json',
    backup: backupOf(entries),
    pools,
    policies,
    silences: [],
    now: NOW,
  });

it('complete: every pool clear, every alert covered', () => {
  const entries = [
    entry('a', 'OPS@example.com'),
    entry('b', 'ops@example.com', { notification_filter: { pool: { healthy: false } } }),
  ];
  expect(verify(entries, [pool('b'), pool('a', ''), pool('c')], [policy('p')])).toEqual({
    version: 1,
    account: 'acc',
    backup: 'b.json',
    poolCount: 3,
    remaining: [],
    alerts: 7,
    uncovered: [],
    deleted: [],
    warnings: [],
    isComplete: true,
  });
});

it('names every alert that no policy reports', () => {
  const entries = [entry('a', 'ops@example.com,x@example.com', { notification_filter: { origin: { disable: true } } })];
  const result = verify(entries, [pool('a')], [policy('p', { filters: { new_health: ['Unhealthy'] } })]);
  expect(result).toMatchObject({ alerts: 4, isComplete: false });
  const at = { pool: { id: 'id-of-a', name: 'a' }, source: 'pool' };
  expect(result.uncovered).toEqual([
    { ...at, health: 'Healthy', recipient: { email: 'ops@example.com' } },
    { ...at, health: 'Unhealthy', recipient: { email: 'x@example.com' } },
    { ...at, health: 'Healthy', recipient: { email: 'x@example.com' } },
  ]);
});

it.each([
  ['is disabled', { enabled: false }],
  ['lost its recipients', { mechanisms: {} }],
  ['names other pools', { filters: { pool_id: ['id-of-b'] } }],
])('an alert is uncovered once its policy %s', (_, changes) => {
  expect(verify([entry('a', 'ops@example.com')], [pool('a')], [policy('p', changes)])).toMatchObject({
    isComplete: false,
    uncovered: { length: 4 },
  });
});

it('names a policy that would report them if it counted', () => {
  expect(verify([entry('a', 'ops@example.com')], [pool('a')], [policy('p', { enabled: false })]).warnings).toEqual([
    'Policy "policy p" (id p) is disabled and does not count; it would cover 4 uncovered alerts of the backup. Enable it instead of creating another policy, which would send each alert twice once this one is enabled.',
  ]);
});

it('names the policy first that would cover most', () => {
  const entries = [entry('a', 'ops@example.com'), entry('b', 'ops@example.com')];
  const policies = [
    policy('old', { name: 'A', enabled: false, filters: { pool_id: ['id-of-a'], event_source: ['pool'] } }),
    policy('ours', { name: 'Z', enabled: false }),
  ];
  const { warnings } = verify(entries, [pool('a'), pool('b')], policies);
  expect(warnings.map((text) => text.slice(0, 20))).toEqual(['Policy "Z" (id ours)', 'Policy "A" (id old) ']);
});

it('the webhooks of an entry must receive its alerts', () => {
  const hooks = policy('p', {
    mechanisms: { email: [{ id: 'ops@example.com' }], webhooks: [{ id: 'h' }] },
    filters: { pool_id: ['id-of-a'] },
  });
  const entries = [entry('a', 'ops@example.com', { webhooks: ['h'] }), entry('b', 'ops@example.com')];
  expect(verify(entries, [pool('a'), pool('b')], [hooks, policy('q')])).toMatchObject({ alerts: 12, isComplete: true });
  expect(verify(entries, [pool('a'), pool('b')], [policy('q')]).uncovered).toHaveLength(4);
});

it.each([
  [pool('a', 'x@example.com, y@example.com'), '2 recipients are left.'],
  [pool('a', 'x@example.com, y'), '1 recipient is left. notification_email contains "y", expected an e-mail address.'],
  [pool('a', 'y'), 'notification_email contains "y", expected an e-mail address.'],
])('a pool that still has recipients', (remaining, reason) => {
  expect(verify([], [remaining], [policy('p')])).toMatchObject({
    remaining: [{ id: 'id-of-a', name: 'a', reason }],
    isComplete: false,
  });
});

it('the latest entry of a pool counts, under the present name of the pool', () => {
  const entries = [entry('a', 'x@example.com'), entry('a', 'y@example.com')];
  const result = verify(entries, [{ ...pool('a'), name: 'renamed' }], []);
  expect(
    new Set(result.uncovered.map(({ pool: { name }, recipient }) => `${name} ${JSON.stringify(recipient)}`)),
  ).toEqual(new Set(['renamed {"email":"y@example.com"}']));
});

it('pools that no longer exist need nothing', () => {
  expect(verify([entry('gone', 'x@example.com')], [pool('a')], [])).toMatchObject({
    deleted: [{ id: 'id-of-gone', name: 'gone' }],
    alerts: 0,
    isComplete: true,
  });
});

it('parts that are not addresses need nothing, and are mentioned', () => {
  const entries = [entry('a', 'ops@example.com, nobody', { force: true })];
  expect(verify(entries, [pool('a')], [policy('p')])).toMatchObject({
    isComplete: true,
    warnings: [
      '1 pool in the backup has problems, and only the valid addresses are compared: "a". The first problem: notification_email contains "nobody", expected an e-mail address.',
    ],
  });
});
