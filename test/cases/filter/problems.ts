// Rows for readFilter: an input, all of its problems in order as "severity code path", and the repaired filter if there is one.
// The path `-` is the filter as a whole.
import type { ProblemCode } from '../../../src/language/filter/index.ts';

/** One input with its expected problems. */
export interface ProblemRow {
  readonly input: string | object;
  readonly dataset?: string;
  readonly source?: 'job';
  /** `error code path` or `warning code path` */
  readonly problems: readonly `${'error' | 'warning'} ${ProblemCode} ${string}`[];
  /** Texts that the messages must contain. */
  readonly says?: readonly string[];
  /** JSON of the repaired filter; absent: the filter cannot be repaired. */
  readonly repaired?: string;
}

const condition = (key: string, operator: string, value: unknown): string =>
  JSON.stringify({ where: { key, operator, value } });
const raw = (key: string, operator: string, value: string): string =>
  `{"where":{"key":"${key}","operator":"${operator}","value":${value}}}`;
const HOST = '{"key":"ClientRequestHost","operator":"eq","value":"a.com"}';
const SCORE = '{"key":"BotScore","operator":"lt","value":30}';
const group = (kind: string, ...nodes: string[]): string => `{"where":{"${kind}":[${nodes.join(',')}]}}`;
const nested = (levels: number): string => `{"where":${'{"and":['.repeat(levels)}${SCORE}${']}'.repeat(levels)}}`;
const hosts = (count: number, kind = 'or', operator = 'eq'): string =>
  group(
    kind,
    ...Array.from({ length: count }, (_, index) =>
      JSON.stringify({ key: 'ClientRequestHost', operator, value: `h${index}` }),
    ),
  );

