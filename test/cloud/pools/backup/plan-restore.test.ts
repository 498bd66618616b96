// What a restoration creates: policies for alerts of the backup that nothing reports any more.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ApiPolicy, ApiPool } from '../../../../src/cloud/api/index.ts';
import { type BackupEntry, planRestore, policyBody, verifyMigration } from '../../../../src/cloud/pools/index.ts';
import { backupOf, created, entry, NOW, policy, pool } from '../../../helpers/pools/accounts.ts';
import { randomRuns } from '../../../helpers/random-runs.ts';
import { anyAccount } from '../../../properties/any-account.ts';

const restore = (entries: readonly BackupEntry[], pools: readonly ApiPool[], policies: readonly ApiPolicy[] = []) =>
  planRestore({
    account: 'acc',
    backupPath: 'b.json',
    backup: backupOf(entries),
    pools,
    policies,
    silences: [],
    now: NOW,
  });

it('creates what is missing', () => {
  const plan = restore(
    [
      entry('a', 'ops@example.com, x@example.com'),
      entry('b', 'x@example.com', { webhooks: ['h'] }),
      entry('gone', 'x@example.com'),
    ],
    [pool('a'), pool('b')],
    [policy('p', { filters: { new_health: ['Healthy'], pool_id: ['id-of-a'] } })],
  );
  expect(plan).toMatchObject({
    account: 'acc',
    backup: 'b.json',
    alerts: 16,
    covered: 2,
    warnings: [],
    isPending: true,
  });
  expect(
    plan.policies.map(({ pools, emails, webhooks, health }) => [
      pools.map(({ name }) => name),
      [...emails, ...webhooks],
      health,
    ]),
  ).toEqual([
    [['a'], ['ops@example.com'], ['Unhealthy']],
    [['a'], ['x@example.com'], ['Unhealthy', 'Healthy']],
    [['b'], ['x@example.com', 'h'], ['Unhealthy', 'Healthy']],
  ]);
});

it('is empty if policies report everything', () => {
  expect(restore([entry('a', 'ops@example.com')], [pool('a')], [policy('p')])).toMatchObject({
    policies: [],
    alerts: 4,
    covered: 4,
    isPending: false,
  });
});

it('does not double what a pool still mails itself', () => {
  expect(restore([entry('a', 'ops@example.com')], [pool('a', 'OPS@example.com')])).toMatchObject({
    policies: [],
    covered: 4,
  });
  const onlyUnhealthy = { pool: { healthy: false }, origin: { healthy: false } };
  expect(
    restore([entry('a', 'ops@example.com')], [pool('a', 'ops@example.com', onlyUnhealthy)]).policies,
  ).toMatchObject([{ health: ['Healthy'], sources: ['pool', 'origin'] }]);
});

it('mentions policies that do not count, and parts that are not addresses', () => {
  const disabled = (...ids: readonly string[]) => ids.map((id) => policy(id, { enabled: false }));
  const warnings = (policies: readonly ApiPolicy[]) =>
    restore([entry('a', 'ops@example.com, y', { force: true })], [pool('a')], policies).warnings;
  expect(warnings([])).toEqual([
    '1 pool in the backup has problems, and only the valid addresses are compared: "a". The first problem: notification_email contains "y", expected an e-mail address.',
  ]);
  const named = (id: string) =>
    `Policy "policy ${id}" (id ${id}) is disabled and does not count; it would cover 4 uncovered alerts of the backup. Enable it instead of creating another policy, which would send each alert twice once this one is enabled.`;
  expect(warnings(disabled('p')).slice(0, -1)).toEqual([named('p')]);
  expect(warnings(disabled('p', 'q')).slice(0, -1)).toEqual([named('p'), named('q')]);
  expect(warnings(disabled('p', 'q', 'r', 's', 't', 'u', 'v')).slice(5, -1)).toEqual([
    '2 more policies do not count and would cover some.',
  ]);
});

it('after a restoration nothing is missing', () => {
  fc.assert(
    fc.property(anyAccount, fc.boolean(), ({ pools, policies, silences, webhooks }, isCleared) => {
      const entries = pools.flatMap(({ id, name, notification_email, notification_filter }) =>
        typeof notification_email === 'string'
          ? [{ id, name, notification_email, notification_filter, force: true, webhooks, readAt: NOW.toISOString() }]
          : [],
      );
      const live = {
        account: 'acc',
        backupPath: 'b.json',
        backup: backupOf(entries),
        pools: isCleared ? pools.map(({ id, name }) => ({ id, name })) : pools,
        silences,
        now: NOW,
      };
      const plan = planRestore({ ...live, policies });
      const after = { ...live, policies: [...policies, ...created(plan.policies.map(policyBody))] };
      expect(planRestore(after)).toMatchObject({ policies: [], covered: plan.alerts });
      const { uncovered } = verifyMigration({ ...live, policies });
      if (isCleared) {
        expect(plan.alerts - plan.covered).toBe(uncovered.length);
        expect(verifyMigration(after).isComplete).toBe(true);
      }
    }),
    { numRuns: randomRuns(200) },
  );
});
