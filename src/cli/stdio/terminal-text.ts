// Lines of logs on a terminal: their control characters are shown, not obeyed.
import type { Writable } from 'node:stream';
import { printableLines } from '../../render/index.ts';

/**
 * A writer to a terminal that escapes raw bytes. Bytes that are not UTF-8 become U+FFFD. A character, and CR LF, may be cut
 * anywhere between two pieces.
 */
export function terminalText(terminal: Pick<Writable, 'write'>): (piece: Uint8Array) => boolean {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let held = '';
  return (piece) => {
    const text = held + decoder.decode(piece, { stream: true });
    // Whether it is half of a line end is seen with what follows.
    held = text.endsWith('\r') ? '\r' : '';
    return terminal.write(printableLines(text.slice(0, text.length - held.length)));
  };
}
