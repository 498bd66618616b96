// Converts the tree to a JSON value and to compact JSON text, with keys in the order key, operator, value.
import { printJson, type Value } from '../../base/index.ts';
import { type Condition, conditionsOf, type Filter, isList, type Node } from './node.ts';

/** Converts a filter to a JSON value. */
export function filterValue(filter: Filter): Value {
  return new Map([['where', nodeValue(filter.where)]]);
}

/** Prints a filter as compact JSON with keys in a fixed order: equal trees are printed as equal text. */
export function printFilterJson(filter: Filter): string {
  return printJson(filterValue(filter));
}

/** Prints a part of a filter as compact JSON. */
export function printNodeJson(node: Node): string {
  return printJson(nodeValue(node));
}

/** Prints a filter as a JSON string literal, for the `filter` field of a job. */
export function printJobString(filter: Filter): string {
  return printJson(printFilterJson(filter));
}

/** The figures that the platform limits. */
export interface FilterSize {
  /** Conditions. */
  readonly operators: number;
  /** UTF-8 bytes of the filter as compact JSON. */
  readonly bytes: number;
}

/** Measures a filter as it is sent. */
export function sizeOf(filter: Filter): FilterSize {
  return { operators: conditionsOf(filter.where).length, bytes: utf8Length(printFilterJson(filter)) };
}

/** The UTF-8 length of a text, in bytes. */
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