/** The shape of the text and of nodes. */
export const SHAPE_ROWS: readonly ProblemRow[] = [
  {
    input: '{"where":',
    problems: ['error json-syntax -'],
    says: ['line 1, column 10: found the end of the text, expected a JSON value', 'still open'],
  },
  { input: `{"where":${SCORE},}`, problems: ['error json-syntax -'], says: ['remove the comma'] },
  { input: "{'where':1}", problems: ['error json-syntax -'], says: ['double quotes'] },
  { input: `{"where":${SCORE} // low\n}`, problems: ['error json-syntax -'], says: ['remove comments'] },
  { input: '"BotScore" < 30', problems: ['error json-syntax -'], says: ['begin an expression with the field'] },
  {
    input: `{"where":${SCORE}}`.replaceAll('"', '\\"'),
    problems: ['error json-syntax -'],
    says: ['remove the backslashes'],
    repaired: `{"where":${SCORE}}`,
  },
  {
    input: '{"where":{"and":[{"key":"a","key":"BotScore","operator":"lt","value":30}]}}',
    problems: ['error duplicate-key where.and[0].key'],
  },
  { input: nested(65), problems: [`error too-deep where${'.and[0]'.repeat(64)}.and`] },
  { input: `{"where":${'['.repeat(600)}`, problems: ['error too-deep -'] },
  { input: { 0: 1 }, problems: ['error missing-where -'] },
  {
    input: [{ key: 'BotScore', operator: 'lt', value: 30 }],
    problems: ['error root-not-object -'],
    says: ['{"where": {"and": […]}}'],
  },
  { input: '"\\"twice\\""', problems: ['error root-not-object -'] },
  { input: '{}', problems: ['error missing-where -'], says: ['omit the filter'] },
  {
    input: 'EdgeResponseStatus >= 5OO',
    problems: ['error expression-syntax -'],
    says: ['; write an integer, because EdgeResponseStatus has the type int'],
  },
  {
    input: 'EdgeResponseStatus in {500 5xx}',
    problems: ['error expression-syntax -'],
    says: ['; write an integer, because EdgeResponseStatus has the type int'],
  },
  { input: 'EdgeResponseStatus == 0500', problems: ['error expression-syntax -'], says: ['a number; write 500'] },
  { input: 'CacheReserveUsed == yes', problems: ['error expression-syntax -'], says: ['write true or false, because'] },
  { input: 'ClientCountry == de', problems: ['error expression-syntax -'], says: ['write "de" as a string'] },
  { input: '{"filter":"all","cases":[]}', problems: ['error missing-where -'], says: ['a suite of filter tests'] },
  { input: '{"name":"x","filter":"{}"}', problems: ['error missing-where -'], says: ['a whole job'] },
  {
    input: HOST,
    problems: ['error missing-where -'],
    says: [`write {"where":${HOST}}`],
    repaired: `{"where":${HOST}}`,
  },
  {
    input: `{"and":[${HOST},{"key":"BotScore","operator":"lte","value":30}]}`,
    problems: ['error missing-where -', 'error unknown-operator and[1].operator'],
    repaired: group('and', HOST, '{"key":"BotScore","operator":"leq","value":30}'),
  },
  {
    input: `{"Where":${HOST}}`,
    problems: ['error unknown-key Where'],
    says: ['write "where"'],
    repaired: `{"where":${HOST}}`,
  },
  { input: `{"where":${HOST},"and":[]}`, problems: ['error unknown-key and'], says: ['move it into "where"'] },
  { input: `{"where":${HOST},"name":"x"}`, problems: ['error unknown-key name'], says: ['remove it'] },
  {
    input: `{"where":{"and":[${HOST},{"where":${SCORE}}]}}`,
    problems: ['error nested-where where.and[1].where'],
    says: ['replace this "where" with its value'],
    repaired: group('and', HOST, SCORE),
  },
  {
    input: `{"where":{"where":${SCORE},"and":[${HOST}]}}`,
    problems: ['error nested-where where.where', 'error mixed-node where'],
  },
  {
    input: `{"where":{"AND":[${HOST}]}}`,
    problems: ['error unknown-key where.AND'],
    says: ['write "and"'],
    repaired: group('and', HOST),
  },
  {
    input: '{"where":{"field":"BotScore","op":"<","values":30}}',
    problems: [
      'error unknown-key where.field',
      'error unknown-key where.op',
      'error unknown-key where.values',
      'error unknown-operator where.operator',
    ],
    says: ['write "key"', 'write "operator"', 'write "value"', 'write "lt"'],
    repaired: `{"where":${SCORE}}`,
  },
  { input: `{"where":{"not":${HOST}}}`, problems: ['error unknown-key where.not'], says: ['a negated operator'] },
  {
    input: '{"where":{"key":"BotScore","operater":"lt","value":30}}',
    problems: ['error unknown-key where.operater', 'error missing-operator where'],
    says: ['write "operator"'],
  },
  {
    input: `{"where":{"and":[${HOST}],"or":[${SCORE}]}}`,
    problems: ['error mixed-node where'],
    says: ['"and" and "or"'],
  },
  {
    input: `{"where":{"and":[${HOST}],"key":"BotScore","operator":"lt","value":3}}`,
    problems: ['error mixed-node where'],
  },
  { input: '{"where":"BotScore < 30"}', problems: ['error node-not-object where'] },
  { input: `{"where":{"and":[${HOST},[${SCORE}]]}}`, problems: ['error node-not-object where.and[1]'] },
  { input: '{"where":null}', problems: ['error node-not-object where'] },
  { input: '{"where":{}}', problems: ['error empty-node where'] },
  { input: `{"where":{"and":[${HOST},{}]}}`, problems: ['error empty-node where.and[1]'] },
  { input: '{"where":{"or":[]}}', problems: ['error empty-group where.or'] },
  { input: `{"where":{"and":${HOST}}}`, problems: ['error group-not-array where.and'], repaired: group('and', HOST) },
  { input: '{"where":{"and":"x"}}', problems: ['error group-not-array where.and'] },
  { input: '{"where":{"operator":"eq","value":"x"}}', problems: ['error missing-key where'] },
  { input: '{"where":{"key":"ClientRequestPath","value":"x"}}', problems: ['error missing-operator where'] },
  { input: '{"where":{"key":"ClientRequestPath","operator":"contains"}}', problems: ['error missing-value where'] },
  {
    input: '{"where":{"key":"ClientRequestPath"}}',
    problems: ['error missing-operator where', 'error missing-value where'],
  },
  { input: '{"where":{"key":5,"operator":"eq","value":"x"}}', problems: ['error key-not-string where.key'] },
  {
    input: { where: { key: 'BotScore', operator: 'eq', value: 2 ** 60 } },
    problems: ['error unsafe-integer where.value'],
    says: ['BigInt'],
  },
  {
    input: { where: { key: 'BotScore', operator: 'in', value: [1, Number.NaN] } },
    problems: ['error unsupported-value where.value[1]'],
  },
  {
    input: { where: { key: 'BotScore', operator: 'eq', value: () => 1 } },
    problems: ['error unsupported-value where.value'],
  },
  { input: { where: new Date(0) }, problems: ['error unsupported-value where'], says: ['class Date'] },
  {
    input: 'BotScore < 30',
    source: 'job',
    problems: ['error expression-in-job -'],
    says: [`write {"where":${SCORE}}`],
    repaired: `{"where":${SCORE}}`,
  },
  { input: JSON.stringify(`{"where":${SCORE}}`), source: 'job', problems: ['warning encoded-twice -'] },
  { input: 'BotScore <', problems: ['error expression-syntax -'], says: ['line 1, column 11'] },
];

