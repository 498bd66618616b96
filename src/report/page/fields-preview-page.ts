// The page of a preview of custom fields: lines that fit and lines that are truncated, a row for each field, the largest exchanges, and next
// steps.
import { capitalized, enumerate, printBytes, printCount, printPlural, printShare } from '../../base/index.ts';
import type { FieldFigures, LoggedField, SimilarName, TrafficFigures } from '../../language/custom-fields/index.ts';
import type { FieldsPreview } from '../../verbs/index.ts';
import { shorten } from '../columns.ts';
import { printableAll } from '../printable.ts';
import { answerPage, listSection, noticesOf, tableSection } from './answer-page.ts';
import { bytesCell, code, countCell, figureColumn, NO_CELL, shareCell } from './cells.ts';
import { type BarPart, type Cell, type Page, paragraph, present, type Section } from './page.ts';
import { problemSection } from './problem-section.ts';
import { excludedCounts } from './source-facts.ts';

/** Maximum names in one sentence; `--format json` contains all. */
const NAMES_SHOWN = 8;
/** Maximum width of a value of an exchange, and of its URL. Columns. */
const [VALUE_COLUMNS, URL_COLUMNS] = [40, 160];
const MARKS: Readonly<Record<LoggedField['state'], string>> = { whole: '', cut: ' (truncated)', emptied: ' (emptied)' };

/** Names of the arrays of a ruleset. */
const ARRAY_NAMES: Readonly<Record<FieldFigures['array'], string>> = {
  request_fields: 'request',
  transformed_request_fields: 'request, transformed',
  response_fields: 'response',
  raw_response_fields: 'response, raw',
  cookie_fields: 'cookie',
};

/** Creates the page of a preview. */
export function fieldsPreviewPage(found: FieldsPreview): Page {
  const preview = printableAll(found);
  const { partial, traffic, figures } = preview;
  const { files, bytes, exchanges, passedOver, broken, damaged, unreadable } = traffic;
  const excluded = [
    ...excludedCounts('Entries', [
      [broken, 'broken'],
      [passedOver['from-cache'], 'skipped: served from the browser cache'],
      [passedOver['no-response'], 'skipped: no response'],
      [passedOver['not-http'], 'skipped: not HTTP'],
      [passedOver['other-host'], 'skipped: other hosts'],
    ]),
    ...excludedCounts('Files', [
      [damaged, 'damaged'],
      [unreadable, 'unreadable'],
    ]),
  ];
  return answerPage('Preview of custom fields', ...answerOf(figures), {
    notices: partial ? noticesOf(['interrupted: the figures cover only the data read so far']) : [],
    facts: [
      `${printPlural(exchanges, 'exchange')} from ${printPlural(files, 'file')} (${printBytes(bytes)} stored)`,
      ...excluded,
    ],
    sections: [
      ...(exchanges === 0 ? [] : [sizeSection(figures), ...fieldSection(figures)]),
      ...rowSections(preview),
      ...problemSection(preview),
      ...listSection('What to do next', adviceOf(preview)),
    ],
  });
}

function answerOf({ limitBytes, exchanges, over, cutBytes }: TrafficFigures): ['neutral' | 'unclear', string] {
  if (exchanges === 0) return ['unclear', 'No answer: no exchange was read.'];
  if (limitBytes === null) return ['neutral', 'No line is truncated: the total size has no limit.'];
  if (over === 0) return ['neutral', 'No line is truncated.'];
  const verb = over === 1 ? 'is' : 'are';
  return [
    'neutral',
    `${printCount(over)} of ${printPlural(exchanges, 'line')} ${verb} truncated, ${printBytes(cutBytes)} lost.`,
  ];
}

/** How many lines are within, near and over the limit. */
function sizeSection({ limits, limitBytes, exchanges, over, near, bytes, cutBytes, ...rest }: TrafficFigures): Section {
  const part = (label: string, fill: BarPart['fill'], lines: number, note = ''): BarPart => {
    return {
      label,
      fill,
      share: lines / exchanges,
      figures: [printShare(lines, exchanges), printPlural(lines, 'line'), note],
    };
  };
  const parts = present(
    part('fit', 'kept', exchanges - over - near),
    near !== 0 && part('near the limit', 'undecided', near),
    part('truncated', 'lost', over, over === 0 ? '' : `${printBytes(cutBytes)} lost`),
  );
  const sum = `${printPlural(rest.fields.length, 'field')}, ${printBytes(bytes)} of values, ${printPlural(rest.largestBytes, 'byte')} in the largest line`;
  const limit =
    limitBytes === null ? 'no limit on the total size' : `${printCount(limitBytes)} bytes for all values of a line`;
  return {
    title: `${capitalized(limits)} limits: ${limit}`,
    blocks: present(limitBytes !== null && { kind: 'bar', label: 'Lines', parts }, paragraph(sum)),
  };
}

