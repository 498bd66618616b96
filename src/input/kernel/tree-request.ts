// Writes the tree of a filter to the kernel. A tree whose conditions are not counted may refer to verdicts of earlier jobs, and is written so
// that few of its leaves decide most lines. Decides nothing about lines.
import type { OutcomeTree } from '../../language/filter/index.ts';
import { AND, LEAF, OR, VERDICT_LEAF } from './abi.ts';
import type { WrittenConditions } from './condition-request.ts';
import type { Kernel } from './load-kernel.ts';

/** The kernel's number for each kind of group. `defer`: it declines filters with such a group. */
export const GROUPS: Readonly<Record<Exclude<OutcomeTree['kind'], 'condition'>, number | 'defer'>> = {
  and: AND,
  or: OR,
};

type Tests = WrittenConditions['tests'];
type GroupKind = Exclude<OutcomeTree['kind'], 'condition'>;

/** The jobs of a request so far. */
export interface WrittenJobs extends WrittenConditions {
  jobs: number;
  /** Jobs whose conditions are counted. */
  readonly counted: number;
  /** By text of a tree: the leaf that refers to the verdict of the first job with it. */
  readonly verdicts: Map<string, number>;
  /** The groups at the root of counted jobs, and their complements. */
  readonly roots: { kind: GroupKind; children: readonly string[]; leaf: number }[];
}

/** A job being written. */
export interface JobPlace {
  job: number;
  /** Of its conditions. */
  tests: Tests;
  written: WrittenJobs;
}

/** A tree as the kernel has it. */
type KernelTree =
  | { readonly kind: 'leaf'; readonly number: number }
  | { readonly kind: GroupKind; readonly children: readonly KernelTree[] };

/** Writes the nodes in the order in which the kernel folds them: children before parents. @returns false if the kernel cannot hold them */
export function writeTree(kernel: Kernel, root: OutcomeTree, place: JobPlace): boolean {
  const { job, written } = place;
  const tree = job < written.counted ? leavesOf(root) : factored(root, place);
  noteVerdict(root, place);
  const nodes: { kind: number | 'defer'; parent: KernelTree; tree: KernelTree }[] = [];
  const visit = (node: KernelTree, parent: KernelTree): void => {
    if (node.kind !== 'leaf') for (const child of node.children) visit(child, node);
    nodes.push({ kind: node.kind === 'leaf' ? node.number : GROUPS[node.kind], parent, tree: node });
  };
  visit(tree, tree);
  const numbers = new Map(nodes.map((node, number) => [node.tree, number]));
  return nodes.every(
    ({ kind, parent }) => typeof kind === 'number' && kernel.addNode(kind, numbers.get(parent)!) !== 0,
  );
}

function leavesOf(tree: OutcomeTree): KernelTree {
  if (tree.kind === 'condition') return { kind: 'leaf', number: LEAF + tree.index };
  return { kind: tree.kind, children: tree.children.map(leavesOf) };
}

/** Notes the verdict of a job for the trees of later ones. */
function noteVerdict(root: OutcomeTree, { job, tests, written }: JobPlace): void {
  if (root.kind === 'condition') return;
  for (const isNegated of [false, true]) {
    const leaf = VERDICT_LEAF + 2 * job + (isNegated ? 1 : 0);
    const text = textOf(root, tests, isNegated);
    if (!written.verdicts.has(text)) written.verdicts.set(text, leaf);
    if (job >= written.counted) continue;
    const children = root.children.map((child) => textOf(child, tests, isNegated));
    written.roots.push({ kind: kindOf(root.kind, isNegated), children, leaf });
  }
}

/** Returns the tree with verdicts of earlier jobs in place of their conditions, and the leaves that decide most lines first. */
function factored(tree: OutcomeTree, place: JobPlace): KernelTree {
  if (tree.kind === 'condition') return { kind: 'leaf', number: LEAF + tree.index };
  const { tests, written } = place;
  const known = written.verdicts.get(textOf(tree, tests));
  if (known !== undefined) return { kind: 'leaf', number: known };
  const left = new Map(tree.children.map((child) => [textOf(child, tests), child]));
  const verdicts: KernelTree[] = [];
  for (const { kind, children, leaf } of written.roots) {
    if (kind !== tree.kind || !children.every((child) => left.has(child))) continue;
    for (const child of children) left.delete(child);
    verdicts.push({ kind: 'leaf', number: leaf });
  }
  const others = [...left.values()].sort((a, b) => orderOf(a, tree.kind, tests) - orderOf(b, tree.kind, tests));
  return { kind: tree.kind, children: [...verdicts, ...others.map((child) => factored(child, place))] };
}

/** Most conditions without a negation are false for most lines: one decides an `and`, a negated one an `or`. */
function orderOf(child: OutcomeTree, parent: GroupKind, tests: Tests): number {
  if (child.kind !== 'condition') return 2;
  return tests[child.index]!.isNegated === (parent === 'or') ? 0 : 1;
}

/** Returns the same text for trees of the same tests. @param isNegated negates the tree, by De Morgan's laws */
function textOf(tree: OutcomeTree, tests: Tests, isNegated = false): string {
  if (tree.kind === 'condition') {
    const test = tests[tree.index]!;
    return `${test.isNegated === isNegated ? '' : '!'}${test.first}`;
  }
  return `${kindOf(tree.kind, isNegated)}(${tree.children.map((child) => textOf(child, tests, isNegated)).join()})`;
}

function kindOf(kind: GroupKind, isNegated: boolean): GroupKind {
  return isNegated === (kind === 'or') ? 'and' : 'or';
}
