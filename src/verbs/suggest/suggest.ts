// The verb suggest: which filter reaches a goal, and cannot lose a promised line? Learns terms over an index, and replays the filters that it suggests:
// every figure of a rung is that of a replay. Never applies anything.

import { moneyFormat, printAmount } from '../../analysis/cost/index.ts';
import {
  countMissed,
  filterOf,
  type Goals,
  Learner,
  type ListKind,
  provenFilter,
  readSpace,
  readVocabulary,
  type Term,
} from '../../analysis/suggest/index.ts';
import {
  enumerate,
  HeadgateError,
  HOURS_PER_DAY,
  printBytes,
  printCount,
  printHours,
  printPlural,
  printShare,
} from '../../base/index.ts';
import { keepIndex, redactLocation } from '../../input/destination/index.ts';
import { INTERRUPTED, listSources } from '../../input/sources/index.ts';
import {
  compileCombination,
  compileFilter,
  EVERY_LINE,
  type FilterSize,
  intersectionOf,
  MAX_FILTER_BYTES,
  MAX_FILTER_OPERATORS,
  operatorsFor,
  printCondition,
  printExpression,
  type Selection,
  selectionOf,
  sizeOf,
  testedFields,
} from '../../language/filter/index.ts';
import { neverHas } from '../../language/logic/index.ts';
import { pushSettings } from '../../language/output/index.ts';
import { PROMISE_PREFIX } from '../../language/promises/index.ts';
import { formsOf } from '../check/filter-forms.ts';
import { indexLogs } from '../index-logs/index-logs.ts';
import { ignore } from '../request/logs-request.ts';
import { noAnswerErrorOfReplay } from '../request/no-answer/no-answer-error.ts';
import { type PrintedFlag, printSourceFlags } from '../request/print-source-flags.ts';
import { compareCommand, planCommand } from '../request/printed-commands.ts';
import { placeOfIndex } from '../request/temporary-index.ts';
import { rejectWithheld } from '../request/withheld-fields.ts';
import { describeTerms } from './describe-terms.ts';
import { goalNeed } from './goal-need.ts';
import {
  type Baseline,
  dayName,
  judgeFilters,
  mostOf,
  readBaseline,
  remainsWith,
  type Suggested,
} from './judge-filters.ts';
import { resolveSuggestion, type SuggestRequest, type SuggestRun } from './resolved-suggestion.ts';
import type { Rung, SuggestOutcome, SuggestReport } from './suggest-report.ts';

/** Lines that a promise protects, below which its share on other days is not known. Ours. */
const FEW_LINES = 100;
/** Share of a limit that is little room for terms. Ours. */
const LITTLE_ROOM = 0.2;
/** Spread of the share dropped, by object, from which a day may be unusual: the largest minus the least of all objects. Ours. */
const WIDE_SPREAD = 0.35;

