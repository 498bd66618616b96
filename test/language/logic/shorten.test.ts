// Shortened filters: what becomes of each form, and that the result is equal, never larger, and final.
import { describe, expect, it } from 'vitest';
import { getDataset } from '../../../src/language/dataset/index.ts';
import {
  type Filter,
  parseExpression,
  parseFilterJson,
  printExpression,
  printFilterJson,
} from '../../../src/language/filter/index.ts';
import { type RewriteKind, type ShortenedFilter, shorten } from '../../../src/language/logic/index.ts';
import { naiveVerdict } from '../../helpers/filter/naive-evaluator.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { SHORTEN_PROPERTIES } from '../../properties/logic/shorten-properties.ts';

const dataset = getDataset('http_requests');
const print = (filter: Filter | undefined): string => (filter === undefined ? 'all' : printExpression(filter));
const shortened = (text: string): ShortenedFilter => shorten(parseExpression(text), dataset);

/** Equal for every record. */
const ROWS: [string, string, RewriteKind[]][] = [
  ['BotScore == 1 or BotScore == 2', 'BotScore in {1 2}', ['merge-values']],
  ['BotScore != 1 and BotScore != 2', 'not BotScore in {1 2}', ['merge-values']],
  ['BotScore == 1 or BotScore == 1', 'BotScore == 1', ['remove-repeated']],
  ['BotScore in {1 "1" 2 1}', 'BotScore in {1 2}', ['remove-values']],
  ['ClientCountry in {"de" "de"}', 'ClientCountry == "de"', ['remove-values']],
  ['ClientCountry == "de" or (ClientCountry == "de" and BotScore < 3)', 'ClientCountry == "de"', ['remove-covered']],
  ['ClientCountry == "de" and (ClientCountry == "de" or BotScore < 3)', 'ClientCountry == "de"', ['remove-covered']],
  [
    '(BotScore < 3 and ClientCountry == "de") or (BotScore < 3 and ClientCountry == "at")',
    'BotScore < 3 and ClientCountry in {"de" "at"}',
    ['factor-out', 'merge-values'],
  ],
  [
    '(BotScore < 3 or ClientCountry == "de") and (BotScore < 3 or ClientIP == "x")',
    'BotScore < 3 or (ClientCountry == "de" and ClientIP == "x")',
    ['factor-out'],
  ],
  [
    'starts_with(ClientRequestPath, "/a") or ClientRequestPath in {"/x" "/ac"} or starts_with(ClientRequestPath, "/ab")',
    'ClientRequestPath == "/x" or starts_with(ClientRequestPath, "/a")',
    ['merge-values', 'remove-covered'],
  ],
  ['BotScore in {1 2 3 4} and BotScore != 3 and BotScore > 2', 'BotScore == 4', ['merge-values']],
  ['not BotScore in {1 2} or BotScore == 2', 'BotScore != 1', ['merge-values']],
  ['BotScore < 3 or BotScore == 3', 'BotScore <= 3', ['merge-ranges']],
  ['BotScore > 4 and BotScore != 5', 'BotScore > 5', ['merge-ranges']],
  ['BotScore >= 5 and BotScore <= 5', 'BotScore == 5', ['merge-ranges']],
  ['BotScore < 5 or BotScore > 5', 'BotScore != 5', ['merge-ranges']],
  ['BotScore in {3 4} or BotScore == 5 or BotScore > 5', 'BotScore >= 3', ['merge-values', 'merge-ranges']],
  ['BotScore > 3 and BotScore > 7 and BotScore <= 90', 'BotScore > 7 and BotScore <= 90', ['remove-covered']],
  [
    'ClientRequestPath contains "ab" or ClientRequestPath contains "a"',
    'ClientRequestPath contains "a"',
    ['remove-covered'],
  ],
  [
    'EdgeResponseBytes > 18446744073709551615 or EdgeResponseBytes == 18446744073709551615',
    'EdgeResponseBytes >= 18446744073709551615',
    ['merge-ranges'],
  ],
  ['BotScore < 3 and ClientCountry == "de"', 'BotScore < 3 and ClientCountry == "de"', []],
];

