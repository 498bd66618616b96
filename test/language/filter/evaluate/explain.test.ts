// The truth tree of one record, and the hints for near misses.
import { describe, expect, it } from 'vitest';
import type { Value } from '../../../../src/base/index.ts';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import { compileFilter, explainFilter, hintOf, parseExpression } from '../../../../src/language/filter/index.ts';

const http = getDataset('http_requests');

it('returns the truth of every part, the value found, and why a condition is unknown', () => {
  const compiled = compileFilter(
    parseExpression('ClientCountry == "us" and (BotScore < 30 or JA4 == "x" or BotTags contains "a")'),
    http,
  );
  const record = new Map<string, Value>([
    ['ClientCountry', 'US'],
    ['BotScore', null],
    ['BotTags', 'a'],
  ]);
  expect(explainFilter(compiled, record)).toEqual({
    kind: 'and',
    path: 'where',
    text: 'ClientCountry == "us" and (BotScore < 30 or JA4 == "x" or BotTags contains "a")',
    truth: 'false',
    children: [
      {
        kind: 'condition',
        path: 'where.and[0]',
        text: 'ClientCountry == "us"',
        truth: 'false',
        field: 'ClientCountry',
        found: 'US',
        hint: 'differs-by-case',
        isSoleBlocker: false,
        isSoleKeeper: false,
      },
      {
        kind: 'or',
        path: 'where.and[1]',
        text: 'BotScore < 30 or JA4 == "x" or BotTags contains "a"',
        truth: 'unknown',
        children: [
          {
            kind: 'condition',
            path: 'where.and[1].or[0]',
            text: 'BotScore < 30',
            truth: 'unknown',
            field: 'BotScore',
            found: null,
            reason: 'null',
            isSoleBlocker: false,
            isSoleKeeper: false,
          },
          {
            kind: 'condition',
            path: 'where.and[1].or[1]',
            text: 'JA4 == "x"',
            truth: 'unknown',
            field: 'JA4',
            found: undefined,
            reason: 'absent',
            isSoleBlocker: false,
            isSoleKeeper: false,
          },
          {
            kind: 'condition',
            path: 'where.and[1].or[2]',
            text: 'BotTags contains "a"',
            truth: 'unknown',
            field: 'BotTags',
            found: 'a',
            reason: 'mismatch',
            isSoleBlocker: false,
            isSoleKeeper: false,
          },
        ],
      },
    ],
  });
});

it('returns a bare condition as the root, and marks a sole blocker and a sole keeper', () => {
  const compiled = compileFilter(parseExpression('BotScore < 30'), http);
  expect(explainFilter(compiled, new Map([['BotScore', 30]]))).toMatchObject({
    path: 'where',
    truth: 'false',
    isSoleBlocker: true,
    isSoleKeeper: false,
  });
  expect(explainFilter(compiled, new Map([['BotScore', 3]]))).toMatchObject({
    truth: 'true',
    isSoleBlocker: false,
    isSoleKeeper: true,
  });
});

describe('hints', () => {
  it.each<[string, Value | undefined, string | undefined]>([
    ['ClientCountry == "us"', 'US', 'differs-by-case'],
    ['ClientCountry == "us"', 'us', undefined],
    ['ClientCountry == "us"', 'ca', undefined],
    ['ClientCountry == "us"', 5, undefined],
    ['ClientCountry == "us"', undefined, undefined],
    ['ClientCountry == "É"', 'é', 'differs-by-case'],
    ['ClientCountry in {"ca" "US"}', 'us', 'differs-by-case'],
    ['ClientRequestPath contains "/Static"', '/static/x', 'differs-by-case'],
    ['starts_with(ClientRequestPath, "/API")', '/api/x', 'differs-by-case'],
    ['ends_with(ClientRequestPath, ".JS")', '/a.js', 'differs-by-case'],
    ['ClientCountry != "us"', 'US', 'differs-by-case'],
    ['ClientCountry != "us"', 'us', undefined],
    ['not ClientCountry in {"us"}', 'US', 'differs-by-case'],
    ['not ClientRequestPath contains "/static"', '/STATIC', 'differs-by-case'],
    ['BotTags contains "api"', ['API'], 'differs-by-case'],
    ['BotTags contains "api"', ['my-api', 'x'], 'part-of-element'],
    ['BotTags contains "api"', ['api', 'API'], undefined],
    ['BotTags contains "api"', [5, null], undefined],
    ['BotTags contains "api"', ['x', 'ap'], undefined],
    ['not BotTags contains "api"', ['my-api'], 'part-of-element'],
    ['not BotTags contains "api"', ['api'], undefined],
    ['BotScore == 5', 6, undefined],
    ['BotDetectionIDs contains 5', [55], undefined],
  ])('%s on %j: %s', (expression, value, hint) => {
    const [condition] = compileFilter(parseExpression(expression), http).conditions;
    const record = new Map<string, Value>(value === undefined ? [] : [[condition!.field, value]]);
    expect(hintOf(condition!, record)).toBe(hint);
  });
});