/**
 * Suggests filters that reach a goal: each drops the lines of a few conditions, except lines that a promise protects.
 * @throws HeadgateError `goal-syntax`, `goal-no-price`, `goal-currencies`, `goal-no-rate`, `promise-missing`, `promise-contradiction`, `promise-undecided`, `nothing-kept`,
 * `mixed-datasets`, `other-dataset`, `several-sources`, `index-without`, `unknown-field`, `no-records`, `interrupted`; those of filters, guards and prices
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
  const resolved = await resolveSuggestion(request);
  const { logs, sources } = resolved;
  const place = await placeOfIndex('suggest', { sources, connection: logs.connection, dataset: resolved.dataset.name });
  try {
    if (place.isTemporary) {
      const { nullAs: _, reading: __, ...building } = logs;
      const index = { out: place.index, sources: place.sources, dataset: resolved.dataset.name };
      await indexLogs({ ...building, ...index, onListing: request.onListing });
      logs.signal.throwIfAborted();
    }
    await keepIndex(place.index, { isGrowing: false, isTemporary: place.isTemporary });
    const run: SuggestRun = { ...resolved, logs: { ...logs, sources: [place.index] } };
    const report = await suggestOver(run, place.isTemporary ? ignore : (request.onListing ?? ignore));
    report.timing = { started: started.toISOString(), seconds: (Date.now() - started.getTime()) / 1000 };
    return report;
  } catch (error) {
    if (error !== logs.signal.reason) throw error;
    throw new HeadgateError(INTERRUPTED, 'interrupted before the search has found a filter: nothing was suggested', {
      kind: 'interrupted',
    });
  } finally {
    place.remove();
  }
}

async function suggestOver(
  run: SuggestRun,
  onListing: NonNullable<SuggestRequest['onListing']>,
): Promise<SuggestReport> {
  const { logs, dataset, compared, inForce, promises, promised, goal } = run;
  const { signal, nullAs, range, reading } = logs;
  const listing = await listSources(logs, []);
  const fields = promises.flatMap(({ filter }) => testedFields(filter));
  rejectWithheld('suggest filters by', [...testedFields(inForce), ...fields, ...run.use], listing);
  onListing(listing, { dataset, filters: [compared], warnings: run.warnings });
  const baseline = await readBaseline(run, listing);
  const without = await noAnswerErrorOfReplay(baseline.report, 'suggest', {
    ...{ set: { dataset, filters: [compared], warnings: [] }, objects: listing.objects },
    ...{ range, reading, nullAs, signal },
  });
  if (without !== undefined) throw without;
  signal.throwIfAborted();
  const { kept } = baseline.report.jobs![0]!;
  if (kept.lines === 0)
    throw new HeadgateError(
      'nothing-kept',
      `cannot suggest filters: found no line of ${printCount(baseline.report.lines.read)} that the filter in force keeps, expected at least one; change --from, or name other logs`,
    );
  const compile = (selection: Selection) =>
    typeof selection === 'object' ? compileCombination(selection, dataset, { nullAs }) : undefined;
  const { shareIn, weightOf } = goalNeed(run, baseline);
  const asked = {
    ...{ dataset, range, reading, signal, nullAs, weightOf, objects: [...listing.objects] },
    ...{ inForce: compile(compared.selection), promised: compile(promised), use: run.use },
  };
  const space = await readSpace(asked);
  if (promised === 'every') for (const period of space.periods) period.droppableBytes = 0;
  const { periods } = space;
  // The parts of one day have the goal of the day together.
  const isStrict = goal.kind === 'bytes-per-day' && periods[0]?.objects === undefined;
  const goals = { space, need: periods.map(shareIn), isStrict };
  const empty = emptyReport(run, baseline, goals);
  const ended = (outcome: SuggestOutcome, remarks: readonly string[]): SuggestReport => ({
    ...{ ...empty, outcome, remarks: [...empty.remarks, ...remarks] },
  });
  if (baseline.remains <= mostOf(run)) return ended('met', intervalRemarks(run, empty.inForce.costs));
  const forbids = whyForbidden(run, baseline);
  if (forbids !== undefined) return ended('forbidden', [forbids]);
  const vocabulary = await readVocabulary(space, asked);
  // What was found is judged, although the run was interrupted: a partial replay has no answer.
  const judging: SuggestRun = { ...run, logs: { ...logs, signal: new AbortController().signal } };
  const missInReplay = async (terms: readonly Term[]): Promise<number> => {
    const { remains } = await remainsWith(judging, listing, filterOf(terms, 'drop', run));
    return (baseline.remains - mostOf(run)) / Math.max(0, baseline.remains - remains);
  };
  const learner = new Learner({
    ...{ ...goals, base: run, vocabulary, signal },
    // A share of the bytes is exact without a replay.
    missInReplay: goal.kind === 'dropped' ? undefined : missInReplay,
  });
  const { found, margin, folds, keptTerms, conditions } = await learner.run();
  const partial = signal.aborted;
  const names = promises.map(({ text }) => text);
  const suggested: Suggested[] = [];
  const suggestIfProven = (terms: readonly Term[], kind: ListKind): void => {
    const filter = provenFilter(terms, kind, run);
    const name = kind === 'keep' ? 'keep-list' : `suggestion-${suggested.length + 1}`;
    if (filter !== undefined) suggested.push({ name, kind, terms, filter });
  };
  for (const index of found?.terms.keys() ?? []) suggestIfProven(found!.terms.slice(0, index + 1), 'drop');
  if (keptTerms.length > 0) suggestIfProven(keptTerms, 'keep');
  const judged = await judgeFilters(judging, listing, periods, suggested, partial ? [] : folds);
  const filters = suggested.map(({ filter }) => compileFilter(filter, dataset, { nullAs }));
  const missed = await countMissed(space, filters, { ...asked, signal: judging.logs.signal }, vocabulary);
  const rungs = suggested.map(
    ({ name, terms, kind, filter }, index): Rung => ({
      name,
      terms: terms.map((term) => term.map((condition) => printCondition(condition)).join(' and ')),
      words: describeTerms(terms, kind, names),
      ...{ filter: formsOf(filter), size: sizeOf(filter), ...judged.filters[index]! },
      nothingLeft: missed[index]!,
      proofs: { promises: 'proven', narrows: 'proven' },
    }),
  );
  const drops = rungs.filter((_, index) => suggested[index]!.kind === 'drop');
  const reaching = drops.findIndex(({ reachesGoal }) => reachesGoal);
  // On other days, fewer terms may do.
  const ladder = reaching < 0 ? drops : drops.slice(0, reaching + 1);
  const isWhole = ladder.length === found?.terms.length;
  const report: SuggestReport = {
    ...{ ...empty, partial, ladder, leftOut: vocabulary.leftOut, leftOutPeriods: judged.leftOutPeriods },
    search: { ...empty.search, ...found?.search, ...(!isWhole && { isProved: false }), conditions, margin },
    outcome: ladder.at(-1)?.reachesGoal ? 'reached' : found?.reached === 1 && isWhole ? 'missed' : 'out-of-reach',
    keepList: rungs[drops.length] ?? null,
    testedFields: [...new Set(suggested.flatMap(({ filter }) => testedFields(filter)))],
  };
  const costs = report.outcome === 'reached' ? ladder.at(-1)!.costs : [];
  const proposed = new Set([...vocabulary.conditions.values()].flat().map(({ condition }) => condition.key));
  const remarks = [...useRemarks(run, report, proposed), ...rungRemarks(run, report), ...intervalRemarks(run, costs)];
  const obstacle = ladder.length > 0 || partial ? null : obstacleOf(report, found !== undefined);
  return { ...report, obstacle, remarks: [...empty.remarks, ...remarks], commands: commandsFor(report, run) };
}

/** Why no filter was found. @param hasTerms whether terms were found, none of whose filters is proven */
function obstacleOf(
  { search: { conditions }, inForce: { room }, leftOut, goal }: SuggestReport,
  hasTerms: boolean,
): string {
  if (hasTerms) return 'no filter is proven to keep the promised lines';
  if (conditions === 0) {
    const lacked = leftOut.find(({ reason }) => reason === 'absent')?.fields.length ?? 0;
    const because =
      lacked === 0
        ? ''
        : `, and ${printPlural(lacked, 'field is', 'fields are')} left out because some lines lack a value`;
    return `no condition on the fields that terms may test drops 0.5 % of ${goal.kind === 'money' ? 'what all lines cost' : 'the bytes'}${because}; --use FIELD allows another field`;
  }
  const every = conditions === 1 ? 'the only term' : `each of the ${printCount(conditions)} terms`;
  return isFull(room)
    ? `${every} exceeds what the limits of the platform leave: ${printRoom(room)}`
    : `${every} drops every line`;
}

