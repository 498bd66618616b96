// Escapes all texts of a result from outside, and cuts long text.
import { printable, printPlural, startOf } from '../base/index.ts';
import { shorten } from './columns.ts';

/** Cuts the end of a text beyond `most` UTF-16 units, between characters, and counts what is missing. */
export function cutAfter(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = startOf(text, most);
  return `${start}… and ${printPlural(countCharacters(text, start.length), 'more character')}`;
}

/** Counts the Unicode characters from an offset; a long line has too many for a list. */
function countCharacters(text: string, from: number): number {
  let count = 0;
  for (let at = from; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) count += 1;
  return count;
}

/** Maximum width of the name of a field, object or job. Columns. */
const NAME_COLUMNS = 160;

/** Returns a result with every text escaped by {@link printable} and names shortened. Every text renderer must call it first. */
export function printableAll<Result>(result: Result): Result {
  if (typeof result === 'string') return printable(result) as Result;
  if (Array.isArray(result)) return result.map(printableAll) as Result;
  if (typeof result !== 'object' || result === null || Object.getPrototypeOf(result) !== Object.prototype)
    return result;
  const entries = Object.entries(result).map(([key, value]) => {
    const text = key === 'name' && typeof value === 'string' ? shorten(value, NAME_COLUMNS) : value;
    return [printable(key), printableAll(text)];
  });
  return Object.fromEntries(entries) as Result;
}
