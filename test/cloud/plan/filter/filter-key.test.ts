// Equal meaning of filters: which differences are none, and that two filters with one key never differ on a line.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterKey } from '../../../../src/cloud/plan/index.ts';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import {
  compileFilter,
  type Filter,
  type Node,
  parseExpression,
  readFilter,
} from '../../../../src/language/filter/index.ts';
import { ARBITRARY_DATASET, filterArbitrary, recordArbitrary } from '../../../helpers/filter/arbitraries.ts';
import { coveredCases, randomRuns } from '../../../helpers/random-runs.ts';

const dataset = getDataset('http_requests');
const keyOf = (text: string): string => filterKey(readFilter(text, dataset).filter!, dataset);

describe('equal', () => {
  it.each([
    ['order of and', 'BotScore < 30 and ClientCountry == "de"', 'ClientCountry == "de" and BotScore < 30'],
    ['order of or', 'BotScore < 30 or ClientCountry == "de"', 'ClientCountry == "de" or BotScore < 30'],
    [
      'white space in JSON',
      '{"where":{"key":"BotScore","operator":"lt","value":30}}',
      ' { "where" : {"value":30,"key":"BotScore","operator":"lt"} }',
    ],
    [
      'nesting',
      'BotScore < 30 and (ClientCountry == "de" and RayID != "a")',
      '(BotScore < 30 and ClientCountry == "de") and RayID != "a"',
    ],
    ['a group of one', '{"where":{"and":[{"key":"BotScore","operator":"lt","value":30}]}}', 'BotScore < 30'],
    ['in of one value', 'BotScore in {30}', 'BotScore == 30'],
    ['not in of one value', 'not BotScore in {30}', 'BotScore != 30'],
    ['order in a list', 'BotScore in {1 2}', 'BotScore in {2 1}'],
    ['repeats in a list', 'BotScore in {1 2 2}', 'BotScore in {2 1}'],
    ['30 and "30"', 'BotScore in {"1" 2}', 'BotScore in {1 "2"}'],
    ['30 and "30" as repeats', 'BotScore in {1 "1"}', 'BotScore == 1'],
    ['true and "true"', 'CacheReserveUsed == "true"', 'CacheReserveUsed'],
    ['a repeated condition', 'BotScore < 30 and BotScore < 30', 'BotScore < 30'],
    ['or of eq, and in', 'BotScore == 1 or BotScore == 2', 'BotScore in {1 2}'],
    ['and of !eq, and !in', 'BotScore != 1 and BotScore != 2', 'not BotScore in {1 2}'],
    ['or of in', 'BotScore in {1 2} or BotScore in {2 3}', 'BotScore in {1 2 3}'],
  ])('%s', (_, one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });
});

describe('different', () => {
  it.each([
    ['and, or', 'BotScore < 30 and ClientCountry == "de"', 'BotScore < 30 or ClientCountry == "de"'],
    ['< 30, <= 29: the same lines, but not the same words', 'BotScore < 30', 'BotScore <= 29'],
    ['case', 'ClientCountry == "de"', 'ClientCountry == "DE"'],
    ['"30" of a string field', 'ClientCountry == "30"', 'ClientCountry == "030"'],
    ['notations of a float', 'EdgeResponseCompressionRatio == 0.5', 'EdgeResponseCompressionRatio == 0.50'],
    ['notations of a time', 'EdgeStartTimestamp == 1700000000', 'EdgeStartTimestamp == "2023-11-14T22:13:20Z"'],
    ['integers beyond 2^53', 'ClientASN == 9007199254740992', 'ClientASN == 9007199254740993'],
    ['or of !eq, and !in', 'BotScore != 1 or BotScore != 2', 'not BotScore in {1 2}'],
    [
      'grouping',
      '(BotScore == 1 or RayID == "a") and RayID == "b"',
      'BotScore == 1 or (RayID == "a" and RayID == "b")',
    ],
    ['texts with separators', 'RayID in {"a" "b"}', 'RayID == "a\\",\\"b"'],
  ])('%s', (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });
});

