// Filters with hundreds of conditions: what is decided, and in how many steps. The steps bound the time, so that no test needs a clock.
import { describe, expect, it } from 'vitest';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { type Condition, compileFilter, type Filter, type Node } from '../../../src/language/filter/index.ts';
import { areEqual, implies, neverHas, type Proof, shorten } from '../../../src/language/logic/index.ts';
import { search } from '../../../src/language/logic/prove.ts';
import { TRUE } from '../../../src/language/logic/truths.ts';
import { verdictTrees } from '../../../src/language/logic/verdict-trees.ts';

const dataset = getDataset('http_requests');
type Operator = Condition['operator'];
const COUNT = 700;

function numbers(count = COUNT): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function on(key: string, operator: Operator, value: Condition['value']): Condition {
  return { kind: 'condition', key, operator, value };
}

function all(...children: readonly Node[]): Filter & { where: Node } {
  return { where: { kind: 'and', children } };
}

function any(...children: readonly Node[]): Filter & { where: Node } {
  return { where: { kind: 'or', children } };
}

/** An `or` of conditions on paths `/a0/`, `/a1/`, … */
function anyPath(operator: Operator, name: string, count = COUNT): Filter {
  return any(...numbers(count).map((index) => on('ClientRequestPath', operator, `/${name}${index}/`)));
}

/** An `and` of conditions on paths. */
function everyPath(operator: Operator, name: string, count = COUNT): Filter {
  return all(...numbers(count).map((index) => on('ClientRequestPath', operator, `/${name}${index}/`)));
}

/** Ranges of five values that are 20 apart, and everything outside of five values between them. */
function ranges(key: string, constantAt: (value: number) => Condition['value']): readonly [Filter, Filter] {
  const inside = numbers().map(
    (index) => all(on(key, 'geq', constantAt(20 * index)), on(key, 'lt', constantAt(20 * index + 5))).where,
  );
  const outside = numbers().map(
    (index) => any(on(key, 'lt', constantAt(20 * index + 7)), on(key, 'geq', constantAt(20 * index + 12))).where,
  );
  return [any(...inside), all(...outside)];
}

function lists(operator: Operator, offset: number): Condition[] {
  return numbers().map((index) =>
    on(
      'BotScore',
      operator,
      [0, 1, 2, 3].map((value) => 8 * index + offset + value),
    ),
  );
}

/** Groups in groups of alternating kinds, with 30 conditions at each level. */
function nested(operator: Operator, level = 60): Node {
  if (level === 0) return on('BotScore', 'eq', 1);
  const paths = numbers(30).map((index) => on('ClientRequestPath', operator, `/${level}/${index}`));
  const status = on('EdgeResponseStatus', level % 2 === 0 ? 'lt' : 'geq', 100 + level);
  return { kind: level % 2 === 0 ? 'or' : 'and', children: [status, ...paths, nested(operator, level - 1)] };
}

/** Bounds of two fields that raise each other by one, until one is out of range: each pair of conditions follows only from the one before. */
function chain(count: number): Filter {
  const links = numbers(count).flatMap((index) => [
    any(on('BotScore', 'lt', index), on('ClientSrcPort', 'geq', index)).where,
    any(on('ClientSrcPort', 'lt', index), on('BotScore', 'geq', index + 1)).where,
  ]);
  return all(on('BotScore', 'geq', 0), on('BotScore', 'lt', count), ...links);
}

const even = any(...numbers().map((index) => on('BotScore', 'eq', 2 * index)));
const notOdd = all(...numbers().map((index) => on('BotScore', '!eq', 2 * index + 1)));
const perCountry = numbers().map(
  (index) => all(on('BotScore', 'eq', index), on('ClientCountry', 'eq', `c${index}`)).where,
);
const perPath = numbers().map(
  (index) => all(on('BotScore', 'eq', index), on('ClientRequestPath', 'contains', `/p${index}/`)).where,
);
const pathUnlessScore = numbers().map(
  (index) => any(on('BotScore', '!eq', index), on('ClientRequestPath', 'contains', `p${index}`)).where,
);

/** The steps are about the double of what the proof takes. */
const PROVEN: readonly (readonly [shape: string, from: Filter, to: Filter, maxSteps: number])[] = [
  ['integers that equal some, and none of others', even, notOdd, 600],
  ['texts that equal some, and none of others', anyPath('eq', 'a'), everyPath('!eq', 'b'), 200],
  ['starts, and none of others', anyPath('startsWith', 'a'), everyPath('!startsWith', 'b'), 400],
  ['ends, and none of others', anyPath('endsWith', 'a', 200), everyPath('!endsWith', 'b', 200), 500_000],
  ['parts, and shorter ones', anyPath('contains', '/a'), anyPath('contains', 'a'), 16_000],
  ['ends, and shorter parts', anyPath('endsWith', '/a'), anyPath('contains', 'a'), 16_000],
  ['lists, and none of others', any(...lists('in', 0)), all(...lists('!in', 4)), 1_000],
  ['ranges of integers', ...ranges('EdgeResponseBytes', (value) => value), 1_000],
  ['ranges of floats', ...ranges('EdgeResponseCompressionRatio', (value) => value), 1_000],
  ['ranges of times', ...ranges('EdgeStartTimestamp', (value) => 1_700_000_000 + value), 1_000],
  ['groups of two fields in another order', any(...perCountry), any(...perCountry.toReversed()), 9_000],
  ['groups of a number and a part', any(...perPath.slice(0, 200)), all(...pathUnlessScore.slice(0, 200)), 1_500_000],
  ['groups in groups', { where: nested('eq') }, { where: nested('eq') }, 600],
  ['groups in groups with parts', { where: nested('contains') }, { where: nested('contains') }, 8_000],
];

