// Guards: promises that the report of a filter must keep. Types only; parse-guard.ts reads thresholds, judge-guards.ts compares guards
// with figures.
import type { Filter } from '../filter/index.ts';
import type { Sample } from '../replay/index.ts';

/** What a threshold compares: lines by verdict, or the bytes of kept lines. */
export type GuardFigure = 'kept' | 'dropped' | 'undecided' | 'kept-bytes';

/** The unit of a threshold. Bytes are those of lines after inflation; `GB` is 10^9 bytes, `month` is `DAYS_PER_MONTH`. */
export type GuardUnit = 'lines' | '%' | 'bytes' | 'bytes/day' | 'bytes/month';

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
}

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

/** The time over which a rate was computed. Times are RFC 3339. */
export interface GuardSpan {
  since: string;
  until: string;
  /** Less than the time from `since` to `until` if the objects leave gaps of a day or more. Seconds. */
  seconds: number;
}

/** What a guard says about one filter. */
export interface GuardResult {
  kind: Guard['kind'];
  /** The guard as written: `kept >= 5%`, `ClientCountry == "de"`. */
  guard: string;
  /** Name of the filter or job. */
  job: string;
  holds: boolean;
  /** The figure in words: `kept 364 of 21,957 lines (1.7 %)`. */
  found: string;
  /** The figure in the unit of the threshold; for never-guards the lines that break it. */
  value: number;
  /** Of a never-guard: lines that may break it, because the filter or the expression is undecided. */
  undecided?: number;
  /** Of a rate such as `GB/day`: the time over which it was computed. */
  span?: GuardSpan;
  /** Of a never-guard: up to `LINES_OF_GUARD` lines that break it, then those that may. */
  lines?: readonly Sample[];
  /** Of a never-guard: the fields that its expression tests. */
  testedFields?: readonly string[];
}
