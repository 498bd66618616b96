// Renders results as JSON in pieces: a result with large lines may exceed the maximum length of a string. Escapes characters that control
// a terminal or are invisible, which keeps the values.
import { Decimal, printableJson, printJson, type Value, valueFrom } from '../../base/index.ts';
import type { JsonReport } from '../schema/index.ts';

/** Minimum length of a piece. Characters. */
const PIECE_LENGTH = 64 * 1024;

/** Renders a report as `JSON.stringify` does, with two spaces of indentation and one final line end. An iterable is an array. */
export function renderJson(report: JsonReport): Generator<string> {
  return gatherPieces(printIndented(report, '\n'));
}

/** Renders a report with values of lines as one line: integers of any size are exact. */
export function renderExactJson(report: JsonReport): Generator<string> {
  return gatherPieces(printCompact(valueFrom(report)));
}

/** @param lineEnd LF and the indentation of the line that the value begins on */
function* printIndented(value: unknown, lineEnd: string): Generator<string> {
  if (!isNested(value)) {
    yield printLeaf(value) ?? 'null';
    return;
  }
  const isArray = isIterable(value);
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  const inner = `${lineEnd}  `;
  let isEmpty = true;
  for (const [key, item] of isArray ? withoutKeys(value) : Object.entries(value)) {
    const leaf = isNested(item) ? '' : (printLeaf(item) ?? (isArray ? 'null' : undefined));
    if (leaf === undefined) continue;
    yield `${isEmpty ? open : ','}${inner}${isArray ? '' : `${printLeaf(key)}: `}${leaf}`;
    if (isNested(item)) yield* printIndented(item, inner);
    isEmpty = false;
  }
  yield isEmpty ? `${open}${close}` : `${lineEnd}${close}`;
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value;
}

function* withoutKeys(items: Iterable<unknown>): Generator<[key: string, item: unknown]> {
  for (const item of items) yield ['', item];
}

/** Whether to print a value part by part; not for exact numbers and values with toJSON. */
function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value) && !(value instanceof Decimal);
}

/** Returns undefined for values that JSON omits, such as undefined. */
function printLeaf(value: unknown): string | undefined {
  // JSON.stringify throws for a bigint.
  if (typeof value === 'bigint' || value instanceof Decimal) return printJson(value);
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : printableJson(text);
}

function* printCompact(value: Value): Generator<string> {
  if (Array.isArray(value)) {
    let before = '[';
    for (const item of value) {
      yield before;
      yield* printCompact(item);
      before = ',';
    }
    yield value.length === 0 ? '[]' : ']';
  } else if (value instanceof Map) {
    let before = '{';
    for (const [key, item] of value) {
      yield `${before}${printableJson(JSON.stringify(key))}:`;
      yield* printCompact(item);
      before = ',';
    }
    yield value.size === 0 ? '{}' : '}';
  } else yield printableJson(printJson(value));
}

/** Joins small pieces into larger ones, and adds the final line end. */
function* gatherPieces(pieces: Iterable<string>): Generator<string> {
  let gathered: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    gathered.push(piece);
    length += piece.length;
    if (length < PIECE_LENGTH) continue;
    yield gathered.join('');
    gathered = [];
    length = 0;
  }
  gathered.push('\n');
  yield gathered.join('');
}
