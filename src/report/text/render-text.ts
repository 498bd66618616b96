// Renders a page as text for a terminal: the answer first, and again at the end of a long text, then sections. The text of a fitted page
// takes the rows of a small terminal, and names what it leaves out. Computes no figures.
import { columnsOf, printCount } from '../../base/index.ts';
import { cutIn, DEFAULT_HEIGHT, shorten, wrap, wrapTo, wrapWhole } from '../columns.ts';
import {
  type Bar,
  type Block,
  type CodeBlock,
  type ExampleLines,
  FITTED_ROWS,
  type List,
  type Page,
  type PageOf,
  plainText,
  present,
  type Section,
  type Text,
  type Tone,
} from '../page/page.ts';
import type { Renderer } from '../renderer.ts';
import { printLineTable } from './line-table.ts';
import { FILL_COLORS, printChart } from './print-chart.ts';
import { paintTone, printPageTable } from './print-page-table.ts';
import { BARS_FROM_WIDTH, paint, printBar, type Style } from './style.ts';
import { printTable } from './table.ts';

/** Maximum width of a bar. Columns. */
const BAR_COLUMNS = 30;
/** Maximum rows of a sentence of a fitted page; `--details` has the rest. */
const SENTENCE_ROWS = 3;
/** Rows that warnings keep, and those of explanations, which give way first. */
const [WARNING_WEIGHT, EXPLANATION_WEIGHT] = [4, -FITTED_ROWS];
const INDENT = '  ';
/** Minimum width of wrapped text, and that of the label of a line that is not wrapped: `Expression`. Columns. */
const [LEAST_COLUMNS, LABEL_COLUMNS] = [20, 10];

const MARKS: Readonly<Record<Tone, string>> = { good: '✓ ', bad: '✗ ', unclear: '? ', neutral: '' };

/** A part of a text that may give rows to others. */
interface Part {
  /** What the last line names if the part is cut: `conditions`. */
  readonly name: string;
  /** Prints the part without its last items. @param title printed in the place of the first title of a table, or before a filter */
  readonly print: (cut: number, title?: string) => string[];
  /** Items that may be cut. */
  readonly items: number;
  /** Rows that it keeps before others. */
  readonly weight: number;
  /** Whether the part prints the title of its section. @default false */
  readonly isTitled?: boolean;
  /** Whether a flag asked for it: its rows are not counted. @default false */
  readonly isAsked?: boolean;
  /** Whether it is left out with the part before it. @default false */
  readonly isExplanation?: boolean;
}

/** Parts below one title; without a title they are the head. */
interface Group {
  readonly title?: Text;
  readonly parts: readonly Part[];
}

/** Creates the renderer of a result. @param pageOf creates the page */
export function textRenderer<Result>(pageOf: PageOf<Result>): Renderer<Result> {
  return (result, settings) =>
    renderText(pageOf(result, { ...settings, columns: settings.width - 2 * INDENT.length }), settings);
}

/** Renders a page, in pieces: a page with large lines may exceed the maximum length of a string. */
export function renderText(page: Page, given: Style): Iterable<string> {
  const style = page.isComplete === true ? { ...given, hasDetails: true } : given;
  const isShort = style.hasDetails !== true;
  const detailed = (one: { isDetail?: boolean }): boolean => isShort && one.isDetail === true;
  const sections = page.sections.filter((section) => !detailed(section) && blocksOf(section, isShort).length > 0);
  const groups = [headOf(page, style), ...sections.map((section) => groupOf(section, style))];
  const cuts = new Map<Part, number>(groups.flatMap(({ parts }) => parts.map((part) => [part, 0] as const)));
  const details = isShort ? detailNames(page, sections) : [];
  const pointerOf = (): string[] => {
    const hidden = isShort ? new Set([...cutNames(cuts), ...details]) : new Set();
    return hidden.size === 0 ? [] : printSentence(`--details adds ${[...hidden].join(', ')}`, style);
  };
  if (page.isFitted === true && isShort) cutToFit(groups, cuts, { style, pointerOf });
  const lines = groups.map((group) => printGroup(group, cuts, style));
  // A block of its own would take one row more.
  lines.findLast((one) => one.length > 0)!.push(...pointerOf());
  return printBlocks(present(...lines, isLong(lines, style) && answerOf(groups[0]!)));
}

