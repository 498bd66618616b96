// Reading filters: every problem code with its message and repaired filter, and all kinds of input.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getDataset } from '../../../src/language/dataset/index.ts';
import {
  type FilterReading,
  MAX_REPORTED_PROBLEMS,
  PROBLEM_CODES,
  printFilterJson,
  readFilter,
} from '../../../src/language/filter/index.ts';
import { MAX_FILTER_TEXT } from '../../../src/language/filter/limits.ts';
import { LIMIT_ROWS, type ProblemRow, SHAPE_ROWS, TYPE_ROWS, WARNING_ROWS } from '../../cases/filter/problems.ts';
import { filterTextArbitrary } from '../../helpers/filter/arbitraries.ts';
import { coveredCases, randomRuns } from '../../helpers/random-runs.ts';

const http = getDataset('http_requests');
const ROWS = [...SHAPE_ROWS, ...TYPE_ROWS, ...WARNING_ROWS, ...LIMIT_ROWS];

function read({ input, dataset, source }: ProblemRow): FilterReading {
  return readFilter(input, getDataset(dataset ?? 'http_requests'), source === undefined ? {} : { source });
}

function titled(rows: readonly ProblemRow[]): [string, ProblemRow][] {
  return rows.map((row) => [
    (typeof row.input === 'string' ? row.input : String(Object.keys(row.input))).slice(0, 100),
    row,
  ]);
}

describe.each([
  ['shape', SHAPE_ROWS],
  ['types', TYPE_ROWS],
  ['warnings', WARNING_ROWS],
  ['limits', LIMIT_ROWS],
])('%s', (_, rows) => {
  it.each(titled(rows))('%s', (_title, row) => {
    const reading = read(row);
    expect(reading.problems.map(({ severity, code, path }) => `${severity} ${code} ${path || '-'}`)).toEqual(
      row.problems,
    );
    const said = reading.problems.map(({ message }) => message).join('\n');
    for (const part of row.says ?? []) expect(said).toContain(part);
    expect(reading.repaired && printFilterJson(reading.repaired)).toBe(row.repaired);
    expect(reading.filter === undefined).toBe(reading.problems.some(({ severity }) => severity === 'error'));
  });
});

it('every code has a row', () => {
  const seen = new Set(ROWS.flatMap(({ problems }) => problems.map((problem) => problem.split(' ')[1])));
  const elsewhere = ['near-operator-limit', 'more-problems'];
  expect(Object.keys(PROBLEM_CODES).filter((code) => !seen.has(code))).toEqual(expect.arrayContaining(elsewhere));
  expect(new Set([...seen, ...elsewhere])).toEqual(new Set(Object.keys(PROBLEM_CODES)));
});

it('messages are one line without a final period, and include found, expected and fix', () => {
  for (const { message, found, expected, fix } of ROWS.flatMap((row) => read(row).problems)) {
    expect(message).not.toMatch(/\n|\.$/);
    for (const part of [found, expected, fix]) if (part !== undefined) expect(message).toContain(part);
  }
});

