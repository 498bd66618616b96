// Is an object of the other output_type than its lines are held to? Told by its first byte, so that one sentence stands before thousands of
// broken lines.
import type { InputShape } from '../record/index.ts';

/** What lines of JSON begin with, and rows of CSV never do: they quote it. */
const OPEN_BRACE = '{';
/** What a row begins with: a cell, quoted or not, or the end of an empty one. */
const CELL = /[\w",.:+-]/;

/** @param first byte of the object that is no white space @returns what is wrong; undefined where nothing is, or it cannot be told */
export function otherOutputType(first: number, input: InputShape | undefined): string | undefined {
  const character = String.fromCharCode(first);
  if (input === 'csv' && character === OPEN_BRACE) return 'found lines of JSON, expected rows of CSV';
  if (input === 'ndjson' && CELL.test(character))
    return 'found what is no JSON, such as rows of CSV, expected lines of JSON';
  return undefined;
}
