// JSON functions. Operands are text, or objects of the dataset; keys are texts and positions from 0. A missing value is NULL.

import { MAX_JSON_DEPTH, numberOf, parseJson, type Value } from '../../../base/index.ts';
import { conversionOf, jsonText } from '../cast.ts';
import { MAX_VALUE_SIZE, MAX_VISITED_VALUES } from '../limits.ts';
import { type SqlType, TYPES } from '../sql-type.ts';
import { JsonContent, type Result, type SqlValue } from '../sql-value.ts';
import { type CallSite, type Implementation, sqlFunctions } from './sql-function.ts';

/** A step of a path: a key of an object, or a position in a list from 0. */
type JsonStep = string | number | bigint;

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** Thrown at text that is not JSON. */
const INVALID = new Error('invalid JSON');

/** Finds a value. @returns undefined if the path leads nowhere, or the text is not JSON up to the value */
function findJson(operand: string | JsonContent, path: readonly JsonStep[]): JsonContent | undefined {
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
function childrenOf(operand: JsonContent): JsonContent[] {
  const { value } = operand;
  if (value instanceof Map) return [...value.values()].map((inner) => new JsonContent(inner));
  return Array.isArray(value) ? value.map((inner) => new JsonContent(inner)) : [];
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
    return /[\\\u0000-\u001f]/.test(raw) ? (JSON.parse(raw) as string) : raw.slice(1, -1);
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
    if (depth > MAX_JSON_DEPTH) throw INVALID;
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
    if (first === '"') return new JsonContent(readString());
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

type Operand = string | JsonContent;

/** A function of the value at a path. */
function atPath(read: (found: JsonContent) => SqlValue): Implementation {
  return (operand: Operand, ...path: JsonStep[]) => {
    const found = findJson(operand, path);
    return found === undefined ? null : read(found);
  };
}

/** A function of the value at a path, which is NULL if it does not have the type. */
const ofType = (type: SqlType): Implementation =>
  atPath(conversionOf(TYPES.json, type) as (found: JsonContent) => SqlValue);

/** A step of a JSONPath; `deep`: the value and everything in it. */
type PathStep = 'all' | 'deep' | { readonly step: string | number };

/** Parses `$.a.b[0]['c'].*` and `$..a`. @returns undefined for filters, slices and other syntax */
function jsonPath(text: string): PathStep[] | undefined {
  if (!text.startsWith('$')) return undefined;
  const steps: PathStep[] = [];
  const pattern =
    /(\.\.?)(?:(\*)|([\p{Alphabetic}_][\p{Alphabetic}\d_-]*))|(\.\.)?\[(?:(\*)|(\d{1,15})|'([^'\\]*)'|"([^"\\]*)")\]/uy;
  for (let at = 1; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return undefined;
    const [, dots, anyChild, name, deep, anyElement, index, single, double] = found;
    if (dots === '..' || deep !== undefined) steps.push('deep');
    if (anyChild !== undefined || anyElement !== undefined) steps.push('all');
    else steps.push({ step: index === undefined ? (name ?? single ?? double)! : Number(index) });
  }
  return steps;
}

/**
 * Finds the values at a path, in the order of the JSON, until `take` returns false.
 * @returns false after {@link MAX_VISITED_VALUES}: each `..` may find a value once for each value around it
 */
function select(root: JsonContent, steps: readonly PathStep[], take: (found: JsonContent) => boolean): boolean {
  const open: [value: JsonContent, next: number][] = [[root, 0]];
  let visited = 0;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const [value, next] = one;
    const step = steps[next];
    if (step === undefined) {
      if (!take(value)) return true;
    } else if (typeof step === 'object') {
      const found = findJson(value, [step.step]);
      if (found !== undefined) open.push([found, next + 1]);
    } else {
      const children = childrenOf(value);
      visited += children.length;
      if (visited > MAX_VISITED_VALUES) return false;
      const after = step === 'deep' ? next : next + 1;
      for (const child of children.reverse()) open.push([child, after]);
      if (step === 'deep') open.push([value, next + 1]);
    }
  }
  return true;
}

/** `extract_json` and `extract_json_string`, whose path is a constant. */
function byPath(
  read: (root: JsonContent, steps: readonly PathStep[], site: CallSite) => Result,
): (site: CallSite) => Implementation {
  return (site) => {
    const [, path] = site.constants;
    const steps = typeof path === 'string' ? jsonPath(path) : undefined;
    if (typeof path !== 'string')
      site.reject(1, 'constant-expected', { expected: "a JSONPath as a constant text: '$.a.b'" });
    else if (steps === undefined)
      site.reject(1, 'not-implemented', {
        found: JSON.stringify(path),
        expected: "a JSONPath of keys, positions, * and ..: '$.a[0].b'",
      });
    return (operand: Operand) => {
      const root = typeof operand === 'string' ? findInText(operand, []) : operand;
      return root === undefined ? null : read(root, steps ?? [], site);
    };
  };
}

function extractAll(root: JsonContent, steps: readonly PathStep[], site: CallSite): Result {
  const texts: string[] = [];
  let size = 0;
  const isComplete = select(root, steps, (found) => {
    const text = jsonText(found);
    texts.push(text);
    size += text.length + 1;
    return size <= MAX_VALUE_SIZE;
  });
  return isComplete ? site.bounded(size, () => texts) : site.undecided();
}

function extractText(root: JsonContent, steps: readonly PathStep[], site: CallSite): Result {
  let text: string | null = null;
  const isComplete = select(root, steps, ({ value }) => {
    text = typeof value === 'string' ? value : null;
    return false;
  });
  return isComplete ? text : site.undecided();
}

export const JSON_FUNCTIONS = sqlFunctions({
  'json_contains(json key key...) bool': (operand: Operand, ...path: JsonStep[]) =>
    findJson(operand, path) !== undefined,
  'json_get(json key...) json': atPath((found) => (found.value === null ? null : found)),
  'json_get_str(json key...) text': ofType(TYPES.text),
  'json_get_int(json key...) int64': ofType(TYPES.int64),
  'json_get_float(json key...) float': ofType(TYPES.float),
  'json_get_bool(json key...) bool': ofType(TYPES.bool),
  'json_get_json(json key...) text': atPath((found) => jsonText(found)),
  'json_as_text(json key...) text': atPath((found) =>
    found.value === null || typeof found.value === 'string' ? found.value : jsonText(found),
  ),
  'json_length(json key...) uint64': atPath(({ value }) =>
    value instanceof Map ? value.size : Array.isArray(value) ? value.length : null,
  ),
  'extract_json(json text) texts ! = #json-path': byPath(extractAll),
  'extract_json_string(json text) text ! = #json-path': byPath(extractText),
});
