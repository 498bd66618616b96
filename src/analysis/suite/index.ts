// Filter tests: suites of lines with the verdict that a filter must give, and which conditions they cover. Reads no files.
export {
  COVERAGE_GOALS,
  type ConditionCoverage,
  type CoverageGoal,
  CoverageTally,
  type FilterCoverage,
} from './coverage.ts';
export {
  type CaseLine,
  type ReadCase,
  readSuite,
  type Suite,
  type SuiteCase,
  type SuiteReading,
  type SuiteSubject,
} from './read-suite.ts';
export {
  type CaseResult,
  type FilterTest,
  runCases,
  type SuiteResult,
  type TestedFilter,
  type TestResult,
} from './run-cases.ts';
export { InvalidSuiteError, type SuiteProblem } from './suite-problem.ts';
export { suiteSchema } from './suite-schema.ts';
