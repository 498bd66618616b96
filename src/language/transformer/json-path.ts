// Finds values in JSON by keys and positions, in text or in the parsed objects of a record. Text is not validated behind the value: the
// platform's parser stops there too. The first of equal keys counts.
import { numberOf, parseJson, printJson, type Value } from '../../base/index.ts';
import { JsonContent } from './sql-value.ts';

/** A step of a path: a key of an object, or a position in a list from 0. */
export type JsonStep = string | number | bigint;

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** Deeper JSON is invalid. Levels; `parseJson` has the same limit. */
const MAX_DEPTH = 512;

/** Text that is not JSON. */
class InvalidJson extends Error {}
const INVALID = new InvalidJson();

/** Finds a value. @returns undefined if the path leads nowhere, or the text is not JSON up to the value */
export function findJson(operand: string | JsonContent, path: readonly JsonStep[]): JsonContent | undefined {
  if (typeof operand === 'string') return findInText(operand, path);
  if (operand.text !== undefined && path.length > 0) return findInText(operand.text, path);
  let value: Value | undefined = operand.value;
  for (const step of path) {
    if (value instanceof Map) value = typeof step === 'string' ? value.get(step) : undefined;
    else if (Array.isArray(value)) value = typeof step === 'string' ? undefined : value[Number(step)];
    else value = undefined;
    if (value === undefined) return undefined;
  }
  return new JsonContent(value);
}

/** The elements of a list or values of an object, with their keys; empty for others. */
export function childrenOf(operand: JsonContent): JsonContent[] {
  const { value } = operand;
  if (value instanceof Map) return [...value.values()].map((inner) => new JsonContent(inner));
  return Array.isArray(value) ? value.map((inner) => new JsonContent(inner)) : [];
}

/** Parses text as JSON. @returns undefined if it is not JSON */
export function jsonFrom(text: string): JsonContent | undefined {
  return findInText(text, []);
}

/** Number of elements or keys; undefined for scalars. */
export function jsonLength({ value }: JsonContent): number | undefined {
  if (value instanceof Map) return value.size;
  return Array.isArray(value) ? value.length : undefined;
}

/** A JSON value as `json_as_text` returns it: strings without quotes, null as NULL, the rest as written. */
export function jsonAsText({ value, text }: JsonContent): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : (text ?? printJson(value));
}

function findInText(text: string, path: readonly JsonStep[]): JsonContent | undefined {
  let at = 0;

  function skipSpace(): void {
    SPACE.lastIndex = at;
    at += SPACE.exec(text)![0].length;
  }

  /** Skips a string. @returns its end, exclusive */
  function endOfString(): number {
    if (text[at] !== '"') throw INVALID;
    for (let end = at + 1; end < text.length; end += 1) {
      if (text[end] === '\\') end += 1;
      else if (text[end] === '"') return end + 1;
    }
    throw INVALID;
  }

  function readString(): string {
    const start = at;
    at = endOfString();
    const raw = text.slice(start, at);
    if (!/[\\\u0000-\u001f]/.test(raw)) return raw.slice(1, -1);
    try {
      return JSON.parse(raw) as string;
    } catch {
      throw INVALID;
    }
  }

  /** Visits the members of the object or list at `at` until `visit` returns true, before whose value it then stops. */
  function members(isObject: boolean, visit: (key: string | number) => boolean, depth: number): boolean {
    at += 1;
    skipSpace();
    const closing = isObject ? '}' : ']';
    if (text[at] === closing) {
      at += 1;
      return false;
    }
    for (let index = 0; ; index += 1) {
      skipSpace();
      let key: string | number = index;
      if (isObject) {
        key = readString();
        skipSpace();
        if (text[at] !== ':') throw INVALID;
        at += 1;
        skipSpace();
      }
      if (visit(key)) return true;
      skipValue(depth + 1);
      skipSpace();
      const sign = text[at];
      at += 1;
      if (sign === closing) return false;
      if (sign !== ',') throw INVALID;
    }
  }

  function skipValue(depth: number): void {
    if (depth > MAX_DEPTH) throw INVALID;
    skipSpace();
    const first = text[at];
    if (first === '{' || first === '[') members(first === '{', () => false, depth);
    else if (first === '"') at = endOfString();
    else {
      SCALAR.lastIndex = at;
      const found = SCALAR.exec(text)?.[0];
      if (found === undefined) throw INVALID;
      at += found.length;
    }
  }

  try {
    for (const step of path) {
      skipSpace();
      const first = text[at];
      const isObject = first === '{';
      if (first !== '{' && first !== '[') return undefined;
      if (isObject !== (typeof step === 'string')) return undefined;
      const wanted = typeof step === 'bigint' ? -1 : step;
      if (!members(isObject, (key) => key === wanted, 0)) return undefined;
    }
    skipSpace();
    const start = at;
    const first = text[start];
    if (first === '"') return new JsonContent(readString(), undefined);
    skipValue(0);
    const raw = text.slice(start, at);
    if (first === '{' || first === '[') return new JsonContent(parseJson(raw), raw);
    return new JsonContent(
      raw === 'null' ? null : raw === 'true' ? true : raw === 'false' ? false : numberOf(raw),
      raw,
    );
  } catch {
    return undefined;
  }
}
