// Several filters as one list of nodes over shared tests: what the search works on.
import { type CompiledFilter, OPERATORS, type OutcomeTree } from '../filter/index.ts';
import { AND, type Combination, OR, TRUE, type Truths } from './truths.ts';
import type { FieldTest } from './values/field-values.ts';
import { fieldTest, testKey, type ValuesOfField, valuesOfField } from './values/values-of-field.ts';

/** A node of a tree. Children come before their parents in {@link VerdictTrees.nodes}. */
export type TreeNode =
  | { readonly kind: 'test'; readonly test: number; readonly isNegated: boolean }
  | { readonly kind: 'group'; readonly combination: Combination; readonly children: readonly number[] }
  | { readonly kind: 'constant'; readonly truths: Truths };

/** A tested field. */
export interface TestedField {
  readonly name: string;
  /** Number of its first test; its tests are consecutive. */
  readonly start: number;
  /** Number of the test after its last one. */
  readonly end: number;
  readonly values: ValuesOfField;
}

/** The trees of filters. */
export interface VerdictTrees {
  readonly nodes: readonly TreeNode[];
  /** The index of each filter's root in {@link nodes}. */
  readonly roots: readonly number[];
  readonly testCount: number;
  readonly fields: readonly TestedField[];
}

/** @param filters undefined: keeps every record */
export function verdictTrees(filters: readonly (CompiledFilter | undefined)[]): VerdictTrees {
  const { numbers, fields, testCount } = numberTests(filters);
  const nodes: TreeNode[] = [];
  const add = (node: TreeNode): number => nodes.push(node) - 1;
  const addTree = (tree: OutcomeTree, filter: CompiledFilter): number => {
    if (tree.kind === 'condition') {
      const compiled = filter.conditions[tree.index]!;
      const { isNegated } = OPERATORS[compiled.condition.operator];
      return add({ kind: 'test', test: numbers.get(testKey(compiled))!, isNegated });
    }
    const children = tree.children.map((child) => addTree(child, filter));
    return add({ kind: 'group', combination: tree.kind === 'and' ? AND : OR, children });
  };
  const roots = filters.map((filter) =>
    filter === undefined ? add({ kind: 'constant', truths: TRUE }) : addTree(filter.root, filter),
  );
  return { nodes, roots, testCount, fields };
}

/** Numbers the different tests, those of one field consecutively. */
function numberTests(filters: readonly (CompiledFilter | undefined)[]) {
  const byField = new Map<string, Map<string, FieldTest>>();
  for (const filter of filters) {
    for (const compiled of filter?.conditions ?? []) {
      const tests = byField.get(compiled.field) ?? new Map<string, FieldTest>();
      byField.set(compiled.field, tests);
      const key = testKey(compiled);
      if (!tests.has(key)) tests.set(key, fieldTest(compiled));
    }
  }
  const numbers = new Map<string, number>();
  const fields: TestedField[] = [];
  for (const [name, tests] of byField) {
    const start = numbers.size;
    for (const key of tests.keys()) numbers.set(key, numbers.size);
    fields.push({ name, start, end: numbers.size, values: valuesOfField([...tests.values()]) });
  }
  return { numbers, fields, testCount: numbers.size };
}
