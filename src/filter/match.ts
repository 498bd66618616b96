// What a condition says of a value, one way for each type of field: the meaning of the operators, written once.
// Knows neither records nor null; see compile.ts. Hot: closures over prepared values, no allocation per call.
import { compareNumbers, type Decimal, integerOf, type Value } from '../base/index.ts';
import { type FieldType, instantOf } from '../dataset/index.ts';
import { type Condition, listOf, type Scalar } from './node.ts';
import { OPERATORS, type PositiveOperator } from './operator.ts';
import { FALSE, MISMATCH, type Outcome, TRUE } from './outcome.ts';
import { readInteger, readNumber } from './scalar.ts';

/** The outcome of a condition for a value that is there and not null. */
export type Match = (value: Value) => Outcome;

/** Values with an order. Safe and unsafe integers compare exactly with each other in JavaScript. */
type Ordered = number | bigint;

/** The match of a condition whose operator and value suit a field of the type. */
export function matchOf(condition: Condition, type: FieldType): Match {
  const { positive, isNegated } = OPERATORS[condition.operator];
  const values = listOf(condition);
  const hit = isNegated ? FALSE : TRUE;
  const miss = isNegated ? TRUE : FALSE;
  switch (type) {
    case 'string':
      return textMatch(textTest(positive, values as readonly string[]), hit, miss);
    case 'int':
      return integerMatch(orderTest(positive, values.map(integerIn)), hit, miss);
    case 'bool': {
      const wanted = values[0] === true || values[0] === 'true';
      return (value) => (typeof value !== 'boolean' ? MISMATCH : value === wanted ? hit : miss);
    }
    case 'float':
      return numberMatch(positive, readNumber(values[0]!)!, hit, miss);
    case 'timestamp': {
      const test = orderTest(positive, [instantOf(values[0]!)!]);
      return (value) => {
        const instant = instantOf(value);
        return instant === undefined ? MISMATCH : test(instant) ? hit : miss;
      };
    }
    case 'array[string]': {
      const wanted = values[0] as string;
      return (value) => (!Array.isArray(value) ? MISMATCH : value.includes(wanted) ? hit : miss);
    }
    case 'array[int]':
      return integerArrayMatch(integerIn(values[0]!), hit, miss);
    default:
      throw new TypeError(`cannot compile a condition on ${condition.key}: fields of type ${type} cannot be filtered`);
  }
}

/** What an operator says of a text; several values only for `in`. */
export function textTest(operator: PositiveOperator, wanted: readonly string[]): (text: string) => boolean {
  const first = wanted[0]!;
  const all = new Set(wanted);
  switch (operator) {
    case 'eq':
      return (text) => text === first;
    case 'in':
      return (text) => all.has(text);
    case 'startsWith':
      return (text) => text.startsWith(first);
    case 'endsWith':
      return (text) => text.endsWith(first);
    case 'contains':
      return (text) => text.includes(first);
    default:
      throw new TypeError(`cannot compare texts: found the operator ${operator}`);
  }
}

/** Each integer has one representation (see base's Value), so that `===` and sets compare exactly. */
function orderTest(operator: PositiveOperator, wanted: readonly Ordered[]): (value: Ordered) => boolean {
  const first = wanted[0]!;
  const all = new Set(wanted);
  switch (operator) {
    case 'eq':
      return (value) => value === first;
    case 'in':
      return (value) => all.has(value);
    case 'lt':
      return (value) => value < first;
    case 'leq':
      return (value) => value <= first;
    case 'gt':
      return (value) => value > first;
    case 'geq':
      return (value) => value >= first;
    default:
      throw new TypeError(`cannot compare numbers: found the operator ${operator}`);
  }
}

function textMatch(test: (text: string) => boolean, hit: Outcome, miss: Outcome): Match {
  return (value) => (typeof value !== 'string' ? MISMATCH : test(value) ? hit : miss);
}

function integerMatch(test: (integer: Ordered) => boolean, hit: Outcome, miss: Outcome): Match {
  return (value) => {
    const integer = readInteger(value);
    return integer === undefined ? MISMATCH : test(integer) ? hit : miss;
  };
}

function integerArrayMatch(wanted: Ordered, hit: Outcome, miss: Outcome): Match {
  return (value) => {
    if (!Array.isArray(value)) return MISMATCH;
    for (const element of value) if (readInteger(element) === wanted) return hit;
    return miss;
  };
}

/** Exact decimals: 0.1 is a tenth, and `500`, `500.0` and `5e2` are equal. */
function numberMatch(operator: PositiveOperator, wanted: Ordered | Decimal, hit: Outcome, miss: Outcome): Match {
  const test = orderTest(operator, [0]);
  return (value) => {
    const number = readNumber(value);
    return number === undefined ? MISMATCH : test(Math.sign(compareNumbers(number, wanted))) ? hit : miss;
  };
}

/** Trees made by hand may hold `30n` for 30. */
function integerIn(value: Scalar): Ordered {
  const integer = integerOf(String(value));
  if (integer === undefined) throw new TypeError('cannot compile a condition: found no integer');
  return integer;
}
