// Logged values of exchanges and their figures: first values, similar names, lines over the limit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ExchangeHeaders,
  FieldTally,
  findFieldsToRemove,
  LIMITS,
  type LimitsName,
  loggedGroups,
  NEAR_LIMIT_BYTES,
  type Ruleset,
  readRuleset,
} from '../../../src/language/custom-fields/index.ts';
import { COMBINED_BYTES } from '../../../src/language/dataset/index.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

type Header = ExchangeHeaders['request'][number];
type Arrays = Readonly<Record<string, readonly (string | { name: string; preserve_duplicates: boolean })[]>>;

function rulesetOf(arrays: Arrays, limits: LimitsName = 'current'): Ruleset {
  const action_parameters = Object.fromEntries(
    Object.entries(arrays).map(([array, names]) => [
      array,
      names.map((name) => (typeof name === 'string' ? { name } : name)),
    ]),
  );
  const rule = { action: 'log_custom_field', expression: 'true', action_parameters };
  return readRuleset(JSON.stringify({ rules: [rule] }), 'r', LIMITS[limits]).ruleset!;
}

const exchange = (request: Header[], response: Header[] = []): ExchangeHeaders => ({ request, response });

function logged(arrays: Arrays, headers: ExchangeHeaders, limits: LimitsName = 'current') {
  const ruleset = rulesetOf(arrays, limits);
  const groups = loggedGroups(ruleset, new FieldTally(ruleset, LIMITS[limits]).add(headers));
  return Object.fromEntries(
    groups.map(({ key, fields }) => [key, Object.fromEntries(fields.map(({ name, value }) => [name, value]))]),
  );
}

function figuresOf(arrays: Arrays, exchanges: readonly ExchangeHeaders[], limits: LimitsName = 'classic') {
  const tally = new FieldTally(rulesetOf(arrays, limits), LIMITS[limits]);
  for (const one of exchanges) tally.add(one);
  return tally.figures();
}

describe('an exchange logs', () => {
  it.each<[string, Arrays, ExchangeHeaders, object]>([
    ['headers in any case', { request_fields: ['x-a'] }, exchange([['X-A', '1']]), { RequestHeaders: { 'x-a': '1' } }],
    [
      'no key for a missing header',
      { request_fields: ['x-a', 'x-b'] },
      exchange([['x-b', '']]),
      { RequestHeaders: { 'x-b': '' } },
    ],
    [
      'the first of equal headers',
      { response_fields: ['x-a'] },
      exchange(
        [],
        [
          ['X-a', '1'],
          ['x-A', '2'],
        ],
      ),
      { ResponseHeaders: { 'x-a': '1' } },
    ],
    [
      'every value with preserve_duplicates, also a single one',
      { response_fields: ['set-cookie', 'x-a'].map((name) => ({ name, preserve_duplicates: true })) },
      exchange(
        [],
        [
          ['set-cookie', 'a=1'],
          ['x-a', '1'],
          ['Set-Cookie', 'b=2'],
        ],
      ),
      { ResponseHeaders: { 'set-cookie': ['a=1', 'b=2'], 'x-a': ['1'] } },
    ],
    [
      'cookies by their exact name',
      { cookie_fields: ['a', 'A'] },
      exchange([['Cookie', 'A=1; a=2']]),
      { Cookies: { a: '2', A: '1' } },
    ],
    [
      'the first of equal cookies',
      { cookie_fields: ['a'] },
      exchange([['cookie', 'a=1; a=2']]),
      { Cookies: { a: '1' } },
    ],
    [
      'cookies of several headers',
      { cookie_fields: ['a', 'b'] },
      exchange([
        ['cookie', 'a=1'],
        ['cookie', 'b=2'],
      ]),
      { Cookies: { a: '1', b: '2' } },
    ],
    [
      'a Cookie header that HTTP/2 has split, as one',
      { request_fields: ['cookie'], cookie_fields: ['b'] },
      exchange([
        ['cookie', 'a=1'],
        ['x-a', '1'],
        ['cookie', 'b=2'],
      ]),
      { RequestHeaders: { cookie: 'a=1; b=2' }, Cookies: { b: '2' } },
    ],
    [
      'cookies without a value among others',
      { cookie_fields: ['a', 'b', 'c'] },
      exchange([['cookie', 'a;x=1;b;c=2;b=3']]),
      { Cookies: { a: '', b: '', c: '2' } },
    ],
    [
      'quotes, equals signs and spaces in cookies',
      { cookie_fields: ['a', 'b', 'c', 'd'] },
      exchange([['cookie', 'a="x y"; b=k=v=;c ;  d  = %20 ;']]),
      { Cookies: { a: '"x y"', b: 'k=v=', c: '', d: '%20' } },
    ],
    [
      'no Range header under the current limits',
      { request_fields: ['range', 'x-a'] },
      exchange([
        ['Range', 'bytes=0-1'],
        ['x-a', '1'],
      ]),
      { RequestHeaders: { 'x-a': '1' } },
    ],
    [
      'no pseudo headers',
      { request_fields: ['host'] },
      exchange([[':authority', 'a.example']]),
      { RequestHeaders: {} },
    ],
    [
      'names of object properties',
      { cookie_fields: ['__proto__', 'constructor'] },
      exchange([['cookie', 'constructor=1; __proto__=2']]),
      {
        Cookies: Object.fromEntries([
          ['__proto__', '2'],
          ['constructor', '1'],
        ]),
      },
    ],
  ])('%s', (_, arrays, headers, wanted) => {
    expect(logged(arrays, headers)).toEqual(wanted);
  });

  it('the Range header under the classic limits', () => {
    expect(logged({ request_fields: ['range'] }, exchange([['Range', 'bytes=0-1']]), 'classic')).toEqual({
      RequestHeaders: { range: 'bytes=0-1' },
    });
  });
});

