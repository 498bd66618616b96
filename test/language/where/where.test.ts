// Conditions of WHERE as parts of filters, and filters as WHERE: rows, and the same verdict on random complete records.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldSource } from '../../../src/base/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import {
  compileFilter,
  type Filter,
  KEEP,
  parseExpression,
  printExpression,
  readFilter,
} from '../../../src/language/filter/index.ts';
import { CONDITION_OUTCOMES, readTransformer, type Transformer } from '../../../src/language/transformer/index.ts';
import { moveWhere, nodeOfExpression, sqlOfFilter } from '../../../src/language/where/index.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

const dataset = getDataset('http_requests');
const TRUE = CONDITION_OUTCOMES.indexOf('true');

function transformerOf(sql: string): Transformer {
  const { transformer, problems } = readTransformer(sql, { dataset });
  if (transformer === undefined) throw new Error(`${sql}: ${problems.map(({ message }) => message).join()}`);
  return transformer;
}

/** Whether every condition of its WHERE is true: neither unknown, nor undecided, nor failing. */
const keeps = ({ conditions }: Transformer, record: FieldSource): boolean =>
  conditions.every((one) => one.outcome(record) === TRUE);
const whereOf = (where: string): Transformer => transformerOf(`SELECT RayID FROM http_requests WHERE ${where}`);

describe('a condition as a part of a filter', () => {
  it.each<[string, string | undefined]>([
    ["ClientRequestHost = 'a'", 'ClientRequestHost == "a"'],
    ["'a' = ClientRequestHost", 'ClientRequestHost == "a"'],
    ['"ClientRequestHost" <> \'a\'', 'ClientRequestHost != "a"'],
    ['BotScore >= 30', 'BotScore >= 30'],
    ['30 > BotScore', 'BotScore < 30'],
    ["ClientCountry IN ('de', 'at')", 'ClientCountry in {"de" "at"}'],
    ["ClientCountry NOT IN ('de')", 'not ClientCountry in {"de"}'],
    ["ClientRequestPath LIKE '/a%'", 'starts_with(ClientRequestPath, "/a")'],
    ["ClientRequestPath LIKE '%.css'", 'ends_with(ClientRequestPath, ".css")'],
    ["ClientRequestPath NOT LIKE '%health%'", 'not ClientRequestPath contains "health"'],
    ["ClientRequestPath LIKE '/a'", 'ClientRequestPath == "/a"'],
    ["starts_with(ClientRequestPath, '/a')", 'starts_with(ClientRequestPath, "/a")'],
    ["NOT (ClientCountry = 'de' OR BotScore < 2)", 'ClientCountry != "de" and BotScore >= 2'],
    ["ClientCountry = 'de' /* or */ OR (BotScore < 2)", 'ClientCountry == "de" or BotScore < 2'],
    ['BotScore BETWEEN 2 AND 9', 'BotScore >= 2 and BotScore <= 9'],
    ['CacheTieredFill', 'CacheTieredFill == true'],
    ['NOT CacheTieredFill', 'CacheTieredFill != true'],
    ["array_has(BotTags, 'x')", 'BotTags contains "x"'],
    ["ClientRequestPath LIKE '/a_'", undefined],
    ["ClientRequestPath LIKE '%'", undefined],
    ["ClientRequestPath LIKE '/a\\%'", undefined],
    ["lower(ClientRequestHost) = 'a'", undefined],
    ['ClientRequestHost = ClientCountry', undefined],
    ['ClientRequestHost IS NOT NULL', undefined],
    ["RequestHeaders ->> 'host' = 'a'", undefined],
    ['BotScore + 1 = 2', undefined],
    ["ClientCountry = 'de' OR lower(ClientRequestHost) = 'a'", undefined],
    ['(BotScore = 1) = (ClientASN = 2)', undefined],
  ])('%s', (where, expected) => {
    const { conditions } = whereOf(where);
    const nodes = conditions.map((one) => nodeOfExpression(one, dataset));
    const filter: Filter | undefined =
      nodes.some((node) => node === undefined) || nodes.length === 0
        ? undefined
        : { where: nodes.length === 1 ? nodes[0]! : { kind: 'and', children: nodes.map((node) => node!) } };
    expect(filter && printExpression(filter)).toBe(expected);
  });
});

const texts = fc.constantFrom('', '/', '/a', '/ab', 'a.css', 'de', 'at', 'us', '/health', 'x');
const integers = fc.constantFrom(-1, 0, 1, 2, 9, 10, 29, 30, 31, 200, 404, 500);
/** Records with every field that the conditions below test. */
const complete = fc
  .record({
    ...{ ClientRequestHost: texts, ClientRequestPath: texts, ClientCountry: texts },
    ...{ BotScore: integers, EdgeResponseStatus: integers, CacheTieredFill: fc.boolean() },
    BotTags: fc.array(texts, { maxLength: 3 }),
  })
  .map((record) => new Map(Object.entries(record)));

