// Expressions about a value of a line, for the buttons of the page. Prints only what the language accepts for the type of the field.
import { parseJson, printable, type Value } from '../../base/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import {
  type Condition,
  compileFilter,
  KEEP,
  type Node,
  negated,
  operatorsFor,
  printNode,
  readFilter,
  type Scalar,
} from '../../language/filter/index.ts';
import type { ValueConditions } from '../contract.ts';

/** Elements of a list that an expression names. Ours: more are no readable filter. */
const MAX_ELEMENTS = 8;

/** Returns the expressions about a value. @param json its JSON text */
export function expressionsFor(field: string, json: string, dataset: Dataset): ValueConditions {
  const none = { require: null, exclude: null };
  const value = valueIn(json);
  const conditions = value === undefined ? [] : conditionsFor(field, value, dataset);
  if (conditions.length === 0) return none;
  const node: Node = conditions.length === 1 ? conditions[0]! : { kind: 'and', children: conditions };
  // As an escape, which the language reads: a mark of text direction would turn the rest of the line around.
  const require = printable(printNode(node, true));
  const { filter } = readFilter(require, dataset);
  // A value that does not have the type of its field leaves each condition undecided.
  if (filter === undefined || compileFilter(filter, dataset).verdict({ get: () => value }) !== KEEP) return none;
  return { require, exclude: printable(printNode(negated(node), true)) };
}

function valueIn(json: string): Value | undefined {
  try {
    return parseJson(json);
  } catch {
    return undefined;
  }
}

function conditionsFor(key: string, value: Value, dataset: Dataset): Condition[] {
  const type = dataset.fields.get(key)?.type;
  if (type === undefined) return [];
  const operators = operatorsFor(type);
  const isList = Array.isArray(value);
  const operator = isList ? 'contains' : 'eq';
  const values = isList ? (value as Value[]) : [value];
  if (!operators.includes(operator) || values.length > MAX_ELEMENTS || !values.every(isScalar)) return [];
  return values.map((one) => ({ kind: 'condition', key, operator, value: one }));
}

function isScalar(value: Value): value is Scalar & Value {
  return value !== null && !Array.isArray(value) && !(value instanceof Map);
}
