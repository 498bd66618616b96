// Properties of shortened filters: equal to the original by a proof and by an independent evaluator, never larger, and final.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Value } from '../../../src/base/index.ts';
import {
  type Filter,
  type Node,
  OPERATORS,
  printExpression,
  printFilterJson,
} from '../../../src/language/filter/index.ts';
import { areEqual, type RecordDomain, type ShortenedFilter, shorten } from '../../../src/language/logic/index.ts';
import {
  ARBITRARY_DATASET,
  conditionArbitrary,
  filterArbitrary,
  recordArbitrary,
} from '../../helpers/filter/arbitraries.ts';
import { naiveVerdict } from '../../helpers/filter/naive-evaluator.ts';
import { type Property, propertyOf } from '../kernel/property.ts';
import { filterPair, sizedFilter } from './filter-pairs.ts';
import { nearRecords } from './near-records.ts';
import { SMALL_FIELDS, smallCondition } from './small-records.ts';

type RecordOfFilter = ReadonlyMap<string, Value>;

/** Records of each kind that are tried for a filter: near its constants, and independent of it. */
const RECORDS = 20;

/** Conditions on few fields with few constants, which often cover each other. */
const dense: fc.Arbitrary<Filter> = fc
  .tuple(fc.subarray(Object.keys(SMALL_FIELDS), { minLength: 1, maxLength: 3 }), fc.integer({ min: 2, max: 10 }))
  .chain(([fields, size]) => sizedFilter(size, smallCondition(fields)));

/** A filter joined with a changed form of it. */
const joined: fc.Arbitrary<Filter> = fc
  .tuple(
    fc.constantFrom('and' as const, 'or' as const),
    fc.integer({ min: 1, max: 4 }).chain((size) => filterPair(size)),
  )
  .map(([kind, pair]) => ({ where: { kind, children: pair.map(({ where }) => where) } }));

/** A filter with a part that every complete record satisfies, or that none does: a step removes it, perhaps with the last test of its field. */
const withConstant: fc.Arbitrary<Filter> = fc
  .tuple(fc.constantFrom('and' as const, 'or' as const), conditionArbitrary, fc.oneof(joined, dense))
  .map(([kind, condition, { where }]): Filter => {
    const negated = { ...condition, operator: OPERATORS[condition.operator].negation };
    const constant: Node = { kind: kind === 'and' ? 'or' : 'and', children: [condition, negated] };
    return { where: { kind, children: [where, constant] } };
  });

/** Independent conditions, and filters of which much can be removed. */
const shortenable: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 2, arbitrary: filterArbitrary },
  { weight: 1, arbitrary: dense },
  { weight: 1, arbitrary: joined },
  { weight: 2, arbitrary: withConstant },
);

const shortened = propertyOf(
  'shortened filters are equal, not larger, and not shortened twice',
  50,
  fc.tuple(shortenable, fc.constantFrom<RecordDomain>('any', 'complete'), fc.nat()),
  ([filter, wanted, seed]) => {
    const result = shorten(filter, ARBITRARY_DATASET, { domain: wanted });
    const { filter: short, before, after, domain, isStopped } = result;
    expect(isStopped).toBe(false);
    if (wanted === 'any') expect(domain).toBe('any');
    if (domain === 'any') expect(short).toBeDefined();
    expect(after.operators).toBeLessThanOrEqual(before.operators);
    expect(after.bytes).toBeLessThanOrEqual(before.bytes);
    expect(areEqual(filter, short, ARBITRARY_DATASET, { domain })).toEqual({ answer: 'proven' });
    const draws = { seed, numRuns: RECORDS };
    for (const record of fc.sample(nearRecords([filter], domain === 'complete'), draws)) {
      expect(verdictOn(record, short)).toBe(verdictOn(record, filter));
    }
    for (const record of fc.sample(recordArbitrary, draws)) {
      const [from, to] = [verdictOn(record, filter), verdictOn(record, short)];
      // A record that a filter cannot decide is not complete.
      if (domain === 'any' || (from !== 'undecided' && to !== 'undecided')) expect(to).toBe(from);
    }
    expectDifference(filter, result);
    if (short === undefined) return;
    const again = shorten(short, ARBITRARY_DATASET, { domain: wanted }).filter;
    expect(again && printExpression(again)).toBe(printExpression(short));
  },
);

/** A difference is a record with the verdicts that the independent evaluator has, and exists only for complete records. */
function expectDifference(filter: Filter, { filter: short, domain, difference }: ShortenedFilter): void {
  if (difference === undefined) {
    // Every filter with a condition is undecided on the empty record, and no filter keeps it.
    expect(short).toBeDefined();
    return;
  }
  expect(domain).toBe('complete');
  const { record, from, to } = difference;
  const entries = new Map(Object.entries(record));
  expect([from, to]).toEqual([verdictOn(entries, filter), verdictOn(entries, short)]);
  expect(from).not.toBe(to);
}

function verdictOn(record: RecordOfFilter, filter: Filter | undefined): string {
  return filter === undefined ? 'keep' : naiveVerdict(printFilterJson(filter), record);
}

/** All properties of shortened filters. */
export const SHORTEN_PROPERTIES: readonly Property[] = [shortened];
