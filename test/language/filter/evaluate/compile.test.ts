// The meaning of conditions and groups, row by row; the properties of a compiled filter; filters that do not compile.
import { describe, expect, it } from 'vitest';
import { parseJson, type Value } from '../../../../src/base/index.ts';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import {
  ABSENT,
  type CompiledFilter,
  type CompileOptions,
  compileFilter,
  DROP,
  FALSE,
  type Filter,
  KEEP,
  MISMATCH,
  NULL,
  parseExpression,
  TRUE,
  UNDECIDED,
  VERDICT_NAMES,
  type VerdictName,
} from '../../../../src/language/filter/index.ts';
import { CONDITION_ROWS, type ConditionRow, ZERO_ROWS } from '../../../cases/filter/conditions.ts';

const http = getDataset('http_requests');
const US_OR_X = '(ClientCountry == "us" or JA4 == "x")';
const BOT_AND_X = '(BotScore < 30 and JA4 == "x")';
const OUTCOMES = { true: TRUE, false: FALSE, absent: ABSENT, null: NULL, mismatch: MISMATCH };

function compile(expression: string, options?: CompileOptions): CompiledFilter {
  return compileFilter(parseExpression(expression), http, options);
}

function check([expression, value, outcome]: ConditionRow, options: CompileOptions): void {
  const compiled = compile(expression, options);
  const [condition] = compiled.conditions;
  const record = new Map<string, Value>(value === undefined ? [] : [[condition!.field, parseJson(value)]]);
  expect(condition!.test(record)).toBe(OUTCOMES[outcome]);
  const verdict = outcome === 'true' ? KEEP : outcome === 'false' ? DROP : UNDECIDED;
  expect(compiled.verdict(record)).toBe(verdict);
}

describe('a condition on a value', () => {
  it.each(CONDITION_ROWS)('%s on %s: %s', (...row) => check(row, {}));
  it.each(ZERO_ROWS)('null as zero: %s on %s: %s', (...row) => check(row, { nullAs: 'zero' }));
});

describe('groups', () => {
  const T = 'CacheReserveUsed';
  const F = 'not CacheReserveUsed';
  const U = 'CacheTieredFill';
  const record = new Map<string, Value>([['CacheReserveUsed', true]]);
  it.each([
    [`${T} and ${T}`, KEEP],
    [`${T} and ${F}`, DROP],
    [`${T} and ${U}`, UNDECIDED],
    [`${U} and ${F}`, DROP],
    [`${F} or ${F}`, DROP],
    [`${F} or ${U}`, UNDECIDED],
    [`${U} or ${T}`, KEEP],
    [`(${U} or ${F}) and (${F} or ${F})`, DROP],
    [`(${U} and ${T}) or (${F} and ${U})`, UNDECIDED],
    [`not (${U} and ${F})`, KEEP],
    [`not ${U}`, UNDECIDED],
  ])('%s: %i', (expression, verdict) => {
    expect(compile(expression).verdict(record)).toBe(verdict);
  });
});

