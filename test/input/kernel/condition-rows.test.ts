// Runs the rows that define a condition (test/language/filter runs them on the compiled filter) on the kernel: it returns the same outcome, or defers
// the line.
import { describe, expect, it } from 'vitest';
import { getDataset } from '../../../src/language/dataset/index.ts';
import {
  type CompiledFilter,
  type CompileOptions,
  compileFilter,
  parseExpression,
} from '../../../src/language/filter/index.ts';
import { CONDITION_ROWS, type ConditionRow, ZERO_ROWS } from '../../cases/filter/conditions.ts';
import { openKernel } from '../../helpers/kernel/inflate-all.ts';
import { LineScan } from '../../helpers/kernel/scan-line.ts';

const opened = await openKernel();
const http = getDataset('http_requests');
/** Outcomes by their number. */
const OUTCOMES = ['false', 'true', 'absent', 'null', 'mismatch'];
let read = 0;

function check([expression, value, outcome]: ConditionRow, options: CompileOptions): void {
  const filter = compileFilter(parseExpression(expression), http, options);
  const field = JSON.stringify(filter.conditions[0]!.field);
  const found = openScan(filter)?.byKernel(Buffer.from(value === undefined ? '{}' : `{${field}:${value}}`));
  if (found === undefined || typeof found === 'string') return;
  read += 1;
  expect(OUTCOMES[found.jobs[0]!.outcomes[0]!]).toBe(outcome);
}

/** Undefined if the kernel declines the filter: an integer of over 64 bits, half a surrogate pair. */
function openScan(filter: CompiledFilter): LineScan | undefined {
  try {
    return new LineScan(opened, [filter]);
  } catch (error) {
    expect((error as Error).message).toBe('the kernel declines');
    return undefined;
  }
}

describe('a condition on a value', () => {
  it.each(CONDITION_ROWS)('%s on %s: %s', (...row) => check(row, {}));
  it.each(ZERO_ROWS)('null as zero: %s on %s: %s', (...row) => check(row, { nullAs: 'zero' }));
  it('most of them are read by the kernel', () => {
    expect(read).toBeGreaterThan((CONDITION_ROWS.length + ZERO_ROWS.length) * 0.6);
  });
});
