// Blocks of lines → text in pieces: a report with large lines in it is longer than one string may be.

/** Each line with its line end, and a blank line between two blocks. Blocks without a line are left out. */
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
