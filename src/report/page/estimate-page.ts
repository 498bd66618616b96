// The page of an estimate: the kept share with its interval first, then what it is based on. Computes no figures.
import type { GuardResult } from '../../analysis/guard/index.ts';
import { printBytes, printCount, printInterval, printPlural } from '../../base/index.ts';
import type { EstimateResult } from '../../verbs/index.ts';
import { capitalized, printableAll } from '../text/style.ts';
import { code, figureColumn, textColumn } from './cells.ts';
import { guardAnswer, guardSection, guardStatements, interruptedAnswer } from './guard-section.ts';
import { withQuotation } from './job-section.ts';
import type { Cell, Page, PageSettings, Section, Text } from './page.ts';
import { problemSection } from './problem-section.ts';
import { sourceFacts, sourceNotices } from './source-facts.ts';

type Share = EstimateResult['share'];

/** Creates the page of an estimate. */
export function estimatePage(found: EstimateResult & { guards?: GuardResult[] }, settings: PageSettings = {}): Page {
  const result = printableAll(found);
  const { filter, shares, guards = [], source, exact } = result;
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
    highlights: [
      { label: 'kept lines', figure: percent(shares.kept.lines.share), note: intervalOf(shares.kept.lines, result) },
      { label: 'kept bytes', figure: percent(shares.kept.bytes.share), note: intervalOf(shares.kept.bytes, result) },
    ],
    facts: [
      exact
        ? `Exact: read all ${printPlural(source.objectsInAll, 'object')}`
        : `Read ${printCount(source.objects)} of ${printPlural(source.objectsInAll, 'object')}, sampled in proportion to stored size; seed ${result.seed}`,
      ...sourceFacts(result),
    ],
    sections: [
      ...guardSection(guards, () => ({ dataset: result.dataset, tested: [] }), settings),
      sharesSection(result),
      ...wholeSection(result),
      ...problemSection(result),
    ],
  };
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
  return `The filter keeps ${about}${percent(shares.kept.lines.share)} of the lines.`;
}

/** The guards that were checked, beside what the filter keeps. */
function statementsOf(result: EstimateResult, guards: readonly GuardResult[]): NonNullable<Page['statements']> {
  if (result.lines.read === 0 || result.partial) return [];
  return [
    ...(guardAnswer(guards) === undefined ? [] : [{ tone: 'neutral', text: keptText(result) } as const]),
    ...guardStatements(guards),
  ];
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
  return { title: 'Shares', blocks: [{ kind: 'table', name: 'shares', columns, rows, shown: rows.length }] };
}

function shareCells(share: Share, result: EstimateResult): Cell[] {
  const note = intervalOf(share, result);
  return [
    { text: percent(share.share), value: share.share, bar: share.share, ...(note === '' ? {} : { note }) },
    { text: '', value: share.low },
    { text: '', value: share.high },
  ];
}

function wholeSection({ whole, exact }: EstimateResult): Section[] {
  if (whole === null || exact) return [];
  const { lines, bytes, kept } = whole;
  const items: Text[] = [
    `About ${printCount(lines)} lines, of which about ${keptOf(kept.lines, printCount)}`,
    `About ${printBytes(bytes)} before compression, of which about ${keptOf(kept.bytes, printBytes)}`,
  ];
  return [{ title: 'Whole source, extrapolated by stored size', blocks: [{ kind: 'list', items }] }];
}

function keptOf(
  { estimate, atLow, atHigh }: NonNullable<EstimateResult['whole']>['kept']['lines'],
  print: (value: number) => string,
): string {
  const range = printInterval({ low: atLow, high: atHigh }, print);
  return `${print(estimate)} kept${range === '' ? '' : ` (${range})`}`;
}

function intervalOf({ low, high }: Share, { level, exact }: EstimateResult): string {
  if (exact) return '';
  if (level === null) return 'of the lines read; no interval';
  const range = printInterval({ low, high }, percent);
  return range === '' ? '' : `${range} (${Number((level * 100).toFixed(1))} % interval)`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