/** Equal for complete records alone. */
const COMPLETE_ROWS: [string, string, RewriteKind[]][] = [
  ['ClientCountry == "de" or (BotScore < 3 and BotScore > 4)', 'ClientCountry == "de"', ['remove-never-true']],
  ['ClientCountry == "de" and (BotScore < 5 or BotScore > 4)', 'ClientCountry == "de"', ['remove-always-true']],
  ['BotScore < 5 or BotScore >= 5', 'all', ['keep-every-line']],
  [
    'ClientCountry == "de" and (ClientCountry != "de" or BotScore < 3)',
    'ClientCountry == "de" and BotScore < 3',
    ['remove-covered'],
  ],
  [
    '(ClientCountry == "de" and BotScore < 3) or (ClientCountry == "de" and BotScore >= 3)',
    'ClientCountry == "de"',
    ['factor-out', 'remove-always-true'],
  ],
  // The third step leaves a filter without EdgeResponseStatus, and records that refute rewrites of it lack the field.
  [
    'ClientRequestHost == "a" and (ClientRequestHost == "" or BotDetectionIDs contains 0 or EdgeResponseCompressionRatio <= 9007199254740992) and (EdgeResponseStatus <= 0 or not EdgeResponseStatus in {0} or ClientRequestHost == "")',
    'ClientRequestHost == "a" and (BotDetectionIDs contains 0 or EdgeResponseCompressionRatio <= 9007199254740992)',
    ['remove-values', 'remove-covered', 'remove-always-true', 'remove-covered'],
  ],
];

describe('a filter', () => {
  it.each(ROWS)('%s', (text, short, kinds) => {
    const { filter, steps, domain, keepsNone, isStopped } = shortened(text);
    expect(print(filter)).toBe(short);
    expect(steps.map(({ kind }) => kind)).toEqual(kinds);
    expect([domain, keepsNone, isStopped]).toEqual(['any', false, false]);
  });

  it.each(COMPLETE_ROWS)('of complete records: %s', (text, short, kinds) => {
    const { filter, steps, domain, difference } = shortened(text);
    expect(print(filter)).toBe(short);
    expect(steps.map(({ kind }) => kind)).toEqual(kinds);
    expect(domain).toBe('complete');
    const record = new Map(Object.entries(difference!.record));
    expect(difference!.from).toBe(naiveVerdict(printFilterJson(parseExpression(text)), record));
    expect(difference!.to).toBe(filter === undefined ? 'keep' : naiveVerdict(printFilterJson(filter), record));
    expect(difference!.from).not.toBe(difference!.to);
  });

  it('keeps what only complete records allow, on request', () => {
    const text = 'ClientCountry == "de" or (BotScore < 3 and BotScore > 4)';
    expect(print(shorten(parseExpression(text), dataset, { domain: 'any' }).filter)).toBe(text);
  });

  it('that keeps nothing is named', () => {
    const { filter, keepsNone } = shortened('ClientCountry == "de" and BotScore < 3 and BotScore > 4');
    expect(print(filter)).toBe('BotScore < 3 and BotScore > 4');
    expect(keepsNone).toBe(true);
  });

  it('over the limits meets them', () => {
    const or = Array.from({ length: 40 }, (_, at) => ({
      and: [
        { key: 'ClientCountry', operator: 'eq', value: 'de' },
        { key: 'EdgeResponseStatus', operator: 'eq', value: 400 + at },
      ],
    }));
    const filter = parseFilterJson(JSON.stringify({ where: { or } }), dataset);
    const { before, after } = shorten(filter, dataset);
    expect(before.operators).toBe(80);
    expect(after).toEqual({ operators: 3, bytes: 188 });
  });

  it('of groups in groups is flattened', () => {
    const text = '{"where":{"and":[{"and":[{"key":"BotScore","operator":"lt","value":3}]}]}}';
    const { filter, steps } = shorten(parseFilterJson(text, dataset), dataset);
    expect([print(filter), steps.map(({ kind }) => kind)]).toEqual(['BotScore < 3', ['flatten-groups']]);
  });

  it('is left as it is when the bound of the search is reached', () => {
    const { filter, isStopped } = shorten(parseExpression('BotScore < 3 or BotScore == 3'), dataset, {
      maxEvaluations: 0,
    });
    expect([print(filter), isStopped]).toEqual(['BotScore < 3 or BotScore == 3', true]);
  });
});

// Half a round of what `npm run fuzz` tries for longer.
it.each(SHORTEN_PROPERTIES)('$name', async ({ runs, check }) => {
  const { failed, message } = await check({ seed: 16, numRuns: randomRuns(runs / 2) });
  expect(failed, message).toBe(false);
});