/** Whether the answer is out of sight above the end of the text, so that it is repeated there. */
function isLong(blocks: readonly (readonly string[])[], { height = DEFAULT_HEIGHT }: Style): boolean {
  const sizes = blocks.map(({ length }) => length).filter((length) => length > 0);
  return sizes.reduce((sum, length) => sum + length, sizes.length - 1) >= height;
}

/** The first two parts of the head: the answer, and the statements below it. */
function answerOf({ parts }: Group): string[] {
  return parts.slice(0, 2).flatMap((part) => part.print(0));
}

/**
 * Cuts the part with most rows beyond its weight until all fit, then gives the rows that are left to the parts with most weight.
 * @param pointerOf prints what the last rows name, which no cut may take from the reader
 */
function cutToFit(
  groups: readonly Group[],
  cuts: Map<Part, number>,
  { style, pointerOf }: { style: Style; pointerOf: () => readonly string[] },
): void {
  const sizes = new Map(groups.map((group) => [group, 0]));
  const measure = (group: Group): unknown => sizes.set(group, printGroup(group, cuts, style).length);
  const groupOf = new Map(groups.flatMap((group) => group.parts.map((part) => [part, group] as const)));
  // A flag adds its lines below the rows that fit.
  const asked = [...cuts.keys()].reduce((sum, part) => sum + (part.isAsked === true ? part.print(0).length : 0), 0);
  const fits = (): boolean => {
    const shown = groups.filter((group) => sizes.get(group)! > 0);
    const pointer = Math.max(1, pointerOf().length);
    return shown.reduce((sum, group) => sum + sizes.get(group)!, shown.length - 1) - asked <= FITTED_ROWS - pointer;
  };
  groups.forEach(measure);
  while (!fits()) {
    const open = [...cuts].filter(([part, cut]) => cut < part.items);
    if (open.length === 0) return;
    const rank = ([part, cut]: (typeof open)[number]): number => part.print(cut).length - part.weight;
    const [part, cut] = open.reduce((longest, one) => (rank(one) > rank(longest) ? one : longest));
    cuts.set(part, cut + 1);
    measure(groupOf.get(part)!);
  }
  for (const [part, cut] of [...cuts].sort(([a], [b]) => b.weight - a.weight)) {
    for (let fewer = 0; fewer < cut; fewer += 1) {
      cuts.set(part, fewer);
      measure(groupOf.get(part)!);
      if (fits()) break;
      cuts.set(part, cut);
      measure(groupOf.get(part)!);
    }
  }
}

function cutNames(cuts: ReadonlyMap<Part, number>): string[] {
  return [...cuts].flatMap(([{ name, items, print, isExplanation = false }, cut]) => {
    if (cut === 0 || isExplanation) return [];
    return cut === items && print(cut).length === 0 ? [name] : [`${name} (${printCount(cut)} more)`];
  });
}

/** The titles of what only `--details` prints. */
function detailNames({ sections }: Page, shown: readonly Section[]): string[] {
  const small = (text: Text): string => plainText(text).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const names = sections.flatMap((section) => {
    if (!shown.includes(section)) return blocksOf(section, false).length > 0 ? [small(section.title)] : [];
    const short = blocksOf(section, true);
    return blocksOf(section, false).flatMap((block) =>
      block.kind === 'table' && !short.includes(block) ? [small(block.caption ?? section.title)] : [],
    );
  });
  return [...new Set(names)];
}

/** The blocks that text shows. A chart has the figures of a closed table. */
function blocksOf({ blocks }: Section, isShort: boolean): Block[] {
  return blocks.filter((block) => {
    if (block.kind === 'table' && (block.isHidden === true || block.isClosed === true)) return false;
    return !(isShort && (block.kind === 'table' || block.kind === 'list') && block.isDetail === true);
  });
}

function printGroup({ title, parts }: Group, cuts: ReadonlyMap<Part, number>, style: Style): string[] {
  const named = title === undefined ? undefined : plainText(title);
  const [first, ...others] = parts;
  if (first === undefined) return [];
  const inline = first.isTitled === true && named !== undefined;
  const head = first.print(cuts.get(first) ?? 0, inline ? named : undefined);
  let before = head;
  const rest = others.flatMap((part) => {
    const lines = part.print(cuts.get(part) ?? 0);
    if (part.isExplanation === true) return before.length === 0 ? [] : lines;
    before = lines;
    return lines;
  });
  if (head.length + rest.length === 0 || named === undefined || (inline && head.length > 0)) return [...head, ...rest];
  return [...wrapWhole(named, style.width).map((line) => paint(style, 'bold', line)), ...head, ...rest];
}

