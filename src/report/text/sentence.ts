// Prints a sentence of advice after an arrow, in the style of all reports.
import { paint, type Style, wrap } from './style.ts';

/** Minimum width of a wrapped sentence. Columns. */
const LEAST_SENTENCE_COLUMNS = 40;

/** Prints a sentence after an arrow, wrapped at the width. */
export function printSentence(sentence: string, style: Style): string[] {
  const lines = wrap(sentence, Math.max(LEAST_SENTENCE_COLUMNS, style.width - 4));
  return lines.map((line, index) => `  ${index === 0 ? paint(style, 'cyan', '→') : ' '} ${line}`);
}
