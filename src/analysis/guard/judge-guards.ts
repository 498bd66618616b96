// Compares guards with the figures of a replay. Pure: reads no lines, prints nothing.
import { printCount, printPlural } from '../../base/index.ts';
import { type LineTotal, NO_LINES } from '../../input/scan/index.ts';
import {
  complementOf,
  type Filter,
  intersectionOf,
  type Selection,
  selectionOf,
  testedFields,
} from '../../language/filter/index.ts';
import type { Aggregate, BatchFigures, FilterTotals, Sample, TransformTotals } from '../aggregates/index.ts';
import {
  beforeSampling,
  type MonthlyCost,
  PUSHES_ALL,
  type PushedLines,
  type PushedShare,
  partOfPushed,
  pushedLines,
  type TimeSpan,
} from '../cost/index.ts';
import {
  askSelected,
  askTransformed,
  askTransitions,
  type SelectedLines,
  type SelectedQuestion,
  type ShownLines,
  type TransformedLines,
} from '../query/index.ts';
import type { TransformText } from '../transform/index.ts';
import { describeNever } from './describe-guard.ts';
import type {
  ChangeFigure,
  Guard,
  GuardResult,
  GuardSet,
  Judgement,
  NeverGuard,
  PushedFigure,
  ThresholdGuard,
} from './guard.ts';
import { type FilterCosts, isMoney, judgeMoney, type MoneyGuard } from './judge-money.ts';
import {
  isChange,
  judgeThreshold,
  LINES_OF_GUARD,
  needsSpan,
  type PushedVerdicts,
  type SourceLimits,
  type ThresholdInput,
} from './judge-threshold.ts';
import { isUnjudged, NOT_JUDGED, unjudged } from './unanswered-guards.ts';

/** A filter that guards judge. */
export interface JudgedFilter {
  name: string;
  /** Undefined: it keeps every line. `none`: it keeps no line. */
  filter: Filter | 'none' | undefined;
  /** What its job pushes. @default every kept line */
  push?: PushedShare | undefined;
  /** The old filter, for guards on newly kept and newly dropped lines. @default those guards cannot be judged */
  replaces?: Selection | undefined;
  /** What transforms the lines that the old filter keeps. @default nothing */
  replacesTransformer?: TransformText | undefined;
  /** What the job of the old filter pushes: a guard must also hold for the lines that the new job pushes, if it pushes others. @default as {@link push} */
  replacesPush?: PushedShare | undefined;
  /** What transforms the lines that it keeps: those that are not delivered count as dropped. @default nothing */
  transformer?: TransformText | undefined;
  /** Whether values of the job are left out of messages. @default false */
  hidesPush?: boolean | undefined;
}

/** The job that wrote the source. */
export interface GuardedSource {
  writtenBy: string;
  /** Its `sample_rate`. */
  sampleRate: number;
  /** Returns why the source may lack some of these lines; undefined if it lacks none. */
  lacks(lines: Selection): string | undefined;
  /** Whether it is proven that no event is among these lines, in the source or not. */
  isEmpty(lines: Selection): boolean;
  /** Why that job did not write every line, so that nothing is known about the lines that the source lacks. @default it did */
  doubt?: string | undefined;
}

/** What lines cost in a month, by price. */
export interface JudgedCosts {
  /** By filter. */
  filters: readonly FilterCosts[];
  /** Of all lines. */
  all: readonly MonthlyCost[];
  /** Of the old filter. @default all lines */
  before?: FilterCosts | undefined;
}

