// Renders a page as Markdown for a comment on a pull request: the answer and the cost first, details closed, below the size that GitHub
// accepts. The only HTML is <details>. Computes no figures.
import { capitalized, enumerate, printCount, printPlural } from '../../base/index.ts';
import { shorten } from '../columns.ts';
import { chartColumns } from '../page/chart-columns.ts';
import {
  type Bar,
  type Block,
  type Cell,
  type Chart,
  type ExampleLines,
  type Page,
  type PageOf,
  plainText,
  present,
  type Section,
  shownColumns,
  type Table,
  type Text,
  type Tone,
} from '../page/page.ts';
import { cutAfter } from '../printable.ts';
import type { Renderer } from '../renderer.ts';
import { codeFence, codeSpan, markdownText } from './markdown-text.ts';

/** GitHub accepts comments below 65,536 characters. The rest is for a marker that a workflow adds to find its comment. */
const MAX_LENGTH = 65_000;
/** Maximum length of a text from outside in a cell or a sentence. Characters. */
const MAX_CODE = 300;
/** Maximum length of an example line, and of a block of code. Characters. */
const MAX_LINE = 1000;
/** Sections that are left out and named, and the maximum length of their titles. Characters. */
const CUT_SHOWN = 5;
const TITLE_LENGTH = 80;
/** Maximum length of the note that names them. Characters. */
const CUT_LENGTH = 800;
const LINES_SHOWN = 5;
/** Lines of which only fields are shown. */
const EXAMPLES_SHOWN = 10;
const ROWS_SHOWN = 20;
const BAR_COLUMNS = 20;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

const MARKS: Readonly<Record<Tone, string>> = { good: '✅ ', bad: '❌ ', unclear: '⚠️ ', neutral: '' };

/** Creates the renderer of a result. @param pageOf creates the page */
export function markdownRenderer<Result>(pageOf: PageOf<Result>): Renderer<Result> {
  return (result, settings) => renderMarkdown(pageOf(result, settings));
}

/** Renders a page. */
export function renderMarkdown(page: Page): string {
  const head = headOf(page);
  const shown: string[] = [];
  let length = head.length;
  const left: string[] = [];
  let isWholeLeft = false;
  for (const section of page.sections) {
    const { isPart = false } = section;
    const text = sectionMarkdown(section);
    // Reserves space for the note about omitted sections. Without the title of its section, a part would belong to another one.
    const isLeft: boolean = (isPart && isWholeLeft) || length + text.length > MAX_LENGTH - CUT_LENGTH;
    if (!isPart) isWholeLeft = isLeft;
    if (isLeft) {
      left.push(shorten(plainText(section.title), TITLE_LENGTH));
      continue;
    }
    shown.push(text);
    length += text.length;
  }
  const parts = present(head, left.length !== 0 && cutMarkdown(left), ...shown);
  return `${parts.filter((text) => text !== '').join('\n\n')}\n`;
}

/** What a comment has no space for: the reader of its head must not take it for the whole report. */
function cutMarkdown(left: readonly string[]): string {
  const named = left.slice(0, CUT_SHOWN).map((title) => codeSpan(title, false));
  const more = left.length - named.length;
  const names = present(...named, more > 0 && `${printCount(more)} more`);
  return `> ${MARKS.unclear}Cut to fit a comment: ${printPlural(left.length, 'section is', 'sections are')} left out: ${enumerate(names, 'and')}. \`--format html\` has all of them.`;
}

function headOf({ kind, title, answer, statements = [], filters = [], notices, highlights, facts }: Page): string {
  const figures =
    highlights.length === 0
      ? []
      : [
          present(
            row(highlights.map(({ label }) => markdownText(capitalized(label), true))),
            row(highlights.map(() => ':--')),
            row(highlights.map(({ figure, tone = 'neutral' }) => `${MARKS[tone]}**${markdownText(figure, true)}**`)),
            highlights.some(({ note = '' }) => note !== '') &&
              row(highlights.map(({ note = '' }) => markdownText(note, true))),
          ).join('\n'),
        ];
  return present(
    `### headgate ${kind.toLowerCase()}: ${markdownText(shortened(title))}`,
    `${MARKS[answer.tone]}**${markdownText(shortened(answer.text))}**`,
    statements.length !== 0 &&
      statements.map(({ tone, text }) => `${MARKS[tone]}${markdownText(shortened(text))}`).join('  \n'),
    filters.length !== 0 && filters.map(({ name, expression }) => filterMarkdown(name, expression)).join('\n'),
    ...notices.map(({ tone, text }) => `> ${MARKS[tone]}${markdownText(shortened(text))}`),
    ...figures,
    facts.length !== 0 && facts.map((fact) => markdownText(shortened(fact))).join('  \n'),
  ).join('\n\n');
}

function filterMarkdown(name: string, expression: Text): string {
  return `- ${codeSpan(shorten(name, MAX_CODE), false)}: ${markdownText(shortened(expression, MAX_LINE))}`;
}

