// Filters that are written differently: for which records they are proven equal, and that no record gives two of them different verdicts.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { provenEqualFor } from '../../../../src/cloud/plan/index.ts';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import { compileFilter, type Filter, readFilter } from '../../../../src/language/filter/index.ts';
import { ARBITRARY_DATASET, filterArbitrary, recordArbitrary } from '../../../helpers/filter/arbitraries.ts';
import { coveredCases, randomRuns } from '../../../helpers/random-runs.ts';

const dataset = getDataset('http_requests');
const [A, B, C] = ['BotScore < 30', 'ClientCountry == "de"', 'EdgeResponseStatus >= 500'] as const;
const read = (text: string): Filter | undefined =>
  text === 'all' ? undefined : readFilter(text, dataset, { isSent: false }).filter!;

it.each<[name: string, from: string, to: string, domain: 'any' | 'complete' | undefined]>([
  ['neighbouring integers', A, 'BotScore <= 29', 'any'],
  ['a condition that covers another', A, `${A} or (${A} and ${B})`, 'any'],
  ['a condition that another covers', `${A} and (${A} or ${B})`, A, 'any'],
  ['the stronger of two bounds', 'BotScore >= 10 and BotScore >= 20', 'BotScore >= 20', 'any'],
  ['distribution of and', `${A} and (${B} or ${C})`, `(${A} and ${B}) or (${A} and ${C})`, 'any'],
  ['distribution of or', `${A} or (${B} and ${C})`, `(${A} or ${B}) and (${A} or ${C})`, 'any'],
  ['a list and a range', 'BotScore in {1 2 3}', 'BotScore >= 1 and BotScore <= 3', 'any'],
  ['a negation', `not (${A} or ${B})`, 'BotScore >= 30 and ClientCountry != "de"', 'any'],
  ['a prefix', 'starts_with(RayID, "ab") and RayID contains "a"', 'starts_with(RayID, "ab")', 'any'],
  ['another order', `${A} and ${B}`, `${B} and ${A}`, 'any'],
  ['no filter', 'all', 'all', 'any'],
  // A line without the field is undecided by one of the two.
  ['every value of a field, and no filter', `${A} or BotScore >= 30`, 'all', 'complete'],
  ['a contradiction beside another filter', `${B} or (${A} and BotScore >= 30)`, B, 'complete'],
  ['another bound', A, 'BotScore < 29', undefined],
  ['another value', B, 'ClientCountry == "at"', undefined],
  ['a filter and none', A, 'all', undefined],
  // The platform does not document how it compares floats and times.
  [
    'bounds of a float',
    'EdgeResponseCompressionRatio >= 1 and EdgeResponseCompressionRatio >= 2',
    'EdgeResponseCompressionRatio >= 2',
    undefined,
  ],
  [
    'notations of a time',
    'EdgeStartTimestamp >= 1700000000',
    'EdgeStartTimestamp >= "2023-11-14T22:13:20Z"',
    undefined,
  ],
  [
    'the same float in another order',
    `${A} and EdgeResponseCompressionRatio > 1`,
    `EdgeResponseCompressionRatio > 1 and ${A}`,
    'any',
  ],
])('%s', (_, from, to, domain) => {
  expect(provenEqualFor(read(from), read(to), dataset)).toBe(domain);
  expect(provenEqualFor(read(to), read(from), dataset)).toBe(domain);
});

/** Parts of one filter: proofs of two unrelated ones would be rare. */
const formsArbitrary = fc
  .tuple(filterArbitrary, filterArbitrary, fc.nat(3))
  .map(([{ where: a }, { where: b }, form]) => {
    const absorbed = { kind: 'or' as const, children: [a, { kind: 'and' as const, children: [a, b] }] };
    const other = { kind: 'and' as const, children: [a, { kind: 'or' as const, children: [a, b] }] };
    return [{ where: a }, { where: [absorbed, other, b, a][form]! }] as const;
  });

it('no record gives filters that are proven equal different verdicts, whatever null means', () => {
  let proven = 0;
  fc.assert(
    fc.property(formsArbitrary, fc.array(recordArbitrary, { minLength: 1, maxLength: 20 }), ([from, to], records) => {
      if (provenEqualFor(from, to, ARBITRARY_DATASET) !== 'any') return;
      proven += 1;
      for (const nullAs of ['unknown', 'zero'] as const) {
        const [a, b] = [from, to].map((filter) => compileFilter(filter, ARBITRARY_DATASET, { nullAs }));
        for (const record of records) expect(a!.verdict(record)).toBe(b!.verdict(record));
      }
    }),
    { numRuns: randomRuns(300) },
  );
  expect(proven).toBeGreaterThan(coveredCases(25));
});
