// The tree as a JSON value and as JSON text: keys in the order key, operator, value, nothing that could be left out.
import { printJson, type Value } from '../base/index.ts';
import { type Condition, type Filter, isList, type Node } from './node.ts';

/** The filter as a JSON value. */
export function filterValue(filter: Filter): Value {
  return new Map([['where', nodeValue(filter.where)]]);
}

/** The filter as compact JSON, keys in a fixed order: equal trees give equal text. */
export function printFilterJson(filter: Filter): string {
  return printJson(filterValue(filter));
}

/** A part of a filter as compact JSON. */
export function nodeJson(node: Node): string {
  return printJson(nodeValue(node));
}

/** The filter as a JSON string literal, as it stands in the `filter` field of a job's JSON. */
export function printJobString(filter: Filter): string {
  return printJson(printFilterJson(filter));
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

function nodeValue(node: Node): Value {
  if (node.kind === 'condition') return conditionValue(node);
  return new Map([[node.kind, node.children.map(nodeValue)]]);
}

function conditionValue({ key, operator, value }: Condition): Value {
  return new Map<string, Value>([
    ['key', key],
    ['operator', operator],
    ['value', isList(value) ? [...value] : value],
  ]);
}