function sectionMarkdown({ title, blocks, isDetail = false, isPart = false }: Section): string {
  const shown = blocks.filter(
    (block) => block.kind !== 'table' || !(block.isHidden === true || block.isClosed === true),
  );
  if (shown.length === 0) return '';
  const name = markdownText(shortened(title));
  const body = shown.map(blockMarkdown).join('\n\n');
  return isDetail ? details(plainText(shortened(title)), body) : `${isPart ? '#####' : '####'} ${name}\n\n${body}`;
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case 'table': {
      const table = tableMarkdown(block);
      return block.isDetail === true ? details(block.caption ?? '', table) : table;
    }
    case 'bar':
      return barMarkdown(block);
    case 'chart':
      return chartMarkdown(block);
    case 'text':
      return `${MARKS[block.tone ?? 'neutral']}${markdownText(shortened(block.text))}`;
    case 'list':
      return block.items
        .slice(0, ROWS_SHOWN)
        .map((item) => `- ${markdownText(shortened(item))}`)
        .join('\n');
    case 'code':
      return `${block.isDiff && block.label ? `${markdownText(block.label)}:\n\n` : ''}${codeFence(cutAfter(block.code, MAX_LINE))}`;
    case 'lines':
      return linesMarkdown(block);
    default:
      throw new TypeError(`cannot render a block: found ${JSON.stringify(block satisfies never)}`);
  }
}

function tableMarkdown(given: Table): string {
  const { caption, shown, isDetail = false } = given;
  const { columns, rows } = shownColumns(given);
  const body = rows.slice(0, Math.min(shown, ROWS_SHOWN));
  const hidden = rows.length - body.length;
  return [
    ...(caption === undefined || isDetail ? [] : [`**${markdownText(caption)}**`, '']),
    row(columns.map((column) => markdownText(column.title, true))),
    row(columns.map((column) => (column.isFigure === true ? '--:' : ':--'))),
    ...body.map((cells) => row(cells.map(cellMarkdown))),
    ...(hidden > 0 ? ['', `and ${printCount(hidden)} more`] : []),
  ].join('\n');
}

function cellMarkdown({ text, note, tone }: Cell): string {
  const written = markdownText(shortened(text), true);
  const marked = tone === 'bad' ? `**${written}**` : written;
  return note === undefined ? marked : `${marked} (${markdownText(note, true)})`;
}

function barMarkdown({ parts }: Bar): string {
  return [
    '| | | |',
    '| :-- | :-- | :-- |',
    ...parts.map(({ label, figures, share }) => {
      const filled = share === 0 ? 0 : Math.max(1, Math.round(share * BAR_COLUMNS * EIGHTHS.length));
      const whole = Math.floor(filled / EIGHTHS.length);
      const part = EIGHTHS[filled % EIGHTHS.length]!;
      const bar = `\`${'█'.repeat(whole)}${part}${'░'.repeat(BAR_COLUMNS - whole - part.length)}\``;
      return row([`**${markdownText(label, true)}**`, bar, markdownText(figures.join(' · '), true)]);
    }),
  ].join('\n');
}

const STEPS = '▁▂▃▄▅▆▇█';
const CHART_COLUMNS = 96;

/** The first series by hour as one line of blocks; a dot is an hour without any line, the lowest block one without a line of the series. */
function chartMarkdown(chart: Chart): string {
  const { label, summary, series } = chart;
  const columns = chartColumns(chart, Math.ceil(chart.hours.length / CHART_COLUMNS));
  const most = Math.max(1, ...columns.map(({ amounts, isMissing }) => (isMissing ? 0 : amounts[0]!)));
  const line = columns
    .map(({ amounts, isMissing }) => (isMissing ? '·' : STEPS[Math.ceil((amounts[0]! / most) * 7)]))
    .join('');
  const what = series.length > 1 ? `${series[0]!.label}: ` : '';
  return [
    `**${markdownText(cutAfter(label, MAX_CODE))}** (${what}${markdownText(summary.join(', '))})`,
    codeFence(line),
  ].join('\n\n');
}

function linesMarkdown({ label, columns, rows, lines }: ExampleLines): string {
  const shown = lines
    .slice(0, LINES_SHOWN)
    .map(
      ({ place, line }) =>
        `${markdownText([{ code: shorten(place, MAX_CODE) }])}\n\n${codeFence(cutAfter(line, MAX_LINE))}`,
    );
  const body = rows
    .slice(0, EXAMPLES_SHOWN)
    .map((cells) => row(cells.map((cell) => markdownText(shortened(cell), true))));
  const table = [row(columns.map((name) => codeSpan(name, true))), row(columns.map(() => ':--')), ...body].join('\n');
  const hidden = lines.length - shown.length + rows.length - body.length;
  const more = hidden > 0 ? [`and ${printCount(hidden)} more`] : [];
  const parts = present(body.length !== 0 && table, ...shown, ...more);
  return details(`${label} (${printCount(lines.length + rows.length)})`, parts.join('\n\n'));
}

/** Markdown works in the body of details between blank lines; the summary is HTML. */
function details(summary: string, body: string): string {
  return `<details>\n<summary>${summaryText(summary)}</summary>\n\n${body}\n\n</details>`;
}

/** Escapes the summary, where code spans do not work: mentions and references are broken by an invisible space. */
function summaryText(text: string): string {
  return cutAfter(text, MAX_CODE)
    .toWellFormed()
    .replace(/[\r\n]+/g, ' ')
    .replace(/[&<>"'`*_~[\]\\|:@#]|www(?=\.)/gi, (found) =>
      found.length > 1 ? `${found}&#8203;` : `&#${found.charCodeAt(0)};${/[@#:]/.test(found) ? '&#8203;' : ''}`,
    );
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function shortened(text: Text, most = MAX_CODE): Text {
  if (typeof text === 'string') return text;
  return text.map((part) => (typeof part === 'string' ? part : { code: shorten(part.code, most) }));
}
