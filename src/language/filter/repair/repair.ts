// Applies every mechanical correction to the JSON value of a filter. Leaves other errors unchanged, and does not check the
// result: the caller does.
import type { JsonObject, Value } from '../../../base/index.ts';
import { type Dataset, fieldInOtherCase } from '../../dataset/index.ts';
import { scalarType } from '../scalar.ts';
import { correctedValue } from './repair-value.ts';
import { keyFor, operatorFor } from './spelling.ts';

/** Adds a missing `where`, corrects known misspellings of keys, operators and fields, and corrects values. */
export function repairedFilter(value: Value, dataset: Dataset): Value {
  if (!(value instanceof Map)) return value;
  const renamed = renameKeys(value);
  if (!renamed.has('where')) return new Map([['where', repairedNode(renamed, dataset)]]);
  return new Map(
    [...renamed].map(([key, inner]): [string, Value] => [key, key === 'where' ? repairedNode(inner, dataset) : inner]),
  );
}

function repairedNode(value: Value, dataset: Dataset): Value {
  if (!(value instanceof Map)) return value;
  const node = renameKeys(value);
  if (node.size === 1 && node.has('where')) return repairedNode(node.get('where')!, dataset);
  for (const kind of ['and', 'or']) {
    const inner = node.get(kind);
    const children = inner instanceof Map ? [inner] : inner;
    if (Array.isArray(children))
      node.set(
        kind,
        children.map((child) => repairedNode(child, dataset)),
      );
  }
  repairCondition(node, dataset);
  return node;
}

/** Copies an object with corrected keys, unless two of them would become equal. */
function renameKeys(value: JsonObject): JsonObject {
  const names = [...value.keys()].map((key) => keyFor(key) ?? key);
  if (new Set(names).size < names.length) return new Map(value);
  return new Map([...value.values()].map((inner, index) => [names[index]!, inner]));
}

function repairCondition(node: JsonObject, dataset: Dataset): void {
  const key = node.get('key');
  const written = node.get('operator');
  if (typeof key !== 'string' || typeof written !== 'string') return;
  const field = dataset.fields.get(key) ?? fieldInOtherCase(dataset, key);
  const operator = operatorFor(written);
  if (field !== undefined) node.set('key', field.name);
  if (operator !== undefined) node.set('operator', operator);
  const type = field === undefined ? undefined : scalarType(field.type);
  const value = node.get('value');
  if (operator === undefined || type === undefined || value === undefined) return;
  const corrected = correctedValue(operator, type, value);
  if (corrected === undefined) return;
  node.set('operator', corrected.operator);
  node.set('value', corrected.value);
}
