// Runs the cases of a suite with one filter: verdicts, the truth trees of failing cases, coverage. Reads no files.
import { fractionOf, type JsonObject, parseJson, printJson, SAFE_DIGITS, type Value } from '../../base/index.ts';
import { type Dataset, RAY_FIELD } from '../../language/dataset/index.ts';
import {
  type CompiledFilter,
  type Explanation,
  explainFilter,
  type FinalVerdict,
  KEEP,
  type NullReading,
  printExpression,
  testedFields,
  VERDICT_NAMES,
} from '../../language/filter/index.ts';
import {
  type ExplainedTransformation,
  explainTransformation,
  openTransformation,
  type Transformation,
  type TransformText,
  VERDICT_AFTER,
} from '../transform/index.ts';
import { CoverageTally, type FilterCoverage } from './coverage.ts';
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
  expected: FinalVerdict;
  found: FinalVerdict;
  passed: boolean;
  /** The records that the transformer must deliver, and those that it delivers, as JSON with sorted keys. Absent if the case expects none. */
  expectedRecords?: string[];
  foundRecords?: string[];
  /** Why the line fails or is undecided in the transformer. Absent otherwise. */
  reason?: string;
  /** The truth tree, if the case failed. Null: a job without a filter keeps every line. */
  explanation?: Explanation | null;
  /** What the transformer does with the line, if the case failed and the filter keeps the line. Absent otherwise. */
  transformation?: Omit<ExplainedTransformation, 'name'>;
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
  /** @default lines are not transformed */
  transformer?: TransformText | undefined;
  /** The coverage that the filter must have, from 0 to 1. @default not required */
  minCoverage?: number | undefined;
}

/** Runs cases in their order. */
export function runCases(
  cases: readonly ReadCase[],
  { name, dataset, nullAs, filter, transformer, minCoverage }: TestedFilter,
): FilterTest {
  const transformation = transformer === undefined ? undefined : openTransformation(transformer);
  const tally = new CoverageTally(filter, transformation?.transformer);
  const outcomes = new Uint8Array(filter?.conditions.length ?? 0);
  const results = cases.map((one): CaseResult => {
    const verdict = VERDICT_NAMES[filter === undefined ? KEEP : filter.evaluate(one.record, outcomes)];
    tally.add(outcomes);
    const reached = verdict === 'keep' ? transformation : undefined;
    const transformed = reached === undefined ? { found: verdict } : transform(reached, one.record, tally);
    const { found, records = [], reason } = transformed;
    const expectedRecords = one.records?.map((record) => printJson(sorted(record)));
    const isSame =
      expectedRecords === undefined ||
      (expectedRecords.length === records.length && expectedRecords.every((text, index) => text === records[index]));
    const passed = found === one.expect && isSame;
    return {
      name: one.name ?? nameOf(one),
      path: one.path,
      line: one.at,
      ...(one.note === undefined ? {} : { note: one.note }),
      expected: one.expect,
      found,
      passed,
      ...(expectedRecords === undefined ? {} : { expectedRecords, foundRecords: [...records] }),
      ...(reason === undefined ? {} : { reason }),
      ...(passed || reached === undefined ? {} : { transformation: transformationOf(transformer!, one.record) }),
      ...(passed ? {} : { explanation: filter === undefined ? null : explainFilter(filter, one.record) }),
    };
  });
  const failed = results.filter(({ passed }) => !passed).length;
  const coverage = tally.toCoverage();
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

/** What a transformer does with a record that the filter keeps. */
function transform(
  transformation: Transformation,
  record: JsonObject,
  tally: CoverageTally,
): { found: FinalVerdict; records?: readonly string[]; reason?: string | undefined } {
  const outcomes = new Uint8Array(transformation.transformer.conditions.length);
  const evaluation = transformation.evaluate(record, outcomes);
  tally.addWhere(Array.from(outcomes, (outcome) => transformation.outcomeNames[outcome]!));
  const reason = transformation.transformer.reasonOf(evaluation);
  const found = VERDICT_AFTER[evaluation.outcome];
  if (evaluation.outcome !== 'rows') return { found, reason };
  const records = evaluation.rows.map((row) => printJson(sorted(parseJson(transformation.transformer.printRow(row)))));
  return { found, records };
}

function transformationOf(text: TransformText, record: JsonObject): Omit<ExplainedTransformation, 'name'> {
  const { name: _, ...transformation } = explainTransformation('', text, record);
  return transformation;
}

/** A value with the keys of all objects in order: the order of keys in a delivered record is not documented. */
function sorted(value: Value): Value {
  if (Array.isArray(value)) return value.map(sorted);
  if (!(value instanceof Map)) return value;
  const entries = [...value].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(entries.map(([key, inner]) => [key, sorted(inner)]));
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
