// Wraps text with colored parts at the width, which counts the characters that are shown and not the color codes.
import { paint, type Style } from '../style.ts';

/** A part of a text, and its color. */
export type PaintedPart = readonly [text: string, format?: Parameters<typeof paint>[1]];

/** Before each line but the first. */
const INDENT = '  ';
/** Minimum width of a line. Columns. */
const LEAST_COLUMNS = 20;

interface Word {
  /** With color codes. */
  painted: string;
  /** Without them. */
  length: number;
}

/** Prints the parts, which contain their own blanks, on as few lines as fit. Breaks words that are longer than a line. */
export function wrapPainted(parts: readonly PaintedPart[], style: Style): string[] {
  const print = (text: string, format: PaintedPart[1]): string =>
    format === undefined ? text : paint(style, format, text);
  const length = parts.reduce((sum, [text]) => sum + text.length, 0);
  if (length <= style.width) return [parts.map(([text, format]) => print(text, format)).join('')];
  const columns = Math.max(LEAST_COLUMNS, style.width - INDENT.length);
  const lines: Word[] = [];
  for (const word of wordsOf(parts, columns, print)) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > columns) lines.push({ ...word });
    else {
      line.painted += ` ${word.painted}`;
      line.length += 1 + word.length;
    }
  }
  return lines.map(({ painted }, index) => (index === 0 ? painted : INDENT + painted));
}

/** Splits at blanks. A word may consist of pieces of several parts. */
function wordsOf(
  parts: readonly PaintedPart[],
  columns: number,
  print: (text: string, format: PaintedPart[1]) => string,
): Word[] {
  const words: Word[] = [];
  let isOpen = false;
  for (const [text, format] of parts) {
    for (const [index, piece] of text.split(' ').entries()) {
      if (index > 0) isOpen = false;
      for (let at = 0; at < piece.length; at += columns) {
        const shown = piece.slice(at, at + columns);
        const word = words.at(-1);
        if (isOpen && word !== undefined && word.length + shown.length <= columns) {
          word.painted += print(shown, format);
          word.length += shown.length;
        } else words.push({ painted: print(shown, format), length: shown.length });
        isOpen = true;
      }
    }
  }
  return words;
}
