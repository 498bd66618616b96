// Problems of transformers: each with its code, place and fix; hostile SQL within bounded time.
import { describe, expect, it } from 'vitest';
import { recordFrom } from '../../../src/base/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { MAX_SQL_BYTES, readTransformer, type TransformerProblem } from '../../../src/language/transformer/index.ts';

const http = getDataset('http_requests');
const print = ({ line, column, code, found, fix }: TransformerProblem): string =>
  [`${line}:${column} ${code}`, found, fix].filter((part) => part !== undefined).join(' | ');
const errorsOf = (sql: string): string[] =>
  readTransformer(sql, { dataset: http })
    .problems.filter(({ severity }) => severity === 'error')
    .map(print);

/** SQL, and its errors: line, column, code, what was found, the fix. */
const ERRORS: readonly (readonly [sql: string, ...errors: string[]])[] = [
  ['', '1:1 empty-sql'],
  ['-- only a comment', '1:1 empty-sql'],
  ['SELECT', '1:7 sql-syntax | the end of the SQL'],
  ['SELECT RayID', '1:8 missing-from | add FROM and the dataset of the job'],
  ['SELECT RayID FROM', '1:18 sql-syntax | the end of the SQL'],
  ['SELECT RayID, FROM http_requests', '1:15 sql-syntax | "FROM" | remove the comma before FROM'],
  [
    'SELECT RayID ClientIP EdgeColoCode FROM http_requests',
    '1:23 sql-syntax | "EdgeColoCode" | separate columns with commas',
  ],
  ['SELECT to_timestamp([RayID]) AS x FROM http_requests', '1:21 wrong-type | a list in to_timestamp'],
  [
    'SELECT to_timestamp_micros(RequestHeaders) AS x FROM http_requests',
    '1:28 wrong-type | an object in to_timestamp_micros',
  ],
  ['SELECT RayID FROM http_requests banana kiwi', '1:40 sql-syntax | "kiwi"'],
  ['SELECT RayID FROM http_requests WHERE BotScore > 1 kiwi', '1:52 sql-syntax | "kiwi"'],
  ['SELECT RayID AS FROM http_requests', '1:17 sql-syntax | "FROM" | write the name, or remove AS'],
  ['SELECT foo(RayID) AS a FROM http_requests', '1:8 unknown-function | "foo"'],
  ['SELECT len(RayID) AS a FROM http_requests', '1:8 unknown-function | "len" | write length(…)'],
  ["SELECT RayID FROM http_requests WHERE RayID contains 'x'", '1:45 sql-syntax | "contains" | write LIKE \'%text%\''],
  ['SELECT uper(RayID) AS a FROM http_requests', '1:8 unknown-function | "uper" | did you mean upper?'],
  ['SELECT RayID FRM http_requests', '1:18 sql-syntax | "http_requests" | separate columns with commas'],
  ['SELECT RayID FROM http_request', '1:19 unknown-dataset | "http_request" | write FROM http_requests'],
  ['WITH a AS (SELECT RayID FROM http_requests) SELECT RayID FROM http_request', '1:63 unknown-table | "http_request"'],
  ['WITH a AS (SELECT RayID FROM a) SELECT RayID FROM a', '1:30 unknown-table | "a"'],
  [
    'SELECT RayId FROM http_request ORDER BY RayID',
    '1:8 field-case | "RayId" | write RayID',
    '1:19 unknown-dataset | "http_request" | write FROM http_requests',
    '1:32 not-supported | ORDER BY | remove it',
  ],
  [
    'SELECT Datetime FROM firewall_events',
    '1:22 other-dataset | firewall_events | write FROM http_requests, or attach it to a job for firewall_events',
  ],
  ['SELECT ClientIp FROM http_requests', '1:8 field-case | "ClientIp" | write ClientIP'],
  ['SELECT ClientAddr FROM http_requests', '1:8 unknown-field | "ClientAddr" | did you mean ClientASN?'],
  ['SELECT "hello" AS x FROM http_requests', `1:8 unknown-field | "hello" | write texts in single quotes: '…'`],
  [
    'SELECT RayID FROM http_requests WHERE EdgeResponseStatus IN {500, 503}',
    `1:61 sql-syntax | "{" | write IN (1, 2) for a list, named_struct('key', value) for an object`,
  ],
  [
    'SELECT "hello world" AS x FROM http_requests',
    `1:8 unknown-field | "hello world" | write texts in single quotes: '…'`,
  ],
  ['SELECT СlientIP FROM http_requests', '1:8 unknown-field | "СlientIP" | did you mean ClientIP?'],
  ['SELECT x.ClientIP FROM http_requests r', '1:8 unknown-table | "x" | write r.ClientIP, or ClientIP alone'],
  [
    "SELECT RayID FROM http_requests WHERE EdgeResponseStatus = '500'",
    '1:60 text-number | an integer and a text | write 500 without quotes',
  ],
  [
    'SELECT RayID FROM http_requests WHERE ClientRequestPath > 5',
    "1:39 text-number | a text and an integer | write '5', or TRY_CAST(ClientRequestPath AS BIGINT)",
  ],
  [
    "SELECT RayID FROM http_requests WHERE RequestHeaders -> 'host' = 'a'",
    "1:39 json-comparison | JSON compared with a text | write ->> 'key' for text, or a cast: (… -> 'key')::BIGINT",
  ],
  ['SELECT RayID FROM http_requests WHERE ClientRequestPath', '1:39 wrong-type | a text'],
  [
    'SELECT RayID FROM http_requests WHERE EdgeResponseStatus',
    '1:39 wrong-type | an integer | write EdgeResponseStatus <> 0',
  ],
  [
    'SELECT upper(EdgeResponseStatus) AS x FROM http_requests',
    '1:14 wrong-type | an integer in upper | write CAST(EdgeResponseStatus AS TEXT)',
  ],
  ['SELECT uper(RayID) AS x FROM http_requests', '1:8 unknown-function | "uper" | did you mean upper?'],
  ['SELECT left(RayID) AS x FROM http_requests', '1:8 argument-count | 1 argument of left'],
  [
    'SELECT count(*) AS n FROM http_requests',
    '1:8 not-supported | an aggregate or window function (count) | remove it: a transformer sees each record alone',
  ],
  [
    'SELECT row_number() OVER (ORDER BY RayID) AS n FROM http_requests',
    '1:8 not-supported | an aggregate or window function (row_number) | remove it: a transformer sees each record alone',
    '1:21 not-supported | a window function',
  ],
  [
    'SELECT RayID FROM http_requests JOIN dns_logs ON a = b WHERE ClientAddr = 1 GROUP BY RayID HAVING x ORDER BY 1 LIMIT 5',
    '1:33 not-supported | a join | read one dataset',
    '1:62 unknown-field | "ClientAddr" | did you mean ClientASN?',
    '1:77 not-supported | GROUP BY | remove it: a transformer sees each record alone',
    '1:92 not-supported | HAVING | use WHERE',
    '1:101 not-supported | ORDER BY | remove it',
    '1:112 not-implemented | LIMIT | use sample_rate of the job',
  ],
  ['SELECT RayID FROM http_requests, dns_logs', '1:32 not-supported | a join | read one dataset'],
  [
    'SELECT RayID FROM (SELECT RayID FROM http_requests) x',
    '1:19 not-supported | a subquery | write it before the SELECT: WITH name AS (SELECT …)',
  ],
  [
    'SELECT RayID FROM http_requests WHERE RayID IN (SELECT RayID FROM dns_logs)',
    '1:49 not-supported | a subquery | list the values',
  ],
  ['SELECT DISTINCT RayID FROM http_requests', '1:8 not-implemented | DISTINCT | remove it'],
  ['SELECT * EXCLUDE (RayID) FROM http_requests', '1:10 not-implemented | EXCLUDE | write EXCEPT (…)'],
  [
    'SELECT t.* FROM http_requests t',
    '1:10 not-implemented | * of a name | write *, which is every field of the dataset',
  ],
  [
    'SELECT RayID BETWEEN SYMMETRIC 1 AND 2 AS y FROM http_requests',
    '1:22 not-implemented | BETWEEN SYMMETRIC | write the lower limit first',
  ],
  ['SELECT RayID COLLATE x AS y FROM http_requests', '1:14 not-implemented | COLLATE'],
  ['SELECT RayID = ANY(1) AS y FROM http_requests', '1:16 not-implemented | ANY | use IN, or array_has(list, value)'],
  [
    'SELECT now() - INTERVAL 15 minutes AS y FROM http_requests',
    "1:16 not-implemented | INTERVAL of a number | write INTERVAL '15 minutes'",
  ],
  [
    'SELECT RayID FROM http_requests UNION SELECT RayID FROM http_requests',
    '1:33 not-implemented | UNION | attach a transformer to each of two jobs',
  ],
  [
    'SELECT RayID FROM http_requests; DROP TABLE x',
    '1:34 several-statements | more SQL after ";" | remove it, or attach a transformer to each of two jobs',
  ],
  [
    'DELETE FROM http_requests',
    '1:1 not-supported | a statement other than SELECT (DELETE) | write SELECT … FROM dataset',
  ],
  ["SELECT RayID FROM http_requests WHERE RayID == 'x'", '1:45 sql-syntax | "==" | write ='],
  ["SELECT RayID FROM http_requests WHERE RayID = 'x' && true", '1:51 sql-syntax | "&&" | write AND'],
  [
    "SELECT RayID FROM http_requests WHERE RayID = 'x",
    "1:47 sql-syntax | a text that begins with ' and does not end | write ' after the text, and '' for a ' inside it",
  ],
  ['SELECT RayID FROM http_requests /* open', '1:33 sql-syntax | a comment that begins with /* and does not end'],
  [
    'SELECT RayID FROM http_requests WHERE RayID = ’x’',
    `1:47 sql-syntax | "’" | write ' around text and " around names`,
  ],
  ['SELECT RayID, ClientIP AS RayID FROM http_requests', '1:15 duplicate-column | "RayID" | name one with AS'],
  [
    'SELECT upper(UNNEST(RayID)) AS x FROM http_requests',
    '1:14 unnest-place | UNNEST inside an expression | write it as a column of WITH, and use that column',
  ],
  ['SELECT UNNEST(RayID) AS x FROM http_requests', '1:15 wrong-type | a text in UNNEST'],
  ['SELECT CAST(RayID AS DECIMAL(10,2)) AS x FROM http_requests', '1:22 not-implemented | the type DECIMAL(10,2)'],
  [
    'SELECT CAST(EdgeResponseStatus AS TIMESTAMP) AS x FROM http_requests',
    '1:8 not-implemented | a cast of an integer to Timestamp(Nanosecond, None) | write to_timestamp_seconds(…), to_timestamp_millis(…) or to_timestamp_nanos(…)',
  ],
  [
    "SELECT regexp_like(RayID, '(?=a)') AS x FROM http_requests",
    '1:27 invalid-pattern | invalid or unsupported Perl syntax: `(?=`',
  ],
  [
    `SELECT regexp_like(RayID, '${'\\pL{500}'.repeat(400)}') AS x FROM http_requests`,
    '1:27 invalid-pattern | counted repetitions of more than 4096 characters',
  ],
  [
    "SELECT regexp_like(RayID, '(?:(?:a{20}){20}){20}') AS x FROM http_requests",
    '1:27 invalid-pattern | counted repetitions of more than 4096 characters',
  ],
  ["SELECT regexp_like(RayID, '[a&&b]') AS x FROM http_requests", '1:27 invalid-pattern | && in brackets'],
  [
    "SELECT extract(yer FROM to_timestamp('x')) AS x FROM http_requests",
    '1:16 invalid-argument | "yer" | did you mean year?',
  ],
  ["SELECT digest(RayID, 'sha1') AS x FROM http_requests", '1:22 invalid-argument | "sha1"'],
  ["SELECT to_char(to_timestamp(1), '%Q') AS x FROM http_requests", '1:33 invalid-argument | "%Q"'],
  ["SELECT extract_json(RayID, '$[?(@.a)]') AS x FROM http_requests", '1:28 not-implemented | "$[?(@.a)]"'],
  [
    'SELECT 18446744073709551616 AS x FROM http_requests',
    '1:8 invalid-argument | the integer 18446744073709551616 | write it as a text, or with a decimal point',
  ],
  ['SELECT 1e999 AS x FROM http_requests', '1:8 invalid-argument | the number 1e999'],
  [
    'WITH a AS (SELECT RayID FROM http_requests) SELECT ClientIP FROM a',
    '1:52 unknown-field | "ClientIP" | add ClientIP to the SELECT of a',
  ],
  ["SELECT RayID SIMILAR TO 'x' AS y FROM http_requests", '1:14 not-implemented | SIMILAR TO | use regexp_like'],
];