/** The report before a suggestion. */
function emptyReport(run: SuggestRun, baseline: Baseline, { space, need }: Goals): SuggestReport {
  const { compared, inForce, promised, goal, dataset, promises } = run;
  const { report, droppable, cost, bytesOfDays, missingFields, remains } = baseline;
  const { filter, kept, undecided } = report.jobs![0]!;
  const sizeWith = (selection: Selection) =>
    typeof selection === 'object' ? sizeOf(selection) : { operators: 0, bytes: 0 };
  const size = sizeWith(selectionOf(inForce));
  const taken = promised === 'none' ? size : sizeWith(intersectionOf(selectionOf(inForce), promised));
  const { source, lines, problemCounts, problems } = report;
  const savedShare = remains <= mostOf(run) ? 0 : 1 - mostOf(run) / remains;
  return {
    ...{ version: 1, partial: false, dataset: dataset.name, source, lines, problemCounts, problems },
    sources: run.sources.map(redactLocation),
    goal: { text: goal.text, kind: goal.kind },
    outcome: 'out-of-reach',
    need:
      goal.kind === 'money'
        ? { low: savedShare, high: savedShare }
        : { low: Math.min(...need), high: Math.max(...need) },
    inForce: {
      ...{ name: compared.name, filter, size, kept, mostPerDay: Math.max(0, ...bytesOfDays.values()) },
      perMonth: cost?.jobs[0]?.perMonth.bytes?.value ?? null,
      ...{ costs: cost?.jobs[0]?.money ?? [], undecided, missingFields },
      room: {
        operators: Math.max(0, MAX_FILTER_OPERATORS - taken.operators),
        bytes: Math.max(0, MAX_FILTER_BYTES - taken.bytes),
      },
    },
    promises: promises.map(({ text, filter: promise }, index) => ({
      ...{ text, filter: promise === undefined ? null : printExpression(promise), ...baseline.promises[index]! },
    })),
    ...{ droppable, ladder: [], keepList: null, leftOutPeriods: [], leftOut: [], commands: [], testedFields: [] },
    ...{ search: { conditions: 0, terms: 0, isProved: false, withConjunctions: false, margin: 1 }, obstacle: null },
    ...(cost && { covered: cost.covered }),
    remarks: [...sourceRemarks(run, baseline, space), ...promiseRemarks(run, baseline)],
  };
}

