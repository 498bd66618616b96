// Counts the outcomes of the conditions of filters: true, false and unknown, sole blockers and keepers, missing fields, and hints.
import type { Count, FieldSource } from '../../base/index.ts';
import type { ScanCounts } from '../../input/kernel/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import {
  ABSENT,
  type CompiledFilter,
  DROP,
  FALSE,
  hintOf,
  KEEP,
  MISMATCH,
  NULL,
  TRUE,
  UNDECIDED,
  type Verdict,
} from '../../language/filter/index.ts';
import { type Aggregate, type AggregateByKind, type Merging, mergeBy, sumOf } from './aggregate.ts';
import type { ScanCounter } from './scan-counter.ts';
import type { Slots } from './slots.ts';

/** One condition of a filter over all lines read. true + false + unknown = lines read. */
export interface ConditionCount {
  /** Place in the filter: `where.and[0]`. */
  path: string;
  /** The condition as an expression. */
  text: string;
  true: Count;
  false: Count;
  unknown: Count;
  /** Dropped lines that only this condition drops: it is their sole blocker. */
  soleBlocker: Count;
  /** Kept lines that only this condition keeps: it is their sole keeper. */
  soleKeeper: Count;
}

/** Number of lines that concern one field. */
export interface FieldLines {
  name: string;
  lines: Count;
}

/** Lines in which a field contains a value of another type than the dataset's. */
export interface FieldMismatch {
  field: string;
  lines: Count;
}

/** Why a condition was false although a looser comparison is true. */
export type HintKind = 'differs-by-case' | 'part-of-element';

/** Number of examined lines that a looser comparison of a condition matches. */
export interface Hint {
  path: string;
  kind: HintKind;
  lines: Count;
}

/** The effects of a filter's conditions. Absent with `counts`. */
export interface ConditionFigures {
  conditions: ConditionCount[];
  /** Fields that the filter tests and lines lack. */
  missingFields: FieldLines[];
  /** Fields that the filter tests and that are null in lines. */
  nullFields: FieldLines[];
  mismatches: FieldMismatch[];
  /** Looser comparisons that match, counted on the lines that are examined. */
  hints: Hint[];
}

/** Index among the kernel's figures of a condition, after the outcomes; plus DROP: sole blockers, plus KEEP: sole keepers. */
const SCANNED_DECISIVE = 5;
/** Counters per condition: true, false, unknown, sole blocker, sole keeper. */
const COUNTERS = 5;
/** Plus DROP: sole blocker, plus KEEP: sole keeper. */
const DECISIVE = 3;
/** Reasons for an unknown outcome, counted per field. */
const REASON_ABSENT = 0;
const REASON_NULL = 1;
const REASON_MISMATCH = 2;
const REASONS = 3;
const HINT_KINDS: readonly HintKind[] = ['differs-by-case', 'part-of-element'];

/** How conditions add up. */
export const CONDITIONS: Merging<'conditions', ConditionFigures> = {
  splits: 'lines',
  empty: () => ({ conditions: [], missingFields: [], nullFields: [], mismatches: [], hints: [] }),
  merge: (_, a, b) => ({
    conditions:
      a.conditions.length === 0
        ? b.conditions
        : b.conditions.length === 0
          ? a.conditions
          : a.conditions.map((one, index) => sumOf(one, b.conditions[index]!)),
    missingFields: mergeBy((one) => one.name, a.missingFields, b.missingFields),
    nullFields: mergeBy((one) => one.name, a.nullFields, b.nullFields),
    mismatches: mergeBy((one) => one.field, a.mismatches, b.mismatches),
    hints: mergeBy(hintKey, a.hints, b.hints),
  }),
};

/** The conditions of all selections. Deciding a line counts it: the outcomes are those of the decision. */
export class ConditionCounter implements ScanCounter<'conditions', ConditionFigures> {
  readonly #slots: Slots;
  /** By slot; undefined: its conditions are not counted. */
  readonly #tallies: readonly (ConditionTally | undefined)[];

  constructor(slots: Slots, asked: readonly Aggregate[]) {
    const counted = new Set(asked.flatMap((one) => (one.kind === 'conditions' ? slots.of(one.of) : [])));
    this.#slots = slots;
    this.#tallies = slots.filters.map((filter, slot) => (counted.has(slot) ? new ConditionTally(filter) : undefined));
  }

  /** Decides a line by the filter of a slot, and counts its conditions. */
  decide(slot: number, record: LineRecord, isExamined: boolean): Verdict {
    const tally = this.#tallies[slot];
    if (tally !== undefined) return tally.examine(record, isExamined);
    // Conditions that cannot change the verdict are not evaluated.
    const filter = this.#slots.filters[slot];
    return filter === undefined ? KEEP : filter.verdict(record);
  }

  addLine(): void {}

  addCounts({ jobs }: ScanCounts): void {
    for (const [slot, tally] of this.#tallies.entries()) tally?.addScanned(jobs[slot]!);
  }

  answer({ of }: AggregateByKind['conditions']): ConditionFigures {
    return this.#tallies[this.#slots.of(of)]!.toFigures();
  }
}

/** The conditions of one filter. */
class ConditionTally {
  readonly #filter: CompiledFilter | undefined;
  readonly #outcomes: Uint8Array;
  readonly #conditions: Float64Array;
  /** For each condition the index of its field in {@link CompiledFilter.fields}. */
  readonly #fieldOf: readonly number[];
  /** Lines per field and reason for an unknown outcome; see {@link reasonOf}. */
  readonly #unknownFields: Float64Array;
  /** The line for which a field's reason was counted last, so that two conditions on it count once. */
  readonly #countedAt: Float64Array;
  readonly #hints: readonly Record<HintKind, number>[];
  #line = 0;

