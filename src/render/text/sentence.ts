// Advice as all reports give it: a sentence behind an arrow.
import { paint, type Style, wrap } from './style.ts';

/** A sentence is not wrapped to less. Columns. */
const LEAST_SENTENCE_COLUMNS = 40;

/** A sentence behind an arrow, wrapped at the width. */
export function printSentence(sentence: string, style: Style): string[] {
  const lines = wrap(sentence, Math.max(LEAST_SENTENCE_COLUMNS, style.width - 4));
  return lines.map((line, index) => `  ${index === 0 ? paint(style, 'cyan', '→') : ' '} ${line}`);
}