function sourceRemarks(
  { compared, inForce, isOwn, goal }: SuggestRun,
  { extrapolatedFrom, shortDays, missingFields, report, cost }: Baseline,
  { periods, leftOut }: Goals['space'],
): string[] {
  const { sampleRate } = pushSettings(compared.job);
  const { undecided } = report.jobs![0]!;
  const left = `${printPlural(undecided.lines, 'line')} (${printBytes(undecided.bytes)})`;
  const missing = missingFields.map(({ name }) => name);
  const because = missing.length === 0 ? '' : `, because lines lack a value of ${enumerate(missing, 'and')}`;
  const short = shortDays.map(([day, hours]) => `${printHours(hours)} of ${day}`);
  const hasParts = periods[0]?.objects !== undefined;
  const days = enumerate((hasParts ? periods.slice(0, 1) : periods).map(dayName), 'and');
  const how = hasParts
    ? 'the terms are learnt from the first objects and judged on the last ones'
    : periods.length < 2
      ? 'no other lines remain to judge the terms on'
      : 'the terms are learnt from the first and judged on the last';
  return [
    undecided.lines > 0 && `the filter in force leaves ${left} undecided${because}: no figure includes them`,
    isOwn &&
      inForce !== undefined &&
      `lines that ${compared.name} drops are not in the source: only narrower filters can be judged`,
    sampleRate < 1 &&
      `the job ${compared.name} pushes a sample of its lines (sample_rate ${sampleRate}): ${
        isOwn
          ? 'rare promised lines may be missing in the source, and shares are those of the sample'
          : `the source counts as all of its lines, of which ${printShare(sampleRate, 1)} are pushed`
      }`,
    goal.kind === 'bytes-per-day' &&
      short.length > 0 &&
      `a goal by day is judged on what the lines cover, ${enumerate(short, 'and')}: pass whole days`,
    goal.kind === 'bytes-per-day' &&
      extrapolatedFrom !== undefined &&
      `the lines cover ${printHours(extrapolatedFrom)}, and no day well enough: the bytes of a day are those of the covered time, extrapolated to 24 hours`,
    goal.kind !== 'bytes-per-day' &&
      cost !== undefined &&
      cost.covered.hours < HOURS_PER_DAY &&
      `the lines cover ${printHours(cost.covered.hours)}: what a month has is extrapolated from them`,
    leftOut.length === 0 &&
      `the lines count as fewer than three days (${days}): ${how}; use logs of three days or more to measure how days differ`,
  ].filter((remark) => remark !== false);
}