/** Operators, fields and values. */
export const TYPE_ROWS: readonly ProblemRow[] = [
  ...(
    [
      ['neq', '!eq'],
      ['NotEquals', '!eq'],
      ['!=', '!eq'],
      ['ne', '!eq'],
      ['EQ', 'eq'],
      ['equals', 'eq'],
      ['==', 'eq'],
      ['=', 'eq'],
      ['lte', 'leq'],
      ['<=', 'leq'],
      ['gte', 'geq'],
      ['>=', 'geq'],
      ['greaterThan', 'gt'],
      ['less_than', 'lt'],
      ['GEQ', 'geq'],
      ['greater than or equal', 'geq'],
    ] as const
  ).map(
    ([written, meant]): ProblemRow => ({
      input: condition('BotScore', written, 30),
      problems: ['error unknown-operator where.operator'],
      says: [`write "${meant}"`],
      repaired: condition('BotScore', meant, 30),
    }),
  ),
  ...(
    [
      ['startswith', 'startsWith'],
      ['starts_with', 'startsWith'],
      ['beginsWith', 'startsWith'],
      ['!startswith', '!startsWith'],
      ['not starts with', '!startsWith'],
      ['ENDSWITH', 'endsWith'],
      ['notEndsWith', '!endsWith'],
      ['Contains', 'contains'],
      ['includes', 'contains'],
      ['notContains', '!contains'],
      ['doesNotContain', '!contains'],
      ['!CONTAINS', '!contains'],
    ] as const
  ).map(
    ([written, meant]): ProblemRow => ({
      input: condition('ClientRequestPath', written, '/x'),
      problems: ['error unknown-operator where.operator'],
      says: [`write "${meant}"`],
      repaired: condition('ClientRequestPath', meant, '/x'),
    }),
  ),
  ...(['notIn', 'not_in', 'nin', '!IN', 'isNotIn'] as const).map(
    (written): ProblemRow => ({
      input: condition('ClientCountry', written, ['us']),
      problems: ['error unknown-operator where.operator'],
      repaired: condition('ClientCountry', '!in', ['us']),
    }),
  ),
  {
    input: condition('ClientCountry', 'matches', 'u.'),
    problems: ['error unknown-operator where.operator'],
    says: ['filters have no patterns'],
  },
  {
    input: condition('BotScore', 'between', 3),
    problems: ['error unknown-operator where.operator'],
    says: ['"geq" and "leq"'],
  },
  {
    input: condition('ClientCountry', 'contians', 'u'),
    problems: ['error unknown-operator where.operator'],
    says: ['write "contains"'],
  },
  { input: condition('ClientCountry', '__proto__', 'u'), problems: ['error unknown-operator where.operator'] },
  {
    input: '{"where":{"key":"ClientCountry","operator":3,"value":"a"}}',
    problems: ['error unknown-operator where.operator'],
  },
  {
    input: condition('ClientCountri', 'eq', 'us'),
    problems: ['error unknown-field where.key'],
    says: ['write ClientCountry'],
  },
  {
    input: condition('clientcountry', 'eq', 'us'),
    problems: ['error unknown-field where.key'],
    says: ['write ClientCountry'],
    repaired: condition('ClientCountry', 'eq', 'us'),
  },
  { input: condition('constructor', 'eq', 'us'), problems: ['error unknown-field where.key'] },
  {
    input: group('and', HOST, '{"key":"QueryName","operator":"eq","value":"x"}'),
    problems: ['error unknown-field where.and[1].key'],
    says: ['the field belongs to dns_logs'],
  },
  {
    input: group('and', HOST, '{"key":"ClientRequestPath","operator":"contains","value":"/static"}'),
    dataset: 'gateway_dns',
    problems: ['error other-dataset -'],
    says: ['ClientRequestHost, ClientRequestPath, fields of http_requests'],
  },
  {
    input: condition('RequestHeaders', 'contains', 'x'),
    problems: ['error unfilterable-type where.key'],
    says: ['type object'],
  },
  {
    input: condition('MatchedRules', 'contains', 'x'),
    problems: ['error unfilterable-type where.key'],
    says: ['array[object]'],
  },
  ...['Action', 'Description', 'Kind', 'MatchIndex', 'OriginatorRayID', 'RuleID', 'Source'].map(
    (field): ProblemRow => ({
      input: condition(field, 'eq', 'block'),
      dataset: 'firewall_events',
      problems: ['error unfilterable-field where.key'],
      says: [
        `unfilterable field at where.key: found ${field}, which the platform rejects in filters`,
        'expected a filterable field of firewall_events',
        'headgate fields list firewall_events',
      ],
    }),
  ),
  {
    input: condition('Metadata', 'eq', 'block'),
    dataset: 'firewall_events',
    problems: ['error unfilterable-type where.key'],
  },
  { input: condition('PackageInfo', 'eq', 'x'), dataset: 'gateway_http', problems: ['error unknown-type where.key'] },
  {
    input: condition('BotScore', 'contains', '3'),
    problems: ['error operator-type where.operator'],
    says: ['expected eq, !eq, lt, leq, gt, geq, in or !in'],
  },
  { input: condition('ClientCountry', 'lt', 'us'), problems: ['error operator-type where.operator'] },
  { input: condition('CacheReserveUsed', 'in', [true]), problems: ['error operator-type where.operator'] },
  {
    input: condition('BotTags', 'eq', 'x'),
    problems: ['error operator-type where.operator'],
    says: ['write "contains"'],
  },
  {
    input: condition('BotTags', '!in', ['x']),
    problems: ['error operator-type where.operator'],
    says: ['write "!contains"'],
  },
  {
    input: condition('EdgeStartTimestamp', 'in', [1]),
    problems: ['warning timestamp-field where.key', 'error operator-type where.operator'],
  },
  {
    input: condition('EdgeResponseStatus', 'in', '200,201'),
    problems: ['error list-expected where.value'],
    says: ['write [200,201]'],
    repaired: condition('EdgeResponseStatus', 'in', [200, 201]),
  },
  {
    input: condition('ClientCountry', 'in', 'us, ca'),
    problems: ['error list-expected where.value'],
    repaired: condition('ClientCountry', 'in', ['us', 'ca']),
  },
  {
    input: condition('EdgeResponseStatus', 'in', '[200, 0201]'),
    problems: ['error list-expected where.value'],
  },
  {
    input: condition('EdgeResponseStatus', 'in', '[200, "201"]'),
    problems: ['error list-expected where.value'],
    repaired: condition('EdgeResponseStatus', 'in', [200, '201']),
  },
  {
    input: condition('EdgeResponseStatus', 'in', 200),
    problems: ['error list-expected where.value'],
    repaired: condition('EdgeResponseStatus', 'in', [200]),
  },
  { input: condition('ClientCountry', 'in', null), problems: ['error list-expected where.value'] },
  { input: condition('ClientCountry', 'in', []), problems: ['error empty-list where.value'] },
  {
    input: condition('EdgeResponseStatus', 'in', [200, '0201', 5.5, null]),
    problems: [
      'error integer-form where.value[1]',
      'error value-type where.value[2]',
      'error value-type where.value[3]',
    ],
  },
  {
    input: condition('ClientCountry', 'eq', ['us', 'ca']),
    problems: ['error scalar-expected where.value'],
    says: ['use the operator "in"'],
    repaired: condition('ClientCountry', 'in', ['us', 'ca']),
  },
  {
    input: condition('BotScore', '!eq', [1]),
    problems: ['error scalar-expected where.value'],
    repaired: condition('BotScore', '!in', [1]),
  },
  {
    input: condition('CacheReserveUsed', 'eq', [true]),
    problems: ['error scalar-expected where.value'],
    repaired: condition('CacheReserveUsed', 'eq', true),
  },
  {
    input: condition('ClientRequestPath', 'contains', ['a', 'b']),
    problems: ['error scalar-expected where.value'],
    says: ['in an "or"'],
  },
  { input: condition('BotScore', 'lt', { a: 1 }), problems: ['error scalar-expected where.value'] },
  { input: condition('BotScore', 'lt', null), problems: ['error scalar-expected where.value'] },
  { input: condition('BotScore', 'lt', 'low'), problems: ['error value-type where.value'] },
  { input: condition('BotScore', 'lt', true), problems: ['error value-type where.value'] },
  { input: condition('ClientCountry', 'eq', 5), problems: ['error value-type where.value'], says: ['write "5"'] },
  { input: condition('CacheReserveUsed', 'eq', 1), problems: ['error value-type where.value'] },
  {
    input: condition('CacheReserveUsed', 'eq', 'TRUE'),
    problems: ['error value-type where.value'],
    repaired: condition('CacheReserveUsed', 'eq', true),
  },
  { input: condition('BotTags', 'contains', 5), problems: ['error value-type where.value'] },
  { input: condition('BotDetectionIDs', 'contains', 'x'), problems: ['error value-type where.value'] },
  {
    input: condition('EdgeResponseCompressionRatio', 'gt', '0.5'),
    problems: ['warning float-field where.key', 'error value-type where.value'],
    repaired: condition('EdgeResponseCompressionRatio', 'gt', 0.5),
  },
  {
    input: condition('EdgeStartTimestamp', 'gt', '2026-11-01'),
    problems: ['warning timestamp-field where.key', 'error value-type where.value'],
    repaired: condition('EdgeStartTimestamp', 'gt', '2026-11-01T00:00:00Z'),
  },
  {
    input: condition('EdgeStartTimestamp', 'gt', '2026-02-30'),
    problems: ['warning timestamp-field where.key', 'error value-type where.value'],
  },
  ...(
    [
      ['"0500"', '500'],
      ['500.0', '500'],
      ['5e2', '500'],
      ['"5e2"', '500'],
      ['"+5"', '5'],
      ['" 30 "', '30'],
      ['-0', '0'],
      ['"-0"', '0'],
      ['0.5e1', '5'],
      ['1844674407370955161.5e1', '18446744073709551615'],
      ['120e-1', '12'],
    ] as const
  ).map(
    ([written, meant]): ProblemRow => ({
      input: raw('BotScore', 'eq', written),
      problems: ['error integer-form where.value'],
      says: [`write ${meant}`],
      repaired: raw('BotScore', 'eq', meant),
    }),
  ),
  ...['5.5', '5e-1', '"5,5"', '"0x10"', '1e999', '"1e999999999"', '""', '"--5"'].map(
    (written): ProblemRow => ({
      input: raw('BotScore', 'eq', written),
      problems: ['error value-type where.value'],
    }),
  ),
];