describe('kinds of input', () => {
  const json = '{"where":{"key":"BotScore","operator":"lt","value":30}}';
  it.each([
    ['JSON', json, 'json'],
    ['JSON with a BOM and whitespace', `\ufeff \n${json}\n`, 'json'],
    ['a JSON string', JSON.stringify(json), 'json'],
    ['an expression', 'BotScore < 30', 'expression'],
    ['an expression in a JSON string', '"BotScore < 30"', 'expression'],
    ['an object', JSON.parse(json), 'json'],
    [
      'a map',
      new Map([
        [
          'where',
          new Map<string, unknown>([
            ['key', 'BotScore'],
            ['operator', 'lt'],
            ['value', 30n],
          ]),
        ],
      ]),
      'json',
    ],
    ['keys in another order', '{"where":{"value":30,"operator":"lt","key":"BotScore"}}', 'json'],
  ])('%s', (_, input, form) => {
    const reading = readFilter(input, http);
    expect(reading).toMatchObject({ form, problems: [], operators: 1, bytes: 55 });
    expect(printFilterJson(reading.filter!)).toBe(json);
  });

  it.each([[null], [undefined], [''], [' \n\t '], ['null'], [' null '], ['""'], ['"null"'], ['" "'], ['\ufeff']])(
    '%j is no filter',
    (input) => {
      for (const source of ['job', 'text'] as const) {
        expect(readFilter(input, http, { source })).toEqual({
          form: 'none',
          filter: undefined,
          problems: [],
          operators: 0,
          bytes: 0,
        });
      }
    },
  );

  it.each([[5], [true], [() => 1]])('rejects %s', (input) => {
    expect(readFilter(input as never, http)).toMatchObject({ filter: undefined, problems: [{ severity: 'error' }] });
  });

  it('reads a word that begins with null as an expression', () => {
    expect(readFilter('nullable == 1', http).form).toBe('expression');
  });

  it('keeps integers exact at any size', () => {
    for (const integer of ['18446744073709551615', '1700000000002000001', '9007199254740993']) {
      const text = `{"where":{"key":"ClientASN","operator":"eq","value":${integer}}}`;
      expect(printFilterJson(readFilter(text, http).filter!)).toBe(text);
    }
  });

  it('counts the bytes of a job verbatim, and those of any other filter as canonical JSON', () => {
    const spaced = json.replaceAll(':', ' : ');
    expect(readFilter(spaced, http, { source: 'job' }).bytes).toBe(spaced.length);
    expect(readFilter(spaced, http).bytes).toBe(55);
    expect(readFilter(JSON.stringify(spaced), http).bytes).toBe(spaced.length);
  });
});

describe('limits', () => {
  const paths = (count: number) =>
    `{"where":{"and":[${Array.from({ length: count }, () => '{"key":"JA4","operator":"eq","value":"a"}').join()}]}}`;

  it.each([
    [26, undefined],
    [27, 'near-operator-limit'],
    [30, 'near-operator-limit'],
    [31, 'too-many-operators'],
  ])('%i conditions: %s', (count, code) => {
    const reading = readFilter(paths(count), http);
    expect(reading.operators).toBe(count);
    expect(reading.problems.map((problem) => problem.code).filter((one) => one.includes('operator'))).toEqual(
      code ? [code] : [],
    );
  });

  it('accepts 64 nested groups, and rejects 65', () => {
    const nested = (levels: number) =>
      `{"where":${'{"and":['.repeat(levels)}{"key":"BotScore","operator":"lt","value":30}${']}'.repeat(levels)}}`;
    expect(readFilter(nested(64), http).problems).toEqual([]);
    expect(readFilter(nested(65), http).problems.map(({ code }) => code)).toEqual(['too-deep']);
  });
});

