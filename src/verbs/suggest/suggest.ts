// The verb suggest: which filter reaches a goal, and cannot lose a promised line? Learns terms over an index, and replays the filters that it suggests:
// every figure of a rung is that of a replay. Never applies anything.
import {
  countMissed,
  type FilterBase,
  type FinishedFilter,
  filterOf,
  finishFilter,
  isProven,
  Learner,
  type Learnt,
  type LineSpace,
  type ListKind,
  needOf,
  readSpace,
  readVocabulary,
  type SpaceRequest,
  type Term,
  type Vocabulary,
  wantedFields,
} from '../../analysis/suggest/index.ts';
import { enumerate, HeadgateError, printBytes, printCount, printPlural, printShare } from '../../base/index.ts';
import { keepIndex, redactLocation } from '../../input/destination/index.ts';
import { INTERRUPTED, listSources, type SourceListing } from '../../input/sources/index.ts';
import {
  compileCombination,
  compileFilter,
  EVERY_LINE,
  type Filter,
  intersectionOf,
  MAX_FILTER_BYTES,
  MAX_FILTER_OPERATORS,
  printCondition,
  printExpression,
  type Selection,
  selectionOf,
  sizeOf,
  testedFields,
  unionOf,
} from '../../language/filter/index.ts';
import { pushSettings } from '../../language/output/index.ts';
import { formsOf } from '../check/filter-forms.ts';
import { indexLogs } from '../index-logs/index-logs.ts';
import { ignore } from '../request/logs-request.ts';
import { noAnswerErrorOfReplay } from '../request/no-answer/no-answer-error.ts';
import { type PrintedFlag, printSourceFlags } from '../request/print-source-flags.ts';
import { compareCommand, type PrintedCommand, planCommand } from '../request/printed-commands.ts';
import { type IndexPlace, placeOfIndex } from '../request/temporary-index.ts';
import { rejectWithheld } from '../request/withheld-fields.ts';
import { describeTerms } from './describe-terms.ts';
import { type Baseline, judgeFilters, periodName, readBaseline, sharesOf } from './judge-filters.ts';
import { parseGoal } from './parse-goal.ts';
import { resolveSuggestion, type SuggestRequest, type SuggestRun } from './resolved-suggestion.ts';
import type { Rung, SuggestReport } from './suggest-report.ts';

/** Lines that a promise protects, below which its share on other days is not known. Ours. */
const FEW_LINES = 100;
/** The latest days, of which each is left out in turn: every one takes a search. Ours. */
const MAX_FOLDS = 8;
/** Days from which each is left out in turn. */
const MIN_FOLDS = 3;
/** Times that a margin is tried. Ours: each takes a search, and terms are few. */
const MAX_MARGINS = 4;
/** Share of a limit that is little room for terms. Ours. */
const LITTLE_ROOM = 0.2;
/** Spread of the share dropped, by object, from which a day may be unusual: the largest minus the median of all objects. Ours. */
const WIDE_SPREAD = 0.35;

/**
 * Suggests filters that reach a goal: each drops the lines of a few conditions, except lines that a promise protects.
 * @throws HeadgateError `goal-syntax`, `goal-no-price`, `promise-missing`, `promise-undecided`, `several-sources`, `unknown-field`, `no-records`; as
 * `readComparedFilters`, `readGuards` and `readPrices`
 * @example
 * ```ts
 * import { suggest } from 'headgate';
 *
 * const { outcome, ladder } = await suggest({
 *   sources: ['samples/logs/all-requests'],
 *   goal: '30 %',
 *   neverDrop: ['promise:security', 'promise:errors'],
 * });
 * console.log(outcome, ladder.at(-1)?.proofs.promises); // => reached proven
 * ```
 */
export async function suggest(request: SuggestRequest): Promise<SuggestReport> {
  const started = new Date();
  const goal = parseGoal(request.goal);
  const resolved = await resolveSuggestion(request, goal);
  const { compared, logs } = resolved;
  const destination = compared.job?.destinationConf;
  const sources = logs.sources.length > 0 || destination === undefined ? logs.sources : [destination];
  const place = await placeOfIndex('suggest', { sources, connection: logs.connection, dataset: resolved.dataset.name });
  try {
    if (place.isTemporary) await build(place, resolved, request.onListing);
    await keepIndex(place.index, { isGrowing: false, isTemporary: place.isTemporary });
    const run: SuggestRun = { ...resolved, goal, sources, logs: { ...logs, sources: [place.index] } };
    const report = await suggestOver(run, place.isTemporary ? ignore : (request.onListing ?? ignore));
    report.timing = { started: started.toISOString(), seconds: (Date.now() - started.getTime()) / 1000 };
    return report;
  } catch (error) {
    throw error === logs.signal.reason ? interrupted() : error;
  } finally {
    place.remove();
  }
}

