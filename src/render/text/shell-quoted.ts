// Quotes a word of a command that a text suggests.

/** Returns the word as a POSIX shell reads it: in single quotes unless it needs none. */
export function shellQuoted(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
