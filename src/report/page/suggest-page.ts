// The page of a suggestion: the ladder, each rung in words with examples, the list of what is kept instead, and how to check them. Computes no figures.
import { moneyFormat, printAmount, printMoney, printMoneyChange } from '../../analysis/cost/index.ts';
import {
  capitalized,
  enumerate,
  printBytes,
  printCount,
  printPlural,
  printRange,
  printShare,
  shellQuoted,
} from '../../base/index.ts';
import { PROMISE_PREFIX } from '../../language/promises/index.ts';
import type { Rung, SuggestReport } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { code, codeCell, countCell, figureColumn, filterForms, NO_CELL, shareCell, textColumn } from './cells.ts';
import { rangeOf } from './cost-section.ts';
import { exampleLines } from './example-lines.ts';
import {
  type Block,
  type Cell,
  FITTED_ROWS,
  list,
  type Page,
  type PageSettings,
  paragraph,
  present,
  type Section,
  type Text,
} from './page.ts';
import { problemSection } from './problem-section.ts';
import { sourceFacts, sourceNotices } from './source-facts.ts';

/** Creates the page. */
export function suggestPage(found: SuggestReport, settings: PageSettings = {}): Page {
  const report = printableAll(found);
  const { goal, ladder } = report;
  return {
    isFitted: true,
    kind: 'Suggestion',
    title: [`Filters for ${goal.text}`],
    answer: answerOf(report),
    statements: statementsOf(report),
    notices: [
      ...sourceNotices(report),
      ...report.remarks.map((remark) => ({ tone: 'unclear' as const, text: `${capitalized(remark)}.` })),
    ],
    highlights: ladder.slice(-1).flatMap((last) => [
      { label: 'bytes dropped', figure: share(last.share) },
      { label: 'promises', figure: last.proofs.promises },
    ]),
    facts: sourceFacts(report),
    sections: [
      ...ladderSection(report),
      ...wordsSection(report),
      ...rungsOf(report).map((rung) => rungSection(rung, report, settings)),
      ...promisesSection(report),
      ...leftOutSection(report),
      ...commandsSection(report),
      ...problemSection(report),
    ],
  };
}

/** The rungs of the ladder, and the list of what is kept instead. */
function rungsOf({ ladder, keepList }: SuggestReport): Rung[] {
  return [...ladder, ...(keepList === null ? [] : [keepList])];
}

function share(part: number): string {
  return printShare(part, 1);
}

function shareRange(parts: readonly number[]): string {
  return printRange(share(Math.min(...parts)), share(Math.max(...parts)));
}

function answerOf(report: SuggestReport): Page['answer'] {
  const { outcome, goal, ladder, partial, promises, source, inForce } = report;
  const last = ladder.at(-1);
  // A notice names the objects that could not be read: the exit code is 1.
  const good = source.damaged + source.unreadable > 0 ? 'unclear' : 'good';
  if (outcome === 'met')
    return {
      tone: good,
      text: `The goal ${goal.text} is met already: ${remaining(report)}; nothing has to be dropped.`,
    };
  if (outcome === 'forbidden') return { tone: 'bad', text: `The promises forbid the goal ${goal.text}.` };
  if (last === undefined)
    return {
      tone: 'bad',
      text: `No filter was found${partial ? ' before the interruption' : ` for ${goal.text}: ${report.obstacle}`}.`,
    };
  const days = last.periods.flatMap(({ dropped }) => dropped ?? []);
  const perDay = days.length < 2 || hasParts(last) ? '' : ` (per day ${shareRange(days)})`;
  const held =
    promises.length === 0
      ? 'no promise was asked for'
      : inForce.filter !== null
        ? 'no promised line that the filter in force keeps is lost (proven)'
        : `${promises.length === 1 ? 'the promise holds' : `the ${promises.length} promises hold`} for every possible line (proven)`;
  const [drop, reach] = last.terms.length === 1 ? ['drops', 'reaches'] : ['drop', 'reach'];
  const isPaid = goal.kind === 'money';
  const only =
    outcome === 'missed' && !isPaid
      ? `, and ${reach} it only on the ${unitOf(last)} that the filter is learnt from`
      : '';
  const paid = isPaid ? `; then ${monthlyCost(last.costs)}` : '';
  const text = `${printPlural(last.terms.length, 'more term')} ${drop} ${share(last.share)} of the bytes${perDay}${only}${paid}; ${held}.`;
  if (partial) return { tone: 'unclear', text: `Interrupted before the search for ${goal.text} ended. ${text}` };
  if (outcome === 'reached') return { tone: good, text };
  return { tone: 'bad', text: `The goal ${goal.text} is ${outcome === 'missed' ? 'missed' : 'out of reach'}. ${text}` };
}