async function build(
  place: IndexPlace,
  { logs, dataset }: Pick<SuggestRun, 'logs' | 'dataset'>,
  onListing: SuggestRequest['onListing'],
): Promise<void> {
  const { connection, range, slackMs, threads, onProgress, onListProgress, signal } = logs;
  const { partial } = await indexLogs({
    ...{
      out: place.index,
      sources: place.sources,
      connection,
      range,
      slackMs,
      threads,
      signal,
      onProgress,
      onListProgress,
    },
    ...{ dataset: dataset.name, onListing },
  });
  if (partial) throw interrupted();
}

function interrupted(): HeadgateError {
  return new HeadgateError(INTERRUPTED, 'interrupted before the search has found a filter: nothing was suggested', {
    kind: 'interrupted',
  });
}

/** What is known before the search. */
interface Prepared {
  base: FilterBase;
  baseline: Baseline;
  space: LineSpace;
  spaceRequest: SpaceRequest;
  vocabulary: Vocabulary;
  isLearnt: boolean[];
  /** That of the suggestion, and those without each period of {@link leftOut}. */
  selections: boolean[][];
  /** The periods that are left out in turn. */
  leftOut: number[];
  /** By period: share of the bytes to drop. */
  need: number[];
}

async function suggestOver(
  run: SuggestRun,
  onListing: NonNullable<SuggestRequest['onListing']>,
): Promise<SuggestReport> {
  const { logs, dataset, compared, promises } = run;
  const { signal } = logs;
  const listing = await listSources(logs, []);
  const fields = promises.flatMap(({ filter }) => testedFields(filter));
  rejectWithheld('suggest filters by', [...testedFields(compared.reading.filter), ...fields], listing);
  onListing(listing, { dataset, filters: [compared], warnings: run.warnings });
  const baseline = await readBaseline(run, listing);
  const without = await noAnswerErrorOfReplay(baseline.report, 'suggest', {
    ...{ set: { dataset, filters: [compared], warnings: [] }, objects: listing.objects },
    ...{ range: logs.range, reading: logs.reading, nullAs: logs.nullAs, signal },
  });
  if (without !== undefined) throw without;
  if (signal.aborted) throw interrupted();
  const promised = promises.reduce<Selection>((union, { filter }) => unionOf(union, selectionOf(filter)), 'none');
  const base: FilterBase = { dataset, inForce: compared.reading.filter, promised };
  const compile = (selection: Selection) =>
    selection === 'every' || selection === 'none'
      ? undefined
      : compileCombination(selection, dataset, { nullAs: logs.nullAs });
  const spaceRequest: SpaceRequest = {
    ...{ dataset, range: logs.range, reading: logs.reading, signal, objects: [...listing.objects] },
    ...{ inForce: compile(compared.selection), promised: promised === 'none' ? undefined : compile(promised) },
    fields: wantedFields(dataset, run.use),
  };
  const space = await readSpace(spaceRequest);
  if (promised === 'every') for (const period of space.periods) period.droppableBytes = 0;
  const { periods } = space;
  const isLearnt = periods.map((_, index) => periods.length === 1 || index < periods.length - 1);
  const need = baseline.needOf(periods);
  const empty = await emptyReport(run, { baseline, space, base, isLearnt, need });
  const outcome = withoutSearch({ space, isLearnt, need, isStrict: run.goal.kind === 'bytes' });
  if (outcome !== undefined)
    return {
      ...{ ...empty, outcome },
      remarks: [...empty.remarks, ...(outcome === 'met' ? [] : [whyForbidden(empty, run, { space, isLearnt })])],
    };
  const pause = async (): Promise<void> => {
    await new Promise((next) => setImmediate(next));
    if (signal.aborted) throw interrupted();
  };
  const leftOut = periods.length < MIN_FOLDS ? [] : [...periods.keys()].slice(-MAX_FOLDS);
  const selections = [isLearnt, ...leftOut.map((left) => periods.map((_, index) => index !== left))];
  const vocabulary = await readVocabulary({ space, dataset, nullAs: logs.nullAs, use: run.use, selections, pause });
  const prepared = { base, baseline, space, spaceRequest, vocabulary, selections, isLearnt, leftOut, need };
  return await searched(run, listing, prepared, empty);
}

