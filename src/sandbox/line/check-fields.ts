// Checks the `fields` of an exchange against the catalog, so that every line of the service has the types of its dataset.
import { typeName, type Value } from '../../base/index.ts';
import { type Dataset, type FieldType, instantOf, isValueOfType, nearestField } from '../../language/dataset/index.ts';
import type { CheckField } from '../traffic/index.ts';
import { loggedValueOf } from './logged-value.ts';

/** Returns a check of the fields of one dataset. Null is valid for any field. */
export function fieldCheckFor(dataset: Dataset): CheckField {
  return (name, value) => {
    const field = dataset.fields.get(name);
    if (field === undefined) return describeUnknown(name, dataset);
    if (field.removed !== undefined)
      return `found a field that ${dataset.name} no longer logs, expected a current field`;
    if (field.customFields === true) return 'found custom fields, expected them in the headers of request and response';
    return value === null ? undefined : checkValue(loggedValueOf(value), field.type);
  };
}

function describeUnknown(name: string, dataset: Dataset): string {
  const near = nearestField(name, dataset);
  return `found an unknown field, expected a field of ${dataset.name}${near === undefined ? '' : `; did you mean ${near}?`}`;
}

function checkValue(value: Value, type: FieldType): string | undefined {
  if (type === 'timestamp') {
    return instantOf(value) === undefined ? `found ${described(value)}, expected RFC 3339 or an integer` : undefined;
  }
  if (isValueOfType(value, type)) return undefined;
  const elements = Array.isArray(value) && type.startsWith('array[') ? value : [];
  const wrong = elements.find((element) => !isValueOfType([element], type));
  const found = wrong === undefined ? described(value) : `an array that contains ${described(wrong)}`;
  return `found ${found}, expected ${type}`;
}

/** The value itself may be a secret. */
function described(value: Value): string {
  const name = typeName(value);
  return name === 'null' ? name : `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}