/** Whether the periods are parts of the objects, because all lines are judged as one day. */
function hasParts({ periods }: Rung): boolean {
  return periods.some(({ objects }) => objects !== undefined);
}

function unitOf(rung: Rung): string {
  return hasParts(rung) ? 'objects' : 'days';
}

/** What is pushed, or paid, without a suggestion. */
function remaining({ goal, inForce: { mostPerDay, perMonth, costs } }: SuggestReport): string {
  if (goal.kind === 'bytes-per-day') return `at most ${printBytes(mostPerDay)} are pushed on a day`;
  if (goal.kind === 'bytes-per-month') return `${printBytes(perMonth ?? 0)} are pushed in a month`;
  return monthlyCost(costs);
}

function monthlyCost(costs: Rung['costs']): string {
  return `a month costs ${enumerate(
    costs.map((one) => {
      const format = moneyFormat([one]);
      const range = rangeOf(one, format);
      const name = costs.length === 1 ? '' : ` (${one.price})`;
      return `${printAmount(one, format)}${name}${range === '' ? '' : ` (95 % interval: ${range})`}`;
    }),
    'and',
  )}`;
}

function statementsOf(report: SuggestReport): NonNullable<Page['statements']> {
  const { need, goal, outcome, search, keepList } = report;
  const last = report.ladder.at(-1);
  // Only a share is the same for all days.
  const isBelow = goal.kind === 'dropped' && last?.heldOut != null && last.heldOut < need.low;
  const unseen = report.leftOutPeriods.map(({ dropped }) => dropped);
  const neutral = (text: string) => ({ tone: 'neutral' as const, text });
  const unclear = (text: string) => ({ tone: 'unclear' as const, text });
  const isPaid = goal.kind === 'money';
  const onLearnt = last && outcome === 'missed' && !isPaid ? ` on the learnt ${unitOf(last)}` : '';
  return present(
    outcome !== 'met' &&
      goal.kind !== 'dropped' &&
      neutral(
        isPaid
          ? `${goal.text} needs ${share(need.low)} of the cost to be saved.`
          : `${goal.text} needs ${shareRange([need.low, need.high])} of the bytes${goal.kind === 'bytes-per-day' ? ' of a day' : ''} to be dropped.`,
      ),
    search.margin > 1 &&
      outcome === 'reached' &&
      neutral(
        `Learnt with a margin of ${share(search.margin - 1)}, so that ${goal.kind === 'bytes-per-day' ? 'each day reaches' : 'all days together reach'} the goal.`,
      ),
    isBelow &&
      unclear(`On ${unitOf(last!)} that it is not learnt from, it drops ${share(last!.heldOut!)}: less than the goal.`),
    keepList?.reachesGoal === false &&
      unclear(
        `The filter ${keepList.name} ${goal.kind === 'dropped' ? `drops ${share(keepList.share)}: less than the goal` : 'misses the goal'}.`,
      ),
    last !== undefined && last.unpromised.length > 0 && neutral(lossesOfOthers(last)),
    unseen.length > 0 && neutral(`Filters learnt without a day drop ${shareRange(unseen)} of that day.`),
    outcome === 'missed' &&
      !report.partial &&
      neutral(`Further searches, with a margin${onLearnt}, found no filter that reaches it.`),
    last !== undefined &&
      neutral(
        search.isProved && !(isPaid && outcome === 'missed')
          ? `Proved best of all sets of up to three of the ${printPlural(search.terms, 'term')} that reach the goal${onLearnt}${outcome === 'reached' && search.margin > 1 ? ' with this margin' : ''}.`
          : `Best set found of the ${printPlural(search.terms, 'term')} searched; not proved to be the best.`,
      ),
  );
}

