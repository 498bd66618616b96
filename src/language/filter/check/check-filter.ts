// Checks a tree against its dataset: for trees that were not parsed from JSON, and before compilation.
import { valueFrom } from '../../../base/index.ts';
import { type Dataset, datasetsWithField, fieldInOtherCase } from '../../dataset/index.ts';
import { MAX_FILTER_DEPTH } from '../limits.ts';
import { type Condition, childPath, type Filter, joinPath, type Node, ROOT_PATH } from '../node.ts';
import { isOperator } from '../operator.ts';
import type { Problem } from '../problem.ts';
import { ProblemList } from '../problem-list.ts';
import { quote } from '../quote.ts';
import { checkCondition, type FilterCheck } from './check-condition.ts';

/** Maximum number of fields or datasets in one message. */
const MAX_NAMED = 5;

/** Creates the state of a new check. @param options `maxDepth` @default MAX_FILTER_DEPTH; `form` @default 'json' */
export function createCheck(
  dataset: Dataset,
  { maxDepth = MAX_FILTER_DEPTH, form = 'json' }: Partial<Pick<FilterCheck, 'maxDepth' | 'form'>> = {},
): FilterCheck {
  const problems = new ProblemList();
  return { dataset, problems, form, maxDepth, unknownFields: new Set(), hasKnownField: false, operators: 0 };
}

/** Lists the problems with a filter's types, for trees that code built as well. Does not check limits or add warnings about legal filters. */
export function checkFilter(filter: Filter, dataset: Dataset, maxDepth: number = MAX_FILTER_DEPTH): Problem[] {
  const check = createCheck(dataset, { maxDepth });
  checkNode(filter.where, ROOT_PATH, 0, check);
  return check.problems.toArray();
}

/** Reports the problems of a node and its descendants. @param depth number of groups around it */
export function checkNode(node: Node, path: string, depth: number, check: FilterCheck): void {
  if (node.kind === 'condition') {
    check.operators += 1;
    checkParts(node, path, check);
    return;
  }
  if (depth >= check.maxDepth) {
    check.problems.add('too-deep', joinPath(path, node.kind), {
      found: `more than ${check.maxDepth} levels of "and" and "or"`,
      expected: `at most ${check.maxDepth}`,
    });
    return;
  }
  if (node.children.length === 0) {
    check.problems.add('empty-group', joinPath(path, node.kind), { found: '[]', expected: 'at least one node' });
  }
  for (const [index, child] of node.children.entries()) {
    checkNode(child, childPath(path, node.kind, index), depth + 1, check);
  }
}

/** Code in plain JavaScript may build a tree that violates its types. */
function checkParts({ key, operator, value }: Condition, path: string, check: FilterCheck): void {
  if (!isOperator(operator)) {
    const found = quote(String(operator));
    check.problems.add('unknown-operator', joinPath(path, 'operator'), { found });
    return;
  }
  try {
    checkCondition({ key, operator, value: valueFrom(value) }, path, check);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    check.problems.add('unsafe-integer', joinPath(path, 'value'), { failed: error.message });
  }
}

/** When all fields are unknown but another dataset has all of them, replaces the errors about fields with a single one. */
export function reportOtherDataset({ dataset, problems, unknownFields, hasKnownField }: FilterCheck): void {
  if (hasKnownField || unknownFields.size === 0) return;
  const fields = [...unknownFields];
  if (fields.some((field) => fieldInOtherCase(dataset, field) !== undefined)) return;
  const homes = datasetsWithField(fields[0]!).filter((name) =>
    fields.every((field) => datasetsWithField(field).includes(name)),
  );
  if (homes.length === 0) return;
  problems.replace('unknown-field', 'other-dataset', {
    failed: `filter for a dataset other than ${dataset.name}`,
    found: `${shorten(fields)}, ${fields.length === 1 ? 'a field' : 'fields'} of ${shorten(homes)}`,
    expected: `fields of ${dataset.name}`,
    fix: homes.length === 1 ? `check it with the dataset ${homes[0]}` : 'check it with the dataset of the job',
  });
}

function shorten(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
