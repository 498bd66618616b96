// Fits sections of text into the rows of a terminal: each section has shorter forms, and the longest one gives way first. Knows no
// reports.

/** The lines of a section, and what they leave out. */
export interface Form {
  lines: readonly string[];
  /** What `--details` adds: `3 more conditions`. @default nothing */
  hidden?: string;
}

/** A section of a text. */
export interface Section {
  /** From the most complete one to the shortest. */
  forms: readonly [Form, ...Form[]];
  /** Whether no blank line separates it from the section before. @default false */
  isJoined?: boolean;
  /** Rows that it keeps before others: negative if it gives way first. @default 0 */
  weight?: number;
  /** Whether its rows are not counted: the user asked for them. @default false */
  isAsked?: boolean;
}

/** Returns the form of each section with which all fit into `rows`; the shortest forms if none do. */
export function fitRows(sections: readonly Section[], rows: number): Form[] {
  const at = sections.map(() => 0);
  const formOf = (index: number): Form => sections[index]!.forms[at[index]!]!;
  const sizeOf = (index: number): number => (sections[index]!.isAsked === true ? 0 : formOf(index).lines.length);
  const open = (): number[] =>
    at.map((_, index) => index).filter((index) => at[index]! + 1 < sections[index]!.forms.length);
  const rank = (index: number): number => sizeOf(index) - (sections[index]!.weight ?? 0);
  const used = (): number =>
    sections.reduce((sum, { isJoined = false }, index) => {
      const size = sizeOf(index);
      return sum + size + (size === 0 || isJoined || sum === 0 ? 0 : 1);
    }, 0);
  while (used() > rows) {
    const candidates = open();
    if (candidates.length === 0) break;
    at[candidates.reduce((longest, index) => (rank(index) > rank(longest) ? index : longest))]! += 1;
  }
  return sections.map((_, index) => formOf(index));
}