/** A row for each field, in the order of the ruleset; without columns that are empty. */
function fieldSection({ fields, exchanges }: TrafficFigures): Section[] {
  const some = (count: number, cell: Cell): Cell => (count === 0 ? NO_CELL : cell);
  const figures: [string, (field: FieldFigures) => Cell][] = [
    ['In lines', ({ lines }) => (lines === 0 ? { text: 'never', tone: 'unclear' } : shareCell(lines, exchanges))],
    ['Bytes', ({ lines, bytes }) => some(lines, bytesCell(bytes))],
    ['Empty', ({ empty, lines }) => some(empty, shareCell(empty, lines, false))],
    ['Truncated', ({ crossing }) => some(crossing, countCell(crossing))],
    ['Emptied', ({ emptied }) => some(emptied, countCell(emptied))],
    ['Bytes lost', ({ cutBytes }) => some(cutBytes, bytesCell(cutBytes))],
    ['Repeats lost', ({ repeated }) => some(repeated.values, countCell(repeated.values))],
  ];
  const shown = figures.filter(([, cellOf], at) => at < 2 || fields.some((field) => cellOf(field) !== NO_CELL));
  return tableSection(
    `Fields (${printCount(fields.length)})`,
    ['Field', ...shown.map(([title]) => figureColumn(title, ''))],
    fields.map((field) => [nameOfField(field), ...shown.map(([, cellOf]) => cellOf(field))]),
  );
}

/** Single exchanges: the request, and the custom fields of its line. */
function rowSections({ rows, traffic }: FieldsPreview): Section[] {
  const count = `${printCount(rows.length)} of ${printCount(traffic.exchanges)}, most bytes first`;
  return rows.flatMap(({ method, url, status, bytes, cutBytes, logged }, index): Section[] => {
    const size = `${status}, ${printPlural(bytes, 'byte')}`;
    const request = [`${method} `, code(shorten(url, URL_COLUMNS)), `  ${size}`];
    const fields = logged.map(({ key, fields }): Cell[] => [
      { text: key },
      {
        text: fields.length === 0 ? 'none' : [code(fields.map(printField).join(' · '))],
        tone: fields.some(({ state }) => state !== 'whole') ? 'bad' : 'neutral',
      },
    ]);
    return [
      {
        title: index === 0 ? `Exchanges (${count})` : '',
        isPart: index > 0,
        blocks: [
          paragraph(cutBytes === 0 ? request : [...request, `, ${printPlural(cutBytes, 'byte')} lost`]),
          ...tableSection('', ['', ''], fields).flatMap(({ blocks }) => blocks),
        ],
      },
    ];
  });
}

/** `currency EUR`, `prefs a-long…value (truncated)` */
function printField({ name, value, state }: LoggedField): string {
  const texts = typeof value === 'string' ? [value] : value;
  const shown = texts.map((text) => (text === '' ? '""' : shorten(text, VALUE_COLUMNS))).join(', ');
  return `${name} ${shown}${MARKS[state]}`;
}

/** `cookie cartId` */
function nameOfField({ array, name }: Pick<FieldFigures, 'array' | 'name'>): string {
  return `${ARRAY_NAMES[array]} ${name}`;
}

function adviceOf({ figures, notes, job, traffic }: FieldsPreview): string[] {
  const messages = [...(job === null ? [] : [...job.mismatches, ...job.remarks]), ...notes];
  return [
    ...messages.map(({ message }) => message),
    ...(traffic.exchanges === 0
      ? []
      : [...limitAdvice(figures), ...missingAdvice(figures, notes), ...repeatAdvice(figures)]),
  ];
}

