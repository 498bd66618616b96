// Checks one filter against the platform's limits, and suggests how to meet them. The numbers are in limits.ts.
import { enumerate, printCount, printPlural } from '../../../base/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import { printFilterJson, utf8Length } from '../filter-value.ts';
import { LIMIT_WARNING_SHARE, MAX_FILTER_BYTES, MAX_FILTER_OPERATORS } from '../limits.ts';
import { conditionsOf, type Filter } from '../node.ts';
import type { Problem } from '../problem.ts';
import type { ProblemList } from '../problem-list.ts';
import { mergeEquals } from '../repair/merge-equals.ts';

/** The figures that count against the limits. */
export interface FilterSize {
  readonly operators: number;
  readonly bytes: number;
}

/** Of a filter beyond the limits that is only evaluated. */
const REJECTED = 'the platform rejects this filter';

/**
 * Reports limits that are exceeded or almost reached.
 * @param filter undefined when it is invalid
 * @param exceeded severity of a limit that is exceeded
 */
export function checkLimits(
  { operators, bytes }: FilterSize,
  filter: Filter | undefined,
  dataset: Dataset,
  problems: ProblemList,
  exceeded: Problem['severity'] = 'error',
): void {
  const rejected = exceeded === 'warning' ? REJECTED : undefined;
  const advice = filter === undefined ? undefined : mergeAdvice(filter, dataset);
  if (operators >= MAX_FILTER_OPERATORS * LIMIT_WARNING_SHARE) {
    const isOver = operators > MAX_FILTER_OPERATORS;
    problems.add(isOver ? exceeded : 'warning', isOver ? 'too-many-operators' : 'near-operator-limit', {
      path: '',
      failed: isOver ? 'too many operators' : 'close to the operator limit',
      found: `${operators} conditions`,
      expected: `at most ${MAX_FILTER_OPERATORS}${isOver ? '' : ', an approximate limit'}`,
      fix: [isOver && rejected, advice].filter(Boolean).join('; ') || undefined,
    });
  }
  if (bytes >= MAX_FILTER_BYTES * LIMIT_WARNING_SHARE) {
    const isOver = bytes > MAX_FILTER_BYTES;
    problems.add(isOver ? exceeded : 'warning', isOver ? 'too-many-bytes' : 'near-byte-limit', {
      path: '',
      failed: isOver ? 'filter too long' : 'close to the byte limit',
      found: printPlural(bytes, 'byte'),
      expected: `at most ${printCount(MAX_FILTER_BYTES)}${isOver ? '' : ', an approximate limit'}`,
      fix: [isOver && rejected, filter && compactAdvice(filter, bytes), advice].filter(Boolean).join('; ') || undefined,
    });
  }
}

function compactAdvice(filter: Filter, bytes: number): string | undefined {
  const compact = utf8Length(printFilterJson(filter));
  return compact < bytes ? `remove whitespace, which leaves ${compact} bytes` : undefined;
}

function mergeAdvice(filter: Filter, dataset: Dataset): string | undefined {
  const { filter: smaller, merged } = mergeEquals(filter, dataset);
  if (merged.length === 0) return undefined;
  const steps = merged.map(
    ({ field, operator, count }) => `one "${operator}" for the ${printPlural(count, 'condition')} on ${field}`,
  );
  const operators = conditionsOf(smaller.where).length;
  const result = `${printPlural(operators, 'operator')} and ${printPlural(utf8Length(printFilterJson(smaller)), 'byte')}`;
  return `use ${enumerate(steps, 'and')}, which leaves ${result}`;
}