/** Which fields of --use no term can test, and why. @param proposed fields of conditions */
function useRemarks({ use, dataset }: SuggestRun, { leftOut }: SuggestReport, proposed: ReadonlySet<string>): string[] {
  const lacked = leftOut.find(({ reason }) => reason === 'absent')?.fields ?? [];
  return [...use].flatMap((name) => {
    const { type, unfilterable = false } = dataset.fields.get(name)!;
    if (unfilterable || operatorsFor(type).length === 0)
      return `--use ${name} has no effect: filters cannot test the field`;
    if (type === 'timestamp' || type === 'float')
      return `--use ${name} has no effect: terms test no field of the type ${type}`;
    if (lacked.includes(name)) return `--use ${name} has no effect: some lines lack a value of the field`;
    return proposed.has(name) ? [] : `--use ${name} has no effect: no condition on the field drops 0.5 % of the bytes`;
  });
}

/** That a cost which reaches the goal may miss it, because stored sizes are estimated: a guard judges by the interval. */
function intervalRemarks({ goal }: SuggestRun, costs: SuggestReport['inForce']['costs']): string[] {
  if (goal.kind !== 'money') return [];
  const most = costs.reduce((sum, { amount }) => sum + (amount?.high ?? 0), 0);
  if (most <= goal.most) return [];
  return [
    `the interval of the cost reaches beyond ${goal.text}: a guard cost <= ${goal.text} does not hold on these lines`,
  ];
}

/** What promises cannot protect, and how many lines they do, if these are few. */
function promiseRemarks({ compared, inForce, promises, dataset }: SuggestRun, baseline: Baseline): string[] {
  const isEmpty = (lines: Selection): boolean =>
    lines === 'none' || (lines !== 'every' && neverHas(lines, 'keep', dataset).answer === 'proven');
  return promises.flatMap(({ text, selection }, index): string[] => {
    const { lines, alreadyDropped: lost } = baseline.promises[index]!;
    const name = text.startsWith(PROMISE_PREFIX) ? text : `the promise ${text}`;
    if (isEmpty(selection)) return [`no line can match ${name}: correct it`];
    if (isEmpty(intersectionOf(compared.selection, selection)))
      return [`the filter in force drops every line that ${name} matches: no suggestion keeps them`];
    const of = inForce === undefined ? 'of the source' : 'that the filter in force keeps';
    const some = lines === 0 ? `no line ${of}` : `only ${printPlural(lines, 'line')} ${of}`;
    const dropped = `the filter in force already drops ${printPlural(lost, 'line')} that ${name} matches: no suggestion keeps them`;
    const few = `${some} ${lines < 2 ? 'matches' : 'match'} ${name}: other days may have more, which are kept, too, unless the filter in force drops them (proven)`;
    return [...(lost > 0 ? [dropped] : []), ...(lines < FEW_LINES ? [few] : [])];
  });
}

/** Why the promises forbid the goal: the promised lines alone are more than may remain. Undefined if they are not. */
function whyForbidden(run: SuggestRun, { least, droppable, promises: found, report }: Baseline): string | undefined {
  const { goal, promises } = run;
  if (least.remains <= mostOf(run)) return undefined;
  const { bytes } = report.jobs![0]!.kept;
  const protects = promises
    .map(({ text }, index) => ({ text, bytes: found[index]!.bytes }))
    .sort((a, b) => b.bytes - a.bytes)
    .map((one) => `${one.text} protects ${printShare(one.bytes, bytes)}`);
  const [may, must] = goal.kind === 'dropped' ? [printShare(droppable.bytes, bytes), printShare(goal.share, 1)] : [];
  const paid = (least.cost?.money ?? []).map((one) => printAmount(one, moneyFormat([one])));
  const alone = {
    // Both may print alike.
    dropped: `of all bytes in force ${may === must ? 'less' : `${may} may be dropped, and ${must}`} have to be`,
    'bytes-per-day': `the promised lines alone have ${printBytes(least.remains)} on the day with the most`,
    'bytes-per-month': `the promised lines alone have ${printBytes(least.remains)} a month`,
    money: `a month of the promised lines alone costs ${enumerate(paid, 'and')}`,
  }[goal.kind];
  return `the promises protect too much for ${goal.text}: ${alone}; ${goal.kind === 'dropped' ? '' : 'of the bytes, '}${enumerate(protects, 'and')}`;
}