/** The figures that guards judge. */
interface JudgedFigures {
  /** By filter. */
  totals: readonly TransformedVerdicts[];
  /** Returns the lines of a question that {@link guardAggregates} asks. @default no guard counts lines */
  linesOf?: ((asked: SelectedQuestion) => SelectedLines) | undefined;
  /** Needed by rates such as `GB/day`. */
  span: TimeSpan | undefined;
  /** By filter, the totals of lines in the time of {@link span}. @default totals */
  totalsInSpan?: readonly TransformedVerdicts[] | undefined;
  /** By filter, what its job pushes of the kept lines, if it was measured. @default computed from the totals */
  pushed?: readonly (PushedLines | undefined)[] | undefined;
  /** By filter, the same as reports show it: of the lines before the source was sampled. @default computed from the totals */
  pushedBefore?: readonly (PushedLines | undefined)[] | undefined;
  /** Undefined: the source has every line. */
  source?: GuardedSource | undefined;
  /** Needed by `cost` and `saves`. */
  costs?: JudgedCosts | undefined;
  /** Returns why a guard on money has no answer: `found …, expected …; …`. @default every guard has one */
  whyNoAnswer?: ((guard: MoneyGuard) => string | undefined) | undefined;
}

/**
 * Returns what guards need beside verdicts. For a never-guard, the lines that break it: `not filter and expression` for `never-drop`,
 * `filter and expression` for `never-keep`. For newly kept or dropped lines, these lines. Lines for which that is unknown may count.
 */
export function guardAggregates({ guards }: GuardSet, filters: readonly JudgedFilter[]): Aggregate[] {
  return filters.flatMap((filter) =>
    guards.filter(countsLines).flatMap((guard) => askGuarded(guard, filter).aggregates),
  );
}

function askGuarded(guard: CountingGuard, filter: JudgedFilter): SelectedQuestion {
  const selected = askSelected(selectionFor(guard, filter), { samples: LINES_OF_GUARD });
  if (guard.kind === 'threshold') return askChanged(guard, filter, selected);
  return filter.transformer === undefined ? selected : askDelivered(guard, filter, filter.transformer, selected);
}

/** Asks for newly kept or dropped lines: with a transformer, before or after, those of which records are newly delivered, or no longer. */
function askChanged(
  { figure }: ThresholdGuard,
  { filter, replaces, transformer, replacesTransformer }: JudgedFilter,
  selected: SelectedQuestion,
): SelectedQuestion {
  if ((transformer === undefined && replacesTransformer === undefined) || replaces === undefined) return selected;
  const kept = filter === 'none' ? filter : selectionOf(filter);
  const changed = askTransitions(
    { selection: replaces, transformer: replacesTransformer },
    { selection: kept, transformer },
  );
  const isKept = figure === 'newly-kept' || figure === 'newly-kept-bytes';
  return {
    selection: selected.selection,
    aggregates: [...selected.aggregates, ...changed.aggregates],
    of: (answers) => {
      const { samples } = selected.of(answers).kept;
      const { newlyDelivered, newlyLost, undecided } = changed.of(answers);
      return { kept: { ...(isKept ? newlyDelivered : newlyLost), samples }, undecided: { ...undecided, samples: [] } };
    },
  };
}

/**
 * Asks for the lines that break a never-guard on a filter with a transformer: those that it drops, or that fail, or that another line of their assumed
 * batch takes down; those that it delivers, for `never-keep`.
 */
function askDelivered(
  guard: NeverGuard,
  { filter }: JudgedFilter,
  by: TransformText,
  selected: SelectedQuestion,
): SelectedQuestion {
  const kept = filter === 'none' ? filter : selectionOf(filter);
  const guarded = selectionOf(guard.filter);
  const transformed = askTransformed(intersectionOf(kept, guarded), by, { samples: LINES_OF_GUARD, batchesOf: kept });
  // The rest of the lines that the filter keeps are those for which the guard is unknown: never-drop counts those that are not delivered.
  const all = askTransformed(kept, by);
  const unguarded = askTransformed(intersectionOf(kept, complementOf(guarded)), by, { batchesOf: kept });
  const others = guard.kind === 'never-drop' ? [all, unguarded] : [];
  return {
    selection: selected.selection,
    aggregates: [selected, transformed, ...others].flatMap(({ aggregates }) => aggregates),
    of: (answers) => {
      const ofFilter = selected.of(answers);
      const { figures, batches, examples } = transformed.of(answers);
      const [lost, ...known] = [...others, transformed].map((one) => notDelivered(one.of(answers)));
      const undecided: ShownLines = {
        ...sumOfLines(ofFilter.undecided, figures.undecided, ...(known.length > 0 ? [differenceOf(lost!, known)] : [])),
        samples: [...ofFilter.undecided.samples, ...examples.undecided],
      };
      if (guard.kind === 'never-keep') return { kept: { ...figures.kept, samples: examples.kept }, undecided };
      return {
        kept: {
          ...sumOfLines(ofFilter.kept, figures.dropped, figures.failing, batches.taken),
          samples: [...ofFilter.kept.samples, ...examples.dropped, ...examples.failing],
        },
        undecided,
      };
    },
  };
}

