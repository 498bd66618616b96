// What transformers do with records: the examples of the guide, the four outcomes, WITH and UNNEST; and properties against a naive evaluator
// and another parser.
import { init, parse } from '@guanmingchiu/sqlparser-ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, parseJson, printJson, recordFrom, type Value } from '../../../src/base/index.ts';
import { CONDITION_OUTCOMES, readTransformer, type Transformer } from '../../../src/language/transformer/index.ts';
import { parseSql } from '../../../src/language/transformer/parse-sql.ts';
import type { Syntax } from '../../../src/language/transformer/syntax.ts';
import { type NaiveResult, naiveRecord, naiveSql } from '../../helpers/transformer/naive-sql.ts';

function transformerOf(sql: string): Transformer {
  const { transformer, problems } = readTransformer(sql);
  if (transformer === undefined) throw new Error(`${sql}\n${problems.map(({ message }) => message).join('\n')}`);
  return transformer;
}

/** The outcome, with the delivered records as JSON. */
function result(sql: string, record: object): string {
  const transformer = transformerOf(sql);
  const evaluation = transformer.evaluate(record instanceof Map ? record : recordFrom(record));
  switch (evaluation.outcome) {
    case 'rows':
      return evaluation.rows.map((row) => transformer.printRow(row)).join(' ');
    case 'dropped':
      return `dropped by ${evaluation.by}`;
    case 'failing':
      return `failing: ${evaluation.failure.message}`;
    default:
      return `undecided: ${evaluation.reason.code} ${evaluation.reason.field ?? evaluation.reason.choice}`;
  }
}

const GUIDE_HTTP = `SELECT
  extract(epoch FROM to_timestamp(EdgeStartTimestamp)) AS unix_ts,
  UPPER(ClientRequestMethod) AS method,
  'Cloudflare' AS provider,
  named_struct(
    'host', ClientRequestHost,
    'path', ClientRequestPath,
    'method', ClientRequestMethod
  ) AS request,
  EdgeResponseStatus >= 500 AS is_server_error,
  [ClientRequestHost, ClientRequestPath] AS request_meta
FROM http_requests
WHERE ClientRequestHost NOT IN ('internal.example.com', 'health.example.com')
  AND ClientRequestPath NOT LIKE '/healthz%'
  AND ClientRequestPath NOT LIKE '/metrics%'`;
const HTTP_RECORD = {
  ClientIP: '203.0.113.42',
  ClientRequestHost: 'example.com',
  ClientRequestMethod: 'POST',
  ClientRequestPath: '/api/checkout',
  ClientRequestUserAgent: 'curl/7.85.0',
  EdgeResponseStatus: 502,
  EdgeStartTimestamp: '2026-05-21T15:00:00Z',
  RayID: '8e2a1c60ef9e1c9a',
  OriginResponseTime: 3200000000,
  WAFAction: 'unknown',
};

describe('the examples of the guide', () => {
  it('http_requests', () => {
    expect(result(GUIDE_HTTP, HTTP_RECORD)).toBe(
      '{"is_server_error":true,"method":"POST","provider":"Cloudflare","request":{"host":"example.com","method":"POST","path":"/api/checkout"},"request_meta":["example.com","/api/checkout"],"unix_ts":1779375600}',
    );
    expect(result(GUIDE_HTTP, { ...HTTP_RECORD, ClientRequestPath: '/healthz/live' })).toBe('dropped by where');
    expect(readTransformer(GUIDE_HTTP).problems).toEqual([]);
  });

  it('audit_logs_v2', () => {
    const sql = `SELECT
  extract(epoch FROM to_timestamp(ActionTimestamp)) AS unix_ts,
  UPPER(ActionType) AS action_type,
  'Cloudflare' AS provider,
  named_struct(
    'type', ActorType,
    'email', ActorEmail,
    'ip', ActorIPAddress
  ) AS actor,
  ResourceType = 'zone' AS is_zone,
  [ResourceType, ResourceID] AS resource_meta
FROM audit_logs_v2
WHERE ActionType = 'update'`;
    const record = {
      ActionType: 'update',
      ActorEmail: 'user@example.com',
      ActorType: 'user',
      ActorIPAddress: '203.0.113.42',
      ActionTimestamp: '2026-05-21T15:00:00Z',
      ResourceID: 'r1s2t3u4',
      ResourceType: 'zone',
    };
    expect(result(sql, record)).toBe(
      '{"action_type":"UPDATE","actor":{"email":"user@example.com","ip":"203.0.113.42","type":"user"},"is_zone":true,"provider":"Cloudflare","resource_meta":["zone","r1s2t3u4"],"unix_ts":1779375600}',
    );
  });

  it('nanoseconds in place of RFC 3339 fail the batch, and divide as the guide writes', () => {
    const record = { ...HTTP_RECORD, EdgeStartTimestamp: 1779375600000000000n };
    expect(result(GUIDE_HTTP, record)).toBe('failing: to_timestamp cannot read 1779375600000000000');
    expect(result('SELECT EdgeStartTimestamp / 1e9 AS s FROM http_requests', record)).toBe('{"s":1779375600}');
    expect(result('SELECT EdgeStartTimestamp / 1e9 AS s FROM http_requests', HTTP_RECORD)).toBe(
      'undecided: mismatch EdgeStartTimestamp',
    );
  });
});

