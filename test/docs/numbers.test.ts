// Numbers that the pages name: each follows a comment with the name of its constant, and equals it.
import { describe, expect, it } from 'vitest';
import { MAX_HOURS, MAX_HOURS_OF_JOBS } from '../../src/analysis/aggregates/hour-tally.ts';
import { MAX_EDITS } from '../../src/analysis/compare/filter-changes.ts';
import { ALL_VALUE_LINES } from '../../src/analysis/compare/index.ts';
import { DAYS_PER_MONTH, MIN_DRAWS } from '../../src/analysis/cost/index.ts';
import { DEFAULT_LIMITS, MAX_DRAWS } from '../../src/analysis/cost/plan-runs.ts';
import { LONGEST_LOST, UNKNOWN_VARIATION } from '../../src/analysis/cost/sampling-interval.ts';
import { MAX_BATCH_BYTES } from '../../src/analysis/emit/index.ts';
import { LINES_OF_GUARD } from '../../src/analysis/guard/index.ts';
import { EXAMINED_ONE_IN } from '../../src/analysis/query/query-pass.ts';
import {
  MAX_RETRY_AFTER_MS,
  MAX_TRIES,
  REQUEST_TIMEOUT_MS,
  RETRY_DELAY_MS,
} from '../../src/cloud/api/request/request-limits.ts';
import { MAX_ROUNDS } from '../../src/cloud/pools/apply/apply-rounds.ts';
import { MAX_PROOF_AGE_MS } from '../../src/cloud/pools/apply/recent-proof.ts';
import { MAX_POLICY_NAME } from '../../src/cloud/pools/plan/name-policies.ts';
import { DEFAULT_SLACK_MS } from '../../src/input/destination/index.ts';
import { MAX_LINE_BYTES, MAX_NESTING } from '../../src/input/record/index.ts';
import { CLASSIC_FIELDS, CURRENT_FIELDS_PER_ARRAY } from '../../src/language/custom-fields/index.ts';
import { OVERSIZE_SHARE } from '../../src/language/custom-fields/propose/choose-fields.ts';
import { MAX_LINES, MAX_NAMES, MAX_VALUES } from '../../src/language/custom-fields/propose/name-tally.ts';
import { COMBINED_BYTES, DATASET_NAMES } from '../../src/language/dataset/index.ts';
import { LIMIT_WARNING_SHARE, MAX_FILTER_BYTES, MAX_FILTER_OPERATORS } from '../../src/language/filter/index.ts';
import { MAX_FILTER_DEPTH, MAX_FILTER_TEXT } from '../../src/language/filter/limits.ts';
import { MAX_STEPS } from '../../src/language/logic/prove.ts';
import { MAX_DECIMAL_POWER } from '../../src/language/logic/values/cells-of-field.ts';
import { BATCH_LINES, DOCUMENTED_SQL_BYTES, MAX_SQL_BYTES } from '../../src/language/transformer/index.ts';
import { runTogether } from '../helpers/cli/run-cli.ts';
import { readPage, readPages } from '../helpers/docs/pages.ts';

const CONSTANTS: Readonly<Record<string, number>> = {
  BATCH_LINES,
  MAX_BATCH_BYTES,
  DOCUMENTED_SQL_BYTES,
  MAX_SQL_BYTES,
  CLASSIC_FIELDS,
  COMBINED_BYTES,
  CURRENT_FIELDS_PER_ARRAY,
  DATASETS: DATASET_NAMES.length,
  DAYS_PER_MONTH,
  EXACT_MB: DEFAULT_LIMITS.exactBytes / 1e6,
  EXACT_OBJECTS: DEFAULT_LIMITS.exactObjects,
  EXAMINED_ONE_IN,
  LINES_OF_GUARD,
  MAX_DECIMAL_POWER,
  LONGEST_LOST,
  UNKNOWN_VARIATION,
  MAX_DRAWS,
  ALL_VALUE_LINES,
  MAX_EDITS,
  MAX_FILTER_BYTES,
  MAX_FILTER_DEPTH,
  MAX_HOURS,
  MAX_HOURS_OF_JOBS,
  MAX_POLICY_NAME,
  MAX_PROOF_AGE_SECONDS: MAX_PROOF_AGE_MS / 1000,
  MAX_ROUNDS,
  MAX_STEPS,
  MAX_FILTER_OPERATORS,
  MAX_FILTER_TEXT,
  MAX_LINES,
  MAX_LINE_MIB: MAX_LINE_BYTES / 2 ** 20,
  MAX_NAMES,
  MAX_NESTING,
  MAX_VALUES,
  MIN_DRAWS,
  OVERSIZE_PERCENT: OVERSIZE_SHARE * 100,
  MAX_RETRY_AFTER_SECONDS: MAX_RETRY_AFTER_MS / 1000,
  MAX_TRIES,
  REQUEST_TIMEOUT_SECONDS: REQUEST_TIMEOUT_MS / 1000,
  RETRY_DELAY_MS,
  WARNED_PERCENT: LIMIT_WARNING_SHARE * 100,
};

const marked = readPages().flatMap(({ path, text }) =>
  [...text.matchAll(/<!-- (\w+) -->(\d+(?:,\d{3})*)/g)].map(([, name = '', number = '']) => ({
    path,
    name,
    number: Number(number.replaceAll(',', '')),
  })),
);

describe('numbers in the pages are those of the code', () => {
  it.each(marked)('$path: $name', ({ name, number }) => expect(number).toBe(CONSTANTS[name]));

  it('every constant is in a page', () =>
    expect([...new Set(marked.map(({ name }) => name))].sort()).toEqual(Object.keys(CONSTANTS).sort()));

  it('the slack of one hour, in the pages and in the help', async () => {
    expect(DEFAULT_SLACK_MS).toBe(3_600_000);
    expect(readPage('docs/semantics.md').text.replace(/\s+/g, ' ')).toContain('`--slack`, one hour by default');
    expect((await runTogether(['replay', '--help'])).stdout.replace(/\s+/g, ' ')).toContain('(default: 1h)');
  });
});