/** A filter of the same meaning in other words. */
function reworded({ where }: Filter, seed: number): Filter {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % below;
  };
  const reword = (node: Node): Node => {
    if (node.kind === 'condition') {
      if (node.operator === 'in' || node.operator === '!in') {
        const values = [...(node.value as string[])];
        values.push(values[next(values.length)]!);
        return { ...node, value: values.reverse() };
      }
      return next(3) === 0 ? { kind: 'and', children: [node] } : node;
    }
    const children = node.children.map(reword);
    const turned = next(2) === 0 ? children.toReversed() : children;
    if (turned.length > 2 && next(2) === 0) {
      return { kind: node.kind, children: [{ kind: node.kind, children: turned.slice(0, 2) }, ...turned.slice(2)] };
    }
    return { kind: node.kind, children: next(4) === 0 ? [...turned, turned[0]!] : turned };
  };
  return { where: reword(where) };
}

it('rewording never changes the key', () => {
  fc.assert(
    fc.property(filterArbitrary, fc.nat(), (filter, seed) => {
      expect(filterKey(reworded(filter, seed), ARBITRARY_DATASET)).toBe(filterKey(filter, ARBITRARY_DATASET));
    }),
    { numRuns: randomRuns(500) },
  );
});

/** Filters of few conditions on few values: many pairs of them have equal keys. */
const smallCondition: fc.Arbitrary<Node> = fc
  .constantFrom(
    'BotScore == 1',
    'BotScore == "1"',
    'BotScore in {1}',
    'BotScore in {1 2}',
    'BotScore != 1',
    'BotScore == 2',
    'not BotScore in {2 1}',
    'ClientCountry == "a"',
    'ClientCountry in {"b" "a"}',
    'ClientCountry != "a"',
    'BotTags contains "a"',
    'CacheReserveUsed',
  )
  .map((text) => parseExpression(text).where);
const smallFilter: fc.Arbitrary<Filter> = fc
  .letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      { weight: 2, arbitrary: smallCondition },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const),
          children: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
        }),
      },
    ),
  }))
  .node.map((where) => ({ where }));

/** Every combination of a few values, invalid and missing ones included. */
const LINES = [1, 2, 3, '1', 'x', null, undefined].flatMap((score) =>
  ['a', 'b', 'c', null, undefined].flatMap((country) =>
    [['a'], [], 'a', undefined].flatMap((tags) =>
      [true, false, undefined].map((used) => {
        const entries = Object.entries({
          BotScore: score,
          ClientCountry: country,
          BotTags: tags,
          CacheReserveUsed: used,
        });
        return new Map(
          entries.filter((entry): entry is [string, NonNullable<(typeof entry)[1]>] => entry[1] !== undefined),
        );
      }),
    ),
  ),
);

it('filters with equal keys have the same verdict on every line', () => {
  let equal = 0;
  fc.assert(
    fc.property(fc.array(smallFilter, { minLength: 30, maxLength: 30 }), (filters) => {
      const groups = Map.groupBy(filters, (filter) => filterKey(filter, dataset));
      for (const [first, ...others] of groups.values()) {
        for (const other of others) {
          equal += 1;
          for (const nullAs of ['unknown', 'zero'] as const) {
            const [a, b] = [first!, other].map((filter) => compileFilter(filter, dataset, { nullAs }));
            for (const line of LINES) {
              if (a!.verdict(line) !== b!.verdict(line)) expect({ first, other, line }).toBeUndefined();
            }
          }
        }
      }
    }),
    { numRuns: randomRuns(40) },
  );
  expect(equal).toBeGreaterThan(coveredCases(50));
});

it('reworded filters have the same verdict on random lines', () => {
  fc.assert(
    fc.property(
      filterArbitrary,
      fc.nat(),
      fc.array(recordArbitrary, { minLength: 5, maxLength: 5 }),
      (filter, seed, lines) => {
        const [a, b] = [filter, reworded(filter, seed)].map((one) => compileFilter(one, ARBITRARY_DATASET));
        for (const line of lines) expect(a!.verdict(line)).toBe(b!.verdict(line));
      },
    ),
    { numRuns: randomRuns(200) },
  );
});
