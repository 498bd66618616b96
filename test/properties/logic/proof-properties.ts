// Properties of proofs: nothing proven has a counterexample, everything refuted has a witness that an independent evaluator confirms.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Value } from '../../../src/base/index.ts';
import { isValueOfType } from '../../../src/language/dataset/index.ts';
import { type Filter, printFilterJson } from '../../../src/language/filter/index.ts';
import { areEqual, implies, type Proof } from '../../../src/language/logic/index.ts';
import { ARBITRARY_DATASET } from '../../helpers/filter/arbitraries.ts';
import { naiveVerdict } from '../../helpers/filter/naive-evaluator.ts';
import { type Property, propertyOf } from '../kernel/property.ts';
import { type FilterPair, filterPair } from './filter-pairs.ts';
import { nearRecords } from './near-records.ts';
import { conditionsIn, type Judged, pairsOfEveryRecord, SMALL_FIELDS, smallCondition } from './small-records.ts';

/** Counts of what the properties have seen, so that a test can require enough of each. */
export const PROOFS_SEEN = { pairs: 0, proven: 0, refuted: 0, equal: 0, different: 0 };

/** Records near the constants that are tried for each proof. */
const TRIES = 100;
const judged: fc.Arbitrary<Judged> = fc.record({
  domain: fc.constantFrom('any', 'complete'),
  nullAs: fc.constantFrom('unknown', 'zero'),
});

/** In the order in which a witness prefers them. */
const REFUTING = ['keep drop', 'keep undecided'];
const DIFFERENT = ['keep drop', 'drop keep', 'keep undecided', 'undecided keep', 'drop undecided', 'undecided drop'];

const small = propertyOf(
  'proofs about small filters, against every record of small values',
  300,
  fc
    .oneof(
      fc.subarray(Object.keys(SMALL_FIELDS), { minLength: 1, maxLength: 2 }),
      fc.constantFrom(['ClientCountry'], ['ClientRequestPath']),
    )
    .chain((fields) => fc.tuple(fc.constant(fields), fc.integer({ min: 1, max: 6 })))
    .chain(([fields, size]) => fc.tuple(filterPair(size, smallCondition(fields)), judged)),
  ([pair, options]) => {
    const pairs = pairsOfEveryRecord(pair, options);
    const answers = answersFor(pair, options);
    expectAnswer(
      answers.implied,
      REFUTING.find((one) => pairs.has(one)),
      pair,
      options,
    );
    expectAnswer(
      answers.equal,
      DIFFERENT.find((one) => pairs.has(one)),
      pair,
      options,
    );
  },
);

const large = propertyOf(
  'proofs about large filters, against records near their constants',
  100,
  fc.integer({ min: 5, max: 30 }).chain((size) => fc.tuple(filterPair(size), judged, fc.nat())),
  ([pair, options, seed]) => {
    const { implied, equal } = answersFor(pair, options);
    const pairs = new Set<string>();
    // Drawn only where it matters: most random pairs are refuted.
    if (implied.answer === 'proven' || equal.answer === 'proven') {
      const records = fc.sample(nearRecords(pair, options.domain === 'complete'), { seed, numRuns: TRIES });
      for (const record of records) pairs.add(verdictsOn(record, pair, options));
    }
    const foundIn = (wanted: readonly string[]) => wanted.find((one) => pairs.has(one));
    expectAnswer(implied, foundIn(REFUTING), pair, options);
    expectAnswer(equal, foundIn(DIFFERENT), pair, options);
  },
);

function answersFor([from, to]: FilterPair, options: Judged): { implied: Proof; equal: Proof } {
  const implied = implies(from, to, ARBITRARY_DATASET, options);
  const equal = areEqual(from, to, ARBITRARY_DATASET, options);
  PROOFS_SEEN.pairs += 1;
  PROOFS_SEEN[implied.answer === 'proven' ? 'proven' : 'refuted'] += 1;
  PROOFS_SEEN[equal.answer === 'proven' ? 'equal' : 'different'] += 1;
  return { implied, equal };
}

/** @param counterexample the verdicts of a record that a judge found; a witness has these or preferred ones */
function expectAnswer(proof: Proof, counterexample: string | undefined, pair: FilterPair, options: Judged): void {
  if (proof.answer !== 'refuted') {
    expect({ proof, counterexample }).toEqual({ proof: { answer: 'proven' }, counterexample: undefined });
    return;
  }
  const { record, from, to } = proof.witness;
  const entries = Object.entries(record);
  expect(verdictsOn(new Map(entries), pair, options)).toBe(`${from} ${to}`);
  const found = DIFFERENT.indexOf(`${from} ${to}`);
  expect(found).toBeGreaterThanOrEqual(0);
  if (counterexample !== undefined) expect(found).toBeLessThanOrEqual(DIFFERENT.indexOf(counterexample));
  const tested = new Set(pair.flatMap(({ where }) => conditionsIn(where)).map(({ key }) => key));
  if (options.domain === 'complete') expect(entries.map(([name]) => name).sort()).toEqual([...tested].sort());
  for (const [name, value] of entries) {
    expect(tested).toContain(name);
    expect(value !== null && isValueOfType(value, ARBITRARY_DATASET.fields.get(name)!.type)).toBe(true);
  }
}

function verdictsOn(record: ReadonlyMap<string, Value>, pair: readonly Filter[], { nullAs }: Judged): string {
  return pair.map((filter) => naiveVerdict(printFilterJson(filter), record, ARBITRARY_DATASET, nullAs)).join(' ');
}

/** All properties of proofs. */
export const PROOF_PROPERTIES: readonly Property[] = [small, large];
