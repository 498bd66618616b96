// Detects an object of another output_type than expected by its first byte, so that one sentence precedes thousands of malformed
// lines.
import type { InputShape } from '../record/index.ts';

/** First character of lines of JSON, never of rows of CSV, which quote it. */
const OPEN_BRACE = '{';
/** First character of a row: of a cell, quoted or not, or the delimiter after an empty one. */
const CELL = /[\w",.:+-]/;

/** @param first first byte of the object that is not whitespace @returns the message; undefined if the type is right or unknown */
export function otherOutputType(first: number, input: InputShape | undefined): string | undefined {
  const character = String.fromCharCode(first);
  if (input === 'csv' && character === OPEN_BRACE) return 'found lines of JSON, expected rows of CSV';
  if (input === 'ndjson' && CELL.test(character))
    return 'found text that is not JSON, such as rows of CSV, expected lines of JSON';
  return undefined;
}