it.each(ERRORS)('%s', (sql, ...errors) => {
  expect(errorsOf(sql)).toEqual(errors);
  expect(readTransformer(sql, { dataset: http }).transformer).toBeUndefined();
});

it('reports one problem for a CASE without a common type', () => {
  expect(errorsOf("SELECT CASE WHEN RayID = 'a' THEN 1 ELSE 'x' END AS x FROM http_requests")).toEqual([
    '1:42 wrong-type | a text beside an integer | write CAST(… AS type)',
  ]);
});

/** SQL, and its warnings. */
const WARNINGS: readonly (readonly [sql: string, ...warnings: string[]])[] = [
  ['SELECT RayID FROM http_requests', ...[]],
  ["SELECT RequestHeaders ->> 'Host' AS h FROM http_requests", "1:27 header-name | 'Host' | write 'host'"],
  ["SELECT Cookies ->> 'Host' AS h FROM http_requests"],
  [
    'SELECT RayID ClientIP FROM http_requests',
    '1:8 missing-comma | RayID ClientIP, which delivers RayID as ClientIP | write RayID, ClientIP or RayID AS ClientIP',
  ],
  ['SELECT RayID AS ClientIP FROM http_requests'],
  ['SELECT RayID ray FROM http_requests'],
  ['SELECT RayID "ClientIP" FROM http_requests'],
  ['SELECT substr(RayID, 0) AS r FROM http_requests'],
  [
    'WITH a AS (SELECT RayID AS x, ZoneName AS y FROM http_requests) SELECT x y FROM a',
    '1:72 missing-comma | x y, which delivers x as y | write x, y or x AS y',
  ],
  [
    'SELECT substr(RayID, 0, 3) AS r FROM http_requests',
    '1:22 position-zero | position 0 in substr | count positions from 1',
  ],
  ['SELECT substr(RayID, 1, 0) AS r FROM http_requests'],
  [
    'SELECT BotDetectionTags[0] AS r FROM http_requests',
    '1:25 position-zero | position 0 in array_element | count positions from 1',
  ],
  ["SELECT RayID FROM http_requests WHERE '' > NULL", '1:39 never-true | a condition that is always NULL'],
  [
    'SELECT RayID FROM http_requests WHERE ClientCountry IS NULL AND 1 = 2',
    '1:65 never-true | a condition that is always false',
  ],
  [
    'SELECT 1 / 0 AS x FROM http_requests',
    '1:8 always-fails | an integer division by 0 | divide by a number other than 0',
  ],
  [
    "SELECT CAST('x' AS INT) AS a FROM http_requests",
    '1:8 always-fails | cannot cast "x" to Int32 | write TRY_CAST(… AS type), which returns NULL',
  ],
  [
    'SELECT RequestHeaders::BIGINT AS a FROM http_requests',
    "1:8 always-fails | a cast of an object to Int64 | write ->> 'key' first",
  ],
  [
    'SELECT RayID FROM http_requests WHERE EdgeResponseStatus = NULL',
    '1:39 never-true | a comparison by = with NULL, which is always NULL | write EdgeResponseStatus IS NULL',
  ],
  [
    'SELECT RayID FROM http_requests WHERE NULL <> ClientCountry',
    '1:39 never-true | a comparison by <> with NULL, which is always NULL | write ClientCountry IS NOT NULL',
  ],
  [
    'SELECT RayID FROM http_requests WHERE EdgeResponseStatus > NULL',
    '1:39 never-true | a comparison by > with NULL, which is always NULL',
  ],
  ['SELECT RayID FROM http_requests WHERE EdgeResponseStatus IS NOT NULL'],
  [
    'SELECT RayID FROM http_requests WHERE EdgeResponseStatus NOT IN (200, NULL)',
    '1:39 never-true | NOT IN with NULL, which is never true | take NULL out of the list',
  ],
  ['SELECT RayID FROM http_requests WHERE EdgeResponseStatus IN (200, NULL)'],
  [
    'SELECT RayID FROM http_requests WHERE CacheTieredFill IS DISTINCT FROM true OR BotScore < 30',
    '1:39 undocumented | <=> | compare its result with the preview of the platform; the choice of headgate is: as in the open engine, whose functions and operators are all available there',
    '1:72 operand-without-parentheses | OR in the right side of IS DISTINCT FROM | write (a IS DISTINCT FROM b) AND c, or a IS DISTINCT FROM (b AND c)',
  ],
  [
    'SELECT RayID FROM http_requests WHERE CacheTieredFill IS DISTINCT FROM (true) OR (BotScore < 30)',
    '1:39 undocumented | <=> | compare its result with the preview of the platform; the choice of headgate is: as in the open engine, whose functions and operators are all available there',
    '1:72 operand-without-parentheses | OR in the right side of IS DISTINCT FROM | write (a IS DISTINCT FROM b) AND c, or a IS DISTINCT FROM (b AND c)',
  ],
  [
    'SELECT EdgeResponseStatus / 0 AS x FROM http_requests',
    '1:8 always-fails | an integer division by 0 | divide by a number other than 0',
  ],
  ['SELECT EdgeResponseStatus / 0.0 AS x FROM http_requests'],
  [
    'SELECT EdgeResponseBytes / BotScore AS x FROM http_requests',
    '1:8 can-fail | an integer division by BotScore, which loses the whole batch for one 0 | divide by NULLIF(BotScore, 0), which makes the result NULL (docs/transformers.md, "To avoid failures")',
  ],
  ['SELECT EdgeResponseBytes / NULLIF(BotScore, 0) AS x, EdgeResponseBytes / 8 AS y FROM http_requests'],
  [
    'SELECT CAST(ClientRequestUserAgent AS INT) AS x FROM http_requests',
    '1:8 can-fail | a cast of a text to Int32, which loses the whole batch for one other text | write TRY_CAST(ClientRequestUserAgent AS INT), which returns NULL (docs/transformers.md, "To avoid failures")',
  ],
  [
    `SELECT CAST(split_part(ClientIP, '.', 1) AS INT) AS x FROM http_requests`,
    `1:8 can-fail | a cast of a text to Int32, which loses the whole batch for one other text | write TRY_CAST(split_part(ClientIP, '.', 1) AS INT), which returns NULL (docs/transformers.md, "To avoid failures")`,
  ],
  [
    'SELECT CAST(EdgeResponseBytes AS SMALLINT) AS x FROM http_requests',
    '1:8 can-fail | a cast of an integer to Int16, which loses the whole batch for one integer outside its range | write TRY_CAST(EdgeResponseBytes AS SMALLINT), which returns NULL (docs/transformers.md, "To avoid failures")',
  ],
  [
    "SELECT arrow_cast(ClientRequestPath, 'Int8') AS x, arrow_cast('7', 'Int8') AS y FROM http_requests",
    '1:8 can-fail | a cast of a text to Int8, which loses the whole batch for one other text | write TRY_CAST(… AS type), which returns NULL (docs/transformers.md, "To avoid failures")',
  ],
  [
    "SELECT split_part(ClientRequestPath, '/', 0) AS x FROM http_requests",
    '1:43 always-fails | position 0 in split_part | count positions from 1',
  ],
  ["SELECT split_part(ClientRequestPath, '/', -1) AS x, CAST(EdgeResponseBytes AS BIGINT) AS y FROM http_requests"],
  ['SELECT CAST(EdgeResponseStatus AS TEXT) AS x FROM http_requests'],
  ["SELECT encode(sha256(ClientIP), 'hex') AS x FROM http_requests"],
  [
    'WITH t AS (SELECT to_timestamp(EdgeStartTimestamp) AS x, 1 AS y FROM http_requests) SELECT extract(epoch FROM x) AS x FROM t',
  ],
  ['SELECT EdgeStartTimestamp FROM http_requests'],
  [
    'SELECT to_timestamp(EdgeStartTimestamp) AS x, to_timestamp(EdgeEndTimestamp) AS y FROM http_requests',
    '1:8 undocumented | a timestamp in the delivered record | compare its result with the preview of the platform; the choice of headgate is: RFC 3339 in UTC with 0, 3, 6 or 9 digits; `2026-11-01`; text'.replaceAll(
      '`',
      '',
    ),
  ],
];
it.each(WARNINGS)('warns about %s', (sql, ...warnings) => {
  const { transformer, problems } = readTransformer(sql, { dataset: http });
  expect(transformer).toBeDefined();
  expect(problems.map(print)).toEqual(warnings);
});

