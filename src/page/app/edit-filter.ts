// Changes a filter by a condition that a person clicks: requires or excludes it, adds a value to a list, takes it out at the second click.
// Pure: text and syntax tree to edits of the text. Whether the result is a valid filter is for headgate to decide.
import type { SyntaxNode, Tree } from '@lezer/common';

/** An edit of the text. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
}

/** `only`: in place of the other values of the field. */
export type EditKind = 'toggle' | 'only';

/** A condition on single values of a field: `F == 1`, `F in {1 2}`, or the negation of one. */
interface ValueTest {
  field: string;
  values: string[];
  isNegated: boolean;
}

/** Parses an expression. */
export type Parse = (text: string) => Tree;

/** The edits that add a condition to an expression with `and`, or take it out if it is there. */
export function withCondition(text: string, condition: string, parse: Parse, kind: EditKind = 'toggle'): Edit[] {
  const top = parse(text).topNode.firstChild;
  if (text.trim() === '' || top === null) return [{ from: 0, to: text.length, insert: condition }];
  const parts = conjuncts(top);
  const added = valueTest(condition, parse(condition).topNode.firstChild);
  if (added === null) {
    const there = parts.find((part) => plain(text.slice(part.from, part.to)) === plain(condition));
    return there === undefined ? append(text, top, condition) : remove(text, parts, there);
  }
  const known = parts.map((part) => ({ part, test: valueTest(text, part) }));
  const ofField = known.filter(({ test }) => test?.field === added.field);
  const same = ofField.find(({ test }) => test!.isNegated === added.isNegated);
  // What was excluded is required now, or the other way round.
  const opposite = ofField.find(
    ({ test }) => test!.isNegated !== added.isNegated && test!.values.some((value) => added.values.includes(value)),
  );
  const edits = opposite === undefined ? [] : without(text, parts, opposite.part, opposite.test!, added.values);
  if (same === undefined) {
    // The only part is taken out: the new one takes its place.
    if (edits.some(({ from, to }) => from === 0 && to === text.length))
      return [{ from: 0, to: text.length, insert: condition }];
    return [...edits, ...append(text, top, condition)];
  }
  if (kind === 'only') return [...edits, { from: same.part.from, to: same.part.to, insert: condition }];
  if (added.values.every((value) => same.test!.values.includes(value)))
    return without(text, parts, same.part, same.test!, added.values);
  const values = [...new Set([...same.test!.values, ...added.values])];
  return [...edits, { from: same.part.from, to: same.part.to, insert: print({ ...added, values }) }];
}

/** Returns a test whether an expression has a condition as one of its parts, or its value in one. */
export function conditionsOf(text: string, parse: Parse): (condition: string) => boolean {
  const top = parse(text).topNode.firstChild;
  const parts = top === null ? [] : conjuncts(top).map((part) => ({ part, test: valueTest(text, part) }));
  return (condition) => {
    const wanted = valueTest(condition, parse(condition).topNode.firstChild);
    return parts.some(({ part, test }) => {
      if (wanted === null || test === null) return plain(text.slice(part.from, part.to)) === plain(condition);
      const isSame = test.field === wanted.field && test.isNegated === wanted.isNegated;
      return isSame && wanted.values.every((value) => test.values.includes(value));
    });
  };
}

function conjuncts(node: SyntaxNode): SyntaxNode[] {
  return node.name === 'And' ? children(node).filter(({ name }) => name !== 'AndOperator') : [node];
}

function valueTest(text: string, node: SyntaxNode | null): ValueTest | null {
  if (node?.name === 'Not') {
    const inner = valueTest(text, node.lastChild);
    return inner && { ...inner, isNegated: !inner.isNegated };
  }
  if (node?.name === 'Group') return valueTest(text, node.firstChild);
  if (node?.name !== 'Condition') return null;
  const slice = (one: SyntaxNode): string => text.slice(one.from, one.to);
  const [field, operator, value] = children(node);
  if (field?.name !== 'Field' || operator === undefined || value === undefined) return null;
  if (operator.name === 'InOperator')
    return { field: slice(field), values: children(value).map(slice), isNegated: false };
  const spelled = slice(operator);
  if (!['==', 'eq', '!=', 'ne'].includes(spelled)) return null;
  return { field: slice(field), values: [slice(value)], isNegated: spelled === '!=' || spelled === 'ne' };
}

function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(child);
  return found;
}

function print({ field, values, isNegated }: ValueTest): string {
  if (values.length === 1) return `${field} ${isNegated ? '!=' : '=='} ${values[0]}`;
  return `${isNegated ? 'not ' : ''}${field} in {${values.join(' ')}}`;
}

function without(text: string, parts: SyntaxNode[], part: SyntaxNode, test: ValueTest, values: string[]): Edit[] {
  const left = test.values.filter((value) => !values.includes(value));
  if (left.length === 0) return remove(text, parts, part);
  return [{ from: part.from, to: part.to, insert: print({ ...test, values: left }) }];
}

/** Takes a part out, with the `and` beside it. */
function remove(text: string, parts: SyntaxNode[], part: SyntaxNode): Edit[] {
  const index = parts.findIndex(({ from }) => from === part.from);
  const [before, after] = [parts[index - 1], parts[index + 1]];
  if (before === undefined && after === undefined) return [{ from: 0, to: text.length, insert: '' }];
  if (before === undefined) return [{ from: part.from, to: after!.from, insert: '' }];
  return [{ from: before.to, to: part.to, insert: '' }];
}

function append(text: string, top: SyntaxNode, condition: string): Edit[] {
  const end = { from: top.to, to: text.length };
  if (top.name !== 'Or') return [{ ...end, insert: ` and ${condition}` }];
  return [
    { from: 0, to: top.from, insert: '(' },
    { ...end, insert: `) and ${condition}` },
  ];
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
