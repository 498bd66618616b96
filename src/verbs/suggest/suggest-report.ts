// The result of a suggestion, as `--format json` prints it (version 1). Types only; suggest.ts fills it.

import type { FieldLines, Sample } from '../../analysis/aggregates/index.ts';
import type { CoveredHours, MonthlyCost } from '../../analysis/cost/index.ts';
import type { LeftOutReason, NothingLeft } from '../../analysis/suggest/index.ts';
import type { LinesTotal, LineTotal, Problem, SourceTotal, Timing } from '../../input/scan/index.ts';
import type { FilterSize } from '../../language/filter/index.ts';
import type { Proof } from '../../language/logic/index.ts';
import type { FilterForms } from '../check/filter-forms.ts';
import type { Goal } from './parse-goal.ts';

/** What a filter drops in a period. */
export interface PeriodShare {
  /** The days, UTC; of lines of one day, the objects: `2026-11-01, 26 objects`. */
  period: string;
  /** Objects of the period, if it is a part of them. Absent: it has all lines of its days. */
  objects?: number;
  /** Whether the terms were learnt from it. */
  isLearnt: boolean;
  /** Share of the bytes that the filter in force keeps, 0 to 1; null for a period without any. */
  dropped: number | null;
}

/** One suggested filter. */
export interface Rung {
  name: string;
  /** The conditions whose lines it drops, or those that it keeps, as expressions. Each with the terms of the rungs before it. */
  terms: string[];
  /** What it drops, or keeps, in words. */
  words: string;
  filter: FilterForms;
  size: FilterSize;
  /** Newly dropped: of the lines that the filter in force keeps. */
  dropped: LineTotal;
  /** Lines that the filter in force keeps, and that it neither keeps nor drops, because they lack a value of a field that it tests. */
  undecided: number;
  /** Share of the bytes that the filter in force keeps, over all periods. */
  share: number;
  /** Whether all lines together reach the goal; of a goal by day, each day. */
  reachesGoal: boolean;
  /** The same over the periods that it was learnt from, and over the others; null without any. */
  learnt: number | null;
  heldOut: number | null;
  periods: PeriodShare[];
  /** By object, small ones left out, the least and the largest share of the bytes; null with fewer than two objects. */
  spread: { low: number; high: number } | null;
  /** What a month then costs, by price. Empty without prices, and if the lines cover too little time. */
  costs: MonthlyCost[];
  /** What a month costs less, by price. Empty without prices, and if the lines cover too little time. */
  saves: MonthlyCost[];
  /** Bytes that a month has less; null if the lines cover too little time. */
  bytesPerMonth: number | null;
  /** Kinds of lines (equal host, method, path, status …) without a line left, and values of fields. */
  nothingLeft: NothingLeft[];
  /** Named promises of the dataset that are not made: how many of their lines in force it drops, if any. */
  unpromised: { text: string; dropped: number; lines: number }[];
  /** Whether every line that a promise protects and the filter in force keeps is kept, for every possible line; and no line that the filter in force drops. */
  proofs: { promises: Proof['answer']; narrows: Proof['answer'] };
  /** Lines that it drops and the rung before it keeps. */
  samples: readonly Sample[];
}

/** A promise. */
export interface SuggestedPromise {
  /** As written. */
  text: string;
  /** As an expression; null: every line. */
  filter: string | null;
  /** That it protects, of those that the filter in force keeps. */
  lines: number;
  bytes: number;
  /** Lines that it matches, and the filter in force drops: no suggestion keeps them. */
  alreadyDropped: number;
}

/**
 * How the search ended. `reached`: over all days together, or on each of them for a goal by day. `missed`: over the days that the filter is learnt from, but
 * not over all. `met`: nothing has to be dropped. `forbidden`: the promises protect too much. `out-of-reach`: no filter within the limits.
 */
export type SuggestOutcome = 'reached' | 'missed' | 'met' | 'forbidden' | 'out-of-reach';

/** The result. */
export interface SuggestReport {
  version: 1;
  /** True if the run was interrupted: the rungs are the best that were found until then. */
  partial: boolean;
  dataset: string;
  /** As on the command line, without secrets. */
  sources: string[];
  source: SourceTotal;
  lines: LinesTotal;
  goal: { text: string; kind: Goal['kind'] };
  outcome: SuggestOutcome;
  /** The least and the largest share of the bytes to drop, by period; of a goal of money, the share of the cost to save. */
  need: { low: number; high: number };
  /** The filter in force. */
  inForce: {
    name: string;
    /** As an expression; null: every line. */
    filter: string | null;
    size: FilterSize;
    /** What the limits leave for terms beside it and the promises. */
    room: FilterSize;
    kept: LineTotal;
    /** Bytes that are pushed on the day with the most, and in a month; null if the lines cover too little time. */
    mostPerDay: number;
    perMonth: number | null;
    /** What a month costs, by price. Empty without prices, and if the lines cover too little time. */
    costs: MonthlyCost[];
    /** Lines that it neither keeps nor drops, because a field has no value. No other figure includes them. */
    undecided: LineTotal;
    /** Fields that it tests, and the lines of the source that lack a value of each. Empty if no line is undecided. */
    missingFields: FieldLines[];
  };
  promises: SuggestedPromise[];
  /** Of the lines in force, those that no promise protects. */
  droppable: LineTotal;
  /** The rungs of the ladder: each filter drops what the one before it drops, and more. Empty without a suggestion. */
  ladder: Rung[];
  /** The same goal as a list of what is kept; null if there is none. */
  keepList: Rung | null;
  search: {
    /** Conditions that drop enough bytes to be a term alone, each with other lines. */
    conditions: number;
    /** Terms that the search chose from: single conditions, and sets of up to three that are all true. */
    terms: number;
    /** Whether no set of these terms within the limits is better. */
    isProved: boolean;
    /** Whether terms with several conditions were searched, too. */
    withConjunctions: boolean;
    /** Factor of what the learnt periods drop beyond the goal, so that the others reach it, too; 1: none. */
    margin: number;
  };
  /** Why there is no ladder, as a clause; null with one, and for another outcome than `out-of-reach`. */
  obstacle: string | null;
  /** For each period left out in turn: the share that a filter learnt without it drops of it. Empty with fewer than three periods. */
  leftOutPeriods: { period: string; dropped: number }[];
  /** Fields that were left out, by reason. */
  leftOut: { reason: LeftOutReason; fields: string[] }[];
  /** What limits the suggestion: sentences. */
  remarks: string[];
  /** Commands that check the last rung. `{…}` is what the user has to replace. */
  commands: { purpose: string; words: string[] }[];
  /** Fields of example lines to show: those of terms and promises. */
  testedFields: string[];
  covered?: CoveredHours;
  problemCounts: Readonly<Record<string, number>>;
  problems: readonly Problem[];
  timing?: Timing;
}
