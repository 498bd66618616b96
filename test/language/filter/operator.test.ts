// The table of operators: equal to the documented one, and consistent.
import { describe, expect, it } from 'vitest';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { OPERATOR_NAMES, OPERATORS, readFilter } from '../../../src/language/filter/index.ts';

const http = getDataset('http_requests');
const FIELDS = {
  string: 'ClientCountry',
  int: 'BotScore',
  bool: 'CacheReserveUsed',
  'array[string]': 'BotTags',
  'array[int]': 'BotDetectionIDs',
  float: 'EdgeResponseCompressionRatio',
  timestamp: 'EdgeStartTimestamp',
  object: 'RequestHeaders',
  'array[object]': 'MatchedRules',
};
const VALUES = {
  string: 'us',
  int: 30,
  bool: true,
  'array[string]': 'a',
  'array[int]': 5,
  float: 1,
  timestamp: 5,
  object: 'x',
  'array[object]': 'x',
};
const EQUAL = ['string', 'int', 'bool', 'float', 'timestamp'];
const ORDER = ['int', 'float', 'timestamp'];
const PART = ['string', 'array[string]', 'array[int]'];
const ACCEPTED: Record<string, string[]> = {
  eq: EQUAL,
  '!eq': EQUAL,
  lt: ORDER,
  leq: ORDER,
  gt: ORDER,
  geq: ORDER,
  startsWith: ['string'],
  '!startsWith': ['string'],
  endsWith: ['string'],
  '!endsWith': ['string'],
  contains: PART,
  '!contains': PART,
  in: ['string', 'int'],
  '!in': ['string', 'int'],
};

describe.each(OPERATOR_NAMES)('%s', (operator) => {
  it.each(Object.entries(FIELDS))('for %s', (type, key) => {
    const scalar = VALUES[type as keyof typeof VALUES];
    const value = OPERATORS[operator].argument === 'list' ? [scalar] : scalar;
    const reading = readFilter({ where: { key, operator, value } }, http);
    expect(reading.filter !== undefined).toBe(ACCEPTED[operator]!.includes(type));
  });

  it('is the negation of its negation', () => {
    expect(OPERATORS[OPERATORS[operator].negation].negation).toBe(operator);
  });
});
