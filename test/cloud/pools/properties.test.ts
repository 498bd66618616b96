// What a plan promises, for random pools, policies and silences: nobody loses an alert, nobody receives another one. The judge is naive.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ApiPolicy, ApiPool } from '../../../src/cloud/api/index.ts';
import { planMigration, policyBody, proveCoverage } from '../../../src/cloud/pools/index.ts';
import { created, NOW } from '../../helpers/pools/accounts.ts';
import { isSound, mailedBy, partsOf, sentBy } from '../../helpers/pools/naive-coverage.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { type AnyAccount, anyAccount } from '../../properties/any-account.ts';

const anyRequest = fc.record({
  account: anyAccount,
  force: fc.boolean(),
  poolsPerPolicy: fc.constantFrom(undefined, undefined, 1, 2),
});
type Request = typeof anyRequest extends fc.Arbitrary<infer T> ? T : never;

const plan = ({ account: { pools, policies, silences, webhooks }, force, poolsPerPolicy }: Request) =>
  planMigration({ account: 'acc', pools, policies, silences, webhooks, force, poolsPerPolicy, now: NOW });

/** Every alert that policies send for the pools; twice if two policies send it. */
const sent = (policies: readonly ApiPolicy[], { pools, silences }: AnyAccount) =>
  policies.flatMap((policy) => pools.flatMap((pool) => sentBy(policy, pool, silences, NOW)));

/** Every alert that the migration must keep: legacy e-mails of pools that are cleared, and the same for each webhook. */
const required = ({ account: { pools, webhooks }, force }: Request) =>
  pools.filter((pool) => force || isSound(pool)).flatMap((pool) => [...mailedBy(pool), ...toWebhooks(pool, webhooks)]);

const toWebhooks = (pool: ApiPool, webhooks: readonly string[]) =>
  partsOf(pool).length === 0
    ? []
    : mailedBy({ ...pool, notification_email: 'x@example.com' }).flatMap((alert) =>
        webhooks.map((id) => alert.replace('x@example.com', `webhook ${id}`)),
      );

const check = (property: (request: Request) => void, numRuns = 400) =>
  fc.assert(fc.property(anyRequest, property), { numRuns: randomRuns(numRuns) });

it('new policies report exactly the alerts that existing policies do not report, each once', () => {
  check((request) => {
    const added = sent(created(plan(request).policies.map(policyBody)), request.account);
    const already = new Set(sent(request.account.policies, request.account));
    expect(added.sort()).toEqual(
      required(request)
        .filter((alert) => !already.has(alert))
        .sort(),
    );
  });
});

it('after the plan, the proof has no uncovered alert and allows to clear what the plan clears', () => {
  check((request) => {
    const { account, force } = request;
    const migration = plan(request);
    const policies = [...account.policies, ...created(migration.policies.map(policyBody))];
    const proof = proveCoverage({ ...account, policies, force, now: NOW });
    const kept = migration.pools.filter(({ action }) => action === 'keep').map(({ id }) => id);
    expect(proof.uncovered).toEqual([]);
    expect(account.pools.filter((pool) => proof.clearable(pool) === undefined).map(({ id }) => id)).toEqual(
      account.pools.filter(({ id }) => kept.includes(id)).map(({ id }) => id),
    );
    expect(proof.everyPool !== undefined).toBe(kept.length === 0);
  });
});

it('the proof allows to clear a pool only if every one of its alerts is reported', () => {
  check((request) => {
    const { account, force } = request;
    const proof = proveCoverage({ ...account, force, now: NOW });
    const already = new Set(sent(account.policies, account));
    const uncovered = required(request).filter((alert) => !already.has(alert));
    expect(
      proof.uncovered
        .map(({ pool, source, health, recipient }) =>
          [
            pool.id,
            source,
            health,
            ...('email' in recipient ? [recipient.email] : ['webhook', recipient.webhook]),
          ].join(' '),
        )
        .sort(),
    ).toEqual(uncovered.sort());
    for (const pool of account.pools) {
      const isCovered = uncovered.every((alert) => !alert.startsWith(`${pool.id} `));
      const expected = partsOf(pool).length === 0 || ((force || isSound(pool)) && isCovered);
      expect(proof.clearable(pool) !== undefined).toBe(expected);
    }
  });
});

it('a second plan creates nothing', () => {
  check((request) => {
    const policies = [...request.account.policies, ...created(plan(request).policies.map(policyBody))];
    expect(plan({ ...request, account: { ...request.account, policies } }).policies).toEqual([]);
  });
});

it('every planned policy is needed', () => {
  check((request) => {
    const { account, force } = request;
    const added = created(plan(request).policies.map(policyBody));
    for (const removed of added) {
      const policies = [...account.policies, ...added.filter((one) => one !== removed)];
      expect(proveCoverage({ ...account, policies, force, now: NOW }).uncovered).not.toEqual([]);
    }
  });
});

it('the order of pools, policies and silences changes nothing', () => {
  const reverse = <Item>(items: readonly Item[]) => items.toReversed();
  check((request) => {
    const { pools, policies, silences, webhooks } = request.account;
    const reversed = {
      pools: reverse(pools),
      policies: reverse(policies),
      silences: reverse(silences),
      webhooks: reverse(webhooks),
    };
    expect(plan({ ...request, account: reversed })).toEqual(plan(request));
  });
});

it('without existing policies, pools with the same recipients and filter need at most two policies', () => {
  check((request) => {
    const account = { ...request.account, policies: [] };
    const groups = new Set(
      account.pools
        .filter((pool) => partsOf(pool).length > 0)
        .map((pool) => JSON.stringify(mailedBy({ ...pool, id: '' }).sort())),
    );
    expect(plan({ ...request, account, poolsPerPolicy: undefined }).policies.length).toBeLessThanOrEqual(
      2 * groups.size,
    );
  });
});
