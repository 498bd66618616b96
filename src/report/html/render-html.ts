// Renders a page as one HTML file that loads nothing and runs nothing: readable offline, in print, in light and dark, and with a screen
// reader. Computes no figures.
import { createHash } from 'node:crypto';
import { printCount, printPlural } from '../../base/index.ts';
import {
  type Block,
  type Cell,
  type ExampleLines,
  type Highlight,
  type Page,
  type PageFilter,
  type PageOf,
  plainText,
  present,
  type Section,
  shownColumns,
  type Table,
  type Text,
} from '../page/page.ts';
import { cutAfter } from '../printable.ts';
import type { Renderer } from '../renderer.ts';
import { barHtml, cellBar, chartHtml, PATTERNS } from './chart-svg.ts';
import { escapeHtml, htmlText, MARKS } from './html-text.ts';
import { STYLE_SHEET } from './style-sheet.ts';

/** Maximum size of the sections. UTF-16 units; the file stays below 1 MB, because text beyond ASCII is rare in it. */
const MAX_LENGTH = 700_000;
/** Maximum length of an example line and of a code block, and of a cell: some rows. Characters. */
const MAX_LINE = 4000;
const MAX_CELL = 300;
/** Maximum lines shown as examples of one kind. */
const LINES_SHOWN = 20;
/** Longer figures are set smaller, and may wrap. Characters. */
const LONG_FIGURE = 14;
/** Longer words in a table may be broken. Characters. */
const LONG_WORD = 36;
/** A table with more columns is set smaller. */
const WIDE_COLUMNS = 6;
/** Length of a time to the second, and a little more. Characters. */
const SHORT_VALUE = 24;

/** The browser applies only this style sheet, and loads and runs nothing. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE_SHEET).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'`;

/** Creates the renderer of a result. @param pageOf creates the page */
export function htmlRenderer<Result>(pageOf: PageOf<Result>): Renderer<Result> {
  return (result, settings) => renderHtml(pageOf(result, settings));
}

