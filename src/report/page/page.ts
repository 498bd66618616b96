// A report as a page of sections, which text, Markdown, HTML and CSV share: to add a section to a report, add it to the page. Text from
// outside is marked as code, so that each format can escape it. Independent of formats.
import { DEFAULT_HEIGHT } from '../columns.ts';
import type { SampleColumns } from './sample-columns.ts';

/** What a figure or an answer means: always shown together with words or a symbol, because some readers do not see colors. */
export type Tone = 'good' | 'bad' | 'unclear' | 'neutral';

/** Text of this program, with parts from outside (names, filters, values) marked as code. */
export type Text = string | readonly (string | Code)[];

/** Text from outside. */
export interface Code {
  readonly code: string;
}

/** A cell of a table. */
export interface Cell {
  readonly text: Text;
  /** For programs. @default the text */
  readonly value?: string | number;
  /** Of an estimate: its ends, for programs. */
  readonly interval?: readonly [low: number, high: number];
  /** Below the text, smaller: an interval. @default nothing */
  readonly note?: string;
  /** Length of a bar beside the text, 0 to 1. @default no bar */
  readonly bar?: number;
  /** @default 'neutral' */
  readonly tone?: Tone;
}

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Title for programs: `sole_blocker`. Empty: only people see the column. */
  readonly key: string;
  /** Figures are aligned to the right. @default false */
  readonly isFigure?: boolean;
  /** Whether programs get the ends of intervals, too, in columns of their own. @default false */
  readonly isEstimated?: boolean;
  /** Only for programs. @default false */
  readonly isHidden?: boolean;
  /** Whether short text leaves it out. @default false */
  readonly isDetail?: boolean;
  /** Whether a transposed table gives it up first in text without space. @default false */
  readonly isMinor?: boolean;
  /** Whether text shows its title also where the title of the section could take its place. @default false */
  readonly keepsTitle?: boolean;
}

/** A table. Tables of one name have the same columns: as CSV they are one table. */
export interface Table {
  readonly kind: 'table';
  readonly name: string;
  /** @default the title of the section */
  readonly caption?: string;
  /** A column that only programs need, because the section names it: the job of a row. */
  readonly group?: { readonly key: string; readonly value: string };
  readonly columns: readonly Column[];
  /** All rows, the most important first. */
  readonly rows: readonly (readonly Cell[])[];
  /** Maximum rows for people; the rest is counted. */
  readonly shown: number;
  /** For each row, how much it informs: text without space leaves out the lowest, and never `Infinity`. @default the order of the rows */
  readonly rank?: readonly number[];
  /** Only for programs. @default false */
  readonly isHidden?: boolean;
  /** Whether a flag asked for it: short text has it whole. @default false */
  readonly isAsked?: boolean;
  /** Whether text never wraps its rows: readers search them, or copy names from them. @default false */
  readonly isWhole?: boolean;
  /** Whether short text cuts no cell: its end contains the figure or the fix. @default false */
  readonly isUncut?: boolean;
  /** Whether people read a row for each column: for many columns and few rows. @default false */
  readonly isTransposed?: boolean;
  /** In a comment, closed until a reader opens it; short text leaves it out. @default false */
  readonly isDetail?: boolean;
  /** Whether a narrow screen shows each row as a list of its figures, instead of columns that have to be scrolled. @default false */
  readonly isStacked?: boolean;
  /** Long rows of figures that a chart shows: closed until a reader opens it, and left out of comments and of print. @default false */
  readonly isClosed?: boolean;
}

/** A part of a bar. */
export interface BarPart {
  readonly label: string;
  /** The figures in words; aligned with those of the other parts. */
  readonly figures: readonly string[];
  /** 0 to 1. */
  readonly share: number;
  readonly fill: Fill;
}

/** The look of an amount. */
export type Fill = 'kept' | 'dropped' | 'undecided' | 'lost' | 'gained' | 'written';

/** One bar that is divided into parts, each named with its figure. */
export interface Bar {
  readonly kind: 'bar';
  readonly label: string;
  readonly parts: readonly BarPart[];
}

/** Amounts by hour, one stacked column for each. */
export interface Chart {
  readonly kind: 'chart';
  readonly label: string;
  /** Start of the first hour. Milliseconds since 1970. */
  readonly startMs: number;
  readonly series: readonly { readonly label: string; readonly fill: Fill }[];
  /** One for each hour without a gap: an amount for each series; null for an hour without any line. */
  readonly hours: readonly (readonly number[] | null)[];
  /** What the chart shows in words. */
  readonly summary: readonly string[];
}

/** A paragraph. */
export interface Paragraph {
  readonly kind: 'text';
  readonly text: Text;
  /** @default 'neutral' */
  readonly tone?: Tone;
  /** Whether it explains the last table before it: text without space leaves it out before anything else, or with the table. @default false */
  readonly isExplanation?: boolean;
}

/** A list of sentences. */
export interface List {
  readonly kind: 'list';
  readonly items: readonly Text[];
  /** Whether its items state what a user may do next. @default false */
  readonly isSteps?: boolean;
  /** What the last line of short text calls items that it leaves out. @default 'remarks' */
  readonly name?: string;
  /** Whether short text leaves it out. @default false */
  readonly isDetail?: boolean;
}

/** A filter, a JSON text or an excerpt. */
export interface CodeBlock {
  readonly kind: 'code';
  readonly label?: string;
  readonly code: string;
  /** Whether its lines are aligned and must not wrap on a screen: a tree. @default false */
  readonly isAligned?: boolean;
  /** Whether its lines begin with a sign of a difference: + - ~. @default false */
  readonly isDiff?: boolean;
  /** Whether short text has all of its lines if they fit. @default false */
  readonly isUncut?: boolean;
}

