// Prints a table of a page within the width of the output: aligned columns, then without bars, with wrapped text, and at last a list of figures for
// each row. Computes no figures.

import { columnsOf, printCount } from '../../base/index.ts';
import { wrapTo, wrapWhole } from '../columns.ts';
import { plainText, present, shownColumns, type Table, type Tone } from '../page/page.ts';
import { BARS_FROM_WIDTH, paint, printBar, type Style } from './style.ts';
import { type Column as AlignedColumn, printTable } from './table.ts';

/** Blanks before each row. */
const INDENT = '  ';
/** Between two columns. */
const GAP = 2;
const BAR_COLUMNS = 10;
/** A first column of this width has marks, and no heading makes it wider. Columns. */
const MARK_COLUMNS = 3;
/** Minimum width of wrapped text, and of a wrapped note. Columns. */
const [LEAST_TEXT_COLUMNS, LEAST_NOTE_COLUMNS] = [20, 9];
/** Maximum width of a word that complete text does not break if a list of figures can avoid it: an identifier of 32 digits, most e-mail addresses. Columns. */
const WHOLE_WORD_COLUMNS = 32;
/** Maximum rows of the text of a cell, unless every detail is printed. */
const CELL_ROWS = 2;

const COLORS = { good: 'green', bad: 'red', unclear: 'yellow' } as const;

/** Paints a text by what it means. */
export function paintTone(style: Style, tone: Tone | undefined, text: string): string {
  return tone === undefined || tone === 'neutral' ? text : paint(style, COLORS[tone], text);
}

/** How much of a table is printed. */
interface TableRows {
  /** Of the section: printed in the place of the first title, at the margin. @default none */
  title?: string | undefined;
  /** Of the table in its section. @default none */
  caption?: string | undefined;
  /** Rows that are left out, the least important ones. @default 0 */
  cut?: number;
  /** Whether notes give way to a table of fewer rows. @default false */
  isCompact?: boolean;
  /** Whether minor columns of a transposed table are printed. @default true */
  hasMinor?: boolean;
}

interface TextColumn extends AlignedColumn {
  cells: readonly string[];
  tones: readonly (Tone | undefined)[];
  /** Whether its text may be wrapped. */
  isText: boolean;
  kind: 'text' | 'bar' | 'note';
  keepsTitle?: boolean;
}

/** Prints the table; nothing if no row is left. */
export function printPageTable(
  table: Table,
  style: Style,
  { title, caption, cut = 0, isCompact = false, hasMinor = true }: TableRows = {},
): string[] {
  const isShort = style.hasDetails !== true;
  const columns = table.columns.map((column) => ({
    ...column,
    isHidden:
      column.isHidden === true || (isShort && column.isDetail === true) || (!hasMinor && column.isMinor === true),
  }));
  const shown = Math.min(table.rows.length, table.shown);
  const rows = rowsLeft(table.rows.slice(0, shown), table.rank, shown - cut);
  if (rows.length === 0) return [];
  const forms = (table.isTransposed === true ? [false, true] : [false]).map((isTransposed) =>
    textColumnsOf(shownColumns({ ...table, columns, rows, isTransposed }), style),
  );
  const fitting =
    table.isWhole === true ? forms[0] : fittingIn(isCompact ? forms.slice(0, 1) : forms, style, table.isUncut);
  const heading = { text: title ?? caption, indent: title === undefined ? INDENT : '' };
  const lines =
    fitting === undefined
      ? printStacked(forms[0]!, style, heading)
      : printFitting(fitting, style, heading, table.isWhole);
  const more = table.rows.length - shown;
  return present(...lines, more > 0 && `${INDENT}… and ${printCount(more)} more; --format json has all of them`);
}

/** The most important rows, in their order. */
function rowsLeft<Row>(rows: readonly Row[], rank: Table['rank'], most: number): readonly Row[] {
  if (most >= rows.length) return rows;
  const order = [...rows.keys()].sort((a, b) => (rank?.[b] ?? -b) - (rank?.[a] ?? -a) || a - b);
  const left = new Set(order.slice(0, Math.max(0, most)));
  return rows.filter((_, index) => left.has(index));
}

/** The columns of a page as columns of text: of each, its bars, its text, and its notes. */
function textColumnsOf({ columns, rows }: Pick<Table, 'columns' | 'rows'>, style: Style): TextColumn[] {
  return columns.flatMap(({ title, isFigure = false, keepsTitle = false }, index): TextColumn[] => {
    const cells = rows.map((row) => row[index]!);
    const bars = cells.map(({ bar }) => (bar === undefined ? '' : printBar(style, bar, 1, BAR_COLUMNS, 'blue')));
    const notes = cells.map(({ note = '' }) => note);
    const beside = { title: '', isText: false, tones: [] };
    return present(
      bars.some((bar) => bar !== '') && { ...beside, cells: bars, kind: 'bar' },
      {
        title,
        align: isFigure ? 'right' : 'left',
        cells: cells.map(({ text }) => plainText(text)),
        tones: cells.map(({ tone }) => tone),
        isText: !isFigure,
        kind: 'text',
        keepsTitle,
      },
      notes.some((note) => note !== '') && { ...beside, cells: notes, kind: 'note' },
    );
  });
}

