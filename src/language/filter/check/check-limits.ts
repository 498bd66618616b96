// Checks one filter against the platform's limits, and suggests how to meet them. The numbers are in limits.ts.
import { enumerate, printCount, printPlural } from '../../../base/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import { type FilterSize, sizeOf } from '../filter-value.ts';
import { LIMIT_WARNING_SHARE, MAX_FILTER_BYTES, MAX_FILTER_OPERATORS } from '../limits.ts';
import type { Filter } from '../node.ts';
import type { Problem } from '../problem.ts';
import type { ProblemList } from '../problem-list.ts';
import { mergeEquals } from '../repair/merge-equals.ts';

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
  const limits = [
    { kind: 'operator', size: operators, most: MAX_FILTER_OPERATORS },
    { kind: 'byte', size: bytes, most: MAX_FILTER_BYTES },
  ] as const;
  for (const { kind, size, most } of limits) {
    if (size < most * LIMIT_WARNING_SHARE) continue;
    const isOver = size > most;
    const fixes = [
      isOver && exceeded === 'warning' && 'the platform rejects this filter',
      kind === 'byte' && filter && compactAdvice(filter, bytes),
      filter && mergeAdvice(filter, dataset),
    ];
    problems.add(isOver ? `too-many-${kind}s` : `near-${kind}-limit`, '', {
      severity: isOver ? exceeded : 'warning',
      found: kind === 'byte' ? printPlural(bytes, 'byte') : `${operators} conditions`,
      expected: `at most ${printCount(most)}${isOver ? '' : ', an approximate limit'}`,
      fix: fixes.filter(Boolean).join('; ') || undefined,
    });
  }
}

function compactAdvice(filter: Filter, bytes: number): string | undefined {
  const compact = sizeOf(filter).bytes;
  return compact < bytes ? `remove whitespace, which leaves ${compact} bytes` : undefined;
}

function mergeAdvice(filter: Filter, dataset: Dataset): string | undefined {
  const { filter: smaller, merged } = mergeEquals(filter, dataset);
  if (merged.length === 0) return undefined;
  const steps = merged.map(
    ({ field, operator, count }) => `one "${operator}" for the ${printPlural(count, 'condition')} on ${field}`,
  );
  const { operators, bytes } = sizeOf(smaller);
  return `use ${enumerate(steps, 'and')}, which leaves ${printPlural(operators, 'operator')} and ${printPlural(bytes, 'byte')}`;
}
