// As few policies as possible: compared with an exhaustive search on small problems.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupAlerts } from '../../../../src/cloud/pools/plan/group-alerts.ts';
import { randomRuns } from '../../../helpers/random-runs.ts';

// The least number of policies for small problems, by an exhaustive search. Shares no code with the planner.
/** Every combination of sources and healths, as four bits. */
const COMBINATIONS = [0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b1100, 0b0101, 0b1010, 0b1111];

/** The least number of disjoint blocks (pools × recipients × a combination) that hold exactly the given events of each pool and recipient. */
function fewestGroupCount(pools: number, recipients: number, events: readonly number[]): number {
  const all = events.reduce((bits, mask, index) => bits | (BigInt(mask) << BigInt(4 * index)), 0n);
  const blocks = blocksWithin(all, pools, recipients);
  const failed = new Map<bigint, number>();
  const fits = (left: bigint, count: number): boolean => {
    if (left === 0n) return true;
    if (count <= (failed.get(left) ?? 0)) return false;
    const lowest = left & -left;
    for (const block of blocks) {
      if ((block & lowest) !== 0n && (block & ~left) === 0n && fits(left & ~block, count - 1)) return true;
    }
    failed.set(left, count);
    return false;
  };
  let count = 0;
  while (!fits(all, count)) count += 1;
  return count;
}

function blocksWithin(all: bigint, pools: number, recipients: number): bigint[] {
  const blocks: bigint[] = [];
  for (let poolSet = 1; poolSet < 1 << pools; poolSet += 1) {
    for (let recipientSet = 1; recipientSet < 1 << recipients; recipientSet += 1) {
      for (const events of COMBINATIONS) {
        let block = 0n;
        for (let index = 0; index < pools * recipients; index += 1) {
          const isIn = poolSet & (1 << Math.floor(index / recipients)) && recipientSet & (1 << (index % recipients));
          if (isIn) block |= BigInt(events) << BigInt(4 * index);
        }
        if ((block & ~all) === 0n) blocks.push(block);
      }
    }
  }
  return blocks;
}

const POOLS = 4;
const RECIPIENTS = 3;

const requiredFrom = (events: readonly number[], recipients: number) =>
  events.flatMap((mask, index) =>
    mask === 0 ? [] : [{ row: Math.floor(index / recipients), column: index % recipients, events: mask }],
  );

/** What the recipients of a pool receive before any policy exists: the same events for each of them. */
const anyPool = (masks: readonly number[]) =>
  fc
    .tuple(fc.constantFrom(...masks), fc.array(fc.boolean(), { minLength: RECIPIENTS, maxLength: RECIPIENTS }))
    .map(([mask, chosen]) => chosen.map((isChosen) => (isChosen ? mask : 0)));
const anyPools = (masks: readonly number[]) =>
  fc.array(anyPool(masks), { minLength: POOLS, maxLength: POOLS }).map((pools) => pools.flat());

/** Runs of a comparison, with a fixed seed: how many are minimal, and by how many policies the worst is larger. */
function compare(arbitrary: fc.Arbitrary<readonly number[]>, recipients: number) {
  const excess = fc.sample(arbitrary, { numRuns: 150, seed: 15 }).map((events) => {
    const count = groupAlerts(requiredFrom(events, recipients)).length;
    return count - fewestGroupCount(events.length / recipients, recipients, events);
  });
  return {
    minimal: excess.filter((more) => more === 0).length / excess.length,
    worst: Math.max(...excess),
    least: Math.min(...excess),
  };
}

it('pools with and without recipients, all events: always minimal', () => {
  expect(compare(anyPools([15]), RECIPIENTS)).toEqual({ minimal: 1, worst: 0, least: 0 });
});

it('pools whose filters admit a combination of events: nearly always minimal', () => {
  const { minimal, worst, least } = compare(anyPools([15, 15, 5, 10, 3, 12, 1]), RECIPIENTS);
  expect(minimal).toBeGreaterThanOrEqual(0.98);
  expect({ worst, least }).toEqual({ worst: expect.toSatisfy((more: number) => more <= 1), least: 0 });
});

it('pools whose filters are any: at most one policy more', () => {
  const { minimal, worst, least } = compare(anyPools([15, 5, 10, 3, 12, 7, 11, 13, 14, 6, 9, 1, 2, 4, 8]), RECIPIENTS);
  expect(minimal).toBeGreaterThanOrEqual(0.95);
  expect({ worst, least }).toEqual({ worst: expect.toSatisfy((more: number) => more <= 1), least: 0 });
});

it('any events of any pool and recipient, as after random policies of others: at most two policies more', () => {
  const any = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 9, maxLength: 9 });
  const { minimal, worst, least } = compare(any, 3);
  expect(minimal).toBeGreaterThanOrEqual(0.6);
  expect({ worst, least }).toEqual({ worst: expect.toSatisfy((more: number) => more <= 2), least: 0 });
});

it('holds exactly the required events, each once, in large problems too', () => {
  const anyRequired = fc
    .uniqueArray(fc.tuple(fc.nat(40), fc.nat(15), fc.integer({ min: 1, max: 15 })), {
      maxLength: 300,
      selector: ([pool, recipient]) => `${pool} ${recipient}`,
    })
    .map((entries) => entries.map(([row, column, events]) => ({ row, column, events })));
  fc.assert(
    fc.property(anyRequired, (required) => {
      const groups = groupAlerts(required);
      const seen = new Map<string, number>();
      for (const { rows, columns, events } of groups) {
        for (const row of rows) {
          for (const column of columns) {
            const before = seen.get(`${row} ${column}`) ?? 0;
            expect(before & events).toBe(0);
            seen.set(`${row} ${column}`, before | events);
          }
        }
      }
      expect(seen).toEqual(new Map(required.map(({ row, column, events }) => [`${row} ${column}`, events])));
      expect(groupAlerts(required.toReversed())).toEqual(groups);
    }),
    { numRuns: randomRuns(60) },
  );
});
