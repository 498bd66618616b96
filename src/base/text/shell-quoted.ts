// Quotes a word of a command that a text suggests.
import { printable } from './printable.ts';

/**
 * Returns the word as a shell reads it: in single quotes unless it needs none. One with a character that {@link printable} escapes is in
 * `$'…'`, with the bytes of that character in octal, which bash and zsh read.
 */
export function shellQuoted(word: string): string {
  if (printable(word) !== word) return `$'${[...word].map(escapedInDollarQuotes).join('')}'`;
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function escapedInDollarQuotes(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  if (printable(character) === character) return character;
  return [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