/** A time in each format. */
const TIMES = {
  ...{ unix: 1779375600, unixnano: 1779375600000000000n },
  ...{
    rfc3339: '2026-05-21T15:00:00Z',
    rfc3339ms: '2026-05-21T15:00:00.000Z',
    rfc3339ns: '2026-05-21T15:00:00.000000000Z',
  },
} as const;
describe.each(Object.entries(TIMES))('a timestamp as %s', (timestampFormat, EdgeStartTimestamp) => {
  const time = 'EdgeStartTimestamp';
  /** What the SQL delivers if it can read the format. */
  const rows: [expression: string, delivered: RegExp][] = [
    ...['', '_seconds', '_millis', '_micros', '_nanos'].map((unit): [string, RegExp] => [
      `to_timestamp${unit}(${time})`,
      /"2026-05-21T15:00:00/,
    ]),
    [`${time} / 2`, /\d/],
    [`starts_with(${time}, '2')`, /true/],
    [`date_trunc('hour', ${time})`, /"2026-05-21T15:00:00/],
    ...['CAST', 'TRY_CAST'].flatMap((cast): [string, RegExp][] => [
      [`${cast}(${time} AS BIGINT)`, /\d/],
      [`${cast}(${time} AS TIMESTAMP)`, /"2026-05-21T15:00:00/],
      [`${cast}(${time} AS DATE)`, /"2026-05-21/],
      [`${cast}(${time} AS TEXT)`, /\d/],
    ]),
    [time, /\d/],
  ];
  it.each(rows)('is warned about in %s where it cannot be read', (expression, delivered) => {
    const sql = `SELECT ${expression} AS x FROM http_requests`;
    const { problems } = readTransformer(sql, { timestampFormat: timestampFormat as keyof typeof TIMES });
    const outcome = result(sql, { EdgeStartTimestamp });
    const isWarned = problems.some(({ code }) => code === 'timestamp-format');
    const isRead = outcome.startsWith('{"x":') && delivered.test(outcome);
    expect([outcome, isWarned]).toEqual([outcome, !isRead]);
  });
});

const from = 'FROM http_requests';
const ROWS: readonly (readonly [sql: string, record: object, expected: string])[] = [
  [`SELECT RayID ${from}`, { RayID: 'a' }, '{"RayID":"a"}'],
  [`SELECT r.RayID, http ${from} r`.replace(', http', ''), { RayID: 'a' }, '{"RayID":"a"}'],
  [`select "RayID" AS "Ray" ${from} -- comment`, { RayID: 'a' }, '{"Ray":"a"}'],
  [`SELECT RayID ${from}`, {}, 'undecided: absent RayID'],
  [`SELECT RayID ${from}`, { RayID: null }, '{"RayID":null}'],
  [`SELECT RayID ${from}`, { RayID: 5 }, 'undecided: mismatch RayID'],
  [
    `SELECT OriginResponseTime ${from}`,
    { OriginResponseTime: 9007199254740993n },
    '{"OriginResponseTime":9007199254740993}',
  ],
  [`SELECT OriginResponseTime ${from}`, { OriginResponseTime: 2n ** 63n }, 'undecided: mismatch OriginResponseTime'],
  [`SELECT 1 AS one ${from} WHERE RayID = 'x' AND ClientIP = 'y'`, { RayID: 'a' }, 'dropped by where'],
  [`SELECT 1 AS one ${from} WHERE RayID = 'x' AND ClientIP = 'y'`, { ClientIP: 'a' }, 'dropped by where'],
  [`SELECT 1 AS one ${from} WHERE RayID = 'x' AND ClientIP = 'y'`, { ClientIP: 'y' }, 'undecided: absent RayID'],
  [`SELECT 1 AS one ${from} WHERE RayID = NULL`, { RayID: 'a' }, 'dropped by where'],
  [`SELECT 1 AS one ${from} WHERE CAST(RayID AS INT) > 1`, { RayID: 'a' }, 'failing: cannot cast "a" to Int32'],
  [
    `SELECT 1 AS one ${from} WHERE ClientIP = 'y' AND CAST(RayID AS INT) > 1`,
    { RayID: 'a', ClientIP: 'z' },
    'undecided: choice short-circuit',
  ],
  [
    `SELECT 1 AS one ${from} WHERE CAST(RayID AS INT) > 1 AND ClientIP = 'y' AND ClientCountry = 'de'`,
    { RayID: 'a', ClientIP: 'z' },
    'failing: cannot cast "a" to Int32',
  ],
  [
    `SELECT 1 AS one ${from} WHERE BotScore > 1 AND CAST(ClientIP AS INT) > 1 AND RayID = 'y'`,
    { ClientIP: 'a', RayID: 'z' },
    'undecided: choice short-circuit',
  ],
  [
    `SELECT 1 AS one ${from} WHERE BotScore > 1 OR CAST(ClientIP AS INT) > 1 OR RayID = 'z'`,
    { ClientIP: 'a', RayID: 'z' },
    'undecided: choice short-circuit',
  ],
  [
    `SELECT CASE WHEN (false AND CAST(ClientIP AS INT) > 1) OR true THEN 1 ELSE 2 END AS n ${from}`,
    { ClientIP: 'a' },
    'undecided: choice short-circuit',
  ],
  [
    `WITH a AS (SELECT UNNEST([RayID, 'b']) AS x ${from}) SELECT x FROM a WHERE CAST(x AS INT) > 1 AND x = 'c'`,
    { RayID: 'a' },
    'failing: cannot cast "a" to Int32',
  ],
  [`SELECT CAST(RayID AS INT) AS n ${from} WHERE ClientIP = 'y'`, { RayID: 'a', ClientIP: 'z' }, 'dropped by where'],
  [`SELECT ClientIP, CAST(RayID AS INT) AS n ${from}`, { RayID: 'a' }, 'failing: cannot cast "a" to Int32'],
  [`SELECT 1 AS one ${from} WHERE random() < 0.5`, {}, 'undecided: choice volatile'],
  [`SELECT RequestHeaders ->> 'host' AS h ${from}`, { RequestHeaders: { host: 'a' } }, '{"h":"a"}'],
  [`SELECT RequestHeaders -> 'host' AS h ${from}`, { RequestHeaders: { host: 'a' } }, '{"h":"a"}'],
  [`SELECT RequestHeaders ->> 'Host' AS h ${from}`, { RequestHeaders: { host: 'a' } }, '{"h":null}'],
  [`SELECT RequestHeaders ${from}`, { RequestHeaders: { b: 1, a: 'x' } }, '{"RequestHeaders":{"b":1,"a":"x"}}'],
  [`SELECT RequestHeaders ->> 'a' = 'x' AND true AS is ${from}`, { RequestHeaders: { a: 'x' } }, '{"is":true}'],
  [`SELECT * ${from}`, { RayID: 'a', ClientIP: 'b' }, '{"ClientIP":"b","RayID":"a"}'],
  [`SELECT * EXCEPT (ClientIP), upper(RayID) AS u ${from}`, { RayID: 'a', ClientIP: 'b' }, '{"RayID":"a","u":"A"}'],
  [
    `WITH a AS (SELECT RayID AS x, ClientIP ${from} WHERE ClientIP <> 'b') SELECT upper(x) AS y FROM a WHERE x <> 'c'`,
    { RayID: 'a', ClientIP: 'z' },
    '{"y":"A"}',
  ],
  [
    `WITH a AS (SELECT RayID AS x, ClientIP ${from} WHERE ClientIP <> 'b') SELECT upper(x) AS y FROM a WHERE x <> 'c'`,
    { RayID: 'a', ClientIP: 'b' },
    'dropped by where',
  ],
  [
    `WITH a AS (SELECT RayID AS x, ClientIP ${from} WHERE ClientIP <> 'b') SELECT upper(x) AS y FROM a WHERE x <> 'c'`,
    { RayID: 'c', ClientIP: 'z' },
    'dropped by where',
  ],
  [
    `WITH a AS (SELECT CAST(RayID AS INT) AS n, ClientIP ${from}) SELECT ClientIP FROM a`,
    { RayID: 'x', ClientIP: 'z' },
    '{"ClientIP":"z"}',
  ],
  [`WITH a AS (SELECT * ${from}) SELECT * EXCEPT (RayID) FROM a`, { RayID: 'x', ClientIP: 'z' }, '{"ClientIP":"z"}'],
  [`WITH a AS (SELECT * ${from}) SELECT upper(RayID) AS u FROM a`, {}, 'undecided: absent RayID'],
  [`WITH a AS (SELECT * ${from}) SELECT * EXCEPT (RayID) FROM a WHERE RayID IS NULL`, { RayID: null }, '{}'],
  [
    `SELECT nullif(RequestHeaders, Cookies) AS x ${from}`,
    { RequestHeaders: { a: 1 }, Cookies: { a: 1 } },
    '{"x":null}',
  ],
  [
    `SELECT UNNEST(ContentScanObjTypes) AS t, RayID ${from}`,
    { ContentScanObjTypes: ['a', 'b'], RayID: 'r' },
    '{"RayID":"r","t":"a"} {"RayID":"r","t":"b"}',
  ],
  [`SELECT UNNEST(ContentScanObjTypes) AS t ${from}`, { ContentScanObjTypes: [] }, 'dropped by unnest'],
  [
    `SELECT UNNEST(ContentScanObjTypes) AS t, CAST(RayID AS BIGINT) AS n ${from}`,
    { ContentScanObjTypes: [], RayID: 'x' },
    'failing: cannot cast "x" to Int64',
  ],
  [`SELECT UNNEST(ContentScanObjTypes) AS t ${from}`, { ContentScanObjTypes: null }, '{"t":null}'],
  [`SELECT UNNEST(ContentScanObjTypes) AS t ${from}`, {}, 'undecided: absent ContentScanObjTypes'],
  [
    `WITH a AS (SELECT UNNEST(ContentScanObjTypes) AS t ${from}) SELECT upper(t) AS u FROM a WHERE t <> 'b'`,
    { ContentScanObjTypes: ['a', 'b'] },
    '{"u":"A"}',
  ],
  [
    `WITH a AS (SELECT UNNEST(ContentScanObjTypes) AS t ${from}) SELECT t FROM a WHERE t = 'x'`,
    { ContentScanObjTypes: ['a'] },
    'dropped by unnest',
  ],
  [`SELECT CASE WHEN RayID ~ '^[0-9]+$' THEN CAST(RayID AS BIGINT) END AS n ${from}`, { RayID: 'x' }, '{"n":null}'],
];

it.each(ROWS.map(([sql, record, expected]) => [sql, printJson(recordFrom(record)), expected] as const))(
  '%s of %s: %s',
  (sql, record, expected) => {
    expect(result(sql, parseJson(record) as JsonObject)).toBe(expected);
  },
);

it('has the conditions of WHERE with their places, fields and outcomes', () => {
  const sql = `SELECT RayID FROM http_requests\nWHERE ClientCountry = 'de'\n  AND (EdgeResponseStatus >= 500 AND CAST(RayID AS INT) > 1)`;
  const { conditions, fields, decidingFields, columns, evaluate } = transformerOf(sql);
  expect(conditions.map(({ text, line, column, fields: read }) => [text, line, column, read])).toEqual([
    ["ClientCountry = 'de'", 2, 7, ['ClientCountry']],
    ['EdgeResponseStatus >= 500', 3, 8, ['EdgeResponseStatus']],
    ['CAST(RayID AS INT) > 1', 3, 38, ['RayID']],
  ]);
  expect([fields, decidingFields]).toEqual([
    ['RayID', 'ClientCountry', 'EdgeResponseStatus'],
    ['RayID', 'ClientCountry', 'EdgeResponseStatus'],
  ]);
  expect(columns.map(({ name, expression }) => [name, expression.text])).toEqual([['RayID', 'RayID']]);
  const record = recordFrom({ ClientCountry: 'de', EdgeResponseStatus: null, RayID: 'x' });
  const outcomes = new Uint8Array(3);
  const decision = evaluate(record, outcomes);
  expect([...outcomes].map((code) => CONDITION_OUTCOMES[code])).toEqual(['true', 'null', 'failing']);
  expect(decision).toMatchObject({
    outcome: 'failing',
    failure: { cause: 'cast', expression: { text: 'CAST(RayID AS INT)', line: 3 } },
  });
});

it('evaluates each expression, and those that it consists of', () => {
  const { columns } = transformerOf(
    "SELECT named_struct('u', upper(RayID), 's', EdgeResponseStatus / 100) AS x FROM http_requests",
  );
  const record = recordFrom({ RayID: 'a', EdgeResponseStatus: 502 });
  const values: string[] = [];
  const visit = ({ text, children, evaluate }: (typeof columns)[0]['expression']): void => {
    const found = evaluate(record);
    values.push(`${text} = ${found.outcome === 'value' ? found.text : found.outcome}`);
    children.forEach(visit);
  };
  visit(columns[0]!.expression);
  expect(values).toEqual([
    "named_struct('u', upper(RayID), 's', EdgeResponseStatus / 100) = {u: A, s: 5}",
    "'u' = u",
    'upper(RayID) = A',
    'RayID = a',
    "'s' = s",
    'EdgeResponseStatus / 100 = 5',
    'EdgeResponseStatus = 502',
    '100 = 100',
  ]);
});

it('does not compare texts of more different characters than UTF-16 has units', () => {
  const text = Array.from({ length: 70_000 }, (_, index) => String.fromCodePoint(0x10000 + index)).join('');
  const sql = 'SELECT levenshtein(RayID, ClientIP) AS n FROM http_requests';
  expect(result(sql, { RayID: text, ClientIP: '😀' })).toBe('undecided: choice output-size');
  expect(result(sql, { RayID: text.slice(0, 120_000), ClientIP: '😀' })).toBe('{"n":60000}');
});

it('evaluates constants that are too large once, not for each record', () => {
  const lists = Array(400).fill('range(1000000)').join();
  const transformer = transformerOf(`SELECT array_length([${lists}]) AS n FROM http_requests`);
  const record = recordFrom({ RayID: 'a' });
  for (let count = 0; count < 10_000; count += 1) expect(transformer.evaluate(record).outcome).toBe('undecided');
});

it.each(['\\pL{500}'.repeat(400), '(?:(?:a{20}){20}){20}', 'a'.repeat(5000)])(
  'is undecided on the large pattern %s of a field',
  (ClientIP) => {
    const sql = 'SELECT regexp_like(RayID, ClientIP) AS is FROM http_requests';
    expect(result(sql, { RayID: 'a', ClientIP })).toBe('undecided: choice output-size');
  },
);

describe('properties', () => {
  const shown = (value: NaiveResult): string =>
    typeof value === 'string' ? value : value === null ? 'NULL' : String(value);

  it('a naive evaluator returns the same values, failures and undecided results', () => {
    fc.assert(
      fc.property(
        fc.oneof(naiveSql.int, naiveSql.text, naiveSql.bool),
        fc.array(naiveRecord, { minLength: 1, maxLength: 5 }),
        (naive, records) => {
          const { columns } = transformerOf(`SELECT ${naive.sql} AS x FROM http_requests`);
          for (const record of records) {
            const found = columns[0]!.expression.evaluate(record);
            const isText = found.outcome === 'value' && typeof found.value === 'string';
            const text =
              found.outcome === 'value'
                ? `${isText ? '=' : ''}${found.text}`
                : found.outcome === 'failing'
                  ? 'FAIL'
                  : 'UNDECIDED';
            expect(text).toBe(shown(naive.of(record)).replace('MAY FAIL', 'UNDECIDED'));
          }
        },
      ),
    );
  });

  it('a record has the same result with and without outcomes, which are those of each condition', () => {
    fc.assert(
      fc.property(
        fc.array(naiveSql.bool, { minLength: 1, maxLength: 4 }),
        naiveSql.text,
        naiveRecord,
        (where, column, record) => {
          const transformer = transformerOf(
            `SELECT ${column.sql} AS x FROM http_requests WHERE ${where.map(({ sql }) => sql).join(' AND ')}`,
          );
          const outcomes = new Uint8Array(transformer.conditions.length);
          const evaluation = transformer.evaluate(record, outcomes);
          expect(transformer.evaluate(record)).toEqual(evaluation);
          expect([...outcomes]).toEqual(transformer.conditions.map((condition) => condition.outcome(record)));
          const found = new Set([...outcomes].map((code) => CONDITION_OUTCOMES[code]!));
          const isKnown = !found.has('failing') && !found.has('undecided');
          if (isKnown && (found.has('false') || found.has('null')))
            expect(evaluation).toEqual({ outcome: 'dropped', by: 'where' });
          else if (
            isKnown &&
            transformer.columns.every(({ expression }) => !expression.canFail) &&
            transformer.fields.every((name) => isUsable(record, name))
          )
            expect(evaluation.outcome).toBe('rows');
        },
      ),
    );
  });

  it('an expression of one field has the same value over that field alone', () => {
    fc.assert(
      fc.property(naiveSql.bool, naiveRecord, (naive, record) => {
        const { expression } = transformerOf(`SELECT ${naive.sql} AS x FROM http_requests`).columns[0]!;
        const only = new Map([...record].filter(([name]) => expression.fields.includes(name)));
        expect(expression.evaluate(only)).toEqual(expression.evaluate(record));
      }),
    );
  });
});

function isUsable(record: ReadonlyMap<string, Value>, name: string): boolean {
  const value = record.get(name);
  return (
    value === null ||
    (value !== undefined &&
      typeof value === (/Status|Port/.test(name) ? 'number' : name === 'CacheReserveUsed' ? 'boolean' : 'string'))
  );
}

describe('precedence', () => {
  beforeAll(async () => {
    await init();
  });
  const operators = [
    '=',
    '<>',
    '<',
    '+',
    '-',
    '*',
    '/',
    '%',
    '||',
    '->',
    '->>',
    '&',
    '|',
    '#',
    '<<',
    '~',
    'AND',
    'OR',
    'LIKE',
    'IS DISTINCT FROM',
  ];
  const operand = fc.constantFrom(
    'a',
    'b',
    'c',
    '1',
    "'x'",
    'f(a)',
    'a::TEXT',
    'a[1]',
    '-b',
    'NOT c',
    'a IS NULL',
    'b IN (1, 2)',
    'a NOT BETWEEN 1 AND 2',
    'CASE WHEN a THEN b END',
  );

  it('is that of DataFusion', () => {
    fc.assert(
      fc.property(
        operand,
        fc.array(fc.tuple(fc.constantFrom(...operators), operand), { minLength: 1, maxLength: 5 }),
        (first, rest) => {
          const sql = [first, ...rest.map(([operator, next]) => `${operator} ${next}`)].join(' ');
          expect(ours(sql)).toBe(theirs(sql));
        },
      ),
    );
  });
});

/** Our tree of an expression, with all parentheses. */
function ours(sql: string): string {
  const parsed = parseSql(`SELECT ${sql} AS x FROM t`, (code, _, { found }) => {
    if (code !== 'operand-without-parentheses') throw new Error(`${sql}: ${found}`);
  });
  const [item] = parsed!.select.items;
  return item?.kind === 'column' ? print(item.expression) : '';
}

function print(node: Syntax): string {
  switch (node.kind) {
    case 'number':
      return node.text;
    case 'text':
      return `'${node.value}'`;
    case 'name':
      return node.parts.map(({ text }) => text).join('.');
    case 'unary':
      if (node.operator === 'not' && node.operand.kind === 'binary' && node.operand.operator === '<=>')
        return `(${print(node.operand.left)} distinct ${print(node.operand.right)})`;
      return `(${node.operator} ${print(node.operand)})`;
    case 'binary':
      return `(${print(node.left)} ${node.operator} ${print(node.right)})`;
    case 'chain':
      return node.items.map(print).reduce((left, right) => `(${left} ${node.operator} ${right})`);
    case 'is':
      return `(${print(node.operand)} is ${node.test})`;
    case 'in':
      return `(${print(node.operand)} in ${node.items.map(print).join()})`;
    case 'between':
      return `(${print(node.operand)} between ${print(node.low)} ${print(node.high)})`;
    case 'like':
      return `(${print(node.operand)} like ${print(node.pattern)})`;
    case 'cast':
      return `(${print(node.operand)}::)`;
    case 'case':
      return `case(${node.branches.map(({ when, value }) => `${print(when)} ${print(value)}`).join()})`;
    case 'call':
      return `${node.name.text}(${node.args.map(print).join()})`;
    case 'subscript':
      return `${print(node.operand)}[${print(node.index)}]`;
    default:
      throw new Error(`no printer for ${node.kind}`);
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  Eq: '=',
  NotEq: '<>',
  Lt: '<',
  Plus: '+',
  Minus: '-',
  Multiply: '*',
  Divide: '/',
  Modulo: '%',
  StringConcat: '||',
  Arrow: '->',
  LongArrow: '->>',
  BitwiseAnd: '&',
  BitwiseOr: '|',
  PGBitwiseXor: '#',
  PGBitwiseShiftLeft: '<<',
  PGRegexMatch: '~',
  And: 'and',
  Or: 'or',
};

// biome-ignore lint/suspicious/noExplicitAny: the tree of another program, of which the test reads a few nodes
type Foreign = any;

/** The tree of DataFusion's parser, printed in the same way. */
function theirs(sql: string): string {
  const printTheirs = (node: Foreign): string => {
    const [kind, value] = Object.entries(node)[0] as [string, Foreign];
    switch (kind) {
      case 'Identifier':
        return value.value;
      case 'Value':
        return value.value.Number?.[0] ?? `'${value.value.SingleQuotedString}'`;
      case 'UnaryOp':
        return `(${value.op === 'Not' ? 'not' : '-'} ${printTheirs(value.expr)})`;
      case 'BinaryOp':
        return `(${printTheirs(value.left)} ${SIGNS[value.op] ?? JSON.stringify(value.op)} ${printTheirs(value.right)})`;
      case 'IsNull':
        return `(${printTheirs(value)} is null)`;
      case 'IsDistinctFrom':
        return `(${printTheirs(value[0])} distinct ${printTheirs(value[1])})`;
      case 'InList':
        return `(${printTheirs(value.expr)} in ${value.list.map(printTheirs).join()})`;
      case 'Between':
        return `(${printTheirs(value.expr)} between ${printTheirs(value.low)} ${printTheirs(value.high)})`;
      case 'Like':
        return `(${printTheirs(value.expr)} like ${printTheirs(value.pattern)})`;
      case 'Cast':
        return `(${printTheirs(value.expr)}::)`;
      case 'Case':
        return `case(${value.conditions.map(({ condition, result: then }: Foreign) => `${printTheirs(condition)} ${printTheirs(then)}`).join()})`;
      case 'Function':
        return `${value.name[0].Identifier.value}(${value.args.List.args.map((arg: Foreign) => printTheirs(arg.Unnamed.Expr)).join()})`;
      case 'CompoundFieldAccess':
        return `${printTheirs(value.root)}[${printTheirs(value.access_chain[0].Subscript.Index.index)}]`;
      default:
        throw new Error(`no printer for ${kind}: ${JSON.stringify(node)}`);
    }
  };
  const [statement] = parse(`SELECT ${sql} AS x FROM t`, 'postgresql') as unknown as Foreign[];
  return printTheirs(statement!.Query.body.Select.projection[0].ExprWithAlias.expr);
}
