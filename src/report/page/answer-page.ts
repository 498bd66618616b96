// Creates pages that answer in one sentence, and the sections that plans, applies and lists share. Computes no figures.
import { code, codeCell, textColumn } from './cells.ts';
import { type Cell, type Column, list, type Page, type Section, type Text, type Tone } from './page.ts';

/** How every apply may end without a change. */
export const UNCHANGED_ENDINGS = {
  rejected: 'Nothing was changed: the plan cannot be applied.',
  declined: 'Nothing was changed: the plan was not confirmed.',
  interrupted: 'Nothing was changed: interrupted before the write.',
} as const;

export const APPLIED = 'Applied: every change took effect.';
export const RUN_AGAIN = 'Run the same command again to complete it.';

/** The tone of the sentence that ends an apply. */
export function endingTone(outcome: string): Tone {
  if (['applied', 'done', 'nothing'].includes(outcome)) return 'good';
  return outcome === 'declined' ? 'unclear' : 'bad';
}

/** Creates the page of a command without `--details`; parts that are not given are empty. */
export function answerPage(kind: string, tone: Tone, text: Text, parts: Partial<Page> = {}): Page {
  const answered = { kind, title: text, answer: { tone, text }, isComplete: true };
  return { ...answered, notices: [], highlights: [], facts: [], sections: [], ...parts };
}

/** Warnings in the head of a page. */
export function noticesOf(texts: readonly string[]): Page['notices'] {
  return texts.map((text) => ({ tone: 'unclear', text: [code(text)] }));
}

/** A section with one table; none without rows. @param columns a text is the title of a column for people @param rows a text is from outside */
export function tableSection(
  title: string,
  columns: readonly (string | Column)[],
  rows: readonly (readonly (string | Cell)[])[],
  shown: number = rows.length,
): Section[] {
  if (rows.length === 0) return [];
  const table = {
    columns: columns.map((column) => (typeof column === 'string' ? textColumn(column, '') : column)),
    rows: rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? codeCell(cell) : cell))),
  };
  return [{ title, blocks: [{ kind: 'table', name: title, ...table, shown }] }];
}

/** A section of what a user may do next; none without it. */
export function listSection(title: string, items: readonly Text[]): Section[] {
  return items.length === 0 ? [] : [{ title, blocks: [list(items, { isSteps: true })] }];
}

/** A section with commands, each on a line that can be copied. */
export function commandSection(title: string, ...commands: readonly string[]): Section {
  return { title, blocks: [{ kind: 'code', code: commands.join('\n'), isAligned: true }] };
}
