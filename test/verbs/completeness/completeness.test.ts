// Whether the job that wrote a source can have dropped lines that a filter keeps, and which of its conditions do.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { type Filter, parseExpression, printFilterJson } from '../../../src/language/filter/index.ts';
import { completenessOf } from '../../../src/verbs/completeness/completeness.ts';
import { ARBITRARY_DATASET, filterArbitrary } from '../../helpers/filter/arbitraries.ts';
import { naiveVerdict } from '../../helpers/filter/naive-evaluator.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

const dataset = getDataset('http_requests');
const filterOf = (text: string): Filter | undefined => (text === 'all' ? undefined : parseExpression(text));
const completeness = (to: string, from: string, fieldNames?: string[], sampleRate = 1) =>
  completenessOf(filterOf(to), { name: 'job', filter: filterOf(from), sampleRate, fieldNames }, dataset);

it.each([
  ['BotScore < 3', 'all'],
  ['all', 'all'],
  ['BotScore < 3', 'BotScore < 30'],
  ['BotScore < 3 and ClientCountry == "de"', 'ClientCountry in {"de" "at"} or BotScore < 1'],
  // Complete records have a country that is either.
  ['BotScore < 3', 'BotScore < 3 and (ClientCountry == "de" or ClientCountry != "de")'],
])('all lines of %s are in a source of %s', (to, from) => {
  const head = { writtenBy: 'job', conditions: [], missingFields: [] };
  expect(completeness(to, from)).toEqual({ ...head, sampleRate: 1, answer: 'complete' });
  // A sample does not contain every line.
  expect(completeness(to, from, undefined, 0.5)).toEqual({ ...head, sampleRate: 0.5, answer: 'lower-bound' });
});

it.each<[string, string, string[]]>([
  ['BotScore < 3', 'BotScore < 2 and ClientCountry == "de"', ['BotScore < 2', 'ClientCountry == "de"']],
  ['all', 'BotScore < 2 and ClientCountry == "de"', ['BotScore < 2', 'ClientCountry == "de"']],
  ['ClientCountry == "de"', 'BotScore < 2 and ClientCountry == "de"', ['BotScore < 2']],
  [
    'BotScore == 5',
    'BotScore < 3 and BotScore < 2 and ClientCountry != ""',
    ['BotScore < 3', 'BotScore < 2', 'ClientCountry != ""'],
  ],
  ['BotScore < 3', 'ClientCountry == "de" or BotScore < 2', ['ClientCountry == "de"', 'BotScore < 2']],
  [
    'BotScore < 3',
    '(ClientCountry == "de" and ClientIP == "a") or (ClientDeviceType == "x" and ClientIP != "a")',
    ['ClientCountry == "de"', 'ClientIP == "a"', 'ClientDeviceType == "x"', 'ClientIP != "a"'],
  ],
  ['BotScore < 3', 'BotScore < 30 and ClientCountry == "de"', ['ClientCountry == "de"']],
])('lines of %s are missing in a source of %s', (to, from, responsible) => {
  const { answer, witness, conditions } = completeness(to, from);
  expect(answer).toBe('lower-bound');
  expect(witness).toMatchObject({ from: 'keep', to: 'drop' });
  expect(conditions.map(({ text }) => text)).toEqual(responsible);
});

it('names conditions by their paths', () => {
  expect(completeness('all', 'BotScore < 2 and ClientCountry == "de"').conditions[1]).toEqual({
    path: 'where.and[1]',
    text: 'ClientCountry == "de"',
  });
});

it('names the fields that the job does not push', () => {
  const { missingFields } = completeness('BotScore < 3 and ClientCountry == "de"', 'all', ['RayID', 'BotScore']);
  expect(missingFields).toEqual(['ClientCountry']);
});

describe('any two filters', () => {
  it('with missing lines have a witness and a condition that is false on it', () => {
    fc.assert(
      fc.property(filterArbitrary, filterArbitrary, (to, from) => {
        const job = { name: 'job', filter: from, sampleRate: 1, fieldNames: undefined };
        const { answer, witness, conditions } = completenessOf(to, job, ARBITRARY_DATASET);
        if (answer !== 'lower-bound') return;
        const record = new Map(Object.entries(witness!.record));
        expect(naiveVerdict(printFilterJson(to), record)).toBe('keep');
        expect(naiveVerdict(printFilterJson(from), record)).toBe('drop');
        const isFalse = conditions.some(
          ({ text }) => naiveVerdict(printFilterJson(parseExpression(text)), record) === 'drop',
        );
        expect(isFalse).toBe(true);
      }),
      { numRuns: randomRuns(100) },
    );
  });
});