/** Legal filters with warnings. */
export const WARNING_ROWS: readonly ProblemRow[] = [
  {
    input: condition('CacheReserveUsed', 'eq', 'true'),
    problems: ['warning bool-as-text where.value'],
    says: ['write true'],
  },
  { input: condition('EdgeResponseCompressionRatio', 'gt', 1.5), problems: ['warning float-field where.key'] },
  {
    input: condition('EdgeStartTimestamp', 'geq', '2026-11-01T00:00:00Z'),
    problems: ['warning timestamp-field where.key'],
  },
  { input: condition('EdgeStartTimestamp', 'geq', '1700000000'), problems: ['warning timestamp-field where.key'] },
  { input: condition('BotScore', 'gt', -1), problems: ['warning negative-integer where.value'] },
  {
    input: raw('BotScore', 'in', '[18446744073709551615,18446744073709551616]'),
    problems: ['warning large-integer where.value[1]'],
  },
  {
    input: condition('WAFAction', 'eq', 'block'),
    problems: ['warning removed-field where.key'],
    says: ['2023-08-01; write SecurityAction'],
  },
  { input: condition('ZoneID', 'eq', 5), problems: ['warning removed-field where.key'] },
  { input: condition('WAFFlags', 'eq', '0'), problems: ['warning deprecated-field where.key'] },
  { input: condition('ClientRequestPath', 'contains', ''), problems: ['warning always-true where.value'] },
  { input: condition('ClientRequestPath', '!startsWith', ''), problems: ['warning never-true where.value'] },
  { input: condition('BotTags', 'contains', ''), problems: [] },
  { input: condition('ClientCountry', 'eq', ''), problems: [] },
  {
    input: 'ClientCountry == "us" and ClientCountry == "ca"',
    problems: ['warning never-true where'],
    says: ['join them with "or"'],
  },
  { input: 'ClientCountry == "us" and ClientCountry in {"ca" "mx"}', problems: ['warning never-true where'] },
  { input: 'ClientCountry == "us" and not ClientCountry in {"us" "mx"}', problems: ['warning never-true where'] },
  { input: 'ClientCountry in {"us" "ca"} and ClientCountry in {"ca" "mx"}', problems: [] },
  { input: 'BotScore == 30 and BotScore == "30"', problems: [] },
  { input: 'BotScore == 30 and (BotScore < 30 and ClientCountry == "us")', problems: ['warning never-true where'] },
  { input: 'BotScore > 30 and BotScore < 31', problems: ['warning never-true where'] },
  { input: 'BotScore >= 30 and BotScore < 31', problems: [] },
  { input: 'BotScore > 30 and BotScore < 40', problems: [] },
  { input: 'BotScore != 30 and BotScore != 31', problems: [] },
  { input: 'BotScore != 30 or BotScore == 31', problems: [] },
  {
    input: 'BotScore >= 30 and BotScore <= 31 and BotScore != 30 and BotScore != 31',
    problems: ['warning never-true where'],
  },
  { input: 'CacheReserveUsed and not CacheReserveUsed', problems: ['warning never-true where'] },
  {
    input: 'starts_with(ClientRequestPath, "/a") and starts_with(ClientRequestPath, "/b")',
    problems: ['warning never-true where'],
  },
  { input: 'starts_with(ClientRequestPath, "/a") and starts_with(ClientRequestPath, "/a/b")', problems: [] },
  {
    input: 'ends_with(ClientRequestPath, ".js") and ends_with(ClientRequestPath, ".css")',
    problems: ['warning never-true where'],
  },
  { input: 'BotTags contains "a" and BotTags contains "b"', problems: [] },
  { input: 'BotTags contains "a" and not BotTags contains "a"', problems: ['warning never-true where'] },
  {
    input: 'ClientCountry != "us" or ClientCountry != "ca"',
    problems: ['warning always-true where'],
    says: ['join them with "and"'],
  },
  { input: 'not ClientCountry in {"us"} or not ClientCountry in {"ca"}', problems: ['warning always-true where'] },
  {
    input: 'not ClientRequestURI contains ".css" or not ClientRequestURI contains ".js"',
    problems: ['warning or-of-negatives where'],
  },
  {
    input: 'not ClientCountry in {"us" "mx"} or not ClientCountry in {"ca" "mx"}',
    problems: ['warning or-of-negatives where'],
  },
  { input: 'ClientCountry != "us" and ClientCountry != "ca"', problems: [] },
  { input: 'ClientCountry != "us" or BotScore != 3', problems: [] },
  { input: 'BotScore > 5 or BotScore < 10', problems: ['warning always-true where'] },
  { input: 'BotScore < 5 or BotScore > 10', problems: [] },
  { input: 'BotScore < 5 or (BotScore > 10 and ClientCountry == "us")', problems: [] },
  {
    input: condition('ClientCountry', 'eq', 'DE'),
    problems: ['warning upper-case where.value'],
    says: [
      'condition that is probably never true',
      'found "DE" for ClientCountry, expected lower case, as the platform pushes it',
      'write "de"',
    ],
  },
  {
    input: condition('ClientCountry', '!in', ['DE', 'AT']),
    problems: ['warning upper-case where.value'],
    says: ['condition that is probably always true', 'write "de" and "at"'],
  },
  {
    input: condition('ClientCountry', 'in', ['de', 'AT']),
    problems: ['warning upper-case where.value'],
    says: ['value that probably no line contains', 'found "AT" for ClientCountry'],
  },
  { input: condition('ClientCountry', 'eq', 'de'), problems: [] },
  { input: condition('ClientCountry', 'eq', 'DE'), dataset: 'firewall_events', problems: [] },
  { input: condition('ClientRequestHost', 'eq', 'A.com'), problems: [] },
  { input: group('and', HOST, SCORE, HOST), problems: ['warning repeated-condition where.and[2]'] },
  {
    input: 'EdgeStartTimestamp == 1700000000 and EdgeStartTimestamp == "2023-11-14T22:13:20Z"',
    problems: ['warning timestamp-field where.and[0].key', 'warning timestamp-field where.and[1].key'],
  },
  {
    input: 'ClientIP in {"10.0.0.0/14" "192.0.2.7"} and BotScore < 30',
    problems: ['warning address-range where.and[0].value'],
    says: [
      'found "10.0.0.0/14" for ClientIP',
      'write (ClientIP == "192.0.2.7" or starts_with(ClientIP, "10.0.") or starts_with(ClientIP, "10.1.") or starts_with(ClientIP, "10.2.") or starts_with(ClientIP, "10.3."))',
    ],
  },
  {
    input: condition('OriginIP', '!in', ['10.0.0.0/8', '192.168.0.0/16']),
    problems: ['warning address-range where.value'],
    says: [
      'write {"and":[{"key":"OriginIP","operator":"!startsWith","value":"10."},{"key":"OriginIP","operator":"!startsWith","value":"192.168."}]}',
    ],
  },
  {
    input: condition('EdgeServerIP', 'eq', '192.0.2.128/30'),
    problems: ['warning address-range where.value'],
    says: ['"value":["192.0.2.128","192.0.2.129","192.0.2.130","192.0.2.131"]'],
  },
  {
    input: 'starts_with(ClientIP, "10.1.2.3/24") or ClientIP == "10.2.*"',
    problems: ['warning address-range where.or[0].value', 'warning address-range where.or[1].value'],
    says: ['write starts_with(ClientIP, "10.1.2.")', 'write starts_with(ClientIP, "10.2.")'],
  },
  {
    input: 'ClientIP == "2001:db8::/32"',
    problems: ['warning address-range where.value'],
    says: ['write starts_with(ClientIP, "2001:db8:"), which matches addresses in their shortest notation'],
  },
  {
    input: 'ClientIP in {"2001:db8::/48" "10.0.0.0/8"}',
    problems: ['warning address-range where.value'],
    says: ['found "2001:db8::/48" and "10.0.0.0/8"', 'no single prefix matches all of them'],
  },
  {
    input: 'ClientIP in {"10.0.0.0/10"}',
    problems: ['warning address-range where.value'],
    says: ['exceed the limits of a filter: 64 of 30 operators'],
  },
  {
    // Each range alone would fit.
    input: 'ClientIP == "10.0.0.0/12" or OriginIP == "10.16.0.0/12"',
    problems: ['warning address-range where.or[0].value', 'warning address-range where.or[1].value'],
    says: ['exceed the limits of a filter: 32 of 30 operators'],
  },
  {
    input: 'ClientIP == "0.0.0.0/0"',
    problems: ['warning address-range where.value'],
    says: ['remove the condition'],
  },
  {
    input: 'ClientIP == "10.0.0.0-10.0.0.9"',
    problems: ['warning address-range where.value'],
    says: ['write its addresses, or prefixes of them'],
  },
  {
    input: 'ResolvedIPs contains "10.0.0.0/8"',
    dataset: 'gateway_dns',
    problems: ['warning address-range where.value'],
    says: ['no operator matches a prefix of an array element'],
  },
  {
    input: 'IPSourceAddress == "10.0.0.0/8"',
    dataset: 'network_analytics_logs',
    problems: ['warning address-range where.value'],
  },
  { input: 'IPSourceSubnet == "10.0.0.0/24"', dataset: 'network_analytics_logs', problems: [] },
  {
    input: 'ClientIP in {"10.0.0.1" "::1" "::ffff:10.0.0.1" "" "-"} or ClientRequestPath == "10.0.0.0/8"',
    problems: [],
  },
  ...(
    [
      ['10.0.0.0/33', 'the prefix length of an IPv4 range is 0 to 32'],
      ['10.0.0.0/999', 'the prefix length of an IPv4 range is 0 to 32'],
      ['2001:db8::/129', 'the prefix length of an IPv6 range is 0 to 128'],
      ['256.0.0.0/8', 'an octet of an IPv4 address is at most 255'],
      ['10.0.0.1..10.0.0.9', 'write its addresses, or prefixes of them'],
      ['2001:db8::1-2001:db8::9', 'write its addresses, or prefixes of them'],
      ['::ffff:10.0.0.0/104', 'write starts_with(ClientIP, "10.")'],
      ['::ffff:10.0.0.0/90', 'no single prefix matches all of them'],
      ['2001:db8::/20', 'its 4,096 prefixes do not fit into a filter'],
      ['2001::/40', 'no single prefix matches all of them'],
    ] as const
  ).map(
    ([value, says]): ProblemRow => ({
      input: `ClientIP == "${value}"`,
      problems: ['warning address-range where.value'],
      says: [says],
    }),
  ),
  ...(
    [
      ['010.0.0.1', 'write "10.0.0.1" in place of "010.0.0.1"'],
      [' 10.0.0.1', 'write "10.0.0.1"'],
      ['2001:DB8::1', 'write "2001:db8::1" in place of "2001:DB8::1"'],
      ['2001:0db8:0:0:0:0:0:1', 'write "2001:db8::1"'],
      ['[2001:db8::1]', 'write "2001:db8::1"'],
      ['256.0.0.1', 'an octet is at most 255'],
      ['10.0.0', 'an IPv4 address has four octets'],
      ['10.', 'an IPv4 address has four octets'],
      ['10.0.0.1:443', 'it is neither an IPv4 nor an IPv6 address'],
      ['1::2::3', 'it is neither an IPv4 nor an IPv6 address'],
    ] as const
  ).map(
    ([value, says]): ProblemRow => ({
      input: `not ClientIP in {"192.0.2.1" "${value}"}`,
      problems: ['warning address-form where.value'],
      says: [says],
    }),
  ),
  {
    input: 'ResolvedIPs contains "010.0.0.1"',
    dataset: 'gateway_dns',
    problems: ['warning address-form where.value'],
  },
  { input: 'starts_with(ClientIP, "2001:DB8:")', problems: ['warning address-form where.value'] },
  ...(
    [
      ['10', 'which also matches 100 to 109; write "10."'],
      ['25', 'which also matches 250 to 255; write "25."'],
      ['10.2', 'which also matches 10.20 to 10.29; write "10.2."'],
      ['10.0.0.1', 'which also matches 10.0.0.10 to 10.0.0.19; compare the whole address: ClientIP == "10.0.0.1"'],
      ['2001:db8', 'which also matches 2001:db80 to 2001:db8f; write "2001:db8:"'],
    ] as const
  ).map(
    ([value, says]): ProblemRow => ({
      input: `starts_with(ClientIP, "${value}")`,
      problems: ['warning address-start where.value'],
      says: [says],
    }),
  ),
  ...['10.', '26', '100', '0', '2001:db8:', '2001:1234', '10.0.0.100', 'f'].map(
    (value): ProblemRow => ({
      input: `starts_with(ClientIP, "${value}")`,
      problems: [],
    }),
  ),
];