/**
 * Returns the first form that fits: complete, without bars, wrapped, without notes that `--details` prints; undefined if none does.
 * @param tables the table, and with its columns as rows
 * @param isUncut as in {@link Table}
 */
function fittingIn(tables: readonly TextColumn[][], style: Style, isUncut = false): TextColumn[] | undefined {
  const free = style.width - INDENT.length;
  const isShort = style.hasDetails !== true;
  const without = (...kinds: TextColumn['kind'][]): TextColumn[][] =>
    tables.map((columns) => columns.filter(({ kind }) => !kinds.includes(kind)));
  const fits = (form: readonly TextColumn[]): boolean => widthOf(form) <= free;
  const firstOf = (forms: readonly TextColumn[][]): TextColumn[] | undefined =>
    forms.reduce<TextColumn[] | undefined>(
      (found, form) => found ?? wrapped(form, free, isUncut || !isShort),
      undefined,
    );
  const [table, ...turned] = [...(style.width < BARS_FROM_WIDTH ? [] : tables), ...without('bar')];
  const [whole] = without('bar');
  return (
    [table!, whole!, ...turned].find(fits) ??
    firstOf(without('bar')) ??
    (isShort ? firstOf(without('bar', 'note')) : undefined)
  );
}

/** Prints the heading on the line of the titles if it has space there. @param isWhole whether the table may be wider than the output */
function printFitting(columns: readonly TextColumn[], style: Style, heading: Heading, isWhole = false): string[] {
  const { text, indent } = heading;
  const dim = (line: string): string => paint(style, 'dim', line);
  const fits = (form: readonly TextColumn[]): boolean => isWhole || INDENT.length + widthOf(form) <= style.width;
  if (text === undefined || columns.find(({ kind }) => kind === 'text')?.keepsTitle === true) {
    const { titles, body } = alignedLines(columns, style);
    return [...headingLines(heading, style), ...titles.map(dim), ...body];
  }
  // The text beside a number names the rows.
  const at = columns.findIndex(({ isText }) => isText);
  const named = at > 0 ? columns.with(at, { ...columns[at]!, title: text }) : columns;
  if (at > 0 && fits(named)) {
    const { titles, body } = alignedLines(named, style);
    return [...titles.map(dim), ...body];
  }
  // A heading in the first column may make it wider.
  const title = ' '.repeat(Math.max(0, columnsOf(indent + text) - INDENT.length));
  const wide = columns.with(0, { ...columns[0]!, title });
  const isWide = at === 0 && fits(wide) && columnWidth(columns[0]!) > MARK_COLUMNS;
  const { titles, body } = alignedLines(isWide ? wide : columns.with(0, { ...columns[0]!, title: '' }), style);
  const last = titles.at(-1) ?? '';
  const columnsUsed = columnsOf(indent + text);
  const hasSpace = isWide || last.startsWith(' '.repeat(columnsUsed + GAP));
  if (!hasSpace) return [...headingLines(heading, style), ...titles.map(dim), ...body];
  const line = indent + (indent === '' ? paint(style, 'bold', text) : text) + dim(last.slice(columnsUsed));
  return [...titles.slice(0, -1).map(dim), line, ...body];
}

/** The title of a section, or the caption of a table in it. */
interface Heading {
  text: string | undefined;
  indent: string;
}

function headingLines({ text, indent }: Heading, style: Style): string[] {
  if (text === undefined) return [];
  const lines = wrapWhole(text, style.width - indent.length);
  return lines.map((line) => indent + (indent === '' ? paint(style, 'bold', line) : line));
}

function widthOf(columns: readonly TextColumn[]): number {
  return columns.reduce((sum, column) => sum + GAP + columnWidth(column), -GAP);
}

function columnWidth({ title, cells }: TextColumn): number {
  return [title, ...cells]
    .flatMap((text) => text.split('\n'))
    .reduce((most, line) => Math.max(most, columnsOf(line)), 0);
}

