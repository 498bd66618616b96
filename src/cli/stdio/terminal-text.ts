// Writes log lines to a terminal with their control characters escaped.
import type { Writable } from 'node:stream';
import { printableLines } from '../../base/index.ts';

/**
 * Returns a writer that escapes raw bytes for a terminal. Invalid UTF-8 becomes U+FFFD. A character or CR LF may be split between
 * two pieces.
 */
export function terminalText(terminal: Pick<Writable, 'write'>): (piece: Uint8Array) => boolean {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let held = '';
  return (piece) => {
    const text = held + decoder.decode(piece, { stream: true });
    // The next piece shows whether this CR begins a CR LF.
    held = text.endsWith('\r') ? '\r' : '';
    return terminal.write(printableLines(text.slice(0, text.length - held.length)));
  };
}
