// Expressions: parsing, printing, and errors with a position and a fix; a printed expression parses back to the same filter.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import {
  canonicalFilter,
  ExpressionSyntaxError,
  excerptOf,
  parseExpression,
  printExpression,
  printFilterJson,
  printJobString,
  readFilter,
} from '../../../../src/language/filter/index.ts';
import { EXACT_LITERALS, EXPRESSION_ERRORS, EXPRESSION_ROWS } from '../../../cases/filter/expressions.ts';
import { ARBITRARY_DATASET, filterArbitrary } from '../../../helpers/filter/arbitraries.ts';
import { randomRuns } from '../../../helpers/random-runs.ts';

function errorOf(text: string): ExpressionSyntaxError {
  try {
    parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return error;
    throw error;
  }
  throw new Error(`${text} was read`);
}

describe('parsing', () => {
  it.each(EXPRESSION_ROWS)('%s', (text, where) => {
    expect(JSON.parse(printFilterJson(parseExpression(text)))).toEqual({ where });
  });

  it.each(EXACT_LITERALS)('keeps %s exact', (literal) => {
    const filter = parseExpression(`ClientASN == ${literal}`);
    expect(printFilterJson(filter)).toBe(`{"where":{"key":"ClientASN","operator":"eq","value":${literal}}}`);
    expect(printExpression(filter)).toBe(`ClientASN == ${literal}`);
  });
});

describe('errors', () => {
  it.each(EXPRESSION_ERRORS)('%s', (text, place, says) => {
    const error = errorOf(text);
    expect(error.code).toBe('expression-syntax');
    expect(error.kind).toBe('negative');
    expect(`${error.line}:${error.column}`).toBe(place);
    expect(error.message).toContain(says);
    expect(readFilter(text, ARBITRARY_DATASET)).toMatchObject({
      form: 'expression',
      filter: undefined,
      problems: [{ code: 'expression-syntax' }],
    });
  });

  it('include the line and a caret', () => {
    expect(errorOf('BotScore < 30\n\tand ClientCountry = "us"\nor x').message).toBe(
      [
        'line 2, column 20: found "=", expected a field, a value or an operator; write ==',
        '\tand ClientCountry = "us"',
        '\t                  ^',
      ].join('\n'),
    );
  });

  it('include a part of a long line', () => {
    const { excerpt } = errorOf(`${'A == 1 and '.repeat(100)} = ${' and A == 1'.repeat(100)}`);
    const [line, caret] = excerpt.split('\n') as [string, string];
    expect(line.length).toBeLessThan(120);
    expect(line[caret.indexOf('^')]).toBe('=');
  });

  it('include no control characters', () => {
    expect(errorOf('A \u001b[31m').excerpt).not.toContain('\u001b');
  });

  it('reject 65 nested parentheses, but not 64', () => {
    const nested = (levels: number) => `${'('.repeat(levels)}A${')'.repeat(levels)}`;
    expect(printExpression(parseExpression(nested(64)))).toBe('A == true');
    expect(errorOf(nested(65)).message).toContain('at most 64');
  });

  it('of types include their position', () => {
    const { problems } = readFilter(
      'BotScore < 30\n  and Clientcountry == "us" and BotScore in {1 "x"}',
      getDataset('http_requests'),
    );
    expect(problems.map(({ path, message }) => `${path} ${message.split(':')[0]}`)).toEqual([
      'where.and[1].key line 2, column 7',
      'where.and[2].value[1] line 2, column 45',
    ]);
    expect(problems[0]!.excerpt).toBe('  and Clientcountry == "us" and BotScore in {1 "x"}\n      ^');
  });
});

