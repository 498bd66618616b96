// Expression text → tree, by recursive descent: `not` binds tighter than `and`, and `and` tighter than `or`. Pushes `not` down into
// groups (De Morgan), because the platform has only negated operators. Does not check types.
import { MAX_FILTER_DEPTH } from '../limits.ts';
import { type Condition, conditionsOf, type Filter, type Group, type Node, otherKind, type Scalar } from '../node.ts';
import { OPERATORS, type Operator } from '../operator.ts';
import type { Problem } from '../problem.ts';
import { adviceForBareAddress } from '../warning/address-advice.ts';
import { adviceForCall, adviceForField, adviceForList, adviceForOperator } from './expression-advice.ts';
import { ExpressionSyntaxError, excerptOf, placeOf } from './expression-error.ts';
import { readToken, type Token } from './expression-token.ts';

/** The positions of a condition's parts in the text. Offsets in UTF-16 units. */
interface ConditionPlaces {
  readonly key: number;
  readonly operator: number;
  readonly value: number;
  /** After the last part. */
  readonly end: number;
}

/** A condition in the text of an expression. */
export interface ConditionSpan {
  /** In the tree, as in reports. */
  readonly path: string;
  /** Offsets in UTF-16 units: from the first part, exclusive the end of the last one. A `not` before it is outside. */
  readonly from: number;
  readonly to: number;
}

/** A parsed expression, with the positions of its conditions. */
export interface ParsedExpression {
  readonly filter: Filter;
  readonly places: ReadonlyMap<Condition, ConditionPlaces>;
}

const INFIX: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['==', 'eq'],
  ['eq', 'eq'],
  ['!=', '!eq'],
  ['ne', '!eq'],
  ['<', 'lt'],
  ['lt', 'lt'],
  ['<=', 'leq'],
  ['le', 'leq'],
  ['>', 'gt'],
  ['gt', 'gt'],
  ['>=', 'geq'],
  ['ge', 'geq'],
  ['contains', 'contains'],
  ['in', 'in'],
]);

const CALLS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['starts_with', 'startsWith'],
  ['ends_with', 'endsWith'],
]);

const JOINERS: ReadonlyMap<string, Group['kind']> = new Map([
  ['and', 'and'],
  ['&&', 'and'],
  ['or', 'or'],
  ['||', 'or'],
]);

const RESERVED = new Set(['and', 'or', 'not', 'true', 'false', ...INFIX.keys()]);

const FIELD = /^[A-Za-z][A-Za-z0-9_]*$/;

/**
 * Parses an expression.
 * @throws ExpressionSyntaxError (`expression-syntax`), with line, column and an excerpt
 */
export function parseExpression(text: string): Filter {
  return parseExpressionWithPlaces(text).filter;
}

/** Finds the conditions of an expression in its text. @throws as {@link parseExpression} */
export function conditionSpans(text: string): ConditionSpan[] {
  const { filter, places } = parseExpressionWithPlaces(text);
  return conditionsOf(filter.where).map(({ condition, path }) => {
    const { key, operator, end } = places.get(condition)!;
    return { path, from: Math.min(key, operator), to: end };
  });
}

