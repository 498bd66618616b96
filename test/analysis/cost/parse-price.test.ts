// The syntax of prices: what they mean, and what an invalid one prints.
import { describe, expect, it } from 'vitest';
import { PriceSyntaxError, parsePrice, parsePriceFile } from '../../../src/analysis/cost/index.ts';

const GB = 1e9;

it.each([
  ['0.50/GB', [['bytes', 0.5, GB]], null, 30],
  [' 0.5 / GB ', [['bytes', 0.5, GB]], null, 30],
  ['ingest=2.50/GB', [['bytes', 2.5, GB]], null, 30],
  ['1/GiB', [['bytes', 1, 2 ** 30]], null, 30],
  ['1_000/TB', [['bytes', 1000, 1e12]], null, 30],
  ['0.023/GB-month', [['stored', 0.023, GB]], null, 30],
  ['stored=0.023/GB-month,keep=90d', [['stored', 0.023, GB]], null, 90],
  ['keep=2w, stored=0.02/TiB-month', [['stored', 0.02, 2 ** 40]], null, 14],
  [
    'stored=0.023/GB-month,ingest=2.50/GB',
    [
      ['stored', 0.023, GB],
      ['bytes', 2.5, GB],
    ],
    null,
    30,
  ],
  ['0.10/million-lines', [['lines', 0.1, 1e6]], null, 30],
  [
    'ingest=1/GB,ingest=0.10/million-lines',
    [
      ['bytes', 1, GB],
      ['lines', 0.1, 1e6],
    ],
    null,
    30,
  ],
  ['$0.50/GB', [['bytes', 0.5, GB]], '$', 30],
  ['€ 0.50/GB', [['bytes', 0.5, GB]], '€', 30],
  ['0.50€/GB', [['bytes', 0.5, GB]], '€', 30],
  ['0.50 USD/GB', [['bytes', 0.5, GB]], 'USD', 30],
  ['USD 0.50/GB', [['bytes', 0.5, GB]], 'USD', 30],
  ['0/GB', [['bytes', 0, GB]], null, 30],
])('%s', (text, parts, currency, keepDays) => {
  const expected = parts.map(([of, amount, per]) => ({ of, amount, per }));
  expect(parsePrice(text)).toEqual({ name: 'price', currency, parts: expected, keepDays });
});

it.each([
  ['0.40/million-requests', 0.4, 1e6, 0.4, 1e6],
  ['$0.0004/thousand-requests', 0.0004, 1e3, 0.0004, 1e3],
  ['r2', 0.36, 1e6, 4.5, 1e6],
  ['cloudflare', undefined, undefined, undefined, undefined],
])('requests: %s', (text, amount, per, listAmount, listPer) => {
  const { requests } = parsePrice(text);
  expect([requests?.get.amount, requests?.get.per]).toEqual([amount, per]);
  expect([requests?.list.amount, requests?.list.per]).toEqual([listAmount, listPer]);
});

const NUMBER = 'expected a number and a unit such as 0.50/GB';
const UNIT = 'expected a unit such as GB, GB-month, million-lines';
const SLASH = 'expected a slash and a unit such as /GB';