/** Renders a page. */
export function renderHtml(page: Page): string {
  const { kind, title, answer, statements = [], filters = [], notices, highlights, facts, sections } = page;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="data:,">',
    `<title>${escapeHtml(`${plainText(title)} – headgate ${kind.toLowerCase()}`)}</title>`,
    `<style>${STYLE_SHEET}</style>`,
    '</head>',
    '<body>',
    PATTERNS,
    '<main>',
    '<header>',
    `<p class="kind">headgate · ${escapeHtml(kind)}</p>`,
    `<h1>${htmlText(title)}</h1>`,
    `<p class="answer ${answer.tone}">${markHtml(MARKS[answer.tone])}<span>${htmlText(answer.text)}</span></p>`,
    ...statements.map(
      ({ tone, text }) => `<p class="statement ${tone}">${markHtml(MARKS[tone])}<span>${htmlText(text)}</span></p>`,
    ),
    filtersHtml(filters),
    ...notices.map(({ tone, text }) => `<p class="notice ${tone}"><span>${htmlText(text)}</span></p>`),
    highlightsHtml(highlights),
    `<ul class="facts">${facts.map((fact) => `<li>${htmlText(fact)}</li>`).join('')}</ul>`,
    '</header>',
    ...sectionsHtml(sections),
    '<footer>Written by headgate. This file loads nothing from a network and runs no script.</footer>',
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function markHtml(mark: string): string {
  return mark === '' ? '' : `<span aria-hidden="true">${mark}</span>`;
}

function filtersHtml(filters: readonly PageFilter[]): string {
  if (filters.length === 0) return '';
  const items = filters.map(
    ({ name, expression }) =>
      `<div><dt>${escapeHtml(name)}</dt><dd>${htmlText(cutCode(expression, MAX_LINE))}</dd></div>`,
  );
  return `<dl class="filters">${items.join('')}</dl>`;
}

/** Cuts long parts from outside. */
function cutCode(text: Text, most: number): Text {
  if (typeof text === 'string') return text;
  return text.map((part) => (typeof part === 'string' ? part : { code: cutAfter(part.code, most) }));
}

function highlightsHtml(highlights: readonly Highlight[]): string {
  if (highlights.length === 0) return '';
  const items = highlights.map(({ label, figure, note = '', tone = 'neutral' }) => {
    const below = note === '' ? '' : `<dd class="note">${escapeHtml(note)}</dd>`;
    return `<div><dt>${escapeHtml(label)}</dt><dd class="figure ${tone}${figure.length > LONG_FIGURE ? ' long' : ''}">${escapeHtml(figure)}</dd>${below}</div>`;
  });
  return `<dl class="highlights">${items.join('')}</dl>`;
}

/** Omits the sections that would exceed the size, and names how many. */
function sectionsHtml(sections: readonly Section[]): string[] {
  const shown: string[] = [];
  let length = 0;
  for (const section of sections) {
    const html = sectionHtml(section);
    length += html.length;
    if (length > MAX_LENGTH) break;
    shown.push(html);
  }
  const more = sections.length - shown.length;
  if (more > 0) {
    shown.push(
      `<section><h2>and ${printPlural(more, 'more section')}</h2><p>This file would be too large. --format json has everything.</p></section>`,
    );
  }
  return shown;
}

function sectionHtml({ title, blocks, isPart = false }: Section): string {
  const shown = blocks.filter((block) => block.kind !== 'table' || block.isHidden !== true);
  if (shown.length === 0) return '';
  const level = isPart ? 3 : 2;
  const html = shown.map((block) => blockHtml(block, plainText(title), level + 1));
  return `<section${isPart ? ' class="part"' : ''}>\n<h${level}>${htmlText(title)}</h${level}>\n${html.join('\n')}\n</section>`;
}

/** @param level of its headings */
function blockHtml(block: Block, title: string, level: number): string {
  switch (block.kind) {
    case 'table':
      return tableHtml(block, title);
    case 'bar':
      return barHtml(block);
    case 'chart':
      return chartHtml(block, level);
    case 'text':
      return `<p class="block ${block.tone ?? ''}">${htmlText(block.text)}</p>`;
    case 'list':
      return `<ul class="block list">${block.items.map((item) => `<li>${htmlText(item)}</li>`).join('')}</ul>`;
    case 'code':
      return `${block.isDiff && block.label ? `<p class="block">${escapeHtml(block.label)}:</p>` : ''}<pre class="block code${block.isAligned === true ? ' aligned" tabindex="0' : ''}"><code>${escapeHtml(cutAfter(block.code, MAX_LINE))}</code></pre>`;
    case 'lines':
      return linesHtml(block);
    default:
      throw new TypeError(`cannot render a block: found ${JSON.stringify(block satisfies never)}`);
  }
}

function tableHtml(given: Table, title: string): string {
  const { caption, shown, isClosed, isStacked = false } = given;
  // A browser forgets the roles of a table whose rows are not laid out as rows.
  const role = (name: string): string => (isStacked ? ` role="${name}"` : '');
  const { columns, rows } = shownColumns(given);
  const head = columns.map(
    (column) =>
      `<th scope="col"${role('columnheader')} class="${column.isFigure === true ? 'amount' : 'text'}">${escapeHtml(column.title)}</th>`,
  );
  // A number before the text that names the row is one of its figures.
  const naming = Math.max(
    0,
    columns.findIndex(({ isFigure }) => isFigure !== true),
  );
  const body = rows.slice(0, shown).map((cells) => {
    const html = cells.map((cell, index) => {
      const { title: ofColumn, isFigure = false } = columns[index]!;
      const attributes = isStacked
        ? `${role(index === naming ? 'rowheader' : 'cell')} data-title="${escapeHtml(ofColumn)}"`
        : '';
      return cellHtml(cell, { isFirst: index === naming, isFigure, attributes });
    });
    return `<tr${role('row')}>${html.join('')}</tr>`;
  });
  const classes = present(columns.length > WIDE_COLUMNS && 'wide', isStacked && 'stacked');
  const name = escapeHtml(caption ?? title);
  const heading = caption === undefined || isClosed === true ? '' : `<caption><span>${name}</span></caption>`;
  // A reader without a mouse scrolls a focused element.
  const table = `<div class="scroll" role="group" aria-label="${escapeHtml(`${title}: ${caption ?? 'table'}`)}" tabindex="0"><table${classes.length === 0 ? '' : ` class="${classes.join(' ')}"`}${role('table')}>${heading}<thead${role('rowgroup')}><tr${role('row')}>${head.join('')}</tr></thead><tbody${role('rowgroup')}>\n${body.join('\n')}\n</tbody></table></div>`;
  const hidden = rows.length - body.length;
  const more = hidden > 0 ? `<p class="more">and ${printCount(hidden)} more; --format json has all of them</p>` : '';
  if (isClosed !== true) return `<div class="block">${table}${more}</div>`;
  return `<details class="block figures"><summary>${name}</summary>${table}${more}</details>`;
}

function cellHtml(
  cell: Cell,
  { isFirst, isFigure, attributes }: { isFirst: boolean; isFigure: boolean; attributes: string },
): string {
  const text = cutCode(cell.text, MAX_CELL);
  const classes = present(
    isFigure ? 'amount' : widthClass(text),
    cell.tone,
    attributes !== '' && plainText(text) === '' && 'blank',
  ).join(' ');
  const note = cell.note === undefined ? '' : `<small>${escapeHtml(cell.note)}</small>`;
  const words = htmlText(text) + note;
  const content = cell.bar === undefined ? words : `<div class="barred">${cellBar(cell)}<span>${words}</span></div>`;
  return isFirst
    ? `<th scope="row"${attributes} class="${classes}">${content}</th>`
    : `<td${attributes} class="${classes}">${content}</td>`;
}

function linesHtml(block: ExampleLines): string {
  const { label, lines, rows } = block;
  if (lines.length === 0) return rowsHtml(block);
  const shown = lines
    .slice(0, LINES_SHOWN)
    .map(
      ({ place, line }) =>
        `<p class="place"><code>${escapeHtml(place)}</code></p><pre class="line">${escapeHtml(cutAfter(line, MAX_LINE))}</pre>`,
    );
  const hidden = lines.length - shown.length;
  const more = hidden > 0 ? `<p class="more">and ${printCount(hidden)} more</p>` : '';
  const table = rows.length === 0 ? '' : rowsHtml(block);
  return `${table}<details class="block"><summary>${escapeHtml(label)}${rows.length === 0 ? '' : ', without fields'} (${printCount(lines.length)})</summary>${shown.join('')}${more}</details>`;
}

/** Only a word that is wider than a column may be broken; a sentence needs some width. */
function widthClass(text: Text): string {
  const plain = plainText(text);
  if (plain.split(/[\s-]/).some((word) => word.length > LONG_WORD)) return 'text long';
  return plain.length > SHORT_VALUE ? 'text prose' : 'text';
}

/** A short value, such as an id or a time, is not broken. */
function exampleCell(text: Text): string {
  const isShort = plainText(text).length <= SHORT_VALUE;
  return `<td class="${widthClass(text)}${isShort ? ' short' : ''}">${htmlText(cutCode(text, MAX_CELL))}</td>`;
}

/** Lines shown by some of their fields. */
function rowsHtml({ label, columns, rows }: ExampleLines): string {
  const head = columns.map((name) => `<th scope="col" class="text">${escapeHtml(name)}</th>`).join('');
  const body = rows.slice(0, LINES_SHOWN).map((cells) => `<tr>${cells.map(exampleCell).join('')}</tr>`);
  const hidden = rows.length - body.length;
  const more = hidden > 0 ? `<p class="more">and ${printCount(hidden)} more</p>` : '';
  const name = escapeHtml(label);
  return `<div class="block examples"><div class="scroll" role="group" aria-label="${name}" tabindex="0"><table><caption><span>${name}</span></caption><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>${more}</div>`;
}