it.each([
  ['CASE WHEN true THEN 1 END AS x', 'CASE'],
  ['TRY_CAST(RayID AS INT) AS x', 'TRY_CAST'],
  ['*', 'SELECT *'],
  ['* EXCEPT (ClientIP)', 'SELECT * EXCEPT'],
  ['greatest(1, 2) AS x', 'greatest'],
  ["RayID ~ 'a' AS x", '~'],
  ['random() AS x', 'random'],
  ['extract(epoch FROM from_unixtime(1)) AS x', 'from_unixtime'],
  ['to_timestamp(EdgeStartTimestamp) AS x', 'a timestamp in the delivered record'],
  ["date_trunc('day', to_timestamp(EdgeStartTimestamp)) AS x", 'a timestamp in the delivered record'],
  ['make_date(2026, 11, 1) AS x', 'a date in the delivered record'],
  ["arrow_cast('1 day', 'Utf8')::INTERVAL AS x", 'an interval in the delivered record'],
  ['[to_timestamp(1)] AS x', 'a timestamp in the delivered record'],
  ["struct(RayID, decode('YQ', 'base64')) AS x", 'binary data in the delivered record'],
  ['sha256(RayID) AS x', 'binary data in the delivered record'],
])('warns that %s is not documented', (column, construct) => {
  const { transformer, problems } = readTransformer(`SELECT ${column} FROM http_requests`);
  expect(problems.map(({ code, found, severity }) => [code, found, severity])).toEqual([
    ['undocumented', construct, 'warning'],
  ]);
  expect(transformer!.choices).toHaveLength(1);
});