it.each([
  ['', 1, `found the end of the price, ${NUMBER}`],
  ['free', 1, `found "free", ${NUMBER}`],
  ['-0.5/GB', 1, 'found "-0.5", expected a price of at least 0'],
  ['1e3/GB', 1, `found "1e3", ${NUMBER}; write 1000`],
  ['2.5e-3/GB', 1, `found "2.5e-3", ${NUMBER}; write 0.0025`],
  ['1e300/GB', 1, `found "1e300", ${NUMBER}`],
  ['1e-400/GB', 1, `found "1e-400", ${NUMBER}`],
  ['0x10/GB', 2, `found "x10", ${SLASH}`],
  ['1/thousand-requests,2/million-requests', 21, 'found a second price for requests, expected one'],
  ['0.5.1/GB', 1, `found "0.5.1", ${NUMBER}`],
  ['1234567890123456/GB', 1, 'found a number of 16 digits, expected at most 15 digits'],
  ['0.50', 5, `found the end of the price, ${SLASH}; write 0.50/GB`],
  ['0,50/GB', 1, `found "0,50", ${NUMBER}; write 0.50`],
  ['1,250/GB', 1, `found "1,250", ${NUMBER}; write 1_250 or 1.250`],
  ['1,250,000/GB', 1, `found "1,250,000", ${NUMBER}; write 1_250_000`],
  ['0.50 per GB', 6, `found "per", ${SLASH}; write 0.50/GB`],
  ['0.50/', 6, `found the end of the price, ${UNIT}`],
  ['0.50/gb', 6, `found "gb", ${UNIT}; write GB`],
  ['0.50/Gb', 6, `found "Gb", ${UNIT}; write GB`],
  ['£0.5/GB/month', 6, `found "GB/month", ${UNIT}; write GB-month for stored bytes, GB for bytes written`],
  ['stored=0.5/GB / day', 12, `found "GB / day", ${UNIT}; write GB-month`],
  ['ingest=0.5/GB/month', 12, `found "GB/month", ${UNIT}; write GB`],
  ['0.5/million-lines/month', 5, `found "million-lines/month", ${UNIT}; write million-lines`],
  ['0.50/month', 6, `found "month", ${UNIT}`],
  ['0.50/milion-lines', 6, `found "milion-lines", ${UNIT}; write million-lines`],
  ['store=0.02/GB-month', 1, 'found "store", expected ingest, stored, keep; write stored='],
  ['stored=0.02/GB', 15, 'found a unit without -month, expected a unit of stored bytes and time such as GB-month'],
  ['ingest=0.02/GB-month', 1, 'found "ingest" with a unit of time, expected GB or million-lines; write stored='],
  ['1/GB,2/GB', 6, 'found a second price for ingest, expected one'],
  ['$1/GB,stored=€2/GB-month', 14, 'found €, expected $, as before; use one currency in a price'],
  ['1/GB;2/GB', 5, 'found ";", expected a comma or the end of the price'],
  ['keep=90d', 9, 'found no price'],
  ['1/GB,keep=90d', 6, 'found keep without a price for stored bytes, expected stored=0.023/GB-month as well'],
  ['stored=1/GB-month,keep=3months', 24, 'found "3months", expected a duration such as 90d or 12w'],
  ['stored=1/GB-month,keep=', 24, 'found the end of the price, expected a duration such as 90d or 12w'],
])('%s is invalid', (text, column, message) => {
  let error: unknown;
  try {
    parsePrice(text);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(PriceSyntaxError);
  const { message: found, column: at, excerpt } = error as PriceSyntaxError;
  expect(found).toContain(`cannot parse --price, column ${column}: ${message}`);
  expect(at).toBe(column);
  expect(excerpt.split('\n').at(-1)).toBe(`${' '.repeat(column - 1)}^`);
});

describe('a price file', () => {
  it('has a price for each destination, as text or by figure', () => {
    const text =
      '{"archive": "stored=$0.023/GB-month", "search": {"ingest": "2.50/GB", "stored": "1/GB-month", "keep": "30d"}}';
    expect(parsePriceFile(text, 'prices.json')).toEqual([
      parsePrice('stored=$0.023/GB-month', 'archive'),
      parsePrice('ingest=2.50/GB,stored=1/GB-month,keep=30d', 'search'),
    ]);
  });

  it('may name a destination "where"', () => {
    expect(parsePriceFile('{"where": {"ingest": "1/GB"}}', 'prices.json')).toMatchObject([{ name: 'where' }]);
  });

  it.each([
    [' \n', 'found no text, expected an object that maps'],
    ['0.50/GB', 'found text that is not JSON (line 1, column 5)'],
    ['{"a": "1/GB", "a": "2/GB"}', 'cannot read the prices in prices.json: found the key "a" twice, expected it once'],
    ['{"a": "1/GB", "\\u0061": "2/GB"}', 'found the key "a" twice, expected it once'],
    ['{"a": {"ingest": "1/GB", "ingest": "2/GB"}}', 'found the key "a.ingest" twice, expected it once'],
    ['{"a": "1/GB", "": "2/GB"}', 'found the name "", expected the name of a destination'],
    ['{" ": "2/GB"}', 'found the name " ", expected the name of a destination'],
    ['[]', 'found an array'],
    ['{"where": {"key": "BotScore", "operator": "lt", "value": 3}}', 'found a filter, expected an object that maps'],
    ['{"filter": "@a.json", "cases": []}', 'found a suite of filter tests, expected an object that maps'],
    ['{"id": 3, "destination_conf": "s3://b"}', 'found a job, expected an object that maps'],
    ['{}', 'found an empty object'],
    ['3', 'found the number 3'],
    ['{"a": 3}', 'found the number 3 for "a"'],
    ['{"a": {"price": "1/GB"}}', 'found the key "price" for "a", expected ingest, stored, keep'],
    ['{"a": {"ingest": 1}}', 'found the number 1 for ingest of "a", expected text such as "0.50/GB"'],
    ['{"a": {}}', 'found the end of the price'],
    ['{"a": "1/gb"}', 'cannot parse "a" in prices.json, column 3: found "gb"'],
  ])('%s', (text, message) => {
    expect(() => parsePriceFile(text, 'prices.json')).toThrow(message);
  });
});
