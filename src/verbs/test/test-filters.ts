// The verb test: do these filters give every line of these suites the expected verdict? Prints nothing.
import { runCases, type TestResult } from '../../analysis/suite/index.ts';
import { abortable, HeadgateError, printPlural } from '../../base/index.ts';
import { checkChoice } from '../request/check-value.ts';
import { ignore } from '../request/logs-request.ts';
import type { FilterSet } from '../request/named-filters.ts';
import { readSuites, type SuitesRequest } from './read-suites.ts';

/** Suites, and what overrides their filters. */
export interface TestRequest extends SuitesRequest {
  /**
   * Coverage that each filter must have, from 0 to 1. A number of up to 15 digits is compared exactly, as the decimal that it prints as.
   * @default not required
   */
  minCoverage?: number | undefined;
  /** Stops the run: the promise rejects. @default never aborted */
  signal?: AbortSignal | undefined;
  /** Called for each suite, when all suites are read. */
  onFilters?: ((set: FilterSet) => void) | undefined;
}

async function resolve(request: TestRequest) {
  const { suites, nullAs, minCoverage, signal = new AbortController().signal, onFilters = ignore } = request;
  if (suites.length === 0) {
    throw new HeadgateError('usage', 'cannot test: found no suite, expected the path of at least one');
  }
  if (nullAs !== undefined) checkChoice('nullAs', nullAs, ['unknown', 'zero']);
  if (minCoverage !== undefined && !(minCoverage >= 0 && minCoverage <= 1)) {
    throw new HeadgateError('usage', `cannot test: found minCoverage ${minCoverage}, expected a number from 0 to 1`);
  }
  return { suites: await abortable(readSuites(request, signal), signal), minCoverage, onFilters };
}

/**
 * Runs filter tests. Cases that fail are a result, not an error.
 * @throws InvalidSuiteError with the problems of all suites, and InvalidFilterError, before a case runs; HeadgateError for unreadable files
 * @example
 * ```ts
 * import { testFilters } from 'headgate';
 *
 * const { passed, cases, suites } = await testFilters({ suites: ['samples/suites/errors.json'] });
 * console.log(passed, cases.passed, suites[0]?.tests[0]?.coverage.share); // => true 6 1
 * ```
 */
export async function testFilters(request: TestRequest): Promise<TestResult> {
  const { suites: ready, minCoverage, onFilters } = await resolve(request);
  for (const { set } of ready) onFilters(set);
  const suites = ready.map(({ file, nullAs, set, filters, cases }) => ({
    file,
    tests: filters.map(({ name, filter, transformer }) =>
      runCases(cases, { name, dataset: set.dataset, nullAs, filter, transformer, minCoverage }),
    ),
  }));
  const tests = suites.flatMap(({ tests }) => tests);
  const cases = {
    passed: tests.reduce((sum, { passed }) => sum + passed, 0),
    failed: tests.reduce((sum, { failed }) => sum + failed, 0),
  };
  const passed = cases.failed === 0 && tests.every(({ isCovered, isDecided }) => isCovered && isDecided);
  return { version: 1, passed, cases, minCoverage: minCoverage ?? null, suites };
}

/** The reason if a result is no answer: nothing failed, but a filter neither keeps nor drops a case of a suite. */
export function noDecisionError({ suites }: TestResult): HeadgateError | undefined {
  const tests = suites.flatMap(({ file, tests: some }) => some.map((test) => ({ file, test })));
  const undecided = tests.filter(({ test }) => !test.isDecided);
  const [first] = undecided;
  if (first === undefined || tests.some(({ test }) => test.failed > 0 || (test.isDecided && !test.isCovered)))
    return undefined;
  const place = tests.length === 1 ? '' : ` in ${first.file}`;
  const { missingFields } = first.test;
  const fix =
    missingFields.length === 0
      ? ''
      : `; no case has ${missingFields.join(', ')}: add ${missingFields.length === 1 ? 'it' : 'them'} to the lines, or mine the suite with --whole`;
  const more = undecided.length > 1 ? `, and in ${printPlural(undecided.length - 1, 'other test')}` : '';
  return new HeadgateError(
    'no-verdict',
    `cannot test: found ${printPlural(first.test.cases.length, 'case')}${place}, all undecided${more}, expected at least one that a filter keeps or drops${fix}`,
  );
}