/** Parses like {@link parseExpression}, and returns the positions of all conditions for messages. */
export function parseExpressionWithPlaces(text: string): ParsedExpression {
  const places = new Map<Condition, ConditionPlaces>();
  let token = readToken(text, 0);
  let depth = 0;
  /** After the token before the next one. */
  let end = 0;

  /** Parses a chain of `or`, or of `and` inside it. @param negated whether an odd number of `not` applies to the chain */
  function readGroup(written: Group['kind'], negated: boolean): Node {
    const children: Node[] = [];
    for (;;) {
      children.push(written === 'or' ? readGroup('and', negated) : readUnary(negated));
      if (token.kind === 'end' || JOINERS.get(token.text) !== written) break;
      next();
    }
    if (children.length === 1) return children[0]!;
    return { kind: negated ? otherKind(written) : written, children };
  }

  function readUnary(negated: boolean): Node {
    let isNegated = negated;
    while (isAt('not') || isAt('!')) {
      isNegated = !isNegated;
      next();
    }
    if (!isAt('(')) return readCondition(isNegated);
    if (depth >= MAX_FILTER_DEPTH) fail(`at most ${MAX_FILTER_DEPTH} nested parentheses`);
    depth += 1;
    next();
    const node = readGroup('or', isNegated);
    expect(')', 'and, or, or ")"');
    depth -= 1;
    return node;
  }

  function readCondition(negated: boolean): Condition {
    const first = token;
    if (first.kind !== 'word') {
      const isValue = first.kind === 'string' || first.kind === 'number';
      fail('a field', isValue ? 'write the field first, then the operator, then the value' : undefined);
    }
    const call = CALLS.get(first.text);
    next();
    if (isAt('('))
      return call === undefined ? failAt(first, 'a field', adviceForCall(first.text)) : readCall(call, first, negated);
    if (call !== undefined) fail('"("', `write ${first.text}(Field, "…")`);
    if (RESERVED.has(first.text) || !FIELD.test(first.text)) failAt(first, 'a field', adviceForField(first.text));
    return readComparison(first, negated);
  }

  function readComparison(field: Token, negated: boolean): Condition {
    const sign = token;
    const isInfix = sign.kind === 'word' || sign.kind === 'sign';
    // People write the function between the field and the value, like contains. It has one meaning; printing uses the function.
    const operator = isInfix ? (INFIX.get(sign.text) ?? CALLS.get(sign.text)) : undefined;
    if (operator === undefined) {
      if (!endsOperand()) failOperator(field);
      const places = { key: field.offset, operator: field.offset, value: field.offset };
      return place(field.text, 'eq', true, negated, places);
    }
    next();
    if (CALLS.has(sign.text) && isAt('(')) fail('a string', adviceForOperator(sign.text, field.text));
    const offset = token.offset;
    const value = OPERATORS[operator].argument === 'list' ? readList() : readValue();
    return place(field.text, operator, value, negated, {
      key: field.offset,
      operator: sign.offset,
      value: offset,
    });
  }

  function readCall(operator: Operator, name: Token, negated: boolean): Condition {
    expect('(', '"("');
    const field = token;
    if (field.kind !== 'word' || !FIELD.test(field.text) || RESERVED.has(field.text)) fail('a field');
    next();
    if (isAt('(')) failAt(field, 'a field', adviceForCall(field.text));
    expect(',', '","');
    const offset = token.offset;
    const value = readValue();
    expect(')', '")"');
    return place(field.text, operator, value, negated, {
      key: field.offset,
      operator: name.offset,
      value: offset,
    });
  }

  function place(
    key: string,
    written: Operator,
    value: Condition['value'],
    negated: boolean,
    offsets: Omit<ConditionPlaces, 'end'>,
  ): Condition {
    const operator = negated ? OPERATORS[written].negation : written;
    const condition: Condition = { kind: 'condition', key, operator, value };
    places.set(condition, { ...offsets, end });
    return condition;
  }

  function readList(): Scalar[] {
    expect('{', 'a list in braces', adviceForList(text, token.offset));
    const values: Scalar[] = [];
    while (!isAt('}')) {
      values.push(readValue('a value or "}"'));
      if (isAt(',')) next();
    }
    next();
    return values;
  }

  function readValue(expected = 'a value: a string in double quotes, a number, true or false'): Scalar {
    const first = token;
    if (first.kind === 'string' || first.kind === 'number') {
      next();
      return first.value;
    }
    if (isAt('true') || isAt('false')) {
      next();
      return first.text === 'true';
    }
    if (isAt('{')) fail(expected, 'use in for several values');
    const asString = first.kind === 'word' ? `write "${first.text}" as a string` : undefined;
    return fail(expected, adviceForBareAddress(text, first.offset) ?? asString);
  }

  /** Whether a field name alone can be a condition here: `CacheReserveUsed and …`. */
  function endsOperand(): boolean {
    return token.kind === 'end' || isAt(')') || (token.kind !== 'string' && JOINERS.has(token.text));
  }

  function failOperator(field: Token): never {
    const { kind, text: word, offset } = token;
    if (kind !== 'word' && word !== '!') fail('an operator');
    if (word !== '!' && word !== 'not') fail('an operator', adviceForOperator(word, field.text));
    const negated = readToken(text, offset + word.length).text;
    return fail('an operator', adviceForOperator(`!${negated}`, field.text));
  }

  function joinAdvice(): string | undefined {
    return token.kind === 'word' ? adviceForField(token.text) : undefined;
  }

  function isAt(sign: string): boolean {
    return token.text === sign && (token.kind === 'sign' || token.kind === 'word');
  }

  function next(): void {
    end = token.offset + token.text.length;
    token = readToken(text, end);
  }

  function expect(sign: string, expected: string, fix?: string): void {
    if (!isAt(sign)) fail(expected, fix);
    next();
  }

  function fail(expected: string, fix?: string): never {
    return failAt(token, expected, fix);
  }

  function failAt({ kind, text: sign, offset }: Token, expected: string, fix?: string): never {
    const found = kind === 'end' ? 'the end of the text' : kind === 'string' ? 'a string' : `"${sign.slice(0, 80)}"`;
    throw new ExpressionSyntaxError(text, offset, found, expected, fix);
  }

  const where = readGroup('or', false);
  if (token.kind !== 'end') fail('and, or, or the end of the expression', joinAdvice());
  return { filter: { where }, places };
}

/** Adds line, column and an excerpt to every problem whose path belongs to a part of a condition. */
export function locateProblems(problems: readonly Problem[], text: string, parsed: ParsedExpression): Problem[] {
  const offsets = new Map<string, number>();
  for (const { condition, path } of conditionsOf(parsed.filter.where)) {
    const places = parsed.places.get(condition)!;
    offsets.set(path, places.key);
    for (const part of ['key', 'operator', 'value'] as const) offsets.set(`${path}.${part}`, places[part]);
  }
  return problems.map((problem) => {
    const offset = offsets.get(problem.path) ?? offsets.get(problem.path.replace(/\[\d+\]$/, ''));
    if (offset === undefined) return problem;
    const { line, column } = placeOf(text, offset);
    return {
      ...problem,
      // The place is enough: an expression has no keys.
      message: `line ${line}, column ${column}: ${problem.message.replace(` at ${problem.path}`, '')}`,
      excerpt: excerptOf(text, offset),
      line,
      column,
    };
  });
}