  /** @param filter undefined keeps every line: it has no conditions */
  constructor(filter: CompiledFilter | undefined) {
    this.#filter = filter;
    const conditions = filter?.conditions ?? [];
    const fields = filter?.fields ?? [];
    this.#outcomes = new Uint8Array(conditions.length);
    this.#conditions = new Float64Array(conditions.length * COUNTERS);
    this.#fieldOf = conditions.map((condition) => fields.indexOf(condition.field));
    this.#unknownFields = new Float64Array(fields.length * REASONS);
    this.#countedAt = new Float64Array(fields.length);
    this.#hints = conditions.map(() => ({ 'differs-by-case': 0, 'part-of-element': 0 }));
  }

  /** Decides a line and counts every condition. @param examine whether to search for hints, which takes longer */
  examine(line: FieldSource, examine: boolean): Verdict {
    const filter = this.#filter;
    if (filter === undefined) return KEEP;
    const verdict = filter.evaluate(line, this.#outcomes);
    this.#line += 1;
    for (let index = 0; index < this.#outcomes.length; index += 1) this.#countOutcome(index, this.#outcomes[index]!);
    if (verdict !== UNDECIDED) filter.forEachDecisive(verdict, this.#outcomes, this.#countDecisive[verdict]!);
    if (examine) this.#countHints(filter, line);
    return verdict;
  }

  /** Adds what a scanner counted, by condition. */
  addScanned({ conditions, hints }: ScanCounts['jobs'][number]): void {
    for (const [index, figures] of conditions.entries()) this.#addCondition(index, figures);
    for (const [index, lines] of hints.entries())
      for (const kind of HINT_KINDS) this.#hints[index]![kind] += lines[kind];
  }

  /** The figures so far. */
  toFigures(): ConditionFigures {
    return {
      conditions: this.#conditionCounts(),
      missingFields: this.#fieldLines(REASON_ABSENT),
      nullFields: this.#fieldLines(REASON_NULL),
      mismatches: this.#fieldLines(REASON_MISMATCH).map(({ name, lines }) => ({ field: name, lines })),
      hints: this.#hintCounts(),
    };
  }

  #addCondition(index: number, figures: readonly number[]): void {
    const unknown = figures[ABSENT]! + figures[NULL]! + figures[MISMATCH]!;
    const decisive = [DROP, KEEP].map((verdict) => figures[SCANNED_DECISIVE + verdict]!);
    const added = [figures[TRUE]!, figures[FALSE]!, unknown, ...decisive];
    for (const [counter, lines] of added.entries()) this.#conditions[index * COUNTERS + counter]! += lines;
    const field = this.#fieldOf[index]!;
    // All conditions on a field are unknown for the same reason, so the first one is enough.
    if (this.#fieldOf.indexOf(field) !== index) return;
    for (const outcome of [ABSENT, NULL, MISMATCH] as const) {
      this.#unknownFields[field * REASONS + reasonOf(outcome)]! += figures[outcome]!;
    }
  }

  #countOutcome(index: number, outcome: number): void {
    const counter = index * COUNTERS + (outcome === TRUE ? 0 : outcome === FALSE ? 1 : 2);
    this.#conditions[counter] = this.#conditions[counter]! + 1;
    if (outcome === TRUE || outcome === FALSE) return;
    const field = this.#fieldOf[index]!;
    if (this.#countedAt[field] === this.#line) return;
    this.#countedAt[field] = this.#line;
    const slot = field * REASONS + reasonOf(outcome);
    this.#unknownFields[slot] = this.#unknownFields[slot]! + 1;
  }

  /** By verdict. */
  readonly #countDecisive = [DROP, KEEP].map((verdict) => (index: number): void => {
    const counter = index * COUNTERS + DECISIVE + verdict;
    this.#conditions[counter] = this.#conditions[counter]! + 1;
  });

  #countHints(filter: CompiledFilter, line: FieldSource): void {
    for (const [index, condition] of filter.conditions.entries()) {
      const hint = hintOf(condition, line);
      if (hint !== undefined) this.#hints[index]![hint] += 1;
    }
  }

  #conditionCounts(): ConditionCount[] {
    return (this.#filter?.conditions ?? []).map(({ path, text }, index) => {
      const counters = this.#conditions.subarray(index * COUNTERS, (index + 1) * COUNTERS);
      const [isTrue, isFalse, unknown, soleBlocker, soleKeeper] = counters as unknown as number[];
      return {
        path,
        text,
        true: isTrue!,
        false: isFalse!,
        unknown: unknown!,
        soleBlocker: soleBlocker!,
        soleKeeper: soleKeeper!,
      };
    });
  }

  #fieldLines(reason: number): FieldLines[] {
    return (this.#filter?.fields ?? [])
      .map((name, field) => ({ name, lines: this.#unknownFields[field * REASONS + reason]! }))
      .filter(({ lines }) => lines > 0)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #hintCounts(): Hint[] {
    return (this.#filter?.conditions ?? [])
      .flatMap(({ path }, index) => HINT_KINDS.map((kind) => ({ path, kind, lines: this.#hints[index]![kind] })))
      .filter(({ lines }) => lines > 0)
      .sort((a, b) => (hintKey(a) < hintKey(b) ? -1 : 1));
  }
}

function reasonOf(outcome: number): number {
  if (outcome === ABSENT) return REASON_ABSENT;
  return outcome === NULL ? REASON_NULL : REASON_MISMATCH;
}

/** Identifies a hint within a filter, and orders hints in a report. */
function hintKey(hint: Pick<Hint, 'path' | 'kind'>): string {
  return `${hint.path} ${hint.kind}`;
}
