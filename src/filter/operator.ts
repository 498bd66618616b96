// The operators of a filter in one table: what each accepts, what it negates, how expressions spell it.
// Neither reads nor evaluates; whatever asks "does operator X …" asks here.
import type { FieldType } from '../dataset/index.ts';

/** Operators that state something. */
export type PositiveOperator = 'eq' | 'lt' | 'leq' | 'gt' | 'geq' | 'startsWith' | 'endsWith' | 'contains' | 'in';

/** An operator as a filter spells it. reference/logpush.md, section 5.1. */
export type Operator = PositiveOperator | '!eq' | '!startsWith' | '!endsWith' | '!contains' | '!in';

/** What one operator accepts and means. */
export interface OperatorRule {
  /** Field types it may stand with; `float` and `timestamp` are allowed but not documented. */
  readonly types: readonly FieldType[];
  /** One scalar, or a list of them. */
  readonly argument: 'scalar' | 'list';
  /** What it states; for a negated operator, what it denies. */
  readonly positive: PositiveOperator;
  /** Whether it is true where {@link positive} is false, and false where it is true. */
  readonly isNegated: boolean;
  /** The operator that is true exactly where this one is false: what `not` makes of it. */
  readonly negation: Operator;
  /** In expressions: the word or sign of {@link positive}, or of the operator itself where it has one (`!=`). */
  readonly spelling: string;
  /** `Field spelling value`, or `spelling(Field, value)`. */
  readonly form: 'infix' | 'call';
}

const EQUAL: readonly FieldType[] = ['string', 'int', 'bool', 'float', 'timestamp'];
const ORDER: readonly FieldType[] = ['int', 'float', 'timestamp'];
const TEXT: readonly FieldType[] = ['string'];
const PART: readonly FieldType[] = ['string', 'array[string]', 'array[int]'];
const LIST: readonly FieldType[] = ['string', 'int'];

/** Every operator with its rule; a forgotten one does not compile. */
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

/** The names of all operators, as a filter spells them. */
export const OPERATOR_NAMES = Object.keys(OPERATORS) as readonly Operator[];

/** Whether a text is an operator, exactly as filters spell it. */
export function isOperator(text: string): text is Operator {
  return Object.hasOwn(OPERATORS, text);
}

/** The operators that may stand with a field of that type. */
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
