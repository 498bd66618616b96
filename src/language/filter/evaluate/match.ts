// The meaning of every operator for every field type: matches a value against a condition. Handles neither records nor null;
// see compile.ts. Hot: closures over prepared values, without allocation per call.
import { compareNumbers, type Decimal, type Integer, type Value } from '../../../base/index.ts';
import { type FieldType, instantOf } from '../../dataset/index.ts';
import { type Condition, listOf } from '../node.ts';
import { OPERATORS, type PositiveOperator } from '../operator.ts';
import { FALSE, MISMATCH, type Outcome, TRUE } from '../outcome.ts';
import { integerConstant, readInteger, readNumber } from '../scalar.ts';

/** Returns the outcome of a condition for a value that is present and not null. */
export type Match = (value: Value) => Outcome;

/** Values that the operators of JavaScript compare exactly: instants, and integers other than huge ones. */
type Ordered = number | bigint;

/** Builds the match function of a condition. The operator and value must be valid for the type. */
export function matchOf(condition: Condition, type: FieldType): Match {
  const { positive, isNegated } = OPERATORS[condition.operator];
  const values = listOf(condition);
  const hit = isNegated ? FALSE : TRUE;
  const miss = isNegated ? TRUE : FALSE;
  switch (type) {
    case 'string':
      return textMatch(textTest(positive, values as readonly string[]), hit, miss);
    case 'int':
      return integerMatch(integerTest(positive, values.map(integerConstant)), hit, miss);
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
      return integerArrayMatch(integerTest('eq', [integerConstant(values[0]!)]), hit, miss);
    default:
      throw new TypeError(`cannot compile a condition on ${condition.key}: fields of type ${type} cannot be filtered`);
  }
}

/** Builds the test of an operator on a string. Only `in` takes several values. */
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

/** Builds the test of an operator on integers of any size, with a fast path for those that are not huge. */
function integerTest(operator: PositiveOperator, wanted: readonly Integer[]): (value: Integer) => boolean {
  const isWanted = signTest(operator === 'in' ? 'eq' : operator);
  const testAny = (value: Integer): boolean => wanted.some((one) => isWanted(compareNumbers(value, one)));
  if (!wanted.every((one) => typeof one !== 'object')) return testAny;
  const test = orderTest(operator, wanted);
  return (value) => (typeof value === 'object' ? testAny(value) : test(value));
}

/** Builds the test of an operator on the sign of a comparison. */
function signTest(operator: PositiveOperator): (order: number) => boolean {
  const test = orderTest(operator, [0]);
  return (order) => test(Math.sign(order));
}

/** Each of these integers has exactly one representation (see `Integer` in src/base), so `===` and sets compare exactly. */
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

function integerMatch(test: (integer: Integer) => boolean, hit: Outcome, miss: Outcome): Match {
  return (value) => {
    const integer = readInteger(value);
    return integer === undefined ? MISMATCH : test(integer) ? hit : miss;
  };
}

function integerArrayMatch(isWanted: (integer: Integer) => boolean, hit: Outcome, miss: Outcome): Match {
  return (value) => {
    if (!Array.isArray(value)) return MISMATCH;
    for (const element of value) {
      const integer = readInteger(element);
      if (integer !== undefined && isWanted(integer)) return hit;
    }
    return miss;
  };
}

/** Compares decimals exactly: 0.1 is one tenth, and `500`, `500.0` and `5e2` are equal. */
function numberMatch(operator: PositiveOperator, wanted: Integer | Decimal, hit: Outcome, miss: Outcome): Match {
  const test = signTest(operator);
  return (value) => {
    const number = readNumber(value);
    return number === undefined ? MISMATCH : test(compareNumbers(number, wanted)) ? hit : miss;
  };
}
