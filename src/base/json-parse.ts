// JSON text → value, for text that people write: filters, job files, rulesets. Keeps integers exact, detects duplicate keys,
// limits nesting, and reports the line and column of an error. Parses answers of an API exactly, too. src/input/record parses pushed lines, faster.
import { HeadgateError } from './headgate-error.ts';
import { Decimal, type JsonObject, numberOf, type Value } from './value.ts';

/** Maximum nesting; deeper input is rejected before the stack can overflow. Levels. */
export const MAX_JSON_DEPTH = 512;

/** {@link JsonSyntaxError.found} of a text rejected for its depth. */
export const DEEPER_NESTING = 'deeper nesting';
/** Maximum length of a quoted word in a message. Characters. */
const MAX_QUOTED = 80;

/** The position at which a text stops being JSON. `line` and `column` count from 1, `offset` counts UTF-16 units from 0. */
export class JsonSyntaxError extends HeadgateError {
  /** The text at that position, quoted. */
  readonly found: string;
  /** What JSON requires at that position. */
  readonly wanted: string;
  readonly line: number;
  readonly column: number;
  readonly offset: number;

  constructor(found: string, wanted: string, text: string, offset: number) {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    const column = offset - (before.lastIndexOf('\n') + 1) + 1;
    super('json-syntax', `line ${line}, column ${column}: found ${found}, expected ${wanted}`, { kind: 'negative' });
    this.found = found;
    this.wanted = wanted;
    this.line = line;
    this.column = column;
    this.offset = offset;
  }
}

/** Options of {@link parseJson}. */
export interface ParseJsonOptions {
  /** Called for each key that repeats an earlier key of its object, with its path (`where.and[0].key`). */
  onDuplicateKey?: (path: string) => void;
  /** Called for each value, the outermost first, with its path and the offset of its first UTF-16 unit. */
  onValue?: (path: string, offset: number) => void;
}

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const LF = 10;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Parses one JSON value. Skips a BOM at the start.
 * @throws JsonSyntaxError `json-syntax`, with line and column
 */
export function parseJson(text: string, options: ParseJsonOptions = {}): Value {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  /** Paths are built only when a callback receives them. */
  const hasPaths = options.onDuplicateKey !== undefined || options.onValue !== undefined;

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function fail(wanted: string): never {
    const word = match(WORD);
    if (word !== undefined) at -= word.length;
    const shown = word?.slice(0, MAX_QUOTED) ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
    throw new JsonSyntaxError(at >= text.length ? 'the end of the text' : JSON.stringify(shown), wanted, text, at);
  }

  function string(wanted: string): string {
    if (text[at] !== '"') fail(wanted);
    // A loop, because a regular expression that matches escapes overflows the stack on a string with millions of them.
    let end = at + 1;
    for (let code = text.charCodeAt(end); code !== QUOTE; code = text.charCodeAt(end)) {
      if (end >= text.length || code === LF)
        throw new JsonSyntaxError('a string without its closing quote', 'a JSON string', text, at);
      end += code === BACKSLASH ? 2 : 1;
    }
    const quoted = text.slice(at, end + 1);
    try {
      const parsed: string = JSON.parse(quoted);
      at = end + 1;
      return parsed;
    } catch {
      throw new JsonSyntaxError('a string with an invalid escape or a control character', 'a JSON string', text, at);
    }
  }

  function value(path: string, depth: number): Value {
    match(SPACE);
    if (hasPaths) options.onValue?.(path, at);
    const first = text[at];
    if (first === '{' || first === '[') {
      if (depth >= MAX_JSON_DEPTH) {
        throw new JsonSyntaxError(DEEPER_NESTING, `at most ${MAX_JSON_DEPTH} levels`, text, at);
      }
      at += 1;
      return first === '{' ? object(path, depth + 1) : array(path, depth + 1);
    }
    if (first === '"') return string('a string');
    const literal = match(NUMBER);
    if (literal !== undefined) return numberOf(literal);
    const word = match(WORD);
    if (word !== undefined) {
      const constant = WORDS.get(word);
      if (constant !== undefined) return constant;
      at -= word.length;
    }
    return fail('a JSON value');
  }

  function object(path: string, depth: number): JsonObject {
    const result: JsonObject = new Map();
    match(SPACE);
    if (text[at] === '}') {
      at += 1;
      return result;
    }
    for (;;) {
      match(SPACE);
      const key = string('a key in double quotes');
      const inner = hasPaths ? (path === '' ? key : `${path}.${key}`) : '';
      if (hasPaths && result.has(key)) options.onDuplicateKey?.(inner);
      match(SPACE);
      if (text[at] !== ':') fail('":"');
      at += 1;
      result.set(key, value(inner, depth));
      match(SPACE);
      if (text[at] === '}') break;
      if (text[at] !== ',') fail('"," or "}"');
      at += 1;
    }
    at += 1;
    return result;
  }

  function array(path: string, depth: number): Value[] {
    const result: Value[] = [];
    match(SPACE);
    if (text[at] === ']') {
      at += 1;
      return result;
    }
    for (;;) {
      result.push(value(hasPaths ? `${path}[${result.length}]` : '', depth));
      match(SPACE);
      if (text[at] === ']') break;
      if (text[at] !== ',') fail('"," or "]"');
      at += 1;
    }
    at += 1;
    return result;
  }

  const result = value('', 0);
  match(SPACE);
  if (at < text.length) fail('the end of the text');
  return result;
}

/** Parses JSON to plain values, as `JSON.parse` does, but exactly: integers beyond 2^53 are bigints. @throws SyntaxError */
export function parsePlainJson(text: string): unknown {
  return JSON.parse(text, exactNumber);
}

/** @param context has the text of a number; the types of the language lack it */
function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const { source } = context ?? {};
  if (typeof value !== 'number' || source === undefined || !Number.isInteger(value) || Number.isSafeInteger(value))
    return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : new Decimal(source);
}
