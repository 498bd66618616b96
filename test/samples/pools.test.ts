// The sample pools: stored as generated, and exactly the cases that samples/README.md names.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { poolsDocument } from '../../samples/generator/index.ts';

interface SamplePool {
  id: string;
  name: string;
  notification_email?: string | null;
  notification_filter?: { [source: string]: { disable?: boolean; healthy?: boolean | null } | null } | null;
}

const text = readFileSync(join(import.meta.dirname, '../../samples/pools.json'), 'utf8');
const { result, result_info } = JSON.parse(text) as { result: SamplePool[]; result_info: object };
const names = (pools: readonly SamplePool[]) => pools.map(({ name }) => name);
const addressesOf = ({ notification_email }: SamplePool) =>
  [...new Set((notification_email ?? '').split(',').map((part) => part.trim().toLowerCase()))].filter(Boolean).sort();
/** What a pool reports, whatever the spelling of its filter. */
const eventsOf = ({ notification_filter }: SamplePool) =>
  ['pool', 'origin'].map((source) => {
    const { disable, healthy } = notification_filter?.[source] ?? {};
    return disable === true ? 'none' : (healthy ?? 'all');
  });

it('is the file that the generator writes, with one pool per line', () => {
  expect(text).toBe(poolsDocument());
  expect(text.split('\n').filter((line) => line.startsWith('{"id":'))).toHaveLength(137);
});

it('has 137 pools of different ids, in ascending order of name', () => {
  expect(result_info).toEqual({ page: 1, per_page: 137, count: 137, total_count: 137, total_pages: 1 });
  expect(names(result)).toEqual([...new Set(names(result))].sort());
  expect(new Set(result.map(({ id }) => id)).size).toBe(137);
});

it('has three pools of one combination, which no other pool has', () => {
  const combinationOf = (pool: SamplePool) => JSON.stringify([addressesOf(pool), eventsOf(pool)]);
  const combination = combinationOf(result.find(({ name }) => name === 'checkout-us-east-1')!);
  expect(names(result.filter((pool) => combinationOf(pool) === combination))).toEqual([
    'checkout-eu-central-1',
    'checkout-eu-west-1',
    'checkout-us-east-1',
  ]);
});

it('has one pool each of two addresses, of unhealthy events, and of rubbish', () => {
  const isAddress = (part: string) => /^[a-z-]+@example\.com$/.test(part);
  const rubbish = result.filter((pool) => !addressesOf(pool).every(isAddress));
  expect(names(rubbish)).toEqual(['erp-onprem']);
  const two = result.filter((pool) => addressesOf(pool).length > 1 && !rubbish.includes(pool));
  expect(two.map(({ name, notification_email }) => [name, notification_email])).toEqual([
    ['payments-eu-west-1', 'payments@example.com, finance@example.com'],
  ]);
  const narrowed = result.filter((pool) => eventsOf(pool).some((found) => typeof found === 'boolean'));
  expect(narrowed.map((pool) => [pool.name, eventsOf(pool)])).toEqual([['search-us-east-1', [false, 'all']]]);
});

it('has the usual mixture of others', () => {
  const without = result.filter((pool) => addressesOf(pool).length === 0);
  expect(without).toHaveLength(34);
  expect(new Set(without.map(({ notification_email }) => notification_email))).toEqual(
    new Set([null, undefined, '', ' ']),
  );
  const spellings = result.filter((pool) => addressesOf(pool).join() === 'ops@example.com');
  expect(new Set(spellings.map(({ notification_email }) => notification_email)).size).toBe(6);
  expect(spellings.some(({ notification_email }) => notification_email!.split(',').length === 3)).toBe(true);
  expect(result.filter((pool) => eventsOf(pool)[1] === 'none').length).toBeGreaterThan(3);
});
