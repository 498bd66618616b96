// Writes text of Markdown as GitHub reads it. Text from outside becomes a code span, in which nothing has a meaning: no link, mention or tag.
import type { Text } from '../page/page.ts';

/** Characters of our own text that have a meaning in Markdown or HTML. */
const SPECIAL = /[\\`*_[\]<>|~&]/g;
/** What GitHub turns into links and mentions even if its punctuation is escaped. */
const LINKED = /[@#]|:\/\/|www\./i;

/** Writes text with its parts from outside as code. @param isCell whether it is in a table, where a pipe ends a cell. @default false */
export function markdownText(text: Text, isCell = false): string {
  if (typeof text === 'string') return markdownWords(text, isCell);
  return text
    .map((part) => (typeof part === 'string' ? markdownWords(part, isCell) : codeSpan(part.code, isCell)))
    .join('');
}

/** Our own text may still name something from outside: the figure of a guard. */
function markdownWords(text: string, isCell: boolean): string {
  return LINKED.test(text) ? codeSpan(text, isCell) : oneLine(text).replace(SPECIAL, '\\$&');
}

/** Writes one line of text as code. */
export function codeSpan(text: string, isCell: boolean): string {
  const line = oneLine(text);
  if (line.trim() === '') return line === '' ? '' : '(blank)';
  if (!isCell) return quoted(line);
  // A pipe is escaped even in code, but a backslash before it would be read as a part of the escape: the span ends between them.
  return line
    .split(/(?<=\\)(?=\|)/)
    .map((part) => quoted(part.replaceAll('|', '\\|')))
    .join(' ');
}

function quoted(line: string): string {
  const fence = '`'.repeat(longestRun(line) + 1);
  // Markdown removes one blank at each end if there is one at both.
  const pad = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Writes a block of code that text within cannot end. */
export function codeFence(code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}text\n${code.toWellFormed()}\n${fence}`;
}

function oneLine(text: string): string {
  return text.toWellFormed().replace(/[\r\n\t]+/g, ' ');
}

/** Length of the longest run of backticks. */
function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
