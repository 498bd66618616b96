// Runs the cases of a suite with one filter: verdicts, the truth trees of failing cases, coverage. Reads no files.
import { fractionOf, SAFE_DIGITS } from '../../base/index.ts';
import { type Dataset, RAY_FIELD } from '../../language/dataset/index.ts';
import {
  type CompiledFilter,
  type Explanation,
  explainFilter,
  KEEP,
  type NullReading,
  printExpression,
  testedFields,
  VERDICT_NAMES,
  type VerdictName,
} from '../../language/filter/index.ts';
import { CoverageTally, emptyCoverage, type FilterCoverage } from './coverage.ts';
import type { ReadCase } from './read-suite.ts';

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

/** A filter to test. */
export interface TestedFilter {
  name: string;
  dataset: Dataset;
  nullAs: NullReading;
  /** Undefined: every line is kept. */
  filter: CompiledFilter | undefined;
  /** The coverage that the filter must have, from 0 to 1. @default not required */
  minCoverage?: number | undefined;
}

/** Runs cases in their order. */
export function runCases(
  cases: readonly ReadCase[],
  { name, dataset, nullAs, filter, minCoverage }: TestedFilter,
): FilterTest {
  const tally = filter && new CoverageTally(filter);
  const outcomes = new Uint8Array(filter?.conditions.length ?? 0);
  const results = cases.map((one): CaseResult => {
    const found = VERDICT_NAMES[filter === undefined ? KEEP : filter.evaluate(one.record, outcomes)];
    tally?.add(outcomes);
    const passed = found === one.expect;
    return {
      name: one.name ?? nameOf(one),
      path: one.path,
      line: one.at,
      ...(one.note === undefined ? {} : { note: one.note }),
      expected: one.expect,
      found,
      passed,
      ...(passed ? {} : { explanation: filter === undefined ? null : explainFilter(filter, one.record) }),
    };
  });
  const failed = results.filter(({ passed }) => !passed).length;
  const coverage = tally?.toCoverage() ?? emptyCoverage();
  return {
    name,
    dataset: dataset.name,
    nullAs,
    filter: filter === undefined ? null : printExpression(filter.filter),
    passed: results.length - failed,
    failed,
    cases: results,
    isDecided: results.some(({ found }) => found !== 'undecided'),
    missingFields: testedFields(filter?.filter).filter((field) => !cases.some(({ record }) => record.has(field))),
    coverage,
    isCovered: minCoverage === undefined || reachesCoverage(coverage, minCoverage),
  };
}

/**
 * Whether a coverage is at least `required`, from 0 to 1, exactly: as fractions of integers. A number of up to `SAFE_DIGITS` digits is the
 * decimal that it prints as. A number of more digits was computed, such as `5 / 6`, and rounded: it is compared with the share, which is
 * rounded in the same way.
 */
function reachesCoverage({ covered, goals, share }: FilterCoverage, required: number): boolean {
  if (goals === 0) return true;
  const { top, bottom } = fractionOf(required);
  if (String(top).length > SAFE_DIGITS) return share >= required;
  return BigInt(covered) * bottom >= top * BigInt(goals);
}

/** Without other values of the line, which may be personal data. */
function nameOf({ path, record }: ReadCase): string {
  const ray = record.get(RAY_FIELD);
  return typeof ray === 'string' && ray !== '' ? `${RAY_FIELD} ${ray}` : path;
}