/** The lines of which no record is delivered, or perhaps none. */
function notDelivered({ figures, batches }: TransformedLines): LineTotal {
  return sumOfLines(figures.dropped, figures.failing, figures.undecided, batches.taken);
}

function differenceOf(all: LineTotal, parts: readonly LineTotal[]): LineTotal {
  const { lines, bytes } = sumOfLines(...parts);
  return { lines: all.lines - lines, bytes: all.bytes - bytes };
}

function sumOfLines(...totals: readonly LineTotal[]): LineTotal {
  return {
    lines: totals.reduce((sum, { lines }) => sum + lines, 0),
    bytes: totals.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** What a transformer does with the lines of a job, line by line and by assumed batch. */
export interface TransformedBatches extends TransformTotals {
  batches: Pick<BatchFigures, 'taken'>;
}

/** The verdicts of a filter and its transformer together. */
export interface TransformedVerdicts extends FilterTotals {
  /** Those of the dropped lines on which the transformer fails, and those that failing batches take down with them. @default none */
  failing?: LineTotal | undefined;
  taken?: LineTotal | undefined;
}

/** Returns the verdicts of a filter and its transformer together: a line is kept if records of it are delivered. What a failing batch takes down is dropped. */
export function transformedTotals(
  totals: FilterTotals,
  transformer: TransformedBatches | undefined,
): TransformedVerdicts {
  if (transformer === undefined) return totals;
  const { kept, dropped, failing, undecided, batches } = transformer;
  return {
    failing,
    taken: batches.taken,
    kept: differenceOf(kept, [batches.taken]),
    dropped: sumOfLines(totals.dropped, dropped, failing, batches.taken),
    undecided: sumOfLines(totals.undecided, undecided),
  };
}

/** Compares every guard with the figures of every filter. No guard holds for a filter that decides no line. */
export function judgeGuards(
  { guards, undecidedOk }: GuardSet,
  filters: readonly JudgedFilter[],
  {
    totals,
    linesOf,
    span,
    totalsInSpan = totals,
    pushed = [],
    pushedBefore = [],
    source,
    costs,
    whyNoAnswer,
  }: JudgedFigures,
): GuardResult[] {
  return filters.flatMap((filter, index) =>
    guards.map((guard): GuardResult => {
      const { kept } = totals[index]!;
      const found = (needsSpan(guard) ? totalsInSpan : totals)[index]!;
      const counted = countsLines(guard) ? linesOf!(askGuarded(guard, filter)) : undefined;
      const limits = source && limitsFor(guard, filter, source);
      const judge = (): Judgement => {
        if (guard.kind !== 'threshold') {
          return judgeNever(guard, found, {
            counted: counted!,
            undecidedOk,
            limits,
            // The change states it.
            push: pushChange(filter.replacesPush, filter.push ?? PUSHES_ALL) === 'lower' ? undefined : filter.push,
          });
        }
        if (isMoney(guard)) {
          const reason = whyNoAnswer?.(guard);
          if (reason !== undefined) return unjudged(guard, reason);
          const { failing = NO_LINES } = totals[index]!;
          if (guard.figure === 'saves' && failing.lines > 0) return unjudged(guard, lostNotSaved(failing.lines));
          // Costs are divided by the rate of a job that did not sample these lines.
          if (source?.doubt !== undefined && source.sampleRate < 1) return unjudged(guard, `found ${source.doubt}`);
          return withLacking(guard, judgeCosts(guard, index, costs!, { undecidedOk, limits }), limits);
        }
        const share = kept.lines === 0 ? 1 : found.kept.lines / kept.lines;
        const ofKept = (all: PushedLines | undefined) => all && partOfPushed(all, share);
        const isMeasured = kept.lines > 0 && filter.push?.changesBytes === true;
        const input = {
          span,
          undecidedOk,
          source: limits,
          pushed: pushedVerdicts(found, filter.push, isMeasured ? ofKept(pushed[index]) : undefined),
          ...(limits !== undefined &&
            limits.sampleRate < 1 && {
              pushedBefore: pushedVerdicts(found, filter.push, ofKept(pushedBefore[index]), limits.sampleRate),
            }),
        };
        const result = judgeThreshold(guard, found, { ...input, changed: counted });
        return withTaken(guard, withPushed(guard, result, filter, found, input), found.taken);
      };
      const isHidden = filter.hidesPush === true && (dependsOnPush(guard) || (limits?.sampleRate ?? 1) < 1);
      return {
        job: filter.name,
        ...ofReplacement(guard, isHidden ? hidden(judge()) : judge(), filter, found),
        ...withoutVerdict(found, filter),
      };
    }),
  );
}

function lostNotSaved(lines: number): string {
  return `found ${printPlural(lines, 'line')} on which the transformer fails, expected none: their batches are lost, which is no saving; correct the SQL`;
}

/** What a job pushes of the kept and of the undecided lines, before the source was sampled. @param ofKept known better than by the totals */
function pushedVerdicts(
  { kept, undecided }: FilterTotals,
  push: PushedShare = PUSHES_ALL,
  ofKept?: PushedLines,
  sampleRate?: number,
): PushedVerdicts {
  const pushedOf = (lines: LineTotal): PushedLines => pushedLines(lines, push, null, { sampleRate });
  return { kept: ofKept ?? pushedOf(kept), undecided: pushedOf(undecided) };
}

/** What the source lacks of the lines that a guard is about. */
function limitsFor(guard: Guard, filter: JudgedFilter, source: GuardedSource): SourceLimits {
  const { writtenBy, doubt } = source;
  const sampleRate = doubt === undefined ? source.sampleRate : 1;
  const lacks = (lines: Selection): string | undefined =>
    doubt === undefined || lines === 'none' ? source.lacks(lines) : doubt;
  const kept = filter.filter === 'none' ? filter.filter : selectionOf(filter.filter);
  const limits = (counted: Selection): SourceLimits => ({
    sampleRate,
    writtenBy,
    counted: lacks(counted),
    others: lacks(complementOf(counted)),
  });
  if (countsLines(guard)) {
    // A transformer may drop each line that a never-guard is about.
    const counted =
      filter.transformer !== undefined && guard.kind !== 'threshold'
        ? selectionOf(guard.filter)
        : selectionFor(guard, filter);
    // No sampling has lost a line that cannot exist.
    return source.isEmpty(counted)
      ? { sampleRate: 1, writtenBy, counted: undefined, others: lacks('every'), isEmpty: true }
      : limits(counted);
  }
  switch (guard.figure) {
    case 'dropped':
      return limits(complementOf(kept));
    case 'undecided':
      return { sampleRate, writtenBy, counted: undefined, others: undefined };
    case 'saves':
      return { ...limits(kept), others: lacks(filter.replaces ?? 'every') };
    default:
      return limits(kept);
  }
}

/** Leaves a guard on money without an answer if lines that the source lacks may break it: with them, a filter costs more. */
function withLacking(guard: MoneyGuard, result: Judgement, limits: SourceLimits | undefined): Judgement {
  if (limits === undefined || isUnjudged(result)) return result;
  const isFromBelow = guard.operator === '>=' || guard.operator === '>';
  const isFromAbove = guard.operator === '<=' || guard.operator === '<';
  // With more lines, a cost that is too low may reach the threshold, and one that is low enough may exceed it.
  const isOpen = result.holds ? !isFromBelow : !isFromAbove;
  const reason =
    guard.figure === 'cost'
      ? isOpen
        ? limits.counted
        : undefined
      : result.holds
        ? ((isFromAbove ? undefined : limits.counted) ?? (isFromBelow ? undefined : limits.others))
        : (limits.counted ?? limits.others);
  return reason === undefined
    ? result
    : unjudged(guard, `found ${result.found}; ${reason}, expected a source with every line`);
}

/**
 * Adds what the job pushes to a guard on the verdicts of its filter. The guard is broken if it does not hold for the pushed lines, and the job
 * replaces one that pushed another share of its lines.
 */
function withPushed(
  guard: ThresholdGuard,
  result: Judgement,
  { push = PUSHES_ALL, replacesPush, hidesPush = false }: JudgedFilter,
  totals: FilterTotals,
  input: Omit<ThresholdInput, 'changed'>,
): Judgement {
  const figure = PUSHED[guard.figure];
  const differs = !push.enabled || push.sampleRate < 1 || (figure === 'pushed-bytes' && push.changesBytes);
  if (figure === undefined || !differs) return result;
  const pushed = judgeThreshold({ ...guard, figure }, totals, input);
  const isBroken = result.holds && !pushed.holds;
  const found = isUnjudged(pushed) ? 'what the job pushes is not known' : pushed.found;
  return {
    ...result,
    holds: result.holds && !(isBroken && pushChange(replacesPush, push) !== undefined),
    found: hidesPush
      ? result.found
      : `${result.found}; ${found}${isBroken ? ', with which the guard would not hold' : ''}`,
  };
}

/** Adds the lines of failing batches to the figure: the outcomes of a transformer count them line by line. */
function withTaken({ figure }: ThresholdGuard, result: Judgement, taken = NO_LINES): Judgement {
  if (taken.lines === 0 || !OF_DELIVERED.includes(figure) || isUnjudged(result)) return result;
  const text = `${printPlural(taken.lines, 'line')} of failing batches ${taken.lines === 1 ? 'counts' : 'count'} as dropped`;
  return { ...result, found: `${result.found}; ${text}` };
}

/** Figures of lines that are delivered, or are not. */
const OF_DELIVERED: readonly ThresholdGuard['figure'][] = ['kept', 'kept-bytes', 'dropped', 'pushed', 'pushed-bytes'];

const PUSHED_FIGURES: readonly ThresholdGuard['figure'][] = ['pushed', 'pushed-bytes'];
/** Whether the figure of a guard shows what the job pushes. */
function dependsOnPush(guard: Guard): boolean {
  return guard.kind === 'threshold' && (PUSHED_FIGURES.includes(guard.figure) || isMoney(guard));
}

function hidden({ span: _, ...result }: Judgement): Judgement {
  return isUnjudged(result)
    ? { ...result, found: NOT_JUDGED + HIDDEN }
    : { ...result, value: Number(result.holds), found: HIDDEN };
}

/** In place of a figure that shows a sensitive `sample_rate`. */
const HIDDEN = 'the figure is not shown: it depends on settings of the job that are sensitive';

/** What a job pushes, by the figure of its filter. */
const PUSHED: Readonly<Partial<Record<ThresholdGuard['figure'], PushedFigure | 'not-pushed'>>> = {
  kept: 'pushed',
  'kept-bytes': 'pushed-bytes',
  dropped: 'not-pushed',
};

/** How a job pushes another share of the lines that its filter keeps than the job that it replaces; undefined if it does not. */
export function pushChange(before: PushedShare | undefined, after: PushedShare): 'lower' | 'higher' | undefined {
  if (before === undefined) return undefined;
  const [from, to] = [before, after].map(({ enabled, sampleRate }) => (enabled ? sampleRate : 0)) as [number, number];
  return from === to ? undefined : to < from ? 'lower' : 'higher';
}

/**
 * Reports a guard as broken that holds for the filters, but may not hold for the lines that the jobs push, because the new job samples another share of
 * them. Costs are those of pushed lines.
 */
function ofReplacement(
  guard: Guard,
  result: Judgement,
  { push = PUSHES_ALL, replacesPush, hidesPush = false }: JudgedFilter,
  { kept, undecided }: FilterTotals,
): Judgement {
  const change = pushChange(replacesPush, push);
  if (change === undefined || kept.lines + undecided.lines === 0) return result;
  const text = describeChange(replacesPush!, push, hidesPush ? change : undefined);
  const isByPushed = guard.kind === 'threshold' && PUSHED[guard.figure] !== undefined;
  if (isByPushed) return result.holds ? result : { ...result, found: `${result.found}; ${text}` };
  // A disabled job counts as a filter that keeps no line: these figures already contain it.
  const isNone =
    result.value === 0 && guard.kind === 'threshold' && SMALLER[change].some((figure) => figure === guard.figure);
  if (!result.holds || !push.enabled || replacesPush?.enabled === false || isNone || !mayBreak(guard, change))
    return result;
  const effect = change === 'lower' ? 'drops lines' : 'newly pushes lines';
  return { ...result, holds: false, found: `${result.found}, by the filter; ${text} and ${effect} at random` };
}

function describeChange(before: PushedShare, after: PushedShare, hidden: 'lower' | 'higher' | undefined): string {
  if (before.enabled !== after.enabled) return after.enabled ? 'the job was disabled' : 'the job is disabled';
  return hidden === undefined
    ? `sample_rate changes from ${before.sampleRate} to ${after.sampleRate}`
    : `sample_rate is ${hidden}`;
}

/** Figures of changed lines that another rate makes larger, and smaller. */
const LARGER = {
  lower: ['newly-dropped', 'newly-dropped-bytes'],
  higher: ['newly-kept', 'newly-kept-bytes'],
} as const satisfies Record<string, readonly ThresholdGuard['figure'][]>;
const SMALLER = { lower: LARGER.higher, higher: LARGER.lower };

function mayBreak(guard: Guard, change: 'lower' | 'higher'): boolean {
  if (guard.kind !== 'threshold') return guard.kind === 'never-drop' && change === 'lower';
  const { figure, operator } = guard;
  const isEither = operator === '==' || operator === '!=';
  const isMost = isEither || operator === '<' || operator === '<=';
  const isLeast = isEither || operator === '>' || operator === '>=';
  const isOneOf = (figures: readonly ThresholdGuard['figure'][]): boolean => figures.includes(figure);
  return (isMost && isOneOf(LARGER[change])) || (isLeast && isOneOf(SMALLER[change]));
}

function judgeCosts(
  guard: MoneyGuard,
  index: number,
  { filters, all, before }: JudgedCosts,
  { undecidedOk, limits }: { undecidedOk: boolean; limits: SourceLimits | undefined },
): Judgement {
  const counted = (one: FilterCosts): FilterCosts => (undecidedOk ? { ...one, undecided: undefined } : one);
  const after = filters[index]!;
  return judgeMoney(guard, {
    after: counted(after),
    before: counted(before ?? { kept: after.unfiltered ?? all }),
    all,
    sampled: limits && sampledNote(limits),
  });
}

/** Overrides a result that no verdict supports. */
function withoutVerdict(
  { kept, dropped, undecided }: FilterTotals,
  { transformer }: JudgedFilter,
): Partial<GuardResult> {
  if (kept.lines + dropped.lines > 0) return {};
  const found =
    undecided.lines === 0
      ? 'no line was read'
      : `the filter ${transformer === undefined ? 'leaves' : 'and its transformer leave'} every line undecided (${printCount(undecided.lines)})`;
  return { holds: false, found: `${NOT_JUDGED}${found}`, value: null };
}

type CountingGuard = NeverGuard | (ThresholdGuard & { figure: ChangeFigure });

/** Whether a guard counts lines beside the verdicts of a filter. */
function countsLines(guard: Guard): guard is CountingGuard {
  return guard.kind !== 'threshold' || isChange(guard);
}

function selectionFor(guard: CountingGuard, { filter, replaces }: JudgedFilter): Selection {
  const kept = filter === 'none' ? filter : selectionOf(filter);
  if (guard.kind !== 'threshold') {
    return intersectionOf(guard.kind === 'never-drop' ? complementOf(kept) : kept, selectionOf(guard.filter));
  }
  if (replaces === undefined) throw new TypeError(`cannot judge ${guard.text}: found no old filter`);
  const isKept = guard.figure === 'newly-kept' || guard.figure === 'newly-kept-bytes';
  return isKept ? intersectionOf(kept, complementOf(replaces)) : intersectionOf(replaces, complementOf(kept));
}

function judgeNever(
  guard: NeverGuard,
  totals: FilterTotals,
  { counted, undecidedOk, limits, push }: JudgedNever,
): Judgement {
  const { kept, undecided } = counted;
  const read = totals.kept.lines + totals.dropped.lines + totals.undecided.lines;
  const lines: Sample[] = [...kept.samples, ...(undecidedOk ? [] : undecided.samples)].slice(0, LINES_OF_GUARD);
  const holds = kept.lines === 0 && (undecidedOk || undecided.lines === 0);
  const isOwn = totals.undecided.lines === 0;
  const described = describeNever(guard, read, { breaking: kept, undecided: undecided.lines, undecidedOk, isOwn });
  const proven = holds && limits?.isEmpty === true ? '; proven for every event, in the source or not' : '';
  const found = `${described}${proven}${guard.kind === 'never-drop' ? notPushedNote(push) : ''}`;
  const reason = holds ? unseenLines(limits) : undefined;
  const result = { undecided: undecided.lines, lines, testedFields: testedFields(guard.filter) };
  if (reason !== undefined) {
    const unseen = `found ${found}; ${reason}, expected a source with every line`;
    return { ...unjudged(guard, unseen), ...result };
  }
  return { kind: guard.kind, guard: guard.text, holds, found, value: kept.lines, ...result };
}

interface JudgedNever {
  counted: SelectedLines;
  undecidedOk: boolean;
  limits: SourceLimits | undefined;
  push: PushedShare | undefined;
}

/** Why lines that break a never-guard may be missing in the source. */
function unseenLines(limits: SourceLimits | undefined): string | undefined {
  if (limits === undefined || limits.sampleRate === 1) return limits?.counted;
  const most = printPlural(Math.round(beforeSampling(0, limits.sampleRate).high), 'line');
  return `${sampledNote(limits)}: up to ${most} may break the guard`;
}

/** `the source has a sample of the lines (sample_rate 0.1 of prod)`; undefined if it has all. */
function sampledNote({ sampleRate, writtenBy }: SourceLimits): string | undefined {
  return sampleRate === 1
    ? undefined
    : `the source has a sample of the lines (sample_rate ${sampleRate} of ${writtenBy})`;
}

/** A job that pushes fewer lines than its filter keeps loses lines that the guard protects. */
function notPushedNote({ enabled, sampleRate }: PushedShare = PUSHES_ALL): string {
  if (!enabled) return '; the job is disabled and pushes none of the lines that its filter keeps';
  return sampleRate === 1
    ? ''
    : `; the job pushes a random sample of the lines that its filter keeps (sample_rate ${sampleRate})`;
}