function headOf(page: Page, style: Style): Group {
  const { answer, statements = [], filters = [], notices, facts } = page;
  const most = style.hasDetails !== true ? SENTENCE_ROWS : undefined;
  const marked = (tone: Tone, text: Text, indent: string): string[] => {
    const mark = MARKS[tone];
    const lines = wrapped(plainText(text), style.width - indent.length - mark.length, most);
    return lines.map(
      (line, index) => `${indent}${index === 0 ? paintTone(style, tone, mark) : ' '.repeat(mark.length)}${line}`,
    );
  };
  const named = filters.map(({ name, expression }) => [`${INDENT}${name}`, plainText(expression)] as const);
  const width = named.reduce((most, [name]) => Math.max(most, columnsOf(name)), 0);
  const warnings = notices.map(({ text }) => text);
  const rest = [...facts.map((fact) => plainText(fact))];
  return {
    parts: [
      fixed(() => marked(answer.tone, answer.text, '').map((line) => paint(style, 'bold', line))),
      fixed(() =>
        statements
          .filter(({ inSection }) => inSection !== true)
          .flatMap(({ tone, text }) => marked(tone, text, INDENT)),
      ),
      itemsOf('warnings', warnings, (text) => printWarning(uncapped(plainText(text)), style), {
        weight: WARNING_WEIGHT,
        least: 1,
      }),
      fixed(() =>
        named.flatMap(([name, text]) =>
          wrapped(text, Math.max(LEAST_COLUMNS, style.width - width - 2), most).map(
            (line, index) => `${(index === 0 ? name : '').padEnd(width)}  ${line}`,
          ),
        ),
      ),
      itemsOf('facts', rest, (text) => printItem(text, style), { least: 1 }),
    ],
  };
}

function wrapped(text: string, columns: number, most: number | undefined): string[] {
  return most === undefined ? wrapWhole(text, columns) : wrapTo(text, columns, most);
}

function fixed(print: () => string[]): Part {
  const lines = print();
  return { name: '', print: () => lines, items: 0, weight: 0 };
}

/** Items that are cut one by one. @param least items that are not cut. @default 0 */
function itemsOf<Item>(
  name: string,
  items: readonly Item[],
  print: (item: Item) => string[],
  { weight = 0, least = 0 } = {},
): Part {
  const lines = items.map(print);
  return {
    name,
    print: (cut) => lines.slice(0, lines.length - cut).flat(),
    items: Math.max(0, lines.length - least),
    weight,
  };
}

