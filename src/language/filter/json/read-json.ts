// Filter text → JSON value. Reports invalid JSON as a problem.
import { DEEPER_NESTING, JsonSyntaxError, MAX_JSON_DEPTH, parseJson, type Value } from '../../../base/index.ts';
import { excerptOf } from '../expression/expression-error.ts';
import { type Problem, problemFrom } from '../problem.ts';

/** JSON with escaped quotes: the value of a job's field, pasted without its outer quotes. */
const ESCAPED_JSON = /^\s*\{\s*\\"/;

/** The parsed value, or the problem with the text. */
export interface JsonReading {
  readonly value: Value | undefined;
  /** Paths of duplicate keys. */
  readonly duplicates: readonly string[];
  readonly problem: Problem | undefined;
}

/** Parses JSON, and collects the paths of duplicate keys. */
export function readJson(text: string): JsonReading {
  const duplicates: string[] = [];
  try {
    return {
      value: parseJson(text, { onDuplicateKey: (path) => duplicates.push(path) }),
      duplicates,
      problem: undefined,
    };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { value: undefined, duplicates, problem: problemOf(error, text) };
  }
}

/** Unescapes JSON whose quotes are escaped; undefined for any other text. */
export function unescapedJson(text: string): string | undefined {
  if (!ESCAPED_JSON.test(text)) return undefined;
  const { value } = readJson(`"${text.trim()}"`);
  return typeof value === 'string' ? value : undefined;
}

function problemOf(error: JsonSyntaxError, text: string): Problem {
  const { line, column, offset, found, wanted } = error;
  if (found === DEEPER_NESTING) {
    return problemFrom('too-deep', '', { found: `more than ${MAX_JSON_DEPTH} levels` });
  }
  const failed = `invalid JSON, line ${line}, column ${column}`;
  const problem = problemFrom('json-syntax', '', { failed, found, expected: wanted, fix: adviceFor(text, offset) });
  return { ...problem, excerpt: excerptOf(text, offset), line, column };
}

function adviceFor(text: string, offset: number): string | undefined {
  if (unescapedJson(text) !== undefined) return 'remove the backslashes, or paste the text with its outer quotes';
  if (offset >= text.length) return 'complete the text: a bracket, brace or quote is still open';
  const here = text[offset]!;
  if (here === "'") return 'write strings in double quotes';
  if (here === '/' || here === '#') return 'remove comments';
  if ((here === '}' || here === ']') && /,\s*$/.test(text.slice(Math.max(0, offset - 80), offset)))
    return 'remove the comma before it';
  if (offset > 0 && text.trimStart().startsWith('"')) return 'begin an expression with the field: Field == "…"';
  return undefined;
}