describe('the order of a line', () => {
  const arrays = { request_fields: ['zz', '7', 'a'], cookie_fields: ['x', '3', 'e'] };
  const outline = (headers: ExchangeHeaders) => {
    const ruleset = rulesetOf(arrays, 'classic');
    return loggedGroups(ruleset, new FieldTally(ruleset, LIMITS.classic).add(headers)).map(({ key, fields }) => [
      key,
      ...fields.map(({ name, state }) => `${name} ${state}`),
    ]);
  };
  it('is the configured order, also for names like integers; a value that was empty is not marked as emptied', () => {
    const long = 'x'.repeat(COMBINED_BYTES + 1);
    const headers: Header[] = [
      ['a', ''],
      ['7', '1'],
      ['zz', long],
      ['cookie', 'e=; 3=c; x=d'],
    ];
    expect(outline(exchange(headers))).toEqual([
      ['RequestHeaders', 'zz cut', '7 emptied', 'a whole'],
      ['Cookies', 'x emptied', '3 emptied', 'e whole'],
    ]);
  });
});

describe('many names', () => {
  const MANY = 5000;
  const long = 'y'.repeat(300);
  const arrays = { request_fields: [long], cookie_fields: ['sid'] };
  it('do not displace configured and reserved names, whatever the order', () => {
    const others = Array.from({ length: MANY }, (_, index) => exchange([[`x-r${index}`, '1']], [[`x-s${index}`, '1']]));
    const last = exchange(
      [
        ['Cookie', 'sid=1'],
        [long, 'v'],
      ],
      [['Set-Cookie', 'theme=dark']],
    );
    const [after, before] = [figuresOf(arrays, [...others, last]), figuresOf(arrays, [last, ...others])];
    expect(after).toEqual(before);
    expect(after).toMatchObject({ withCookies: 1, fields: [{ lines: 1 }, { lines: 1 }] });
    const set = figuresOf({ cookie_fields: ['theme'] }, [...others, last]);
    expect(set.fields[0]!.nearMiss).toMatchObject({ kind: 'set-only', name: 'theme' });
  });
});