function isFull({ operators, bytes }: FilterSize): boolean {
  return operators < MAX_FILTER_OPERATORS * LITTLE_ROOM || bytes < MAX_FILTER_BYTES * LITTLE_ROOM;
}

function printRoom({ operators, bytes }: FilterSize): string {
  return `${printPlural(operators, 'more operator')} and ${printPlural(bytes, 'more byte')}`;
}

function rungRemarks({ promised }: SuggestRun, { ladder, inForce: { room } }: SuggestReport): string[] {
  const { name, undecided = 0, spread = null } = ladder.at(-1) ?? {};
  return [
    isFull(room) &&
      `beside the filter in force${promised === 'none' ? '' : ' and the promises'}, the limits of the platform allow ${printRoom(room)} (limits: ${MAX_FILTER_OPERATORS} and ${printCount(MAX_FILTER_BYTES)})`,
    undecided > 0 &&
      `the filter ${name} leaves ${printPlural(undecided, 'line')} undecided, because ${undecided === 1 ? 'it lacks' : 'they lack'} a value of a field that it tests`,
    spread !== null &&
      spread.high - spread.low > WIDE_SPREAD &&
      `objects lose ${printShare(spread.low, 1)} to ${printShare(spread.high, 1)} of their bytes, small objects left out: an attack or a sale may have chosen the terms`,
  ].filter((remark) => remark !== false);
}

/** What the user has to replace by the name of the logs. */
const SOURCE = '{SOURCE}';

/** Commands that check the last rung, over the lines that it was judged on. */
function commandsFor(
  report: SuggestReport,
  { sources, compared, inForce, promises, logs, dataset, price = [] }: SuggestRun,
): SuggestReport['commands'] {
  const last = report.ladder.at(-1);
  if (last === undefined) return [];
  // Standard input has been read.
  const shown = sources.map((source) => (source === '-' ? SOURCE : redactLocation(source)));
  const { expression } = last.filter;
  const { job, file } = compared;
  const from: PrintedFlag =
    job !== undefined && file !== undefined
      ? ['--from-job', file]
      : ['--from', inForce === undefined ? EVERY_LINE : printExpression(inForce)];
  const flags: PrintedFlag[] = [['--dataset', dataset.name], ...printSourceFlags(logs)];
  // A guard on all lines of a promise is broken by those that the filter in force drops.
  const neverDrop = promises.map(({ text, selection }, index) => {
    const kept = intersectionOf(compared.selection, selection);
    return typeof kept === 'object' && report.promises[index]!.alreadyDropped > 0 ? printExpression(kept) : text;
  });
  const question = { neverDrop, prices: [price].flat(), flags, sources: shown };
  const planned = { ...question, sources: shown.length === 0 ? [SOURCE] : shown };
  const tests: PrintedFlag[] = [['--filter', expression], ...flags, ['--out', 'suite.json']];
  return [
    { purpose: 'Compare it with the filter in force', ...compareCommand(from, ['--to', expression], question) },
    { purpose: 'Keep real lines as tests', words: ['test', '--mine', ...shown], flags: tests },
    { purpose: 'Plan the change of the job', ...planCommand('{ZONE}', file ?? '{JOB}', expression, planned) },
  ].map(({ purpose, words, flags: own }) => ({ purpose, words: [...words, ...own.flat()] as string[] }));
}
