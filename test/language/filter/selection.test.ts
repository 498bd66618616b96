// Combinations of filters as sets of lines, against their definition by verdicts.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getDataset } from '../../../src/language/dataset/index.ts';
import {
  compileCombination,
  complementOf,
  decidedBy,
  type Filter,
  intersectionOf,
  type Node,
  parseFilterJson,
  printFilterJson,
  readFilter,
  type Selection,
  unionOf,
  VERDICT_NAMES,
} from '../../../src/language/filter/index.ts';
import { filterArbitrary, recordArbitrary } from '../../helpers/filter/arbitraries.ts';
import { naiveVerdict } from '../../helpers/filter/naive-evaluator.ts';

const dataset = getDataset('http_requests');
const selection: fc.Arbitrary<Selection> = fc.oneof(
  { weight: 8, arbitrary: filterArbitrary },
  { weight: 1, arbitrary: fc.constantFrom('every', 'none') },
);

it('combine the verdicts of their parts', () => {
  fc.assert(
    fc.property(selection, selection, recordArbitrary, (a, b, record) => {
      const source = { get: (name: string) => record.get(name) };
      const naive = (one: Selection): number => {
        if (one === 'every' || one === 'none') return one === 'every' ? 1 : 0;
        return { keep: 1, undecided: 0.5, drop: 0 }[naiveVerdict(printFilterJson(one), record, dataset)];
      };
      const found = (one: Selection): number => {
        if (one === 'every' || one === 'none') return naive(one);
        const verdict = VERDICT_NAMES[compileCombination(one, dataset).verdict(source)];
        return { keep: 1, undecided: 0.5, drop: 0 }[verdict];
      };
      expect(found(complementOf(a))).toBe(1 - naive(a));
      expect(found(intersectionOf(a, b))).toBe(Math.min(naive(a), naive(b)));
      expect(found(unionOf(a, b))).toBe(Math.max(naive(a), naive(b)));
      expect(found(decidedBy(a))).toBe(naive(a) === 0.5 ? 0.5 : 1);
    }),
  );
});

it('filters beyond the limits of the platform, and as deep as a filter can be', () => {
  let where: Node = { kind: 'condition', key: 'EdgeResponseStatus', operator: 'eq', value: 500 };
  for (let depth = 0; depth < 64; depth += 1) {
    where = { kind: depth % 2 === 0 ? 'and' : 'or', children: [where, where].slice(0, depth < 6 ? 2 : 1) };
  }
  const deep: Filter = { where };
  const combined = intersectionOf(decidedBy(deep), decidedBy(complementOf(deep))) as Filter;
  const json = printFilterJson(combined);
  expect(json.length).toBeGreaterThan(10_000);
  expect(parseFilterJson(json, dataset)).toEqual(combined);
  expect(compileCombination(combined, dataset).conditions).toHaveLength(256);
});

it('a filter that is not sent to the platform has no limits, but types', () => {
  const hosts = Array.from({ length: 200 }, (_, index) => `ClientRequestHost == "host-${index}.example.com"`).join(
    ' or ',
  );
  expect(readFilter(hosts, dataset).filter).toBeUndefined();
  expect(readFilter(hosts, dataset, { isSent: false })).toMatchObject({ problems: [], operators: 200 });
  expect(readFilter('EdgeResponseStatus == "x"', dataset, { isSent: false }).filter).toBeUndefined();
});

it('JSON of another dataset is not parsed', () => {
  expect(() => parseFilterJson('{"where":{"key":"Nope","operator":"eq","value":1}}', dataset)).toThrow('unknown field');
});