it('reports all problems at once, with an excerpt', () => {
  const { problems } = readTransformer(
    'SELECT\n  ClientIp,\n  uper(RayID) AS r\nFROM http_requests\nWHERE EdgeResponseStatus',
  );
  expect(problems.map(({ message }) => message)).toEqual([
    'line 2, column 3: field in another case: found "ClientIp", expected ClientIP: names of fields are case-sensitive; write ClientIP',
    'line 3, column 3: unknown function: found "uper", expected a documented function; did you mean upper?',
    'line 5, column 7: wrong type: found an integer, expected a condition; write EdgeResponseStatus <> 0',
  ]);
  expect(problems[0]!.excerpt).toBe('  ClientIp,\n  ^');
});

describe('hostile SQL', () => {
  const from = ' AS x FROM http_requests';
  const rows: readonly (readonly [string, string, string | undefined])[] = [
    ['10 KB of parentheses', `SELECT ${'('.repeat(4900)}1${')'.repeat(4900)}${from}`, 'too-deep'],
    ['parentheses that never close', `SELECT ${'('.repeat(9000)}`, 'too-deep'],
    ['1,000 nested CASE', `SELECT ${'CASE WHEN true THEN '.repeat(1000)}1${' END'.repeat(1000)}${from}`, 'too-deep'],
    ['10,000 NOT', `SELECT ${'NOT '.repeat(7000)}true${from}`, 'too-deep'],
    ['a long sum', `SELECT ${'1+'.repeat(4000)}1${from}`, 'too-deep'],
    ['a long chain of AND', `SELECT RayID FROM http_requests WHERE ${"RayID<>'a' AND ".repeat(600)}true`, undefined],
    [
      'a long list',
      `SELECT RayID FROM http_requests WHERE EdgeResponseStatus IN (${Array.from({ length: 2400 }, (_, index) => index).join()})`,
      undefined,
    ],
    [
      '40 doublings',
      `WITH ${Array.from({ length: 40 }, (_, index) => `t${index} AS (SELECT ${index === 0 ? 'RayID' : 'x'} || ${index === 0 ? 'RayID' : 'x'} AS x FROM ${index === 0 ? 'http_requests' : `t${index - 1}`})`).join(', ')} SELECT x FROM t39`,
      undefined,
    ],
    [
      '40 doublings of a list',
      `WITH ${Array.from({ length: 40 }, (_, index) => `t${index} AS (SELECT [${index === 0 ? 'RayID' : 'x'}, ${index === 0 ? 'RayID' : 'x'}] AS x FROM ${index === 0 ? 'http_requests' : `t${index - 1}`})`).join(', ')} SELECT x FROM t39`,
      undefined,
    ],
    [
      '40 doublings of a struct',
      `WITH ${Array.from({ length: 40 }, (_, index) => `t${index} AS (SELECT struct(${index === 0 ? 'RayID' : 'x'}, ${index === 0 ? 'RayID' : 'x'}) AS x FROM ${index === 0 ? 'http_requests' : `t${index - 1}`})`).join(', ')} SELECT x FROM t39`,
      'too-deep',
    ],
    ['nested repeat', `SELECT ${'repeat('.repeat(50)}RayID${', 1000000)'.repeat(50)}${from}`, undefined],
    [
      'two long lists',
      `SELECT array_except(range(900000), range(1, 900000)) || '' ${from}`.replace(" || ''", ''),
      undefined,
    ],
    ['nested comments', `SELECT RayID ${'/*'.repeat(3000)}${'*/'.repeat(3000)} FROM http_requests`, undefined],
    [
      'a catastrophic pattern',
      `SELECT regexp_like(repeat(RayID, 20), '^(([a-z])+.)+[A-Z]([a-z])+$')${from}`,
      undefined,
    ],
    ['counted repetitions', `SELECT regexp_like(RayID, '((a{100}){100}){100}')${from}`, 'invalid-pattern'],
    [
      'more than the schema allows',
      `SELECT RayID FROM http_requests -- ${'x'.repeat(MAX_SQL_BYTES)}`,
      'too-many-bytes',
    ],
    ['a NUL', 'SELECT RayID\0 FROM http_requests', 'sql-syntax'],
    [
      '100 unknown fields and more',
      `SELECT ${Array.from({ length: 300 }, (_, index) => `Nope${index}`).join()} FROM http_requests`,
      'unknown-field',
    ],
  ];
  it.each(rows)('%s', (_, sql, code) => {
    const { transformer, problems } = readTransformer(sql);
    expect(problems.find(({ severity }) => severity === 'error')?.code).toBe(code);
    expect(problems.length).toBeLessThanOrEqual(101);
    const outcome = transformer?.evaluate(recordFrom({ RayID: 'abc', EdgeResponseStatus: 200 })).outcome;
    if (transformer !== undefined) expect(['rows', 'undecided', 'dropped']).toContain(outcome);
  });
});

it('warns above the documented limit of bytes, and counts UTF-8', () => {
  const { transformer, problems, bytes } = readTransformer(`SELECT RayID FROM http_requests -- ${'ä'.repeat(6000)}`);
  expect(transformer).toBeDefined();
  expect(bytes).toBe(12_035);
  expect(problems.map(({ code }) => code)).toEqual(['over-documented-limit']);
});

it.each<[string, string[] | undefined, string[]]>([
  ['SELECT RayID, ClientIP FROM http_requests', ['RayID'], ['ClientIP']],
  ['SELECT RayID, ClientIP FROM http_requests', [], []],
  ['SELECT RayID, ClientIP FROM http_requests', undefined, []],
  [
    "SELECT *, upper(ClientIP) AS ip FROM http_requests WHERE ClientCountry = 'de'",
    ['RayID'],
    ['ClientIP', 'ClientCountry'],
  ],
  ['SELECT * FROM http_requests', ['RayID'], []],
])('%s with %j lacks %j', (sql, fieldNames, expected) => {
  expect(readTransformer(sql).transformer!.unlistedFields(fieldNames)).toEqual(expected);
});
