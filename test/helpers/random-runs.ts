// How many inputs a property or an enumeration tries, and with which seed: the one place that scales them. `npm test` tries a part, `npm run test:all` all of them.
import fc from 'fast-check';

/** The share of the full numbers: 1 tries all, 10 ten times as many. vitest.config.ts has the default. */
const SHARE = Number(process.env.TEST_RUNS);
if (!(SHARE > 0)) throw new Error(`cannot read TEST_RUNS: found ${process.env.TEST_RUNS}, expected a number above 0`);

/** The number of inputs to try, at least one. @param full the number of a complete run of the tests */
export function randomRuns(full: number): number {
  return Math.ceil(full * SHARE);
}

/** Properties without a number of their own. */
const DEFAULT_RUNS = 100;
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: randomRuns(DEFAULT_RUNS) });

/** The cases of an enumeration: all in a complete run; a part in `npm test`, evenly from the first to the last. For cases that differ in a number, not in kind. */
export function someCases<T>(all: readonly T[]): readonly T[] {
  const count = Math.min(all.length, Math.max(2, randomRuns(all.length)));
  return Array.from({ length: count }, (_, at) => all[Math.round((at * (all.length - 1)) / Math.max(1, count - 1))]!);
}

/** The number of cases of one kind that the inputs of a property must exceed: `full` in a complete run, 0 in `npm test`, where chance decides more. */
export function coveredCases(full: number): number {
  return SHARE < 1 ? 0 : full;
}

/** The seed of a property that a correct program may fail by chance, however rarely: the same within `npm test`, another in longer runs. */
export function randomSeed(gate: number): number {
  return SHARE < 1 ? gate : Math.floor(Math.random() * 2 ** 31);
}