function limitAdvice({ fields, leaveOut, over, near, limitBytes }: TrafficFigures): string[] {
  const linesAre = (count: number): string => printPlural(count, 'line is', 'lines are');
  const sentences: string[] = [];
  if (leaveOut !== null) {
    const names = leaveOut.fields.map((index) => nameOfField(fields[index]!));
    const how = leaveOut.search === 'smallest' ? 'the smallest such set' : 'a smaller set may exist';
    // The field at which most lines are truncated.
    const most = fields.reduce((best, field) => (field.crossing > best.crossing ? field : best));
    const isOnlyOne = leaveOut.fields.length === 1 && fields[leaveOut.fields[0]!] === most;
    const alone =
      most.enoughAlone === 0 || isOnlyOne
        ? ''
        : `; without it alone, ${printPlural(most.enoughAlone, 'line')} would fit`;
    const after = fields.some(({ emptied }) => emptied > 0) ? ', and the fields after it are emptied' : '';
    sentences.push(
      `${linesAre(over)} over ${printCount(limitBytes!)} bytes; every line fits without ${listed(names)} (${how})`,
      `${nameOfField(most)} is truncated in ${printPlural(most.crossing, 'line')}${after}${alone}`,
    );
  }
  if (near > 0) {
    sentences.push(
      `${linesAre(near)} within 10 % of the limit; the platform does not document exactly how it counts bytes`,
    );
  }
  return sentences;
}

function missingAdvice({ fields }: TrafficFigures, notes: FieldsPreview['notes']): string[] {
  const hasNoCookies = notes.some(({ code }) => code === 'no-cookie-header');
  // If the traffic contains no cookies, a missing cookie means nothing.
  const rest = fields.filter(
    ({ lines, neverLogged, nearMiss, key }) =>
      lines === 0 && !neverLogged && nearMiss === undefined && !(hasNoCookies && key === 'Cookies'),
  );
  return present(
    ...fields.flatMap((field) => similarText(field) ?? []),
    rest.length !== 0 &&
      `${listed(rest.map(nameOfField))} never ${rest.length === 1 ? 'occurs' : 'occur'} in this traffic`,
  );
}

const CASE = 'cookie names are case-sensitive';
const PLACE_NAMES: Readonly<Record<SimilarName['place'], string>> = {
  RequestHeaders: 'a request header',
  ResponseHeaders: 'a response header',
  Cookies: 'a cookie',
  SetCookie: 'a cookie set by responses',
};

/** What the traffic has instead of a field. */
function similarText(field: FieldFigures): string | undefined {
  const { lines, neverLogged, nearMiss } = field;
  const name = nameOfField(field);
  if (neverLogged) return `${name} is never logged by the platform: remove it`;
  if (nearMiss === undefined) return undefined;
  const count = printPlural(nearMiss.exchanges, 'exchange');
  if (lines > 0) return `${name} is not the cookie ${nearMiss.name}, in ${count}; ${CASE}`;
  return `${name} never occurs: ${similarPlace(nearMiss, field.name, count)}`;
}

function similarPlace({ kind, place, name }: SimilarName, wanted: string, count: string): string {
  switch (kind) {
    case 'other-case':
      return `the cookie ${name} occurs in ${count}; ${CASE}`;
    case 'spelling':
      return `did you mean ${name}, in ${count}?`;
    case 'set-only':
      return `responses set the cookie ${name} in ${count}, but no request sends ${name === wanted ? 'it' : `that; ${CASE}`}`;
    case 'pseudo-header':
      return `over HTTP/2 and HTTP/3, clients send ${name} instead, and the HAR file shows that; the edge may still log it`;
    case 'other-place':
      return `${name} is ${PLACE_NAMES[place]} in ${count}`;
  }
}

function repeatAdvice({ fields, limits }: TrafficFigures): string[] {
  const fix =
    limits === 'current'
      ? '; "preserve_duplicates": true logs all'
      : '; only the current limits can log all of them, with "preserve_duplicates": true';
  return fields
    .filter(({ repeated }) => repeated.values > 0)
    .map((field) => {
      const { lines, values } = field.repeated;
      return `${nameOfField(field)} occurs more than once in ${printPlural(lines, 'exchange')}: the platform logs the first value, and ${printPlural(values, 'value is', 'values are')} lost${field.key === 'ResponseHeaders' ? fix : ''}`;
    });
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMES_SHOWN;
  return more > 0 ? `${names.slice(0, NAMES_SHOWN).join(', ')} and ${printCount(more)} more` : enumerate(names, 'and');
}

/** Summarizes the totals on one line, for `--format lines`. */
export function summarizeFields({ traffic, figures }: FieldsPreview): string {
  const { over, near, cutBytes } = figures;
  const cut = over === 0 ? 'none truncated' : `${printCount(over)} truncated, ${printBytes(cutBytes)} lost`;
  const close = near === 0 ? '' : `, ${printCount(near)} near the limit`;
  return `${printPlural(traffic.exchanges, 'line')}, ${cut}${close}`;
}
