// Joins blocks of lines into text, in pieces: a report with large lines may exceed the maximum length of a string.

/** Yields each line with its line end, and a blank line between blocks. Omits empty blocks. */
export function* printBlocks(blocks: readonly (readonly string[])[]): Generator<string> {
  let before = '';
  for (const block of blocks) {
    for (const line of block) {
      yield `${before}${line}\n`;
      before = '';
    }
    if (block.length > 0) before = '\n';
  }
}