/** The outcome if no search can change it. */
function withoutSearch({
  isLearnt,
  ...request
}: Pick<Prepared, 'space' | 'isLearnt' | 'need'> & { isStrict: boolean }): 'met' | 'forbidden' | undefined {
  const { space, need } = request;
  if (need.every((share) => share <= 0)) return 'met';
  const bytes = needOf(request, isLearnt);
  const isForbidden = space.periods.some(
    ({ droppableBytes }, index) => isLearnt[index] && droppableBytes < bytes[index]!,
  );
  return isForbidden ? 'forbidden' : undefined;
}

async function searched(
  run: SuggestRun,
  listing: SourceListing,
  prepared: Prepared,
  empty: SuggestReport,
): Promise<SuggestReport> {
  const { logs, dataset, promises } = run;
  const { base, space, spaceRequest, vocabulary, selections, isLearnt, need } = prepared;
  const { conditions, kinds } = vocabulary;
  const { signal } = logs;
  const pause = async (): Promise<boolean> => {
    await new Promise((next) => setImmediate(next));
    return signal.aborted;
  };
  const learner = new Learner({
    space,
    base,
    worth: kinds.worth,
    allWorth: kinds.allWorth,
    ...{ selections, conditions },
    need,
    isStrict: run.goal.kind === 'bytes',
    pause,
  });
  const { first, found, margin } = await learnForAll(learner, prepared, run);
  const folds = await leftOutFolds(prepared, learner, first, signal);
  const keptTerms = signal.aborted ? [] : learner.learnKept(margin);
  const isInterrupted = signal.aborted;
  // What was found is judged, although the run was interrupted: a partial replay has no answer.
  const judging: SuggestRun = { ...run, logs: { ...logs, signal: new AbortController().signal } };
  const ladderTerms = found?.terms.map((_, index) => found.terms.slice(0, index + 1)) ?? [];
  const finish = (terms: readonly Term[], kind: ListKind): Suggested => ({
    ...{ terms, kind, ...finishFilter(filterOf(terms, kind, base), base) },
  });
  const ladder = ladderTerms.map((terms) => finish(terms, 'drop'));
  const keep = keptTerms.length === 0 ? [] : [finish(keptTerms, 'keep')];
  const suggested = [...ladder, ...keep].filter(({ proofs }) => isProven(proofs));
  const judged = await judgeFilters(judging, listing, {
    baseline: prepared.baseline,
    filters: suggested.map((one, index) => ({
      ...{
        name: nameOf(one, index),
        filter: one.filter,
        after: one.kind === 'drop' ? suggested[index - 1]?.filter : undefined,
      },
    })),
    folds: folds.map(({ terms }) => filterOf(terms, 'drop', base)),
    periods: space.periods,
  });
  const missed = await countMissed(
    space,
    suggested.map(({ filter }) => compileFilter(filter, dataset, { nullAs: logs.nullAs })),
    { ...spaceRequest, signal: judging.logs.signal },
    vocabulary,
  );
  const names = promises.map(({ text }) => text);
  const rungs = suggested.map((one, index): Rung => {
    const shares = sharesOf(judged.filters[index]!, space.periods, isLearnt);
    const { kinds: lostKinds, fields } = missed[index]!;
    return {
      name: nameOf(one, index),
      terms: one.terms.map((term) => term.map((condition) => printCondition(condition)).join(' and ')),
      words: describeTerms(one.terms, one.kind, names),
      ...{ filter: formsOf(one.filter), size: one.size, ...shares, ...judged.filters[index]!.figures },
      nothingLeft: [lostKinds, ...fields],
      proofs: { promises: one.proofs.promises, narrows: one.proofs.narrows },
    };
  });
  const steps = rungs.filter((_, index) => suggested[index]!.kind === 'drop');
  const keepList = rungs.find((_, index) => suggested[index]!.kind === 'keep') ?? null;
  const isReached = found?.isReached === true && steps.length === ladder.length;
  const search: SuggestReport['search'] = {
    conditions: learner.conditions,
    terms: found?.searched ?? 0,
    isProved: found?.isProved ?? false,
    withConjunctions: found?.withConjunctions ?? false,
    margin,
  };
  const report: SuggestReport = {
    ...empty,
    partial: isInterrupted,
    outcome: !isReached ? 'out-of-reach' : missOf(found.bytes, prepared, run) > 1 ? 'missed' : 'reached',
    ...{ ladder: steps, keepList, search },
    obstacle: steps.length > 0 ? null : obstacleOf(search, ladder.length, empty),
    leftOutPeriods: folds.map(({ period }, index) => ({
      period: periodName(space.periods[period]!),
      dropped: judged.folds[index]![period] ?? 0,
    })),
    leftOut: leftOutOf(vocabulary),
    testedFields: [...new Set(suggested.flatMap(({ filter }) => testedFields(filter)))],
  };
  return {
    ...report,
    remarks: [...empty.remarks, ...remarksOf(report, base)],
    commands: commandsFor(report, run),
  };
}