/** What it drops of the lines of promises that are not made. They overlap: docs/suggest.md. */
function lossesOfOthers({ unpromised }: Rung): string {
  const losses = unpromised.map(
    ({ text, dropped, lines }) => `${printCount(dropped)} of ${printCount(lines)} ${text.replace(PROMISE_PREFIX, '')}`,
  );
  return `Not promised: drops ${losses.join(', ')}.`;
}

function ladderSection(report: SuggestReport): Section[] {
  const rungs = rungsOf(report);
  if (rungs.length === 0) return [];
  const prices = rungs[0]!.saves;
  const formats = prices.map((_, index) => moneyFormat(rungs.map(({ saves }) => saves[index]!)));
  const columns = [
    textColumn('Filter', 'name'),
    figureColumn('Operators', 'operators'),
    figureColumn('Length', 'bytes'),
    figureColumn('Drops', 'dropped_share'),
    figureColumn('learnt', 'learnt_share'),
    figureColumn('unseen', 'held_out_share'),
    ...prices.map(({ price }, index) =>
      figureColumn(prices.length === 1 ? 'Saves' : `Saves ${price}`, `saves_${index + 1}`),
    ),
    ...(prices.length === 0 ? [figureColumn('a month', 'saved_bytes_per_month')] : []),
    figureColumn('Kinds lost', 'kinds_lost'),
    { ...textColumn('Expression', 'expression'), isHidden: true },
  ];
  const figure = (value: number | null, print: (value: number) => string): Cell =>
    value === null ? NO_CELL : { text: print(value), value };
  const rows = rungs.map(({ name, size, nothingLeft: [kinds], filter, saves, ...rung }): Cell[] => [
    codeCell(name),
    countCell(size.operators),
    figure(size.bytes, printBytes),
    ...[rung.share, rung.learnt, rung.heldOut].map((part) => (part === null ? NO_CELL : shareCell(part, 1, false))),
    ...saves.map(({ amount }, index) => {
      const format = formats[index]!;
      return figure(amount?.value ?? null, (value) => (value < 0 ? printMoneyChange : printMoney)(value, format));
    }),
    ...(prices.length > 0 ? [] : [figure(rung.bytesPerMonth, (value) => `−${printBytes(value)}`)]),
    { text: `${printCount(kinds!.lost)} of ${printCount(kinds!.of)}`, value: kinds!.lost },
    { text: [code(filter.expression)], value: filter.expression },
  ]);
  // The last rung of the ladder reaches the goal.
  const rank = rows.map((_, index) => (index === report.ladder.length - 1 ? Number.POSITIVE_INFINITY : -index));
  const look = { rank, shown: rows.length, isUncut: true, isStacked: true };
  const blocks: Block[] = [{ kind: 'table', name: 'ladder', columns, rows, ...look }];
  return [{ title: 'Ladder', weight: FITTED_ROWS, blocks }];
}

/** Each rung in words, and the last filter. */
function wordsSection(report: SuggestReport): Section[] {
  const last = report.ladder.at(-1);
  if (last === undefined) return [];
  const words = list(
    rungsOf(report).map(({ name, words: text }): Text => [code(name), `: ${text}`]),
    { name: 'filters in words' },
  );
  const filter: Block = { kind: 'code', code: last.filter.expression, isUncut: true };
  return [
    { title: 'In words', weight: 2, blocks: [words] },
    { title: ['Filter ', code(last.name)], weight: FILTER_ROWS, blocks: [filter] },
  ];
}

/** Rows that the expression keeps in a small terminal: most filters are no longer. */
const FILTER_ROWS = 12;

