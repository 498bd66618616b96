// Describes the line that a suite lacks for a coverage goal: which parts of the filter must be true and false in it. Does not look for
// a line.
import { cutText, enumerate } from '../../base/index.ts';
import {
  type CompiledCondition,
  type CompiledFilter,
  type Node,
  printExpression,
} from '../../language/filter/index.ts';

/** Parts of a filter that a piece of advice names; it counts the others. Our own choice. */
const MAX_NAMED = 3;
/** Maximum length of a part of a filter in a piece of advice. Characters. Our own choice. */
const MAX_PART = 120;

/** Describes the missing line. */
export function adviceFor(
  { filter }: CompiledFilter,
  { condition, text }: CompiledCondition,
  goal: 'true' | 'false' | 'sole-blocker',
): string {
  if (goal !== 'sole-blocker') return `add a line for which ${text} is ${goal}`;
  const rest = restFor(filter.where, condition) ?? { true: [], false: [] };
  const parts = [`${text} is false`, ...describe(rest.true, 'true'), ...describe(rest.false, 'false')];
  return `add a line for which ${parts.join(', and ')}`;
}

/** Parts of a filter that must be true and false in a line, so that one condition decides on it alone. */
interface Rest {
  true: Node[];
  false: Node[];
}

/** The parts beside a condition: those joined to it by `and` must be true, those joined by `or` false. Undefined: it is not in `node`. */
function restFor(node: Node, wanted: Node): Rest | undefined {
  if (node === wanted) return { true: [], false: [] };
  if (node.kind === 'condition') return undefined;
  for (const child of node.children) {
    const inner = restFor(child, wanted);
    if (inner === undefined) continue;
    inner[node.kind === 'and' ? 'true' : 'false'].unshift(...node.children.filter((other) => other !== child));
    return inner;
  }
  return undefined;
}

function describe(nodes: readonly Node[], truth: 'true' | 'false'): string[] {
  if (nodes.length === 0) return [];
  const named = nodes.slice(0, MAX_NAMED).map(printPart);
  const more = nodes.length - named.length;
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])];
  return [`${enumerate(all, 'and')} ${nodes.length === 1 ? 'is' : 'are'} ${truth}`];
}

function printPart(node: Node): string {
  const text = printExpression({ where: node });
  const shown = cutText(text, MAX_PART);
  return node.kind === 'condition' ? shown : `(${shown})`;
}
