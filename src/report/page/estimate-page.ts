// The page of an estimate: the kept share with its interval first, then what it is based on. Computes no figures.
import type { GuardResult } from '../../analysis/guard/index.ts';
import {
  capitalized,
  printBytes,
  printCount,
  printInterval,
  printPlural,
  printRange,
  printShare,
} from '../../base/index.ts';
import type { EstimateResult } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { code, figureColumn, textColumn } from './cells.ts';
import { guardAnswer, guardSection, guardStatements, interruptedAnswer } from './guard-section.ts';
import { withQuotation } from './job-section.ts';
import { type Cell, list, type Page, type PageSettings, present, type Section, type Text } from './page.ts';
import { problemSection } from './problem-section.ts';
import { sourceFacts, sourceNotices } from './source-facts.ts';

type Share = EstimateResult['share'];

/** Creates the page of an estimate. */
export function estimatePage(found: EstimateResult & { guards?: GuardResult[] }, settings: PageSettings = {}): Page {
  const result = printableAll(found);
  const { filter, shares, guards = [] } = result;
  const isRead = result.lines.read > 0;
  return {
    kind: 'Estimate',
    title: [code(filter)],
    answer: answerOf(result, guards),
    statements: statementsOf(result, guards),
    notices: [
      ...sourceNotices(result),
      ...(result.remarks ?? []).map((remark) => ({
        tone: 'unclear' as const,
        text: [...withQuotation(capitalized(remark)), '.'],
      })),
    ],
    highlights: present(
      isRead && ofShare('kept lines', shares.kept.lines, result),
      isRead && ofShare('kept bytes', shares.kept.bytes, result),
    ),
    facts: [readText(result), ...precisionFact(result), ...sourceFacts(result)],
    sections: [
      // Guards of an estimate have no lines.
      ...guardSection(guards, () => ({ dataset: result.dataset, tested: [] }), settings, result.unjudgedGuards),
      ...(isRead ? [sharesSection(result)] : []),
      ...wholeSection(result),
      ...problemSection(result),
    ],
  };
}

function ofShare(label: string, share: Share, result: EstimateResult): NonNullable<Page['highlights']>[number] {
  return { label, figure: percent(share.share), note: intervalOf(share, result) };
}

/** Which objects were read, how they were chosen, and how many of them are lost. */
function readText({ source, exact, rounds, seed, partial }: EstimateResult): string {
  const objects = printPlural(source.objectsInAll, 'object');
  const all = source.objectsInAll === 1 ? 'the only object' : `all ${objects}`;
  if (exact) return `Exact: read ${all}`;
  const lost = source.damaged + source.unreadable;
  const which = source.objectsInAll === 1 ? 'which is' : `${printCount(lost)} of them`;
  const ofThem = lost === 0 ? '' : `, ${which} lost (damaged or unreadable)`;
  if (source.objects >= source.objectsInAll) {
    const covered = lost === 0 ? '' : '; the interval covers any content of the lost objects';
    return `Read ${partial ? 'a part of ' : ''}${all}${ofThem}${covered}`;
  }
  const ofBytes =
    source.bytesInAll === null ? '' : `, ${printShare(source.bytes, source.bytesInAll)} of the stored bytes`;
  return `Read ${printCount(source.objects)} of ${objects} (${printShare(source.objects, source.objectsInAll)}${ofBytes})${ofThem}, sampled in proportion to stored size; ${printPlural(rounds, 'round')}, seed ${seed}`;
}

/** The requested precision, and whether it was reached. */
function precisionFact({ precision, level, exact }: EstimateResult): string[] {
  if (precision === null || (level === null && !exact)) return [];
  const { wanted, reached } = precision;
  const miss = reached <= wanted ? '' : ' (not reached)';
  return [
    `Precision of the kept share: ±${percentOf(reached)} percentage points, ±${plainPercent(wanted)} requested${miss}`,
  ];
}

function answerOf(result: EstimateResult, guards: readonly GuardResult[]): Page['answer'] {
  const { lines, undecided } = result;
  const interrupted = interruptedAnswer(result);
  if (interrupted !== undefined) return interrupted;
  if (lines.read === 0) return { tone: 'unclear', text: 'No answer: no line was read.' };
  const guarded = guardAnswer(guards);
  if (guarded !== undefined) return guarded;
  if (undecided.lines === lines.read) return { tone: 'unclear', text: 'No answer: every line is undecided.' };
  return { tone: 'neutral', text: keptText(result) };
}

