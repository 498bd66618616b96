// Rows for expressions: valid ones with their filter, and invalid ones with the position and fix in the error.

/** Expression → the `where` of its filter. */
export const EXPRESSION_ROWS: readonly (readonly [string, unknown])[] = [
  ...(
    [
      ['==', 'eq'],
      ['eq', 'eq'],
      ['!=', '!eq'],
      ['ne', '!eq'],
      ['<', 'lt'],
      ['lt', 'lt'],
      ['<=', 'leq'],
      ['le', 'leq'],
      ['>', 'gt'],
      ['gt', 'gt'],
      ['>=', 'geq'],
      ['ge', 'geq'],
    ] as const
  ).map(([sign, operator]) => [`BotScore ${sign} 30`, c('BotScore', operator, 30)] as const),
  ['BotScore<30', c('BotScore', 'lt', 30)],
  [' \n BotScore\t>=\r\n30 ', c('BotScore', 'geq', 30)],
  ['BotScore == "30"', c('BotScore', 'eq', '30')],
  ['BotScore > -1', c('BotScore', 'gt', -1)],
  ['CacheReserveUsed == true', c('CacheReserveUsed', 'eq', true)],
  ['CacheReserveUsed != false', c('CacheReserveUsed', '!eq', false)],
  ['CacheReserveUsed', c('CacheReserveUsed', 'eq', true)],
  ['not CacheReserveUsed', c('CacheReserveUsed', '!eq', true)],
  ['(CacheReserveUsed)', c('CacheReserveUsed', 'eq', true)],
  ['!CacheReserveUsed && CacheTieredFill', and(c('CacheReserveUsed', '!eq', true), c('CacheTieredFill', 'eq', true))],
  ['ClientRequestPath contains "/a"', c('ClientRequestPath', 'contains', '/a')],
  ['not ClientRequestPath contains "/a"', c('ClientRequestPath', '!contains', '/a')],
  ['! ClientRequestPath contains "/a"', c('ClientRequestPath', '!contains', '/a')],
  ['starts_with(ClientRequestPath, "/a")', c('ClientRequestPath', 'startsWith', '/a')],
  ['ends_with ( ClientRequestPath , ".js" )', c('ClientRequestPath', 'endsWith', '.js')],
  ['not starts_with(ClientRequestPath, "/a")', c('ClientRequestPath', '!startsWith', '/a')],
  ['!ends_with(ClientRequestPath, ".js")', c('ClientRequestPath', '!endsWith', '.js')],
  ['EdgeResponseStatus in {200 201}', c('EdgeResponseStatus', 'in', [200, 201])],
  ['EdgeResponseStatus in {200, 201,}', c('EdgeResponseStatus', 'in', [200, 201])],
  ['ClientCountry in {"us" "ca"}', c('ClientCountry', 'in', ['us', 'ca'])],
  ['not ClientCountry in {"us"}', c('ClientCountry', '!in', ['us'])],
  ['not not ClientCountry in {"us"}', c('ClientCountry', 'in', ['us'])],
  ['JA4 == "a\\"b\\\\c"', c('JA4', 'eq', 'a"b\\c')],
  ['JA4 == "\\n\\u00e9\\ud800"', c('JA4', 'eq', '\né\ud800')],
  ['JA4 == "a\tb\nc"', c('JA4', 'eq', 'a\tb\nc')],
  ['JA4 == ""', c('JA4', 'eq', '')],
  ['JA4 == "and" and JA4 != "("', and(c('JA4', 'eq', 'and'), c('JA4', '!eq', '('))],
  ['WAFFlags or JA3Hash and JA4', or(c('WAFFlags', 'eq', true), and(c('JA3Hash', 'eq', true), c('JA4', 'eq', true)))],
  ['A and B or C and D', or(and(t('A'), t('B')), and(t('C'), t('D')))],
  ['A or B and C or D', or(t('A'), and(t('B'), t('C')), t('D'))],
  ['A && B || C', or(and(t('A'), t('B')), t('C'))],
  ['(A or B) and C', and(or(t('A'), t('B')), t('C'))],
  ['A and (B and C)', and(t('A'), and(t('B'), t('C')))],
  ['((A)) and ((B or (C)))', and(t('A'), or(t('B'), t('C')))],
  ['not A and B', and(f('A'), t('B'))],
  ['not (A and B)', or(f('A'), f('B'))],
  ['!(A or B)', and(f('A'), f('B'))],
  ['not (A and not (B or C))', or(f('A'), or(t('B'), t('C')))],
  [
    'not (A < 1 or B >= 2 or C == 3 or D != 4 or E > 5 or F <= 6)',
    and(c('A', 'geq', 1), c('B', 'lt', 2), c('C', '!eq', 3), c('D', 'eq', 4), c('E', 'leq', 5), c('F', 'gt', 6)),
  ],
  [
    'not (A in {1} or starts_with(B, "b") or ends_with(C, "c") or D contains "d")',
    and(c('A', '!in', [1]), c('B', '!startsWith', 'b'), c('C', '!endsWith', 'c'), c('D', '!contains', 'd')),
  ],
];