/** Inputs that take a quadratic reader hours and a linear one some tenths of a second. */
describe('hostile exchanges take linear time', () => {
  it('a Cookie header of parts without a value', () => {
    const header = 'a;'.repeat(8_000_000);
    const [field] = figuresOf({ cookie_fields: ['a'] }, [exchange([['cookie', header]])]).fields;
    expect(field).toMatchObject({ lines: 1, repeated: { values: 7_999_999 } });
  });

  it('a header repeated with preserve_duplicates', () => {
    const repeats = Array.from({ length: 400_000 }, (): Header => ['x', '']);
    const arrays = { response_fields: [{ name: 'x', preserve_duplicates: true }] };
    const { ResponseHeaders } = logged(arrays, exchange([], repeats));
    expect(ResponseHeaders!.x).toHaveLength(400_000);
  });
});

describe('names that never occur', () => {
  it.each<[string, Arrays, ExchangeHeaders, object | undefined]>([
    [
      'another case',
      { cookie_fields: ['cartId'] },
      exchange([['cookie', 'cartid=1']]),
      { kind: 'other-case', place: 'Cookies', name: 'cartid' },
    ],
    [
      'a response header',
      { request_fields: ['x-a'] },
      exchange([], [['X-A', '1']]),
      { kind: 'other-place', place: 'ResponseHeaders', name: 'x-a' },
    ],
    [
      'a request header',
      { response_fields: ['x-a'] },
      exchange([['X-A', '1']]),
      { kind: 'other-place', place: 'RequestHeaders', name: 'x-a' },
    ],
    [
      'a cookie',
      { request_fields: ['session'] },
      exchange([['cookie', 'session=1']]),
      { kind: 'other-place', place: 'Cookies', name: 'session' },
    ],
    [
      'a cookie that is only set',
      { cookie_fields: ['session'] },
      exchange([], [['set-cookie', 'session=1; Path=/']]),
      { kind: 'set-only', place: 'SetCookie', name: 'session' },
    ],
    [
      'a misspelt name',
      { request_fields: ['x-forwarded-four'] },
      exchange([['X-Forwarded-For', '::1']]),
      { kind: 'spelling', name: 'x-forwarded-for' },
    ],
    [
      'the :authority of HTTP/2',
      { request_fields: ['host'] },
      exchange([[':authority', 'a.example']]),
      { kind: 'pseudo-header', name: ':authority' },
    ],
    ['no similar name', { request_fields: ['x-tenant'] }, exchange([['accept', '*/*']]), undefined],
  ])('%s', (_, arrays, headers, wanted) => {
    const [field] = figuresOf(arrays, [headers, headers]).fields;
    expect(field!.lines).toBe(0);
    if (wanted === undefined) expect(field!.nearMiss).toBeUndefined();
    else expect(field!.nearMiss).toMatchObject(wanted);
  });

  it.each<[LimitsName, object | undefined]>([
    ['classic', { kind: 'spelling', name: 'range' }],
    ['current', undefined],
  ])('a header is not suggested under limits that never log it: %s', (limits, wanted) => {
    const headers = exchange([['Range', 'bytes=0-9']]);
    const [field] = figuresOf({ request_fields: ['ranges'] }, [headers], limits).fields;
    if (wanted === undefined) expect(field!.nearMiss).toBeUndefined();
    else expect(field!.nearMiss).toMatchObject(wanted);
  });

  it('a cookie that also occurs in another case', () => {
    const [field] = figuresOf({ cookie_fields: ['a'] }, [
      exchange([['cookie', 'a=1']]),
      exchange([['cookie', 'A=1']]),
    ]).fields;
    expect(field).toMatchObject({ lines: 1, nearMiss: { kind: 'other-case', name: 'A', exchanges: 1 } });
  });
});