/** Wraps titles of figures, then the widest text until the columns fit; undefined if that leaves too little of it. */
function wrapped(columns: readonly TextColumn[], free: number, isComplete: boolean): TextColumn[] | undefined {
  const narrow = columns.map((column): TextColumn => {
    const widest = column.cells.reduce((most, cell) => Math.max(most, columnsOf(cell)), 0);
    return column.isText ? column : { ...column, title: wrapWords(column.title, widest) };
  });
  if (widthOf(narrow) <= free) return narrow;
  const widths = narrow.map(columnWidth);
  const least = narrow.map((column) => leastWidth(column, isComplete));
  for (let over = widthOf(narrow) - free; over > 0; over -= 1) {
    const open = [...widths.keys()].filter((index) => widths[index]! > least[index]!);
    if (open.length === 0) return undefined;
    const widest = open.reduce((best, index) => (widths[index]! > widths[best]! ? index : best));
    widths[widest]! -= 1;
  }
  return narrow.map((column, index) => {
    if (least[index] === Number.POSITIVE_INFINITY || columnWidth(column) <= widths[index]!) return column;
    const wrap = (text: string): string =>
      (isComplete ? wrapWhole(text, widths[index]!) : wrapTo(text, widths[index]!, CELL_ROWS)).join('\n');
    return { ...column, title: wrapWords(column.title, widths[index]!), cells: column.cells.map(wrap) };
  });
}

/** The width that wrapping leaves to a column; complete text breaks no word that is not too long. */
function leastWidth({ cells, isText, kind }: TextColumn, isComplete: boolean): number {
  if (kind === 'note') return LEAST_NOTE_COLUMNS;
  if (!isText) return Number.POSITIVE_INFINITY;
  return cells.reduce((most, cell) => Math.max(most, isComplete ? longestWholeWord(cell) : 0), LEAST_TEXT_COLUMNS);
}

/** The width of the longest word that is not to be broken. */
function longestWholeWord(text: string): number {
  const widths = text.split(/[ \n]/).map(columnsOf);
  return widths.reduce((most, width) => (width > most && width <= WHOLE_WORD_COLUMNS ? width : most), 0);
}

/** Wraps a title at blanks; no word is broken. */
function wrapWords(title: string, width: number): string {
  const least = Math.max(width, Math.ceil(columnsOf(title) / 2));
  const longest = title.split(' ').reduce((most, word) => Math.max(most, columnsOf(word)), least);
  return wrapWhole(title, longest).join('\n');
}

/** The lines of the titles, empty if no column has one, and those of the rows. */
function alignedLines(columns: readonly TextColumn[], style: Style): { titles: string[]; body: string[] } {
  const height = columns.reduce((most, { title }) => Math.max(most, title.split('\n').length), 0);
  const heads = columns.map(({ title }) => {
    const lines = title.split('\n');
    return [...Array.from({ length: height - lines.length }, () => ''), ...lines];
  });
  const rows = columns[0]!.cells.map((_, row) =>
    columns.map(({ cells, tones }) =>
      cells[row]!.split('\n')
        .map((line) => paintTone(style, tones[row], line))
        .join('\n'),
    ),
  );
  const lines = printTable(
    columns.map(({ align = 'left' }) => ({ title: '', align })),
    [...Array.from({ length: height }, (_, line) => heads.map((one) => one[line]!)), ...rows],
    INDENT,
  );
  const hasTitles = columns.some(({ title }) => title !== '');
  return { titles: hasTitles ? lines.slice(0, height) : [], body: lines.slice(height) };
}

/** Prints each row as a list of its figures below its first text. */
function printStacked(all: readonly TextColumn[], style: Style, heading: Heading): string[] {
  const columns = all.filter(({ kind }) => kind !== 'bar');
  const named = columns.filter(({ kind }) => kind === 'text');
  const names = named.slice(1).reduce((most, { title }) => Math.max(most, columnsOf(title)), 0);
  const free = Math.max(LEAST_TEXT_COLUMNS, style.width - INDENT.length * 2 - names - GAP);
  const [first, ...rest] = columns;
  const body = columns[0]!.cells.flatMap((_, row) => {
    // A row without a first text belongs to the row above.
    const named = first!.cells[row]!;
    const lines = named === '' ? [] : wrapWhole(named, Math.max(LEAST_TEXT_COLUMNS, style.width - INDENT.length));
    const figures = rest.flatMap(({ title, kind, cells, tones }, index) => {
      if (kind !== 'text' || cells[row] === '') return [];
      const note = rest[index + 1]?.kind === 'note' ? rest[index + 1]!.cells[row]! : '';
      const text = note === '' ? cells[row]! : `${cells[row]!} (${note})`;
      return wrapWhole(text, free).map((line, at) => {
        const name = (at === 0 ? title : '').padEnd(names);
        return `${INDENT}${INDENT}${paint(style, 'dim', name)}  ${paintTone(style, tones[row], line)}`;
      });
    });
    return [...lines.map((line) => INDENT + paintTone(style, first!.tones[row], line)), ...figures];
  });
  return [...headingLines(heading, style), ...body];
}
