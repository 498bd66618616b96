// Expression text → tree, by recursive descent: `not` binds tighter than `and`, and `and` tighter than `or`. Pushes `not` down into
// groups (De Morgan), because the platform has only negated operators. Does not check types.
import { MAX_FILTER_DEPTH } from '../limits.ts';
import { type Condition, type Filter, type Group, type Node, otherKind, type Scalar } from '../node.ts';
import { OPERATORS, type Operator } from '../operator.ts';
import { adviceForBareAddress } from '../warning/address-advice.ts';
import { adviceForCall, adviceForField, adviceForList, adviceForOperator } from './expression-advice.ts';
import { ExpressionSyntaxError } from './expression-error.ts';
import { readToken, type Token } from './expression-token.ts';

/** The positions of a condition's parts in the text. Offsets in UTF-16 units. */
export interface ConditionPlaces {
  readonly key: number;
  readonly operator: number;
  readonly value: number;
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

/** Parses like {@link parseExpression}, and returns the positions of all conditions for messages. */
export function parseExpressionWithPlaces(text: string): ParsedExpression {
  const parser = new ExpressionParser(text);
  return { filter: { where: parser.parse() }, places: parser.places };
}

class ExpressionParser {
  readonly places = new Map<Condition, ConditionPlaces>();
  readonly #text: string;
  #token: Token;
  #end = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#token = readToken(text, 0);
  }

  parse(): Node {
    const node = this.#group('or', false);
    if (this.#token.kind !== 'end') this.#fail('and, or, or the end of the expression', this.#joinAdvice());
    return node;
  }

  /** Parses a chain of `or`, or of `and` inside it. @param negated whether an odd number of `not` applies to the chain */
  #group(written: Group['kind'], negated: boolean): Node {
    const children: Node[] = [];
    for (;;) {
      children.push(written === 'or' ? this.#group('and', negated) : this.#unary(negated));
      if (this.#token.kind === 'end' || JOINERS.get(this.#token.text) !== written) break;
      this.#next();
    }
    if (children.length === 1) return children[0]!;
    return { kind: negated ? otherKind(written) : written, children };
  }

  #unary(negated: boolean): Node {
    let isNegated = negated;
    while (this.#isAt('not') || this.#isAt('!')) {
      isNegated = !isNegated;
      this.#next();
    }
    if (!this.#isAt('(')) return this.#condition(isNegated);
    if (this.#depth >= MAX_FILTER_DEPTH) this.#fail(`at most ${MAX_FILTER_DEPTH} nested parentheses`);
    this.#depth += 1;
    this.#next();
    const node = this.#group('or', isNegated);
    this.#expect(')', 'and, or, or ")"');
    this.#depth -= 1;
    return node;
  }

  #condition(negated: boolean): Condition {
    const first = this.#token;
    if (first.kind !== 'word') {
      const isValue = first.kind === 'string' || first.kind === 'number';
      this.#fail('a field', isValue ? 'write the field first, then the operator, then the value' : undefined);
    }
    const call = CALLS.get(first.text);
    this.#next();
    if (this.#isAt('('))
      return call === undefined
        ? this.#failAt(first, 'a field', adviceForCall(first.text))
        : this.#call(call, first, negated);
    if (call !== undefined) this.#fail('"("', `write ${first.text}(Field, "…")`);
    if (RESERVED.has(first.text) || !FIELD.test(first.text)) this.#failAt(first, 'a field', adviceForField(first.text));
    return this.#comparison(first, negated);
  }

  #comparison(field: Token, negated: boolean): Condition {
    const sign = this.#token;
    const isInfix = sign.kind === 'word' || sign.kind === 'sign';
    // People write the function between the field and the value, like contains. It has one meaning; printing uses the function.
    const operator = isInfix ? (INFIX.get(sign.text) ?? CALLS.get(sign.text)) : undefined;
    if (operator === undefined) {
      if (!this.#endsOperand()) this.#failOperator(field);
      const places = { key: field.offset, operator: field.offset, value: field.offset };
      return this.#place(field.text, 'eq', true, negated, places);
    }
    this.#next();
    if (CALLS.has(sign.text) && this.#isAt('(')) this.#fail('a string', adviceForOperator(sign.text, field.text));
    const offset = this.#token.offset;
    const value = OPERATORS[operator].argument === 'list' ? this.#list() : this.#value();
    return this.#place(field.text, operator, value, negated, {
      key: field.offset,
      operator: sign.offset,
      value: offset,
    });
  }

  #call(operator: Operator, name: Token, negated: boolean): Condition {
    this.#expect('(', '"("');
    const field = this.#token;
    if (field.kind !== 'word' || !FIELD.test(field.text) || RESERVED.has(field.text)) this.#fail('a field');
    this.#next();
    if (this.#isAt('(')) this.#failAt(field, 'a field', adviceForCall(field.text));
    this.#expect(',', '","');
    const offset = this.#token.offset;
    const value = this.#value();
    this.#expect(')', '")"');
    return this.#place(field.text, operator, value, negated, {
      key: field.offset,
      operator: name.offset,
      value: offset,
    });
  }

