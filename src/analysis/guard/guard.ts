// Guards: promises that the report of a filter must keep. Types only; parse-guard.ts reads thresholds, judge-guards.ts compares guards
// with figures.
import type { Filter } from '../../language/filter/index.ts';
import type { Sample } from '../aggregates/index.ts';

/** Lines by verdict of the filter, or their bytes. */
export type VerdictFigure = 'kept' | 'dropped' | 'undecided' | 'kept-bytes';
/** Lines that the job then pushes, or their bytes as it writes them. */
export type PushedFigure = 'pushed' | 'pushed-bytes';
/** Lines, or their bytes, that only one of two filters keeps: the old one drops and the new one keeps them, or the other way round. */
export type ChangeFigure = 'newly-kept' | 'newly-dropped' | 'newly-kept-bytes' | 'newly-dropped-bytes';
/** Money in a month: of the lines that the job pushes, and what they cost less than all lines, or than those of the old filter. */
export type MoneyFigure = 'cost' | 'saves';
/** What a threshold compares. */
export type GuardFigure = VerdictFigure | PushedFigure | ChangeFigure | MoneyFigure;

/**
 * The unit of a threshold. Bytes are those of lines after inflation; `GB` is 10^9 bytes, `month` is `DAYS_PER_MONTH`. Money has the
 * currency of the price.
 */
export type GuardUnit = 'lines' | '%' | 'bytes' | 'bytes/day' | 'bytes/month' | 'money/month';

/** `kept >= 5%` */
export interface ThresholdGuard {
  readonly kind: 'threshold';
  /** As written. */
  readonly text: string;
  readonly figure: GuardFigure;
  readonly operator: '<' | '<=' | '>' | '>=' | '==' | '!=';
  /** In {@link unit}. */
  readonly value: number;
  readonly unit: GuardUnit;
  /** Of a money figure: the name of the price, as in `cost[s3] <= 5/month`. Absent: every price. */
  readonly price?: string;
}

/** A threshold, also on the lines that a job does not push: those that its filter drops, and those that it keeps and does not push. */
export type JudgedThreshold = Omit<ThresholdGuard, 'figure'> & {
  readonly figure: GuardFigure | 'not-pushed';
};

/** No line for which the expression is true may be dropped (`never-drop`), or kept (`never-keep`). */
export interface NeverGuard {
  readonly kind: 'never-drop' | 'never-keep';
  /** As written. */
  readonly text: string;
  /** Undefined: every line. */
  readonly filter: Filter | undefined;
}

/** A guard. */
export type Guard = ThresholdGuard | NeverGuard;

/** The guards of a request, as text. */
export interface GuardRequest {
  /** Thresholds such as `kept >= 5%`. @default none */
  guards?: readonly string[] | undefined;
  /** Filters (expression, JSON, `@file`): no matching line may be dropped. @default none */
  neverDrop?: readonly string[] | undefined;
  /** Filters: no matching line may be kept. @default none */
  neverKeep?: readonly string[] | undefined;
  /** Undecided lines count as neither kept nor dropped: they break only guards on `undecided`. @default false */
  undecidedOk?: boolean | undefined;
}

/** The guards of a run, with the meaning of undecided lines. */
export interface GuardSet {
  readonly guards: readonly Guard[];
  /** As in {@link GuardRequest}. */
  readonly undecidedOk: boolean;
}

/** The time over which a rate was computed. Times are RFC 3339. */
export interface GuardSpan {
  since: string;
  until: string;
  /** Less than the time from `since` to `until` if hours between them have no lines. Seconds. */
  seconds: number;
}

/** The result of a guard for one filter. */
export interface GuardResult {
  kind: Guard['kind'];
  /** The guard as written: `kept >= 5%`, `ClientCountry == "de"`. */
  guard: string;
  /** Name of the filter or job. */
  job: string;
  holds: boolean;
  /** The figure in words: `kept 364 of 21,957 lines (1.7 %)`. */
  found: string;
  /**
   * The figure in the unit of the threshold, of several prices that of the first one that breaks it; for never-guards the lines that break it. Null: the
   * figure is not known, so the guard has no answer and does not hold; `found` states why.
   */
  value: number | null;
  /** Of a never-guard, and of newly kept or dropped lines: lines that may count, because a filter or the expression is undecided. */
  undecided?: number;
  /** Of a rate such as `GB/day`: the time over which it was computed. */
  span?: GuardSpan;
  /** Of a never-guard, and of newly kept or dropped lines: a few of these lines, then those that may count. */
  lines?: readonly Sample[];
  /** Of a never-guard: the fields that its expression tests. */
  testedFields?: readonly string[];
}

/** The same for any filter. */
export type Judgement = Omit<GuardResult, 'job'>;