/** A filter with its terms. */
interface Suggested extends FinishedFilter {
  terms: readonly Term[];
  kind: ListKind;
}

function nameOf({ kind }: Suggested, index: number): string {
  return kind === 'keep' ? 'keep-list' : `suggestion-${index + 1}`;
}

/**
 * By which factor all periods together, or the worst day for a goal by day, miss the goal: at most 1 if they reach it.
 * @param dropped bytes by period
 */
function missOf(
  dropped: Float64Array,
  { space: { periods }, need }: Pick<Prepared, 'space' | 'need'>,
  { goal }: SuggestRun,
): number {
  const wanted = periods.map(({ bytes }, index) => bytes * need[index]!);
  const ratio = (part: number, whole: number): number => (part <= 0 ? 0 : part / Math.max(whole, 1));
  const isByDay = goal.kind === 'bytes' && periods[0]?.objects === undefined;
  if (isByDay) return Math.max(...wanted.map((bytes, index) => ratio(bytes, dropped[index]!)));
  const sum = (figures: Iterable<number>): number => [...figures].reduce((all, one) => all + one, 0);
  return ratio(sum(wanted), sum(dropped));
}

/** Learns from the learnt periods; with a margin, as long as all periods together then miss the goal: only the margin depends on the last one. */
async function learnForAll(
  learner: Learner,
  prepared: Prepared,
  run: SuggestRun,
): Promise<{ first: Learnt | undefined; found: Learnt | undefined; margin: number }> {
  const first = await learner.learn(0);
  let [found, margin] = [first, 1];
  for (let round = 0; round < MAX_MARGINS && found?.isReached === true; round += 1) {
    const miss = missOf(found.bytes, prepared, run);
    if (miss <= 1 || run.logs.signal.aborted) break;
    const wider = await learner.learn(0, margin * miss);
    if (wider?.isReached !== true) break;
    [found, margin] = [wider, margin * miss];
  }
  return { first, found, margin };
}

/** Why no filter was found. @param found filters of terms, none of which is proven */
function obstacleOf(
  { conditions, terms }: SuggestReport['search'],
  found: number,
  { inForce: { room } }: SuggestReport,
): string {
  if (found > 0) return 'no filter is proven to keep the promised lines';
  if (conditions === 0)
    return 'no condition on the fields that terms may test drops 0.5 % of the bytes; --use FIELD allows another field';
  if (terms > 0) return 'no set of terms reaches a part of it';
  const every = conditions === 1 ? 'the only term' : `each of the ${printCount(conditions)} terms`;
  if (!isFull(room)) return `${every} drops every line`;
  const left = `${printPlural(room.operators, 'more operator')} and ${printPlural(room.bytes, 'more byte')}`;
  return `${every} exceeds what the limits of the platform leave: ${left}`;
}

/** Learns with each period left out in turn: what such a filter drops of a day that it has not seen. */
async function leftOutFolds(
  { leftOut, isLearnt }: Prepared,
  learner: Learner,
  first: Learnt | undefined,
  signal: AbortSignal,
): Promise<{ period: number; terms: readonly Term[] }[]> {
  if (first?.isReached !== true) return [];
  const folds: { period: number; terms: readonly Term[] }[] = [];
  for (const [index, period] of leftOut.entries()) {
    if (signal.aborted) return [];
    // Without a margin, the suggestion itself is not learnt from the last period.
    const other = isLearnt[period] ? await learner.learn(index + 1) : first;
    if (other !== undefined) folds.push({ period, terms: other.terms });
  }
  return folds;
}

function leftOutOf({ leftOut }: Vocabulary): SuggestReport['leftOut'] {
  const byReason = Map.groupBy(leftOut, ({ reason }) => reason);
  return [...byReason].map(([reason, fields]) => ({ reason, fields: fields.map(({ field }) => field) }));
}