/** The platform's limits. */
export const LIMIT_ROWS: readonly ProblemRow[] = [
  {
    input: hosts(31),
    problems: ['error too-many-operators -', 'error too-many-bytes -'],
    says: ['one "in" for the 31 conditions on ClientRequestHost', '1 operator and'],
    repaired: condition(
      'ClientRequestHost',
      'in',
      Array.from({ length: 31 }, (_, index) => `h${index}`),
    ),
  },
  {
    input: hosts(31, 'and', '!eq'),
    problems: ['error too-many-operators -', 'error too-many-bytes -'],
    says: ['one "!in" for the 31 conditions'],
    repaired: condition(
      'ClientRequestHost',
      '!in',
      Array.from({ length: 31 }, (_, index) => `h${index}`),
    ),
  },
  {
    input: condition('ClientRequestHost', 'eq', 'x'.repeat(1000 - 64)),
    problems: ['warning near-byte-limit -'],
    says: ['found 1,000 bytes'],
  },
  {
    input: condition('ClientRequestHost', 'eq', 'x'.repeat(1001 - 64)),
    problems: ['error too-many-bytes -'],
    says: ['found 1,001 bytes'],
  },
  { input: condition('ClientRequestHost', 'eq', 'x'.repeat(899 - 64)), problems: [] },
  { input: condition('ClientRequestHost', 'eq', 'é'.repeat(468)), problems: ['warning near-byte-limit -'] },
  { input: condition('ClientRequestHost', 'eq', 'é'.repeat(469)), problems: ['error too-many-bytes -'] },
  { input: `{"where":${SCORE}}${' '.repeat(2000)}`, problems: [] },
  {
    input: `{"where":${SCORE}}${' '.repeat(2000)}`,
    source: 'job',
    problems: ['error too-many-bytes -'],
    says: ['remove whitespace'],
    repaired: `{"where":${SCORE}}`,
  },
  {
    input: JSON.stringify(`{"where":${SCORE}}${' '.repeat(2000)}`),
    problems: ['error too-many-bytes -'],
    repaired: `{"where":${SCORE}}`,
  },
];