const field = fc.constantFrom('ClientRequestHost', 'ClientRequestPath', 'ClientCountry');
const number = fc.constantFrom('BotScore', 'EdgeResponseStatus');
const quoted = texts.map((text) => `'${text}'`);
const simple = fc.oneof(
  fc.tuple(field, fc.constantFrom('=', '<>'), quoted).map((parts) => parts.join(' ')),
  fc.tuple(number, fc.constantFrom('=', '<>', '<', '<=', '>', '>='), integers).map((parts) => parts.join(' ')),
  fc.tuple(field, fc.constantFrom('IN', 'NOT IN'), quoted, quoted).map(([a, b, c, d]) => `${a} ${b} (${c}, ${d})`),
  fc
    .tuple(field, fc.constantFrom('LIKE', 'NOT LIKE'), fc.constantFrom("'/a%'", "'%a'", "'%a%'", "'_'"))
    .map((parts) => parts.join(' ')),
  fc.constantFrom('CacheTieredFill', 'NOT CacheTieredFill', "array_has(BotTags, 'x')", "lower(ClientCountry) = 'de'"),
  fc.tuple(number, integers, integers).map(([a, b, c]) => `${a} BETWEEN ${b} AND ${c}`),
);
const grouped = fc.oneof(
  simple,
  fc.tuple(simple, fc.constantFrom('AND', 'OR'), simple).map(([a, b, c]) => `(${a} ${b} ${c})`),
  fc.tuple(simple, simple).map(([a, b]) => `NOT (${a} OR ${b})`),
);
const where = fc.array(grouped, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' AND '));
const expressions = [
  undefined,
  'BotScore < 30',
  'ClientCountry in {"de" "at"}',
  'EdgeResponseStatus >= 400 or BotScore == 1',
];

it('a moved filter and WHERE together keep the same complete records', () => {
  let moves = 0;
  fc.assert(
    fc.property(
      where,
      fc.constantFrom(...expressions),
      fc.array(complete, { minLength: 1, maxLength: 20 }),
      (sql, text, records) => {
        const transformer = whereOf(sql);
        const filter = text === undefined ? undefined : parseExpression(text);
        const moved = moveWhere(transformer, filter);
        if (moved === undefined) return;
        moves += 1;
        const parts = [moved.conditions, moved.implied, moved.remaining];
        expect(parts.flat()).toHaveLength(transformer.conditions.length);
        expect(
          readFilter(printExpression(moved.filter), dataset).problems.filter(({ severity }) => severity === 'error'),
        ).toEqual([]);
        const before = filter && compileFilter(filter, dataset);
        const after = compileFilter(moved.filter, dataset);
        const texts = new Set(moved.remaining.map((one) => `${one.line} ${one.column}`));
        const rest = transformer.conditions.filter(({ line, column }) => texts.has(`${line} ${column}`));
        for (const record of records) {
          const isKept = (before?.verdict(record) ?? KEEP) === KEEP && keeps(transformer, record);
          // Either all conditions remain in WHERE, or only the others do.
          expect(after.verdict(record) === KEEP && keeps(transformer, record)).toBe(isKept);
          // The filter drops the lines of those that it implies.
          const others = rest.every((one) => one.outcome(record) === TRUE);
          expect(after.verdict(record) === KEEP && others).toBe(isKept);
        }
      },
    ),
    { numRuns: randomRuns(300) },
  );
  expect(moves).toBeGreaterThan(randomRuns(300) / 4);
});

it('moves as many conditions as the limits allow, and none that the filter implies', () => {
  const many = Array.from({ length: 40 }, (_, index) => `BotScore <> ${index}`).join(' AND ');
  const moved = moveWhere(whereOf(many), undefined)!;
  expect(moved.conditions.length).toBeLessThanOrEqual(30);
  expect(moved.conditions.length + moved.remaining.length).toBe(40);
  const implied = [{ text: 'BotScore < 30' }];
  expect(moveWhere(whereOf('BotScore < 30'), parseExpression('BotScore < 20'))).toMatchObject({
    ...{ conditions: [], implied, remaining: [] },
  });
  expect(moveWhere(whereOf('BotScore + 1 < 30'), parseExpression('BotScore < 20'))).toBeUndefined();
});

describe('a filter as WHERE', () => {
  it.each([
    ['BotScore < 30', 'BotScore < 30'],
    ['ClientCountry in {"de" "o\'x"}', "ClientCountry IN ('de', 'o''x')"],
    ['not ClientRequestPath contains "a%"', "strpos(ClientRequestPath, 'a%') = 0"],
    ['not starts_with(ClientRequestPath, "/a")', "NOT starts_with(ClientRequestPath, '/a')"],
    ['CacheTieredFill == false', 'NOT CacheTieredFill'],
    ['BotTags contains "x"', "array_has(BotTags, 'x')"],
    ['BotScore < 3 or (BotScore > 5 and ClientASN == 1)', '(BotScore < 3 OR (BotScore > 5 AND ClientASN = 1))'],
  ])('%s', (text, expected) => {
    const sql = sqlOfFilter(parseExpression(text), dataset, ['RayID', 'BotScore']);
    expect(sql).toBe(`SELECT RayID, BotScore\nFROM http_requests\nWHERE ${expected}\n`);
    expect(readTransformer(sql!, { dataset }).transformer).toBeDefined();
  });

  it('keeps the same complete records', () => {
    fc.assert(
      fc.property(where, fc.array(complete, { minLength: 1, maxLength: 10 }), (text, records) => {
        const moved = moveWhere(whereOf(text), undefined);
        if (moved === undefined) return;
        const compiled = compileFilter(moved.filter, dataset);
        const transformer = transformerOf(sqlOfFilter(moved.filter, dataset, ['RayID'])!);
        for (const record of records) expect(keeps(transformer, record)).toBe(compiled.verdict(record) === KEEP);
      }),
      { numRuns: randomRuns(100) },
    );
  });
});
