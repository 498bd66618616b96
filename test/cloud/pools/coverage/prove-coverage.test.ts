// Nothing can be cleared without the proof: what it allows, and what does not compile.
import { describe, expect, it } from 'vitest';
import { type ClearablePool, type ProvenListing, proveCoverage } from '../../../../src/cloud/pools/index.ts';
import { NOW, policy, pool } from '../../../helpers/pools/accounts.ts';

const prove = (pools: readonly ReturnType<typeof pool>[], policies = [policy('all')], force = false) =>
  proveCoverage({ pools, policies, silences: [], now: NOW, webhooks: [], force });
const names = (pools: readonly (ReturnType<typeof pool> | undefined)[]) => pools.map((one) => one?.name);

describe('clearable', () => {
  const covered = pool('covered', 'ops@example.com', { pool: { healthy: false } });
  const everyEvent = pool('every event', 'ops@example.com');
  const uncovered = pool('uncovered', 'dev@example.com');
  const proof = prove([covered, everyEvent, uncovered, pool('clear'), pool('empty', '')]);

  it('a covered pool, as it was in the listing', () => {
    expect(proof.clearable(covered)).toMatchObject({ id: covered.id, name: 'covered' });
  });

  it.each([[{ pool: { healthy: false }, origin: null }], [{ origin: {}, pool: { disable: null, healthy: false } }]])(
    'with a filter that admits the same events: %j',
    (notification_filter) => {
      expect(proof.clearable({ ...covered, notification_filter, enabled: false })).toBeDefined();
    },
  );

  it.each([
    ['an uncovered pool', uncovered],
    [
      'a pool with another filter than in the listing',
      { ...covered, notification_filter: { pool: { healthy: true } } },
    ],
    ['a pool without the filter of the listing', pool('covered', 'ops@example.com')],
    ['a pool with a filter that has a problem', { ...everyEvent, notification_filter: 15 }],
    ['a pool with a recipient more', { ...covered, notification_email: 'ops@example.com,dev@example.com' }],
    ['a pool that is not in the listing', pool('new', 'ops@example.com')],
  ])('not %s', (_, one) => {
    expect(proof.clearable(one)).toBeUndefined();
  });

  it('a pool without recipients, even if it had uncovered ones', () => {
    expect(proof.clearable(pool('clear'))).toBeDefined();
    expect(proof.clearable({ ...uncovered, notification_email: '' })).toBeDefined();
  });

  it('a pool with problems: with force and covered addresses only', () => {
    const rubbish = pool('rubbish', 'ops@example.com, ops');
    const both = pool('rubbish', 'ops@example.com, dev@example.com, ops');
    expect(prove([rubbish]).clearable(rubbish)).toBeUndefined();
    expect(prove([rubbish], undefined, true).clearable(rubbish)).toBeDefined();
    expect(prove([both], undefined, true).clearable(both)).toBeUndefined();
  });
});

describe('every pool', () => {
  it.each([
    [[pool('a', 'ops@example.com'), pool('b')], true],
    [[], true],
    [[pool('a', 'ops@example.com'), pool('b', 'dev@example.com')], false],
    [[pool('a', 'ops@example.com'), pool('b', 'rubbish')], false],
  ])('%#', (pools, isProven) => {
    const { everyPool } = prove(pools);
    expect(everyPool === undefined ? undefined : names([...everyPool.pools] as never)).toEqual(
      isProven ? names(pools) : undefined,
    );
  });
});

it('names every uncovered alert', () => {
  const { uncovered } = proveCoverage({
    pools: [
      pool('b', 'Dev@example.com', { origin: { disable: true } }),
      pool('a', 'ops@example.com', { pool: { healthy: true } }),
    ],
    policies: [policy('p', { filters: { event_source: ['origin'] } })],
    silences: [],
    now: NOW,
    webhooks: ['hook'],
    force: false,
  });
  expect(
    uncovered.map(
      ({ pool: { name }, source, health, recipient }) => `${name} ${source} ${health} ${JSON.stringify(recipient)}`,
    ),
  ).toEqual([
    'a pool Healthy {"email":"ops@example.com"}',
    'a pool Healthy {"webhook":"hook"}',
    'a origin Unhealthy {"webhook":"hook"}',
    'a origin Healthy {"webhook":"hook"}',
    'b pool Unhealthy {"email":"dev@example.com"}',
    'b pool Healthy {"email":"dev@example.com"}',
    'b pool Unhealthy {"webhook":"hook"}',
    'b pool Healthy {"webhook":"hook"}',
  ]);
});

it('no other code can create what a clear needs', () => {
  const clear = (one: ClearablePool | ProvenListing) => one;
  // @ts-expect-error a pool of the API is not proven
  clear(pool('a'));
  // @ts-expect-error neither is its name and id
  clear({ id: 'a', name: 'a' });
  // @ts-expect-error neither is a list of proven pools
  clear({ pools: [] });
  // @ts-expect-error the proof may have found uncovered alerts
  clear(prove([]).everyPool);
  // @ts-expect-error or a pool that must keep its recipients
  clear(prove([]).clearable(pool('a')));
  expect(JSON.stringify(clear(prove([]).everyPool!))).toBe('{"pools":[]}');
});