/** Literals that must be printed exactly as they were parsed. */
export const EXACT_LITERALS: readonly string[] = [
  '0',
  '-1',
  '9007199254740993',
  '18446744073709551615',
  '1700000000002000001',
  '0.1',
  '500.0',
  '5e2',
  '-0',
  '1E+400',
];

/** Expression, position as `line:column`, and a part of the message. */
export const EXPRESSION_ERRORS: readonly (readonly [string, string, string])[] = [
  ['BotScore <', '1:11', 'found the end of the text, expected a value'],
  ['BotScore 30', '1:10', 'found "30", expected an operator'],
  ['BotScore < 30 BotScore', '1:15', 'expected and, or, or the end of the expression'],
  ['A == 1 and', '1:11', 'expected a field'],
  ['and A', '1:1', 'expected a field'],
  ['A or or B', '1:6', 'expected a field'],
  ['(A', '1:3', 'expected and, or, or ")"'],
  ['A)', '1:2', 'expected and, or, or the end'],
  ['()', '1:2', 'expected a field'],
  ['A == 1\n  and B = 2', '2:9', 'write =='],
  ['A === 1', '1:3', 'write =='],
  ['A <> 1', '1:3', 'write !='],
  ['A & B', '1:3', 'write &&'],
  ['A | B', '1:3', 'write ||'],
  ['A AND B', '1:3', 'write and'],
  ['A == 1 OR B', '1:8', 'write or'],
  ['A == TRUE', '1:6', 'expected a value'],
  ['A matches "x"', '1:3', 'filters have no patterns'],
  ['A ~ "x"', '1:3', 'filters have no patterns'],
  ['A wildcard "x*"', '1:3', 'filters have no patterns'],
  ['A strict wildcard "x*"', '1:3', 'filters have no patterns'],
  ['A like "x%"', '1:3', 'filters have no patterns'],
  ['A xor B', '1:3', 'filters have no exclusive or'],
  ['A ^^ B', '1:3', 'filters have no exclusive or'],
  ['lower(A) == "x"', '1:1', 'the only functions in filters are starts_with and ends_with'],
  ['len(A) > 5', '1:1', 'the only functions in filters are'],
  ['starts_with(lower(A), "x")', '1:13', 'the only functions in filters are'],
  ['startsWith(A, "x")', '1:1', 'write starts_with(Field, "…")'],
  ['starts_with A', '1:13', 'write starts_with(Field, "…")'],
  ['starts_with(A "x")', '1:15', 'expected ","'],
  ['starts_with("x", A)', '1:13', 'expected a field'],
  ['starts_with(A, "x"', '1:19', 'expected ")"'],
  ['A startsWith "x"', '1:3', 'write starts_with(A, "…")'],
  ['A !startsWith "x"', '1:3', 'write not starts_with(A, "…")'],
  ['A !contains "x"', '1:3', 'write not A contains …'],
  ['A !in {1}', '1:3', 'write not A in {…}'],
  ['A !eq 1', '1:3', 'write A != …'],
  ['A neq 1', '1:3', 'write A != …'],
  ['A leq 1', '1:3', 'write A <= …'],
  ['A not in {1}', '1:3', 'write not before the field: not A in {…}'],
  ['A in (1, 2)', '1:6', 'write in {1 2}'],
  [`A in ('de', "a\\"t", at, true, -1.5)`, '1:6', 'write in {"de" "a\\"t" "at" true -1.5}'],
  ['A in ("de" "at")', '1:6', 'write in {"de" "at"}'],
  ['A in (“de”)', '1:6', 'write in {200 201}'],
  ['A in ()', '1:6', 'write in {200 201}'],
  ['A in [1, 2]', '1:6', 'write lists in braces: in {1 2};'],
  ['A in 1', '1:6', 'write in {200 201}'],
  ['A in $list', '1:6', 'filters have no named lists'],
  ['A in {200..299}', '1:7', 'write Field >= 200 and Field <= 299'],
  ['A in {1', '1:8', 'expected a value or "}"'],
  ['A == {1}', '1:6', 'use in for several values'],
  ['A == us', '1:6', 'write "us" as a string'],
  ["A == 'us'", '1:6', 'write strings in double quotes'],
  ['A == “us”', '1:6', 'plain double quotes'],
  ['A == "us', '1:6', 'a string without its closing quote'],
  ['A == "a\\d"', '1:8', 'write \\\\ for a backslash'],
  ['A == "\\\\\\d"', '1:9', 'write \\\\ for a backslash'],
  ['A == r"\\d"', '1:6', 'found a raw string'],
  ['A == 0500', '1:6', 'write 500, or "0500" as a string'],
  ['A == 10.0.0.1', '1:6', 'write "10.0.0.1" as a string'],
  ['A in {10.0.0.0/8}', '1:7', 'filters have no CIDR ranges: write starts_with(A, "10.")'],
  [
    'not A in {"192.0.2.1", 10.0.0.0/8 192.168.0.0/16}',
    '1:24',
    'write (A != "192.0.2.1" and not starts_with(A, "10.") and not starts_with(A, "192.168."))',
  ],
  ['not A in {10.0.0.0/8}', '1:11', 'write not starts_with(A, "10.") in place of the condition and its "not"'],
  ['B == 1 and !A != 10.0.0.0/8', '1:18', 'write starts_with(A, "10.")'],
  ['ClientIP in {10.0.0.0/33}', '1:14', 'the prefix length of an IPv4 range is 0 to 32'],
  ['ClientIP in {10.0.0.1..10.0.0.9}', '1:14', 'filters have no ranges: a range of two addresses'],
  ['ClientIP == 010.0.0.1', '1:13', 'write "10.0.0.1" as a string'],
  ['ClientIP == 256.0.0.1', '1:13', 'an octet is at most 255'],
  ['A == 1.2.3.400', '1:6', 'write "1.2.3.400" as a string'],
  ['ClientIP == 2001:DB8::1', '1:13', 'write "2001:db8::1" as a string'],
  ['A == 2001:db8::/20', '1:6', 'its 4,096 prefixes do not fit into a filter'],
  ['A != 10.0.0.0/16', '1:6', 'write not starts_with(A, "10.0.")'],
  ['A == 10.0.0.0/3', '1:6', 'exceed the limits of a filter: 32 of 30 operators'],
  ['A in {fe80::/16}', '1:7', 'write starts_with(A, "fe80:"), which matches addresses in their shortest notation'],
  ['A in {2001:db8::/32', '1:7', 'write starts_with(A, "2001:db8:")'],
  ['A == ::1/64', '1:6', 'no single prefix matches all of them'],
  ['A == ::1', '1:6', 'write "::1" as a string'],
  ['A == fe80::1', '1:6', 'write "fe80::1" as a string'],
  ['10.0.0.0/8', '1:1', 'write starts_with(Field, "10.")'],
  ['A == 5xx', '1:6', 'write "5xx" as a string'],
  ['A == +5', '1:6', 'found "+"'],
  ['http.host == "x"', '1:1', 'ClientRequestHost'],
  ['_a == 1', '1:1', 'expected a field'],
  ['30 < BotScore', '1:1', 'write the field first'],
  ['true', '1:1', 'expected a field'],
  ['A # comment', '1:3', 'remove comments'],
  ['A == 1; B == 2', '1:7', 'join conditions with and or or'],
  ['[{"key":1}]', '1:1', 'a filter in JSON begins with {'],
  ['\u{1d4b3} == 1', '1:1', 'found "\u{1d4b3}"'],
];

function c(key: string, operator: string, value: unknown): unknown {
  return { key, operator, value };
}

function t(key: string): unknown {
  return c(key, 'eq', true);
}

function f(key: string): unknown {
  return c(key, '!eq', true);
}

function and(...nodes: unknown[]): unknown {
  return { and: nodes };
}

function or(...nodes: unknown[]): unknown {
  return { or: nodes };
}