/** The report before a suggestion. */
async function emptyReport(
  run: SuggestRun,
  { baseline, space, base, isLearnt, need }: Pick<Prepared, 'baseline' | 'space' | 'base' | 'isLearnt' | 'need'>,
): Promise<SuggestReport> {
  const { compared, goal, dataset, promises } = run;
  const { report, promiseLines, droppable } = baseline;
  const inForce = report.jobs![0]!;
  const taken = base.promised === 'none' ? base.inForce : filterWithoutTerms(base);
  const used = taken === undefined ? { operators: 0, bytes: 0 } : sizeOf(taken);
  const learnt = need.filter((_, index) => isLearnt[index]);
  const { source, lines, problemCounts, problems } = report;
  return {
    ...{ version: 1, partial: false, dataset: dataset.name, source, lines, problemCounts, problems },
    sources: run.sources.map(redactLocation),
    goal: { text: goal.text, kind: goal.kind },
    outcome: 'out-of-reach',
    need: { low: Math.min(...learnt), high: Math.max(...learnt) },
    inForce: {
      name: compared.name,
      filter: inForce.filter,
      size: base.inForce === undefined ? { operators: 0, bytes: 0 } : sizeOf(base.inForce),
      room: {
        operators: Math.max(0, MAX_FILTER_OPERATORS - used.operators),
        bytes: Math.max(0, MAX_FILTER_BYTES - used.bytes),
      },
      kept: inForce.kept,
      ...{ mostPerDay: baseline.mostPerDay, costs: baseline.costs },
      undecided: inForce.undecided,
      missingFields: baseline.missingFields,
    },
    promises: promises.map(({ text, filter }, index) => ({
      ...{ text, filter: filter === undefined ? null : printExpression(filter) },
      ...{ lines: promiseLines[index]!.lines, bytes: promiseLines[index]!.bytes },
    })),
    ...{ droppable, ladder: [], keepList: null, leftOutPeriods: [], leftOut: [], commands: [], testedFields: [] },
    ...{ search: { conditions: 0, terms: 0, isProved: false, withConjunctions: false, margin: 1 }, obstacle: null },
    ...(baseline.covered && { covered: baseline.covered }),
    remarks: sourceRemarks(run, baseline, space),
  };
}

/** The filter in force with the promises. */
function filterWithoutTerms({ inForce, promised }: FilterBase): Filter | undefined {
  const found = intersectionOf(selectionOf(inForce), promised);
  return typeof found === 'object' ? found : inForce;
}

function sourceRemarks(
  { compared, isOwn, promises, goal }: SuggestRun,
  baseline: Baseline,
  { periods }: LineSpace,
): string[] {
  const { extrapolatedFrom } = baseline;
  const { sampleRate, name } = { ...pushSettings(compared.job), name: compared.name };
  const rare = promises
    .map(({ text }, index) => ({ text, lines: baseline.promiseLines[index]!.lines }))
    .filter(({ lines }) => lines < FEW_LINES);
  const { undecided } = baseline.report.jobs![0]!;
  const missing = baseline.missingFields.map((one) => one.name);
  return [
    ...(undecided.lines > 0
      ? [
          `the filter in force leaves ${printPlural(undecided.lines, 'line')} (${printBytes(undecided.bytes)}) undecided${missing.length === 0 ? '' : `, because lines lack a value of ${enumerate(missing, 'and')}`}: no figure includes them`,
        ]
      : []),
    ...(isOwn && compared.reading.filter !== undefined
      ? [`lines that ${name} drops are not in the source: only narrower filters can be judged`]
      : []),
    ...(sampleRate < 1
      ? [
          `the job ${name} pushes a sample of its lines (sample_rate ${sampleRate}): rare promised lines may be missing in the source, and shares are those of the sample`,
        ]
      : []),
    ...(extrapolatedFrom !== undefined && goal.kind === 'bytes'
      ? [
          `the lines cover ${printPlural(Math.max(1, Math.round(extrapolatedFrom)), 'hour')}, and no day well enough: the bytes of a day are those of the covered time, extrapolated to 24 hours`,
        ]
      : []),
    ...periodRemarks(periods),
    ...rare.map(
      ({ text, lines }) =>
        `the promise ${text} protects ${lines === 0 ? 'no line' : `only ${printPlural(lines, 'line')}`} of the source: other days may have many, and the filter keeps them, too (proven)`,
    ),
  ];
}

