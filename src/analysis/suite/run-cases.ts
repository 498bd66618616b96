// Runs the cases of a suite with one filter: verdicts, the truth trees of failing cases, coverage. Reads no files.
import { fractionOf, SAFE_DIGITS } from '../../base/index.ts';
import { type Dataset, RAY_FIELD } from '../../language/dataset/index.ts';
import {
  type CompiledFilter,
  explainFilter,
  KEEP,
  type NullReading,
  printExpression,
  testedFields,
  VERDICT_NAMES,
} from '../../language/filter/index.ts';
import { CoverageTally, emptyCoverage, type FilterCoverage } from './coverage.ts';
import type { ReadCase } from './suite.ts';
import type { CaseResult, FilterTest } from './suite-report.ts';

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