function keptText({ level, exact, shares }: EstimateResult): string {
  const about = exact || level === null ? '' : 'about ';
  const { kept, dropped, undecided } = shares;
  const range = printRange(percent(kept.lines.share), percent(1 - dropped.lines.share));
  if (undecided.lines.share === 0) return `The filter keeps ${about}${percent(kept.lines.share)} of the lines.`;
  return `The filter keeps ${about}${range} of the lines: ${about}${percent(undecided.lines.share)} are undecided.`;
}

/** The guards that were checked, beside what the filter keeps. */
function statementsOf(result: EstimateResult, guards: readonly GuardResult[]): NonNullable<Page['statements']> {
  if (result.lines.read === 0 || result.partial) return [];
  return present(
    guardAnswer(guards) !== undefined && { tone: 'neutral', text: keptText(result) },
    ...guardStatements(guards),
  );
}

function sharesSection(result: EstimateResult): Section {
  const { shares } = result;
  const columns = [
    textColumn('Verdict', 'verdict'),
    figureColumn('Lines', 'lines_share'),
    figureColumn('Low', 'lines_low'),
    figureColumn('High', 'lines_high'),
    figureColumn('Bytes', 'bytes_share'),
    figureColumn('Low', 'bytes_low'),
    figureColumn('High', 'bytes_high'),
  ].map((column) => ({ ...column, isHidden: /low|high/.test(column.key) }));
  const rows = (['kept', 'dropped', 'undecided'] as const).map((verdict) => [
    { text: verdict },
    ...(['lines', 'bytes'] as const).flatMap((of) => shareCells(shares[verdict][of], result)),
  ]);
  const { level, exact } = result;
  const title = exact
    ? 'Shares'
    : level === null
      ? 'Shares of the lines read, without intervals'
      : `Shares with ${plainPercent(level)} % intervals`;
  return { title, blocks: [{ kind: 'table', name: 'shares', columns, rows, shown: rows.length }] };
}

function shareCells(share: Share, result: EstimateResult): Cell[] {
  const note = rangeOf(share, result);
  return [
    { text: percent(share.share), value: share.share, bar: share.share, ...(note === '' ? {} : { note }) },
    { text: '', value: share.low },
    { text: '', value: share.high },
  ];
}

/** The size of the source is an estimate, too: the ends of its kept part are those of the share alone, which they name. */
function wholeSection({ whole, exact, share, bytesShare }: EstimateResult): Section[] {
  if (whole === null || exact) return [];
  const { lines, bytes, kept } = whole;
  const items: Text[] = [
    `About ${printCount(lines)} lines, of which about ${keptOf(kept.lines, share, printCount)}`,
    `About ${printBytes(bytes)} before compression, of which about ${keptOf(kept.bytes, bytesShare, printBytes)}`,
  ];
  return [{ title: 'Whole source, extrapolated by stored size', blocks: [list(items)] }];
}

function keptOf(
  { estimate, atLow, atHigh }: NonNullable<EstimateResult['whole']>['kept']['lines'],
  { low, high }: Share,
  print: (value: number) => string,
): string {
  return `${print(estimate)} kept (${print(atLow)} at ${percent(low)}, ${print(atHigh)} at ${percent(high)})`;
}

/** The interval of a share; empty if there is none. */
function rangeOf({ low, high }: Share, { level, exact }: EstimateResult): string {
  return exact || level === null ? '' : printInterval({ low, high }, percent);
}

/** The same with its level, outside of a table. */
function intervalOf(share: Share, result: EstimateResult): string {
  const { level, exact } = result;
  if (!exact && level === null) return 'of the lines read; no interval';
  const range = rangeOf(share, result);
  return range === '' ? '' : `${range} (${plainPercent(level!)} % interval)`;
}

function percent(share: number): string {
  return `${percentOf(share)} %`;
}

/** A share in percent with two decimals, a small one with two digits; 0 and 100 only for exact values. */
function percentOf(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 0.01) return value.toPrecision(2);
  return value < 100 && value > 99.99 ? '>99.99' : value.toFixed(2);
}

/** A share that the user or the method has set in percent: `95`. */
function plainPercent(share: number): string {
  return String(Number((share * 100).toFixed(4)));
}