describe('a compiled filter', () => {
  const compiled = compile('BotScore < 30 and (ClientCountry == "us" or not BotTags contains "a" or BotScore == 99)');

  it('lists conditions depth-first, and each field once', () => {
    expect(compiled.conditions.map(({ index, path, text, field, type }) => [index, path, text, field, type])).toEqual([
      [0, 'where.and[0]', 'BotScore < 30', 'BotScore', 'int'],
      [1, 'where.and[1].or[0]', 'ClientCountry == "us"', 'ClientCountry', 'string'],
      [2, 'where.and[1].or[1]', 'not BotTags contains "a"', 'BotTags', 'array[string]'],
      [3, 'where.and[1].or[2]', 'BotScore == 99', 'BotScore', 'int'],
    ]);
    expect(compiled.fields).toEqual(['BotScore', 'ClientCountry', 'BotTags']);
  });

  it('evaluates every condition, even when the verdict is already decided', () => {
    const outcomes = new Uint8Array(4).fill(9);
    const record = new Map<string, Value>([
      ['BotScore', 50],
      ['ClientCountry', null],
      ['BotTags', 'a'],
    ]);
    expect(compiled.evaluate(record, outcomes)).toBe(DROP);
    expect([...outcomes]).toEqual([FALSE, NULL, MISMATCH, FALSE]);
  });

  it('reads no more fields than the verdict needs', () => {
    const asked: string[] = [];
    const source = {
      get(field: string) {
        asked.push(field);
        return 50;
      },
    };
    expect(compiled.verdict(source)).toBe(DROP);
    expect(asked).toEqual(['BotScore']);
  });

  it.each<[string, Record<string, Value>, VerdictName, number[]]>([
    ['BotScore < 30 and ClientCountry == "us"', { BotScore: 50, ClientCountry: 'us' }, 'drop', [0]],
    ['BotScore < 30 and ClientCountry == "us"', { BotScore: 50, ClientCountry: 'ca' }, 'drop', []],
    ['BotScore < 30 and ClientCountry == "us"', { BotScore: 50 }, 'drop', []],
    ['BotScore < 30 and ClientCountry == "us"', { BotScore: 1, ClientCountry: 'us' }, 'keep', [0, 1]],
    ['BotScore < 30 or ClientCountry == "us"', { BotScore: 50, ClientCountry: 'ca' }, 'drop', [0, 1]],
    ['BotScore < 30 or ClientCountry == "us"', { BotScore: 50 }, 'undecided', []],
    ['BotScore < 30 or ClientCountry == "us"', { BotScore: 1, ClientCountry: 'ca' }, 'keep', [0]],
    ['BotScore < 30 or ClientCountry == "us"', { BotScore: 1, ClientCountry: 'us' }, 'keep', []],
    // If the condition were false, the verdict would be undecided.
    ['BotScore < 30 or ClientCountry == "us"', { BotScore: 1 }, 'keep', []],
    [`BotScore < 30 and ${US_OR_X}`, { BotScore: 1, ClientCountry: 'ca', JA4: 'y' }, 'drop', [1, 2]],
    [`BotScore < 30 and ${US_OR_X}`, { BotScore: 1, ClientCountry: 'us', JA4: 'x' }, 'keep', [0]],
    [`BotScore < 30 and ${US_OR_X}`, { BotScore: 1, ClientCountry: 'us', JA4: 'y' }, 'keep', [0, 1]],
    [`BotScore < 30 and ${US_OR_X}`, { BotScore: 1, ClientCountry: 'us' }, 'keep', [0]],
    [`${BOT_AND_X} or ClientCountry == "us"`, { BotScore: 1, ClientCountry: 'ca', JA4: 'y' }, 'drop', [1, 2]],
    [`${BOT_AND_X} or ClientCountry == "us"`, { BotScore: 50, ClientCountry: 'ca' }, 'drop', [2]],
    [`${BOT_AND_X} or ClientCountry == "us"`, { BotScore: 1, ClientCountry: 'ca', JA4: 'x' }, 'keep', [0, 1]],
    [`${BOT_AND_X} or ClientCountry == "us"`, { BotScore: 1, ClientCountry: 'us', JA4: 'x' }, 'keep', []],
    ['BotScore < 30', { BotScore: 30 }, 'drop', [0]],
    ['BotScore < 30', { BotScore: 1 }, 'keep', [0]],
  ])('sole blockers or sole keepers of %s on %j: %s, %j', (expression, record, verdict, decisive) => {
    const filter = compile(expression);
    const outcomes = new Uint8Array(filter.conditions.length);
    const found = filter.evaluate(new Map(Object.entries(record)), outcomes);
    const visited: number[] = [];
    filter.forEachDecisive(found, outcomes, (index) => visited.push(index));
    expect([VERDICT_NAMES[found], visited]).toEqual([verdict, decisive]);
  });
});

describe('compileFilter and the types of a dataset', () => {
  const node = (key: string, operator: string, value: unknown) =>
    ({ where: { kind: 'condition', key, operator, value } }) as unknown as Filter;
  const deep = Array.from({ length: 65 }).reduce<Filter['where']>(
    (child) => ({ kind: 'and', children: [child] }),
    node('BotScore', 'lt', 1).where,
  );
  it.each<[string, Filter]>([
    ['unknown field', node('Nope', 'eq', 1)],
    ['unfilterable field', node('RequestHeaders', 'contains', 'x')],
    ['operator not available for this type', node('BotScore', 'contains', 'x')],
    ['value of the wrong type', node('BotScore', 'eq', 'x')],
    ['invalid value', node('BotScore', 'in', 1)],
    ['empty list', node('BotScore', 'in', [])],
    ['unknown operator', node('BotScore', 'neq', 1)],
    ['already rounded', node('BotScore', 'eq', 2 ** 60)],
    ['empty group', { where: { kind: 'or', children: [] } }],
    ['filter nested too deeply', { where: deep }],
  ])('rejects: %s', (says, filter) => {
    expect(() => compileFilter(filter, http)).toThrow(
      expect.objectContaining({ code: 'filter-invalid', kind: 'negative', message: expect.stringContaining(says) }),
    );
  });

  it('accepts small bigints in a tree that code builds', () => {
    const compiled = compileFilter(node('BotScore', 'in', [30n, 2n ** 60n]), http);
    expect([30, 31, 2n ** 60n].map((score) => compiled.verdict(new Map([['BotScore', score]])))).toEqual([
      KEEP,
      DROP,
      KEEP,
    ]);
  });

  it('accepts huge bigints in a tree that code builds', () => {
    const compiled = compileFilter(node('BotScore', 'in', [10n ** 500n, 30]), http);
    const scores = [`1${'0'.repeat(500)}`, `1${'0'.repeat(499)}1`, '30'].map((text) => parseJson(text));
    expect(scores.map((score) => compiled.verdict(new Map([['BotScore', score]])))).toEqual([KEEP, DROP, KEEP]);
  });

  it('accepts a filter for one dataset and rejects it for another', () => {
    const filter = parseExpression('ColoCode != "IAD"');
    expect(compileFilter(filter, getDataset('gateway_dns')).fields).toEqual(['ColoCode']);
    expect(() => compileFilter(filter, http)).toThrow('unknown field');
  });
});