describe('printing', () => {
  it.each([
    ['A and (B or C)', 'A == true and (B == true or C == true)'],
    ['A or B and C', 'A == true or (B == true and C == true)'],
    ['A and (B and C)', 'A == true and (B == true and C == true)'],
    ['not A in {1,"x"}', 'not A in {1 "x"}'],
    ['not ends_with(A,"\\u2028")', 'not ends_with(A, "\\u2028")'],
    ['A == "a\nb"', 'A == "a\\nb"'],
  ])('%s', (text, printed) => {
    expect(printExpression(parseExpression(text))).toBe(printed);
  });

  it.each([
    ['A and (B and (C and D))', 'A == true and B == true and C == true and D == true'],
    ['A or (B and (C or (D or E)))', 'A == true or (B == true and (C == true or D == true or E == true))'],
    [
      'not (A or (not B and C)) and not (not C and D)',
      'A != true and (B == true or C != true) and (C == true or D != true)',
    ],
  ])('%s in canonical form', (text, canonical) => {
    expect(printExpression(canonicalFilter(parseExpression(text)))).toBe(canonical);
  });

  it('prints no group of one child in canonical form', () => {
    const { where } = parseExpression('A or B');
    const wrapped = {
      kind: 'and',
      children: [
        { kind: 'or', children: [where] },
        { kind: 'and', children: [where] },
      ],
    } as const;
    expect(canonicalFilter({ where: wrapped })).toEqual({ where: { kind: 'and', children: [where, where] } });
    expect(canonicalFilter({ where: { kind: 'or', children: [{ kind: 'and', children: [where] }] } })).toEqual({
      where,
    });
  });

  it('prints the JSON as a JSON string for a job', () => {
    const filter = parseExpression('ClientCountry == "us"');
    expect(printJobString(filter)).toBe(
      '"{\\"where\\":{\\"key\\":\\"ClientCountry\\",\\"operator\\":\\"eq\\",\\"value\\":\\"us\\"}}"',
    );
    expect(JSON.parse(printJobString(filter))).toBe(printFilterJson(filter));
  });

  it('prints canonical filters on one line that parses back to the same filter', () => {
    fc.assert(
      fc.property(filterArbitrary, (any) => {
        const filter = canonicalFilter(any);
        const text = printExpression(filter);
        expect(text).not.toMatch(/[\u0000-\u001f\u0085\u2028\u2029]/);
        expect(parseExpression(text)).toEqual(filter);
        expect(canonicalFilter(filter)).toEqual(filter);
      }),
      { numRuns: randomRuns(2000) },
    );
  });

  it('prints any filter as JSON that parses back to the same tree', () => {
    fc.assert(
      fc.property(filterArbitrary, (filter) => {
        const reading = readFilter(printFilterJson(filter), ARBITRARY_DATASET);
        if (reading.bytes <= 1000 && reading.operators <= 30) expect(reading.filter).toEqual(filter);
        else
          expect(reading.problems.map(({ code }) => code)).toContain(
            reading.operators > 30 ? 'too-many-operators' : 'too-many-bytes',
          );
        expect(readFilter(printJobString(filter), ARBITRARY_DATASET)).toEqual(reading);
      }),
      { numRuns: randomRuns(2000) },
    );
  });
});

it.each([
  ['日本 == 1', 0, '日本 == 1\n^'],
  ['"日本" ?', 5, '"日本" ?\n       ^'],
  ['"👨‍👩‍👧‍👦" ?', 14, '"👨‍👩‍👧‍👦" ?\n     ^'],
  ['\t"é" ?', 5, '\t"é" ?\n\t    ^'],
  [`${'😀'.repeat(80)}?`, 161 - 1, `…${'😀'.repeat(30)}?\n${' '.repeat(61)}^`],
  [`?${'a'.repeat(100)}`, 0, `?${'a'.repeat(39)}…\n^`],
  [`?a${'😀'.repeat(60)}`, 0, `?a${'😀'.repeat(19)}…\n^`],
])('the caret of %j at %d is below its character, and no character is split', (text, offset, excerpt) => {
  expect(excerptOf(text, offset)).toBe(excerpt);
});