/** Nothing is split: each proof narrows alone, and takes quadratic time. */
const CHAIN: readonly { links: number; maxSteps: number; answer: Proof }[] = [
  { links: 500, maxSteps: 100_000, answer: { answer: 'proven' } },
  { links: 500, maxSteps: 1, answer: { answer: 'undecided', reason: 'the search stopped after 1 step' } },
  { links: 500, maxSteps: 10_000, answer: { answer: 'undecided', reason: 'the search stopped after 10,000 steps' } },
  {
    links: 1_000,
    maxSteps: 100_000,
    answer: { answer: 'undecided', reason: 'the search stopped after 100,000 steps' },
  },
];

describe('hundreds of conditions', () => {
  it.each(PROVEN)('%s', (_, from, to, maxSteps) => {
    expect(implies(from, to, dataset, { maxSteps })).toEqual({ answer: 'proven' });
  });

  it('of which one is different', () => {
    const { answer, ...rest } = implies(any(even.where, on('BotScore', 'eq', 7)), notOdd, dataset, { maxSteps: 20 });
    expect([answer, rest]).toEqual(['refuted', { witness: { record: { BotScore: 7 }, from: 'keep', to: 'drop' } }]);
  });

  it('are equal to the same ones in another order', () => {
    const reversed = any(...[...perPath].reverse());
    expect(areEqual(any(...perPath), reversed, dataset, { maxSteps: 30_000 })).toEqual({ answer: 'proven' });
  });

  it('become one list', () => {
    const { after, isStopped } = shorten(even, dataset);
    expect([after.operators, isStopped]).toEqual([1, false]);
  });
});

describe('hostile filters', () => {
  it('thousands of texts within each other are beyond a bound', () => {
    const texts = numbers(3_000).map((index) => on('ClientRequestPath', 'contains', 'a'.repeat(index + 1)));
    expect(neverHas(any(...texts), 'keep', dataset)).toEqual({
      answer: 'undecided',
      reason: 'ClientRequestPath has 3,000 conditions with 4,501,500 characters',
    });
  });

  it('20,000 conditions on one field are one set of values', () => {
    const scores = numbers(20_000).map((index) => on('BotScore', 'eq', index));
    const { answer } = implies(any(...scores), { where: on('BotScore', 'lt', 20_000) }, dataset, { maxSteps: 2_500 });
    expect(answer).toBe('proven');
  });

  it('texts of a megabyte are compared once', () => {
    const text = 'a'.repeat(1_000_000);
    const parts = all(on('ClientRequestPath', 'contains', `${text}b`), on('ClientRequestPath', 'contains', `b${text}`));
    expect(implies(parts, { where: on('ClientRequestPath', 'contains', text) }, dataset).answer).toBe('proven');
    expect(implies(parts, { where: on('ClientRequestPath', 'endsWith', text) }, dataset).answer).toBe('refuted');
  });

  it('a puzzle without a short proof stops at the bound', () => {
    // Each of twelve fields has one of eleven values, and no two have the same.
    const fields = [...dataset.fields].filter(([, { type }]) => type === 'int').slice(0, 12);
    const values = numbers(11);
    const choices = fields.map(([name]) => any(...values.map((value) => on(name, 'eq', value))).where);
    const differences = fields.flatMap(([name], at) =>
      fields
        .slice(0, at)
        .flatMap(([other]) => values.map((value) => any(on(name, '!eq', value), on(other, '!eq', value)).where)),
    );
    expect(neverHas(all(...choices, ...differences), 'keep', dataset, { maxSteps: 100_000 })).toEqual({
      answer: 'undecided',
      reason: 'the search stopped after 100,000 steps',
    });
  });

  it.each(CHAIN)('a chain of $links links and $maxSteps steps', ({ links, maxSteps, answer }) => {
    for (const domain of ['any', 'complete'] as const) {
      expect(neverHas(chain(links), 'keep', dataset, { domain, maxSteps })).toEqual(answer);
    }
  });

  it.each([1, 1_000, 20_000])('a chain exceeds a budget of %i steps by one visit at most', (left) => {
    const links = 500;
    const trees = verdictTrees([compileFilter(chain(links), dataset)]);
    const budget = { left };
    expect(search(trees, { roots: [TRUE], mayBeUnknown: true }, budget)).toBe('stopped');
    // The largest visit reads each of the links, with two conditions, a few times: sixteen reads are a step.
    expect(budget.left).toBeGreaterThan(-links);
  });
});
