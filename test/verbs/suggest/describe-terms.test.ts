// Terms in words.
import { expect, it } from 'vitest';
import type { Term } from '../../../src/analysis/suggest/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { conditionsOf, readFilter } from '../../../src/language/filter/index.ts';
import { describeTerms } from '../../../src/verbs/suggest/describe-terms.ts';

function termsOf(...expressions: readonly string[]): Term[] {
  return expressions.map((text) =>
    conditionsOf(readFilter(text, getDataset('http_requests')).filter!.where).map(({ condition }) => condition),
  );
}

it.each([
  [['CacheCacheStatus == "hit"'], 'drop', [], 'Drops answers with the cache status "hit"'],
  [
    ['ClientRequestHost == "a.example"', 'starts_with(ClientRequestPath, "/img/")'],
    'drop',
    ['promise:errors', 'promise:writes'],
    'Drops requests to the host "a.example" and requests for the path that begins with "/img/", except lines of promise:errors or promise:writes',
  ],
  [
    ['EdgeResponseStatus == 200 and EdgeResponseBytes < 500'],
    'drop',
    ['promise:errors'],
    'Drops answers with the status 200 with EdgeResponseBytes below 500, except lines of promise:errors',
  ],
  [['WorkerSubrequest == true'], 'drop', [], 'Drops lines whose WorkerSubrequest is true'],
  [
    ['CacheCacheStatus == "miss"'],
    'keep',
    ['promise:errors'],
    'Keeps lines of promise:errors, and answers with the cache status "miss", and drops all others',
  ],
] as const)('%j %s', (expressions, kind, promises, words) => {
  expect(describeTerms(termsOf(...expressions), kind, promises)).toBe(words);
});

const OF_OPERATORS = {
  eq: ['EdgeRequestHost == "a"', 'EdgeRequestHost is "a"', 'EdgeRequestHost "a"'],
  lt: ['BotScore < 5', 'BotScore is below 5', 'BotScore below 5'],
  geq: ['BotScore >= 5', 'BotScore is at least 5', 'BotScore of at least 5'],
  startsWith: [
    'starts_with(EdgeRequestHost, "a")',
    'EdgeRequestHost begins with "a"',
    'EdgeRequestHost that begins with "a"',
  ],
  endsWith: ['ends_with(EdgeRequestHost, "a")', 'EdgeRequestHost ends with "a"', 'EdgeRequestHost that ends with "a"'],
  contains: ['EdgeRequestHost contains "a"', 'EdgeRequestHost contains "a"', 'EdgeRequestHost that contains "a"'],
} as const;

it.each(Object.keys(OF_OPERATORS) as (keyof typeof OF_OPERATORS)[])(
  '%s, as the first condition and as a further one',
  (operator) => {
    const [expression, asVerb, afterNoun] = OF_OPERATORS[operator];
    const [alone, further] = [termsOf(expression), termsOf(`CacheCacheStatus == "hit" and ${expression}`)];
    expect(alone[0]![0]!.operator).toBe(operator);
    expect(describeTerms(alone, 'drop', [])).toBe(`Drops lines whose ${asVerb}`);
    expect(describeTerms(further, 'drop', [])).toBe(`Drops answers with the cache status "hit" with ${afterNoun}`);
  },
);