/** Lines of a log: some of their fields, or whole with their places. */
export interface ExampleLines {
  readonly kind: 'lines';
  readonly label: string;
  /** Names of the fields that others may read; from outside. */
  readonly columns: readonly string[];
  /** For each line shown by its fields, their values. */
  readonly rows: readonly (readonly Text[])[];
  /** All fields, for the terminal of the user. */
  readonly fields: Pick<SampleColumns, 'columns' | 'least'>;
  readonly lines: readonly { readonly place: string; readonly line: string }[];
  /** Whether a flag asked for them: short text has all of them. @default false */
  readonly isAsked?: boolean;
}

export type Block = Table | Bar | Chart | Paragraph | List | CodeBlock | ExampleLines;

/** A section. */
export interface Section {
  readonly title: Text;
  readonly blocks: readonly Block[];
  /** A comment on a pull request shows only the title until a reader opens it; short text leaves it out. @default false */
  readonly isDetail?: boolean;
  /** Rows that it keeps in a small terminal before others give way. @default 0 */
  readonly weight?: number;
  /** Whether it belongs to the last section before it that is not a part. @default false */
  readonly isPart?: boolean;
}

/** A large figure at the top. */
export interface Highlight {
  readonly label: string;
  readonly figure: string;
  readonly note?: string;
  readonly tone?: Tone;
}

/** A filter. The name is from outside. */
export interface PageFilter {
  readonly name: string;
  /** Its expression as code, or that there is none. */
  readonly expression: Text;
}

/** A report. */
export interface Page {
  /** Whether short text fits a small terminal. @default false */
  readonly isFitted?: boolean;
  /** Whether text always has everything: its command has no `--details`. @default false */
  readonly isComplete?: boolean;
  /** `Replay`, `Comparison`. */
  readonly kind: string;
  readonly title: Text;
  /** The answer in one sentence. */
  readonly answer: { readonly tone: Tone; readonly text: Text };
  /** What the answer is based on, below it: guards with their figures, the other half of a comparison. @default none */
  readonly statements?: readonly {
    readonly tone: Tone;
    readonly text: Text;
    /** Whether a section has it, too: text, which is read as a whole, leaves it out. @default false */
    readonly inSection?: boolean;
  }[];
  /** The filters that the answer compares, whole. @default none */
  readonly filters?: readonly PageFilter[];
  /** What limits the answer: an interruption, damaged objects. */
  readonly notices: readonly { readonly tone: Tone; readonly text: Text }[];
  readonly highlights: readonly Highlight[];
  /** What was read. */
  readonly facts: readonly Text[];
  readonly sections: readonly Section[];
}

/** Maximum rows of the short text of a fitted page: the smallest usual terminal, less one for the prompt below. */
export const FITTED_ROWS = DEFAULT_HEIGHT - 1;

/** What a user may choose about a page. */
export interface PageSettings {
  /** Fields to show of example lines (`@place`: object and offset), or `all`: whole lines. @default identifier, time, those of the filter, and what fits */
  show?: readonly string[] | 'all' | undefined;
  /** Whether a check with a question prints only the answer, without the valid filters. @default false */
  isQuiet?: boolean | undefined;
  /** Whether a malformed line makes the answer of a replay or comparison negative. @default false */
  isStrict?: boolean | undefined;
  /** Maximum width of text whose lines are aligned: of a tree below a sentence. Columns. @default that of a printed page */
  readonly columns?: number;
}

/** Creates the page of a result. */
export type PageOf<Result> = (result: Result, settings?: PageSettings) => Page;

/** Returns the parts of a page, of a sentence or of a table that are present: write `condition && part` for one that may be absent. */
export function present<const Parts extends readonly unknown[]>(
  ...parts: Parts
): Exclude<Parts[number], false | undefined>[] {
  return parts.filter((part) => part !== false && part !== undefined) as Exclude<Parts[number], false | undefined>[];
}

/** A paragraph. */
export function paragraph(text: Text, look: Omit<Paragraph, 'kind' | 'text'> = {}): Paragraph {
  return { kind: 'text', text, ...look };
}

/** A list of sentences. */
export function list(items: List['items'], look: Omit<List, 'kind' | 'items'> = {}): List {
  return { kind: 'list', items, ...look };
}

/** Returns the text without its marks. */
export function plainText(text: Text): string {
  return typeof text === 'string' ? text : text.map((part) => (typeof part === 'string' ? part : part.code)).join('');
}

/** Returns the table as people read it: without the columns that only programs need. */
export function shownColumns({ columns, rows, isTransposed }: Table): Pick<Table, 'columns' | 'rows'> {
  const isShown = (_: unknown, index: number): boolean => columns[index]!.isHidden !== true;
  const shown = { columns: columns.filter(isShown), rows: rows.map((cells) => cells.filter(isShown)) };
  return isTransposed === true ? transposed(shown) : shown;
}

/** The first column becomes the titles. */
function transposed({ columns, rows }: Pick<Table, 'columns' | 'rows'>): Pick<Table, 'columns' | 'rows'> {
  const [first, ...figures] = columns;
  if (first === undefined) return { columns, rows };
  const titles = rows.map((cells, index) => ({
    title: plainText(cells[0]?.text ?? ''),
    key: `row_${index}`,
    isFigure: true,
  }));
  return {
    columns: [{ title: 'Figure', key: first.key }, ...titles],
    rows: figures.map(({ title }, index) => [{ text: title }, ...rows.map((cells) => cells[index + 1]!)]),
  };
}
