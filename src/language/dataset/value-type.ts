// Whether a value in a line is of a field's type by the catalog. Timestamps have their own formats: see event-time.ts.
import { Decimal, HugeInteger, type Value } from '../../base/index.ts';
import type { FieldType } from './field.ts';

/** Whether a value is of a type. True for `timestamp` and `unknown`; the caller decides about null. */
export function isValueOfType(value: Value, type: FieldType): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'int':
      return isInteger(value);
    case 'float':
      return isInteger(value) || value instanceof Decimal;
    case 'bool':
      return typeof value === 'boolean';
    case 'object':
      return value instanceof Map;
    case 'array[string]':
      return Array.isArray(value) && value.every((element) => typeof element === 'string');
    case 'array[int]':
      return Array.isArray(value) && value.every(isInteger);
    case 'array[object]':
      return Array.isArray(value) && value.every((element) => element instanceof Map);
    default:
      return true;
  }
}

/** Whether a value is a canonical integer of any size. */
export function isInteger(value: Value): boolean {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof HugeInteger;
}