describe('sums', () => {
  const arrays = { request_fields: ['x-a', 'x-b'], cookie_fields: ['c'] };
  const sized = (a: number, b: number, c: number): ExchangeHeaders =>
    exchange([
      ['x-a', 'a'.repeat(a)],
      ['x-b', 'b'.repeat(b)],
      ['cookie', `c=${'c'.repeat(c)}`],
    ]);

  it('counts lines over the limit and near it, and the fields that are cut', () => {
    const figures = figuresOf(arrays, [
      sized(8000, 192, 0),
      sized(8000, 193, 5),
      sized(NEAR_LIMIT_BYTES - 1, 0, 0),
      sized(9000, 10, 0),
    ]);
    expect(figures).toMatchObject({ exchanges: 4, over: 2, near: 1, largestBytes: 9010, cutBytes: 6 + 818 });
    expect(
      figures.fields.map(({ crossing, emptied, cutBytes, enoughAlone }) => [crossing, emptied, cutBytes, enoughAlone]),
    ).toEqual([
      [1, 0, 808, 2],
      [1, 1, 11, 1],
      [0, 1, 5, 0],
    ]);
    expect(figures.leaveOut).toEqual({ fields: [0], search: 'smallest' });
  });

  it('finds fields to remove for all lines when there are too many lines to store', () => {
    const lines = Array.from({ length: 3000 }, (_, index) =>
      sized(8000 + (index % 60), 1000 + Math.floor(index / 60), 0),
    );
    expect(figuresOf(arrays, lines)).toMatchObject({ over: 3000, leaveOut: { fields: [1], search: 'bounded' } });
  });

  it('counts repeated values that are not logged', () => {
    const figures = figuresOf({ response_fields: ['set-cookie'] }, [
      exchange(
        [],
        [
          ['set-cookie', 'a'],
          ['set-cookie', 'b'],
          ['set-cookie', 'c'],
        ],
      ),
      exchange([], [['set-cookie', 'a']]),
    ]);
    expect(figures.fields[0]).toMatchObject({ lines: 2, bytes: 2, repeated: { lines: 1, values: 2 } });
  });

  it('truncates nothing without a limit', () => {
    expect(figuresOf(arrays, [sized(9000, 9000, 0)], 'current')).toMatchObject({
      limitBytes: null,
      over: 0,
      near: 0,
      leaveOut: null,
    });
  });
});

describe('fields to remove', () => {
  const search = (lines: number[][], isWhole = true) =>
    findFieldsToRemove(
      { lines, isWhole },
      10,
      lines[0]!.map((_, i) => lines.reduce((sum, line) => sum + line[i]!, 0)),
    );
  it.each<[string, number[][], number[]]>([
    [
      'one',
      [
        [11, 0, 0],
        [11, 5, 0],
      ],
      [0],
    ],
    [
      'the field with fewer bytes of two that suffice',
      [
        [5, 6, 0],
        [6, 5, 0],
        [5, 6, 5],
      ].map(([a, b]) => [a!, b!, 0]),
      [0],
    ],
    [
      'two if one is not enough',
      [
        [11, 0, 0],
        [0, 11, 0],
      ],
      [0, 1],
    ],
    ['none', [[10, 0, 0]], []],
  ])('%s', (_, lines, fields) => expect(search(lines)).toEqual({ fields, search: 'smallest' }));

  it('make every line fit, whatever the search', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(sizes, { minLength: 1, maxLength: 30 }), (lines) => {
        const bytes = lines[0]!.map((_, i) => lines.reduce((sum, line) => sum + line[i]!, 0));
        const { fields } = findFieldsToRemove({ lines, isWhole: true }, COMBINED_BYTES, bytes);
        for (const line of lines) {
          const left = line.reduce((sum, size, i) => (fields.includes(i) ? sum : sum + size), 0);
          expect(left).toBeLessThanOrEqual(COMBINED_BYTES);
        }
      }),
      { numRuns: randomRuns(5) },
    );
  });
});