describe('rejects hostile input', () => {
  const condition = '{"key":"ClientCountrx","operator":"nex","value":"ca"}';
  const endless: { where?: object } = {};
  endless.where = endless;
  const shared = Array.from({ length: 60 }).reduce<object>((inner) => ({ and: [inner, inner] }), {
    key: 'BotScore',
    operator: 'lt',
    value: 1,
  });
  it.each<[string, string | object, string]>([
    ['a megabyte of broken conditions', `{"where":{"and":[${Array(18_000).fill(condition).join()}]}}`, 'more-problems'],
    [
      'a megabyte of a value',
      `{"where":{"key":"ClientRequestHost","operator":"eq","value":"${'x'.repeat(1e6)}"}}`,
      'too-many-bytes',
    ],
    ['a megabyte of a key', `{"where":{"key":"${'x'.repeat(1e6)}","operator":"eq","value":"a"}}`, 'unknown-field'],
    [
      'a megabyte of an operator',
      `{"where":{"key":"JA4","operator":"${'x'.repeat(1e6)}","value":"a"}}`,
      'unknown-operator',
    ],
    ['a megabyte of another key', `{"where":{"${'x'.repeat(1e6)}":1}}`, 'unknown-key'],
    ['half a megabyte of an expression', `${'BotScore < 1 or '.repeat(32_000)}BotScore < 2`, 'too-many-operators'],
    ['a megabyte of elements', `JA4 in {${'"abc" '.repeat(170_000)}}`, 'too-many-bytes'],
    ['a megabyte of not', `${'not '.repeat(250_000)}BotScore`, 'value-type'],
    ['a megabyte of brackets', '{"where":'.padEnd(1e6, '['), 'too-deep'],
    ['a megabyte of objects', '{"where":'.repeat(1e5), 'too-deep'],
    ['a megabyte of parentheses', '('.repeat(1e6), 'expression-syntax'],
    ['a megabyte of backslashes', `{"where":"${'\\'.repeat(1e6)}`, 'json-syntax'],
    ['a million escapes', `{"where":"${'\\n'.repeat(990_000)}",x`, 'json-syntax'],
    ['a million escapes in an expression', `JA4 == "${'\\n'.repeat(990_000)}" x`, 'expression-syntax'],
    ['a million quotes without end', `{"a":"${'\\"'.repeat(990_000)}`, 'json-syntax'],
    ['a megabyte of a word', `{"where":${'x'.repeat(1e6)}}`, 'json-syntax'],
    ['a number of a megabyte of zeros', `BotScore == ${'0'.repeat(1.9e6)}x`, 'expression-syntax'],
    [
      'an integer of a megabyte',
      `{"where":{"key":"BotScore","operator":"lt","value":${'9'.repeat(1e6)}}}`,
      'too-many-bytes',
    ],
    ['an open string of a megabyte', `JA4 == "${'\\"'.repeat(5e5)}`, 'expression-syntax'],
    ['a hundred megabytes', `{"where":${' '.repeat(1e8)}}`, 'too-many-bytes'],
    ['an object inside itself', endless, 'too-deep'],
    ['an object that shares its parts', { where: shared }, 'too-deep'],
  ])('%s', (_, input, code) => {
    const { filter, problems } = readFilter(input, http);
    expect(filter).toBeUndefined();
    expect(problems.map((problem) => problem.code)).toContain(code);
    expect(problems.length).toBeLessThanOrEqual(MAX_REPORTED_PROBLEMS + 1);
    expect(Math.max(...problems.map(({ message }) => message.length))).toBeLessThan(2500);
  });
});

it('reports its own limit on the text of a filter if the limits of the platform are ignored', () => {
  const { problems } = readFilter('x'.repeat(MAX_FILTER_TEXT + 1), http, { ignoresLimits: true });
  expect(problems.map(({ message }) => message)).toEqual([
    'filter too long: found 2,000,001 characters, expected at most 2,000,000 with limits ignored; split it into several filters',
  ]);
});

describe('randomly damaged filters', () => {
  const alphabet = fc.constantFrom(
    ...'{}[]",:!eqin0.5-\\ ',
    'where',
    'and',
    'neq',
    'Key',
    '"200,201"',
    '["a"]',
    '500.0',
    'null',
  );
  const damaged = fc
    .tuple(filterTextArbitrary, fc.array(fc.tuple(fc.nat(400), fc.nat(6), alphabet), { maxLength: 3 }))
    .map(([text, cuts]) =>
      cuts.reduce((now, [at, length, by]) => now.slice(0, at) + by + now.slice(at + length), text),
    );
  const misspelt = filterTextArbitrary.map((text) =>
    text
      .replaceAll('"!eq"', '"neq"')
      .replaceAll('"leq"', '"lte"')
      .replaceAll('"contains"', '"Contains"')
      .replaceAll('ClientCountry', 'clientCountry')
      .replaceAll('"and":', '"AND":')
      .replace(/^\{"where":(.*)\}$/s, '$1'),
  );

  it('never throw, and a repaired filter has no errors', () => {
    let mended = 0;
    fc.assert(
      fc.property(fc.oneof(damaged, misspelt), (text) => {
        const { filter, repaired, problems } = readFilter(text, http);
        expect(filter === undefined || repaired === undefined).toBe(true);
        if (problems.some(({ severity }) => severity === 'error')) expect(filter).toBeUndefined();
        if (repaired === undefined) return;
        mended += 1;
        const again = readFilter(printFilterJson(repaired), http);
        expect(again.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(printFilterJson(again.filter!)).toBe(printFilterJson(repaired));
      }),
      { numRuns: randomRuns(1500) },
    );
    expect(mended).toBeGreaterThan(coveredCases(50));
  });
});