/** A sentence after `warning:` begins with a small letter, unless it begins with a name. */
function uncapped(text: string): string {
  return text.replace(/^[A-Z](?=[a-z]* |nterrupted: )/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}

function groupOf(section: Section, style: Style): Group {
  const { title, weight = 0 } = section;
  const blocks = blocksOf(section, style.hasDetails !== true);
  const parts = blocks.map((block, index) => {
    const isOne = blocks.filter(({ kind }) => kind === block.kind).length === 1;
    const before = blocks[index - 1];
    const isNext = block.kind === 'table' && before?.kind === 'table' && block.name === before.name;
    return {
      weight,
      ...withGap(isNext, partOf(block, style, { title: plainText(title), isFirst: index === 0, isOne })),
    };
  });
  return { title, parts };
}

/** Several tables of the same columns have a blank line between them. */
function withGap<Some extends Omit<Part, 'weight'>>(isNext: boolean, part: Some): Some {
  if (!isNext) return part;
  const print: Part['print'] = (cut, title) => {
    const lines = part.print(cut, title);
    return lines.length === 0 ? [] : ['', ...lines];
  };
  return { ...part, print };
}

/** Where a block is. */
interface BlockPlace {
  /** Of the section. */
  title: string;
  /** Whether it is the first block of the section. */
  isFirst: boolean;
  /** Whether the section has no other block of its kind. */
  isOne: boolean;
}

function partOf(
  block: Block,
  style: Style,
  { title, isFirst, isOne }: BlockPlace,
): Omit<Part, 'weight'> & { weight?: number } {
  const isShort = style.hasDetails !== true;
  const most = isShort ? SENTENCE_ROWS : undefined;
  switch (block.kind) {
    case 'table': {
      const caption = isFirst && isOne ? undefined : block.caption;
      // The first cut turns a table back whose columns are rows, the second leaves out its minor columns.
      const compact = block.isTransposed === true ? 2 : 0;
      const kept = block.rank?.filter((rank) => rank === Number.POSITIVE_INFINITY).length ?? 0;
      return {
        name: (block.caption ?? title).toLowerCase(),
        print: (cut, named) => {
          const isCompact = cut > 0 && compact > 0;
          const rows = {
            title: named,
            caption,
            cut: Math.max(0, cut - compact),
            isCompact,
            hasMinor: !isCompact || cut < compact,
          };
          return printPageTable(block, style, rows);
        },
        items: block.isAsked === true ? 0 : Math.min(block.rows.length, block.shown) - kept + compact,
        isAsked: block.isAsked === true,
        isTitled: isFirst && (isOne || block.caption === undefined),
      };
    }
    case 'bar':
      return fixed(() => printBars(block, style));
    case 'chart':
      return fixed(() => printChart(block, style, isOne ? undefined : block.label));
    case 'text': {
      const { text, tone, isExplanation = false } = block;
      const lines = wrapped(plainText(text), style.width - INDENT.length, most);
      const mark = tone === undefined ? '' : paintTone(style, tone, MARKS[tone]);
      const printed = lines.map((line, index) => `${INDENT}${index === 0 ? mark : ''}${line}`);
      const part = fixed(() => printed);
      if (!isExplanation) return part;
      return {
        name: 'explanations',
        items: 1,
        isExplanation,
        weight: EXPLANATION_WEIGHT,
        print: (cut) => (cut === 0 ? printed : []),
      };
    }
    case 'list':
      return listPart(block, style, most);
    case 'code':
      return codePart(block, style, block.isUncut === true && isShort ? Number.POSITIVE_INFINITY : most);
    case 'lines':
      return linesPart(block, style);
    default:
      throw new TypeError(`cannot render a block: found ${JSON.stringify(block satisfies never)}`);
  }
}

/** Sentences; where some are left out, the last line states how many. */
function listPart({ items, name = 'remarks', isSteps = false }: List, style: Style, most: number | undefined): Part {
  const part = itemsOf(name, items, (item) => {
    const text = plainText(item);
    const shown = most === undefined ? text : wrapTo(text, style.width - 4, most).join(' ');
    return isSteps ? printSentence(shown, style) : printItem(shown, style);
  });
  const print = (cut: number): string[] =>
    cut === 0 || cut === items.length
      ? part.print(cut)
      : [...part.print(cut), `${INDENT}… and ${printCount(cut)} more`];
  return { ...part, print };
}

/** A filter begins beside the title of its section. */
function codePart(
  { code, label = '', isAligned = false, isDiff = false }: CodeBlock,
  style: Style,
  most: number | undefined,
): Omit<Part, 'weight'> {
  if (isDiff) {
    const head = label === '' ? [] : [`${INDENT}${label}:`];
    return fixed(() => [...head, ...code.split('\n').flatMap((line) => printDiffLine(line, style, isAligned))]);
  }
  if (isAligned && label !== '') return fixed(() => [`${INDENT}${label.padEnd(LABEL_COLUMNS)}  ${code}`]);
  if (isAligned || code.includes('\n')) return fixed(() => code.split('\n').map((line) => INDENT + line));
  const rows = Math.min(most ?? Number.POSITIVE_INFINITY, wrapWhole(code, style.width - INDENT.length).length);
  return {
    name: 'rows of the filter',
    items: most === undefined ? 0 : rows - 1,
    isTitled: true,
    print: (cut, title) =>
      title === undefined
        ? wrapTo(code, style.width - INDENT.length, rows - cut).map((line) => INDENT + line)
        : printFilter(shorten(title, Math.floor(style.width / 2)), code, style, rows - cut),
  };
}

/** Wraps a line of a difference below its sign. @param isWhole whether it is not wrapped: readers copy records */
function printDiffLine(line: string, style: Style, isWhole: boolean): string[] {
  const [, blanks = '', sign = '', text = ''] = /^( *)([-+~] )?(.*)$/.exec(line) ?? [];
  const tone = ({ '+ ': 'good', '- ': 'bad', '~ ': 'unclear' } as const)[sign];
  const indent = INDENT + blanks;
  const parts = isWhole ? [text] : wrapWhole(text, Math.max(LEAST_COLUMNS, style.width - indent.length - sign.length));
  return parts.map((part, index) => {
    const lead = index === 0 ? sign : ' '.repeat(sign.length);
    return indent + paintTone(style, tone, lead + part);
  });
}

function printBars({ parts }: Bar, style: Style): string[] {
  const figures = parts.map((part) => part.figures);
  const texts = printTable(
    [{ title: '' }, ...figures[0]!.map(() => ({ title: '', align: 'right' }) as const)],
    parts.map(({ label }, index) => [label, ...figures[index]!]),
  );
  const taken = texts.reduce((most, line) => Math.max(most, columnsOf(line)), 0) + 2 * INDENT.length;
  const columns = style.width < BARS_FROM_WIDTH ? 0 : Math.min(BAR_COLUMNS, Math.max(0, style.width - taken));
  if (columns === 0) return texts.map((line) => INDENT + line);
  return printTable(
    [{ title: '' }, { title: '' }, ...figures[0]!.map(() => ({ title: '', align: 'right' }) as const)],
    parts.map(({ label, share, fill }, index) => [
      label,
      printBar(style, share, 1, columns, FILL_COLORS[fill]),
      ...figures[index]!,
    ]),
    INDENT,
  );
}

/** Example lines; without a flag for them, they are cut like the rows of a table. */
function linesPart({ label, fields, lines, isAsked = false }: ExampleLines, style: Style): Part {
  const count = (fields.columns[0]?.cells.length ?? 0) + lines.length;
  const print = (cut: number): string[] => {
    const left = count - cut;
    const columns = fields.columns.map((column) => ({ ...column, cells: column.cells.slice(0, left) }));
    return left === 0
      ? []
      : printLines(label, { ...fields, columns }, lines.slice(0, Math.max(0, left - (count - lines.length))), style);
  };
  return { name: 'example lines', print, items: isAsked ? 0 : count, isAsked, weight: 0 };
}

function printLines(
  label: string,
  fields: ExampleLines['fields'],
  lines: ExampleLines['lines'],
  style: Style,
): string[] {
  const lead = INDENT + INDENT;
  return [
    ...wrapWhole(`${label}:`, style.width - INDENT.length).map((line) => INDENT + line),
    ...(fields.columns.length === 0
      ? []
      : printLineTable(fields.columns, { least: Math.max(1, fields.least), lead, style })),
    ...lines.flatMap(({ place, line }) => [`${lead}${paint(style, 'dim', place)}`, `${lead}  ${line}`]),
  ];
}

/** Prints a filter beside a name. @param most maximum rows of the filter; the rest is cut */
function printFilter(name: string, filter: string, style: Style, most: number): string[] {
  const title = paint(style, ['bold', 'cyan'], name);
  const free = style.width - columnsOf(name) - INDENT.length;
  // A filter too long for the line of the name begins on the next line.
  if (columnsOf(filter) <= free) return [`${title}${INDENT}${filter}`];
  if (most === 1 && free >= LEAST_COLUMNS) return [`${title}${INDENT}${cutIn(filter, free)}`];
  const lines = wrapTo(filter, Math.max(LEAST_COLUMNS, style.width - INDENT.length), most);
  return [title, ...lines.map((line) => INDENT + line)];
}

/** Prints an item whose other lines are indented. */
function printItem(text: string, style: Style): string[] {
  const lines = wrap(text, style.width - 2 * INDENT.length);
  return lines.map((line, index) => `${index === 0 ? INDENT : INDENT + INDENT}${line}`);
}

/** Prints a sentence after an arrow. */
function printSentence(sentence: string, style: Style): string[] {
  const lines = wrap(sentence, Math.max(2 * LEAST_COLUMNS, style.width - 2 * INDENT.length));
  return lines.map((line, index) => `  ${index === 0 ? paint(style, 'cyan', '→') : ' '} ${line}`);
}

/** Prints a sentence after `warning:`, wrapped below itself. */
function printWarning(sentence: string, style: Style): string[] {
  const label = 'warning:';
  const below = INDENT.length + label.length + 1;
  const lines = wrap(sentence, Math.max(LEAST_COLUMNS, style.width - below));
  return lines.map((line, index) =>
    index === 0 ? `${INDENT}${paint(style, 'yellow', label)} ${line}` : `${' '.repeat(below)}${line}`,
  );
}

/** Yields each line with its line end, and a blank line between blocks. Omits empty blocks. */
function* printBlocks(blocks: readonly (readonly string[])[]): Generator<string> {
  let before = '';
  for (const block of blocks) {
    for (const line of block) {
      yield `${before}${line}\n`;
      before = '';
    }
    if (block.length > 0) before = '\n';
  }
}