function rungSection(rung: Rung, { testedFields, dataset, promises }: SuggestReport, settings: PageSettings): Section {
  const hasPromises = promises.length > 0;
  const days = rung.periods.map(
    ({ period, isLearnt, dropped }) =>
      `${period} ${dropped === null ? '–' : share(dropped)}${isLearnt ? '' : ' (unseen)'}`,
  );
  const { spread, proofs } = rung;
  // `2 of 207 ClientRequestPath`: values without a line left.
  const lost = rung.nothingLeft.flatMap(({ field, lost, of }) =>
    field === undefined || lost === 0 ? [] : [`${printCount(lost)} of ${printCount(of)} ${field}`],
  );
  const facts = present(
    `By ${hasParts(rung) ? 'part' : 'day'}: ${days.join(', ')}`,
    `Nothing left of: ${lost.length === 0 ? 'no value' : lost.join(', ')}`,
    spread !== null && `By object, small ones left out: ${shareRange([spread.low, spread.high])}`,
    hasPromises && `Promised lines are kept: ${proofs.promises}`,
    `No line is kept that the filter in force drops: ${proofs.narrows}`,
  );
  const blocks: Block[] = [
    list(facts),
    ...exampleLines('Examples of lines that it newly drops', rung.samples, { dataset, tested: testedFields }, settings),
    ...filterForms(rung.filter),
  ];
  return { title: [code(rung.name)], isDetail: true, blocks };
}

function promisesSection({ promises, inForce, droppable }: SuggestReport): Section[] {
  if (promises.length === 0) return [];
  const columns = [
    textColumn('Promise', 'promise'),
    textColumn('Lines', 'filter'),
    figureColumn('Protects', 'lines'),
    figureColumn('Bytes', 'share'),
  ];
  const rows = promises.map(({ text, filter, lines, bytes }): Cell[] => [
    ...[codeCell(text), codeCell(filter ?? 'all'), countCell(lines)],
    shareCell(bytes, inForce.kept.bytes, false),
  ]);
  const rest = `Beside the promises, ${printShare(droppable.bytes, inForce.kept.bytes)} of the bytes may be dropped.`;
  const table: Block = { kind: 'table', name: 'promises', columns, rows, shown: rows.length };
  return [{ title: 'Promises', isDetail: true, blocks: [table, paragraph(rest, { isExplanation: true })] }];
}

const REASONS: Readonly<Record<SuggestReport['leftOut'][number]['reason'], string>> = {
  personal: 'about people',
  identity: 'identifiers, times, ports and places',
  repeats: 'another field has the same without the query',
  absent: 'absent, null or of another type in some lines, which would be undecided: add absent ones to field_names',
  distinct: 'single values of fields with too many, of which the next day has others',
};

function leftOutSection({ leftOut, inForce: { room, filter }, search, promises }: SuggestReport): Section[] {
  const taken = [
    ...(filter === null ? [] : ['the filter in force']),
    ...(promises.length === 0 ? [] : ['the promises']),
  ];
  const drop = search.conditions === 1 ? 'drops' : 'drop';
  const conjunctions = '; terms of up to three conditions were tried, because single ones miss the goal or lose much';
  const items = present(
    ...leftOut.map(({ reason, fields }): Text => [`${capitalized(REASONS[reason])}: `, code(enumerate(fields, 'and'))]),
    leftOut.some(({ reason }) => reason !== 'absent') && '--use FIELD lets terms test one that every line has',
    search.conditions > 0 &&
      `${printPlural(search.conditions, 'term')} of one condition ${drop} at least 0.5 % of the bytes${search.withConjunctions ? conjunctions : ''}`,
    `The limits of the platform allow ${printPlural(room.operators, 'more operator')} and ${printPlural(room.bytes, 'more byte')}${taken.length === 0 ? '' : ` beside ${enumerate(taken, 'and')}`}`,
  );
  return [{ title: 'What was left out', isDetail: true, blocks: [list(items)] }];
}

function commandsSection({ commands }: SuggestReport): Section[] {
  if (commands.length === 0) return [];
  // What the user replaces stays as it is.
  const printed = (word: string): string => (/^\{[A-Z]+\}$/.test(word) ? word.slice(1, -1) : shellQuoted(word));
  const blocks = commands.map(
    ({ purpose, words }): Block => ({
      ...{ kind: 'code', label: purpose, code: `headgate ${words.map(printed).join(' ')}`, isAligned: true },
    }),
  );
  return [{ title: 'Check it before you deploy it', isDetail: true, blocks }];
}