  #place(
    key: string,
    written: Operator,
    value: Condition['value'],
    negated: boolean,
    places: ConditionPlaces,
  ): Condition {
    const operator = negated ? OPERATORS[written].negation : written;
    const condition: Condition = { kind: 'condition', key, operator, value };
    this.places.set(condition, places);
    return condition;
  }

  #list(): Scalar[] {
    this.#expect('{', 'a list in braces', adviceForList(this.#text, this.#token.offset));
    const values: Scalar[] = [];
    while (!this.#isAt('}')) {
      values.push(this.#value('a value or "}"'));
      if (this.#isAt(',')) this.#next();
    }
    this.#next();
    return values;
  }

  #value(expected = 'a value: a string in double quotes, a number, true or false'): Scalar {
    const token = this.#token;
    if (token.kind === 'string' || token.kind === 'number') {
      this.#next();
      return token.value;
    }
    if (token.kind === 'word' && (token.text === 'true' || token.text === 'false')) {
      this.#next();
      return token.text === 'true';
    }
    if (this.#isAt('{')) this.#fail(expected, 'use in for several values');
    const text = token.kind === 'word' ? `write "${token.text}" as a string` : undefined;
    return this.#fail(expected, adviceForBareAddress(this.#text, token.offset) ?? text);
  }

  /** Whether a field name alone can be a condition here: `CacheReserveUsed and …`. */
  #endsOperand(): boolean {
    return (
      this.#token.kind === 'end' || this.#isAt(')') || (this.#token.kind !== 'string' && JOINERS.has(this.#token.text))
    );
  }

  #failOperator(field: Token): never {
    const { kind, text } = this.#token;
    if (kind !== 'word' && text !== '!') this.#fail('an operator');
    if (text !== '!' && text !== 'not') this.#fail('an operator', adviceForOperator(text, field.text));
    const negated = readToken(this.#text, this.#token.offset + text.length).text;
    return this.#fail('an operator', adviceForOperator(`!${negated}`, field.text));
  }

  #joinAdvice(): string | undefined {
    return this.#token.kind === 'word' ? adviceForField(this.#token.text) : undefined;
  }

  #isAt(text: string): boolean {
    return this.#token.text === text && (this.#token.kind === 'sign' || this.#token.kind === 'word');
  }

  #next(): void {
    this.#end = this.#token.offset + this.#token.text.length;
    this.#token = readToken(this.#text, this.#end);
  }

  #expect(sign: string, expected: string, fix?: string): void {
    if (!this.#isAt(sign)) this.#fail(expected, fix);
    this.#next();
  }

  #fail(expected: string, fix?: string): never {
    return this.#failAt(this.#token, expected, fix);
  }

  #failAt(token: Token, expected: string, fix?: string): never {
    const found =
      token.kind === 'end'
        ? 'the end of the text'
        : token.kind === 'string'
          ? 'a string'
          : `"${token.text.slice(0, 80)}"`;
    throw new ExpressionSyntaxError(this.#text, token.offset, found, expected, fix);
  }
}