/** What few days limit. */
function periodRemarks(periods: LineSpace['periods']): string[] {
  if (periods.length >= MIN_FOLDS) return [];
  const days = [...new Set(periods.flatMap((period) => period.days))];
  const joined = periods.find((period) => period.days.length > 1)?.days;
  const advice = 'use logs of three days or more to measure how days differ';
  const isOne = periods.length < 2 || periods[0]!.objects !== undefined;
  const what =
    days.length === 0
      ? 'no line has a readable time'
      : days.length === 1
        ? `all lines are of one day (${days[0]})`
        : joined === undefined
          ? 'the lines are of two days'
          : `the lines of ${enumerate(joined, 'and')} count as one day, because a day with few bytes is joined with its neighbor`;
  const how =
    periods[0]?.objects !== undefined
      ? 'the terms are learnt from the first objects and judged on the last ones'
      : isOne
        ? 'no other lines remain to judge the terms on'
        : 'the terms are learnt from one and judged on the other';
  return [`${what}: ${how}; ${advice}`];
}

function whyForbidden(
  { promises, inForce }: SuggestReport,
  { goal }: SuggestRun,
  { space, isLearnt }: Pick<Prepared, 'space' | 'isLearnt'>,
): string {
  const learnt = space.periods.filter((_, index) => isLearnt[index]);
  const sumOf = (key: 'bytes' | 'droppableBytes'): number => learnt.reduce((sum, period) => sum + period[key], 0);
  const costs = promises
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ text, bytes }) => `${text} protects ${printShare(bytes, inForce.kept.bytes)}`);
  return `the promises protect too much for ${goal.text}: of the bytes of the learnt days ${printShare(sumOf('droppableBytes'), sumOf('bytes'))} may be dropped; of all bytes in force, ${enumerate(costs, 'and')}`;
}

function isFull({ operators, bytes }: SuggestReport['inForce']['room']): boolean {
  return operators < MAX_FILTER_OPERATORS * LITTLE_ROOM || bytes < MAX_FILTER_BYTES * LITTLE_ROOM;
}

function remarksOf(report: SuggestReport, base: FilterBase): string[] {
  const last = report.ladder.at(-1);
  const { room } = report.inForce;
  const spread = last?.spread;
  return [
    ...(isFull(room)
      ? [
          `beside the filter in force${base.promised === 'none' ? '' : ' and the promises'}, the limits of the platform allow ${printPlural(room.operators, 'more operator')} and ${printPlural(room.bytes, 'more byte')} (limits: ${MAX_FILTER_OPERATORS} and ${printCount(MAX_FILTER_BYTES)})`,
        ]
      : []),
    ...(last !== undefined && last.undecided > 0
      ? [
          `the filter ${last.name} leaves ${printPlural(last.undecided, 'line')} undecided, because they lack a field that it tests`,
        ]
      : []),
    ...(spread && spread.high - spread.low > WIDE_SPREAD
      ? [
          `objects lose ${printShare(spread.low, 1)} to ${printShare(spread.high, 1)} of their bytes: an attack or a sale may have chosen the terms`,
        ]
      : []),
  ];
}

/** Commands that check the last rung, over the lines that it was judged on. */
function commandsFor(
  { ladder }: SuggestReport,
  { sources, compared, promises, logs, dataset, price = [] }: SuggestRun,
): SuggestReport['commands'] {
  const last = ladder.at(-1);
  if (last === undefined) return [];
  const shown = sources.map(redactLocation);
  const { expression } = last.filter;
  const inForce = compared.reading.filter;
  const from: PrintedFlag =
    compared.job !== undefined && compared.file !== undefined
      ? ['--from-job', compared.file]
      : ['--from', inForce === undefined ? EVERY_LINE : printExpression(inForce)];
  const flags: PrintedFlag[] = [['--dataset', dataset.name], ...printSourceFlags(logs)];
  const question = { neverDrop: promises.map(({ text }) => text), prices: [price].flat(), flags };
  const planned = { ...question, sources: shown.length === 0 ? ['{SOURCE}'] : shown };
  const wordsOf = ({ words, flags: own }: PrintedCommand): string[] => [...words, ...own.flat()] as string[];
  return [
    {
      purpose: 'Compare it with the filter in force',
      words: wordsOf(compareCommand(from, expression, { ...question, sources: shown })),
    },
    {
      purpose: 'Keep real lines as tests',
      words: wordsOf({
        ...{ words: ['test', '--mine', ...shown] },
        flags: [['--filter', expression], ...flags, ['--out', 'suite.json']],
      }),
    },
    {
      purpose: 'Plan the change of the job',
      words: wordsOf(planCommand('{ZONE}', compared.file ?? '{JOB}', expression, planned)),
    },
  ];
}
