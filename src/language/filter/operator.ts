// The operators of a filter in one table: the types each accepts, its negation, its spelling in expressions.
// The only source for properties of an operator. Neither parses nor evaluates.
import type { FieldType } from '../dataset/index.ts';

/** The notation of a filter, which problems and advice use, too. */
export type WrittenForm = 'json' | 'expression';

/** Operators that are not negated. */
export type PositiveOperator = 'eq' | 'lt' | 'leq' | 'gt' | 'geq' | 'startsWith' | 'endsWith' | 'contains' | 'in';

/** An operator as filters spell it. `docs/platform.md`, "Filters". */
export type Operator = PositiveOperator | '!eq' | '!startsWith' | '!endsWith' | '!contains' | '!in';

/** The properties of one operator. */
export interface OperatorRule {
  /** Field types that it accepts; `float` and `timestamp` are allowed but not documented. */
  readonly types: readonly FieldType[];
  /** One scalar, or a list of scalars. */
  readonly argument: 'scalar' | 'list';
  /** The operator itself, or the operator that it negates. */
  readonly positive: PositiveOperator;
  /** Whether it is true if {@link positive} is false, and false if it is true. */
  readonly isNegated: boolean;
  /** The operator that is true exactly when this one is false: the result of `not`. */
  readonly negation: Operator;
  /** In expressions: the word or symbol of {@link positive}, or the operator's own (`!=`). */
  readonly spelling: string;
  /** `Field spelling value`, or `spelling(Field, value)`. */
  readonly form: 'infix' | 'call';
}

const EQUAL: readonly FieldType[] = ['string', 'int', 'bool', 'float', 'timestamp'];
const ORDER: readonly FieldType[] = ['int', 'float', 'timestamp'];
const TEXT: readonly FieldType[] = ['string'];
const PART: readonly FieldType[] = ['string', 'array[string]', 'array[int]'];
const LIST: readonly FieldType[] = ['string', 'int'];

/** Every operator with its rule; a missing operator does not compile. */
export const OPERATORS: Readonly<Record<Operator, OperatorRule>> = {
  eq: rule(EQUAL, 'eq', '!eq', '=='),
  '!eq': rule(EQUAL, 'eq', 'eq', '!=', { isNegated: true }),
  lt: rule(ORDER, 'lt', 'geq', '<'),
  leq: rule(ORDER, 'leq', 'gt', '<='),
  gt: rule(ORDER, 'gt', 'leq', '>'),
  geq: rule(ORDER, 'geq', 'lt', '>='),
  startsWith: rule(TEXT, 'startsWith', '!startsWith', 'starts_with', { form: 'call' }),
  '!startsWith': rule(TEXT, 'startsWith', 'startsWith', 'starts_with', { isNegated: true, form: 'call' }),
  endsWith: rule(TEXT, 'endsWith', '!endsWith', 'ends_with', { form: 'call' }),
  '!endsWith': rule(TEXT, 'endsWith', 'endsWith', 'ends_with', { isNegated: true, form: 'call' }),
  contains: rule(PART, 'contains', '!contains', 'contains'),
  '!contains': rule(PART, 'contains', 'contains', 'contains', { isNegated: true }),
  in: rule(LIST, 'in', '!in', 'in', { argument: 'list' }),
  '!in': rule(LIST, 'in', 'in', 'in', { isNegated: true, argument: 'list' }),
};

/** The names of all operators, as filters spell them. */
export const OPERATOR_NAMES = Object.keys(OPERATORS) as readonly Operator[];

/** Whether a text is an operator, exactly as filters spell it. */
export function isOperator(text: string): text is Operator {
  return Object.hasOwn(OPERATORS, text);
}

/** The name of an operator in a notation. In expressions, `!contains` has the name of `contains`: `not` is before the condition. */
export function operatorName(operator: Operator, form: WrittenForm): string {
  return form === 'json' ? operator : OPERATORS[operator].spelling;
}

/** Lists the operators that a field of this type accepts. */
export function operatorsFor(type: FieldType): readonly Operator[] {
  return OPERATOR_NAMES.filter((name) => OPERATORS[name].types.includes(type));
}

function rule(
  types: readonly FieldType[],
  positive: PositiveOperator,
  negation: Operator,
  spelling: string,
  rest: Partial<OperatorRule> = {},
): OperatorRule {
  return { types, positive, negation, spelling, argument: 'scalar', isNegated: false, form: 'infix', ...rest };
}
