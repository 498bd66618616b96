// Wraps text with colored parts at the width, which counts the columns that are shown and not the color codes.
import { columnsOf } from '../../../base/index.ts';
import { partsIn } from '../../columns.ts';
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
  columns: number;
}

/** Prints the parts, which contain their own blanks, on as few lines as fit. Breaks words that are longer than a line. */
export function wrapPainted(parts: readonly PaintedPart[], style: Style): string[] {
  const print = (text: string, format: PaintedPart[1]): string =>
    format === undefined ? text : paint(style, format, text);
  const all = parts.reduce((sum, [text]) => sum + columnsOf(text), 0);
  if (all <= style.width) return [parts.map(([text, format]) => print(text, format)).join('')];
  const columns = Math.max(LEAST_COLUMNS, style.width - INDENT.length);
  const lines: Word[] = [];
  for (const word of wordsOf(parts, columns, print)) {
    const line = lines.at(-1);
    if (line === undefined || line.columns + 1 + word.columns > columns) lines.push({ ...word });
    else {
      line.painted += ` ${word.painted}`;
      line.columns += 1 + word.columns;
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
      for (const shown of piece === '' ? [] : partsIn(piece, columns)) {
        const word = words.at(-1);
        const width = columnsOf(shown);
        if (isOpen && word !== undefined && word.columns + width <= columns) {
          word.painted += print(shown, format);
          word.columns += width;
        } else words.push({ painted: print(shown, format), columns: width });
        isOpen = true;
      }
    }
  }
  return words;
}
