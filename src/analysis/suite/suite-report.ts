// The results of filter tests. Types only.
import type { Explanation, NullReading, VerdictName } from '../../language/filter/index.ts';
import type { FilterCoverage } from './coverage.ts';

/** The result of one case. */
export interface CaseResult {
  /** The name in the suite, else the RayID of the line, else the path. */
  name: string;
  /** Place in the suite: `cases[2]`, and the line of its text, from 1. */
  path: string;
  line: number;
  /** Absent: the suite has none. */
  note?: string;
  expected: VerdictName;
  found: VerdictName;
  passed: boolean;
  /** The truth tree, if the case failed. Null: a job without a filter keeps every line. */
  explanation?: Explanation | null;
}

/** The cases of a suite, run with one filter. */
export interface FilterTest {
  /** Name of the job, or of the filter. */
  name: string;
  dataset: string;
  /** As an expression; null: a job without a filter, which keeps every line. */
  filter: string | null;
  nullAs: NullReading;
  passed: number;
  failed: number;
  /** In the order of the suite. */
  cases: CaseResult[];
  /** Whether a case is kept or dropped. If not, the test is no answer, even if every case passed. */
  isDecided: boolean;
  /** Fields of the filter that no case has: nothing is known about their conditions. */
  missingFields: string[];
  coverage: FilterCoverage;
  /** Whether the coverage is at least the required one, compared exactly; true if none is required. */
  isCovered: boolean;
}

/** The results of one suite file. */
export interface SuiteResult {
  /** Path as given. */
  file: string;
  /** One for each filter that the suite names, or that the request names instead. At least one. */
  tests: FilterTest[];
}

/** The result of `test`. */
export interface TestResult {
  version: 1;
  /** Whether every case passed, every filter keeps or drops a case of each suite, and every filter has the required coverage. */
  passed: boolean;
  /** Cases of all suites, each counted for each filter. */
  cases: { passed: number; failed: number };
  /** The coverage that each filter must have, from 0 to 1; null: not required. */
  minCoverage: number | null;
  suites: SuiteResult[];
}
