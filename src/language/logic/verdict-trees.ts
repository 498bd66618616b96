// Several filters as one list of nodes over shared tests: what the search works on. Conditions of one group on one field become one test
// where the values of the field are reduced to cells, and equal nodes are one node.
import { type CompiledCondition, type CompiledFilter, OPERATORS, type OutcomeTree } from '../filter/index.ts';
import { AND, type Combination, OR, TRUE, type Truths } from './truths.ts';
import { cellsOf, setOf } from './values/cells-of-field.ts';
import { listedValues } from './values/listed-values.ts';
import { type CellSet, complementOf, type FieldCells, intersectionOf, unionOf } from './values/range-set.ts';
import { testKey, type ValuesOfField, valuesOfField } from './values/values-of-field.ts';

/** A test or its negation. */
interface TestUse {
  /** Number of the test among those of its field. */
  readonly test: number;
  readonly isNegated: boolean;
}

/** Numbers different things in the order in which they occur. */
class Numbering<Thing> {
  readonly things: Thing[] = [];
  readonly #numbers = new Map<string, number>();

  /** Returns the number of a thing. @param key equal for equal things */
  numberOf(key: string, thing: Thing): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.things.push(thing) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}

/** The tests of a field whose values are reduced to cells. Each accepts a set of cells, which need not be that of one condition. */
class CellTests {
  readonly cells: FieldCells;
  readonly #sets = new Numbering<CellSet>();

  constructor(cells: FieldCells) {
    this.cells = cells;
  }

  get count(): number {
    return this.#sets.things.length;
  }

  /** Returns the test that accepts a set of cells. */
  use(set: CellSet): TestUse {
    // Of a set and its complement, the one without the first cell is the test.
    const isNegated = set[0] === 0;
    const tested = isNegated ? complementOf(set, 0, this.cells.values.length) : set;
    return { test: this.#sets.numberOf(tested.join(), tested), isNegated };
  }

  values(): ValuesOfField {
    return listedValues(this.#sets.things, this.cells);
  }
}

/** The tests of a field whose values are not reduced to cells. Each is that of conditions. */
class ConditionTests {
  readonly #beyond: { readonly beyond: string } | undefined;
  readonly #conditions = new Numbering<CompiledCondition>();

  /** @param beyond why the values are beyond a bound */
  constructor(beyond?: { readonly beyond: string }) {
    this.#beyond = beyond;
  }

  get count(): number {
    return this.#conditions.things.length;
  }

  /** Returns the test of a condition. */
  use(compiled: CompiledCondition): TestUse {
    const { isNegated } = OPERATORS[compiled.condition.operator];
    return { test: this.#conditions.numberOf(testKey(compiled), compiled), isNegated };
  }

  values(): ValuesOfField {
    return this.#beyond ?? valuesOfField(this.#conditions.things);
  }
}

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
  /** All different. */
  readonly nodes: readonly TreeNode[];
  /** The index of each filter's root in {@link nodes}; filters may share it. */
  readonly roots: readonly number[];
  readonly testCount: number;
  readonly fields: readonly TestedField[];
}

/** A part of a tree: a node, or cells of one field, which can still be joined with others. */
type Part = number | { readonly field: Field; readonly set: CellSet };

interface Field {
  readonly name: string;
  readonly tests: CellTests | ConditionTests;
}

/** A node whose test has a number only after all tests of the fields before it are known. */
type BuiltNode = Exclude<TreeNode, { kind: 'test' }> | (TestUse & { readonly kind: 'test'; readonly field: Field });

/** @param filters undefined: keeps every record */
export function verdictTrees(filters: readonly (CompiledFilter | undefined)[]): VerdictTrees {
  const built = new Numbering<BuiltNode>();
  const byName = new Map<string, Field>();
  const conditions = filters.flatMap((filter) => filter?.conditions ?? []);
  for (const [name, ofField] of Map.groupBy(conditions, ({ field }) => field)) {
    const cells = cellsOf(ofField);
    const isListed = cells !== undefined && !('beyond' in cells);
    byName.set(name, { name, tests: isListed ? new CellTests(cells) : new ConditionTests(cells) });
  }

  function partOf(tree: OutcomeTree, filter: CompiledFilter): Part {
    if (tree.kind === 'condition') return conditionPart(filter.conditions[tree.index]!);
    const nodes = new Set<number>();
    const setsOf = new Map<Field, CellSet[]>();
    for (const child of childrenOf(tree)) {
      const part = partOf(child, filter);
      if (typeof part === 'number') {
        nodes.add(part);
        continue;
      }
      const sets = setsOf.get(part.field);
      if (sets === undefined) setsOf.set(part.field, [part.set]);
      else sets.push(part.set);
    }
    const joined = [...setsOf].map(([field, sets]): Part => {
      if (tree.kind === 'or') return { field, set: unionOf(sets) };
      return { field, set: intersectionOf(sets, (field.tests as CellTests).cells.values.length) };
    });
    const [only] = joined;
    if (only !== undefined && joined.length + nodes.size === 1) return only;
    const children = [...new Set([...joined.map((part) => nodeOf(part)), ...nodes])];
    if (children.length === 1) return children[0]!;
    const key = `${tree.kind} ${children.toSorted((a, b) => a - b).join()}`;
    return built.numberOf(key, { kind: 'group', combination: tree.kind === 'and' ? AND : OR, children });
  }

  function conditionPart(compiled: CompiledCondition): Part {
    const field = byName.get(compiled.field)!;
    const { tests } = field;
    if (tests instanceof CellTests) return { field, set: setOf(compiled, tests.cells) };
    return testNode(field, tests.use(compiled));
  }

  function nodeOf(part: Part): number {
    return typeof part === 'number' ? part : testNode(part.field, (part.field.tests as CellTests).use(part.set));
  }

  function testNode(field: Field, use: TestUse): number {
    return built.numberOf(`test ${use.test} ${use.isNegated} ${field.name}`, { kind: 'test', field, ...use });
  }

  const roots = filters.map((filter) => {
    if (filter === undefined) return built.numberOf('every', { kind: 'constant', truths: TRUE });
    return nodeOf(partOf(filter.root, filter));
  });
  const starts = new Map<Field, number>();
  let testCount = 0;
  const fields = [...byName.values()].map((field): TestedField => {
    const start = testCount;
    starts.set(field, start);
    testCount += field.tests.count;
    return { name: field.name, start, end: testCount, values: field.tests.values() };
  });
  const nodes = built.things.map((node): TreeNode => {
    if (node.kind !== 'test') return node;
    return { kind: 'test', test: starts.get(node.field)! + node.test, isNegated: node.isNegated };
  });
  return { nodes, roots, testCount, fields };
}

/** Lists the children of a group, with those of groups of its kind in place of these. */
function childrenOf(group: Exclude<OutcomeTree, { kind: 'condition' }>): OutcomeTree[] {
  return group.children.flatMap((child) => (child.kind === group.kind ? childrenOf(child) : [child]));
}
