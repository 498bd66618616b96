// Measures proofs on random pairs of filters with the most operators that the platform accepts: the processor time of a
// proof, which other work on the machine disturbs less, and how many pairs are undecided within the default bound.
import fc from 'fast-check';
import { getDataset } from '../src/language/dataset/index.ts';
import { type Condition, MAX_FILTER_OPERATORS, operatorsFor } from '../src/language/filter/index.ts';
import { areEqual, implies } from '../src/language/logic/index.ts';
import { type FilterPair, filterPair, sizedFilter } from '../test/properties/logic/filter-pairs.ts';
import { keepRun, machineName } from './machine.ts';

/** Pairs of each kind. */
const PAIRS = 2_000;
/** The same pairs on every machine. */
const SEED = 16;

/** Conditions on one string field whose patterns overlap. */
const pathCondition: fc.Arbitrary<Condition> = fc
  .tuple(
    fc.constantFrom(...operatorsFor('string').filter((operator) => !operator.endsWith('in'))),
    fc.string({ unit: fc.constantFrom('/', 'a', 'b'), minLength: 1, maxLength: 4 }),
  )
  .map(([operator, value]): Condition => ({ kind: 'condition', key: 'ClientRequestPath', operator, value }));

const KINDS: readonly (readonly [string, fc.Arbitrary<FilterPair>])[] = [
  ['unrelated', fc.tuple(sizedFilter(MAX_FILTER_OPERATORS), sizedFilter(MAX_FILTER_OPERATORS))],
  ['unrelated or changed', filterPair(MAX_FILTER_OPERATORS)],
  ['the same, on one string field', filterPair(MAX_FILTER_OPERATORS, pathCondition)],
];

/** Measures all kinds of pairs and prints a table. */
export async function benchLogic(): Promise<void> {
  const dataset = getDataset('http_requests');
  const rows = KINDS.flatMap(([pairs, arbitrary]) => {
    const sample = fc.sample(arbitrary, { numRuns: PAIRS, seed: SEED });
    return [implies, areEqual].map((ask) => {
      const times: number[] = [];
      const answers = { proven: 0, refuted: 0, undecided: 0 };
      for (const [from, to] of sample) {
        const before = process.threadCpuUsage();
        const { answer } = ask(from, to, dataset);
        const { user, system } = process.threadCpuUsage(before);
        times.push((user + system) / 1000);
        answers[answer] += 1;
      }
      times.sort((a, b) => a - b);
      const at = (share: number) => Number(times[Math.floor(share * (times.length - 1))]!.toFixed(2));
      return {
        pairs,
        question: ask.name,
        ...answers,
        'mean ms': Number((times.reduce((sum, time) => sum + time, 0) / times.length).toFixed(2)),
        'p99 ms': at(0.99),
        'p99.9 ms': at(0.999),
        'max ms': at(1),
      };
    });
  });
  console.log(`${machineName()}\n`);
  console.table(rows);
  console.log(`raw runs: ${keepRun('logic', { rows })}`);
}
