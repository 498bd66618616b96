// Corrects values mechanically, only when exactly one correction is possible and nothing is lost.
import { HeadgateError, parseJson, type Value } from '../../../base/index.ts';
import { OPERATORS, type Operator } from '../operator.ts';
import { correctedScalar, isScalar, type ScalarType } from '../scalar.ts';

/** An operator with a valid value. */
export interface CorrectedValue {
  readonly operator: Operator;
  readonly value: Value;
}

/**
 * Corrects an operator and its value: `"200,201"` for `in` → the array, one value for `in` → an array of it,
 * an array for `eq` → `in`, `"0500"` → 500.
 * @returns undefined when the value cannot be corrected
 */
export function correctedValue(operator: Operator, type: ScalarType, value: Value): CorrectedValue | undefined {
  const { argument, positive, isNegated } = OPERATORS[operator];
  if (argument === 'list') {
    const elements = Array.isArray(value) ? value : elementsOf(value, type);
    const corrected = elements?.map((element) => correctedScalar(element, type));
    if (corrected === undefined || corrected.length === 0 || corrected.includes(undefined)) return undefined;
    return { operator, value: corrected as Value[] };
  }
  if (!Array.isArray(value)) {
    const scalar = correctedScalar(value, type);
    return scalar === undefined ? undefined : { operator, value: scalar };
  }
  const list: Operator = isNegated ? '!in' : 'in';
  if (positive === 'eq' && (type === 'string' || type === 'int')) return correctedValue(list, type, value);
  return value.length === 1 && isScalar(value[0]!) ? correctedValue(operator, type, value[0]) : undefined;
}

/** Splits a single value into a list: a JSON array in a string, comma-separated parts, or the value alone. */
function elementsOf(value: Value, type: ScalarType): Value[] | undefined {
  if (typeof value !== 'string') return isScalar(value) ? [value] : undefined;
  if (value.trimStart().startsWith('[')) return arrayIn(value);
  return value.split(',').map((part) => {
    const text = part.trim();
    return type === 'int' ? (correctedScalar(numberIn(text), type) ?? text) : text;
  });
}

/** Parses `"200"` from a list as a number: the correction rewrites the list anyway. */
function numberIn(text: string): Value {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof HeadgateError) return text;
    throw error;
  }
}

function arrayIn(text: string): Value[] | undefined {
  const found = numberIn(text);
  return Array.isArray(found) ? found : undefined;
}
