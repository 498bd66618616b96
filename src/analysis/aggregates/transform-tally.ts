// Counts what transformers do with the lines that selections keep: outcomes, conditions of WHERE, failures, and the delivered records.
import type { Count } from '../../base/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';
import type { Failure, FailureCause, UndecidedReason } from '../../language/transformer/index.ts';
import { type FieldSize, type LineResult, openTransformation, type Transformation } from '../transform/index.ts';
import { type Merging, mergeBy, sumOf, type TransformOutcome } from './aggregate.ts';
import { type FieldCount, FieldTally } from './field-tally.ts';

/** What a transformer does with the lines that reach it. kept + dropped + failing + undecided = these lines. */
export interface TransformTotals {
  /** Lines of which at least one record is delivered. */
  kept: LineTotal;
  /** Lines for which a condition of `WHERE` is not true, or of which `UNNEST` returns no row. */
  dropped: LineTotal;
  /** Lines that fail: the platform delivers nothing of their batch. */
  failing: LineTotal;
  /** Lines for which it is not known what the platform does. */
  undecided: LineTotal;
}

/** One condition of `WHERE` over the lines. true + false + null + undecided + failing = the lines that reach the transformer. */
export interface WhereCount {
  /** As in the SQL. */
  text: string;
  /** In the SQL, from 1. */
  line: number;
  column: number;
  true: Count;
  false: Count;
  null: Count;
  undecided: Count;
  failing: Count;
  /** Dropped lines for which every other condition is true. */
  soleBlocker: Count;
}

/** A cause of failing lines. */
export interface FailureCount {
  cause: FailureCause;
  /** The expression that fails, and its position in the SQL. */
  expression: string;
  line: number;
  column: number;
  lines: Count;
  /** How to avoid it; begins with a verb. */
  hint: string;
  /** Of the first line by object and offset. */
  message: string;
  object: string;
  offset: Count;
}

/** A reason for undecided lines. */
export interface UndecidedCount extends Pick<UndecidedReason, 'code' | 'field' | 'choice'> {
  /** The expression that needs it. */
  expression: string;
  lines: Count;
}

/** What a transformer does with the lines of a selection. */
export interface TransformFigures extends TransformTotals {
  /** Dropped lines for which every condition is true, and `UNNEST` returns no row. */
  withoutRow: Count;
  /** The delivered records, with their line ends. */
  delivered: LineTotal;
  /** Values of the delivered records that are null, and the bytes of their keys and values: the platform may omit them. */
  nulls: { values: Count; bytes: Count };
  conditions: WhereCount[];
  /** Those with the most lines first. */
  failures: FailureCount[];
  /** Those with the most lines first. */
  reasons: UndecidedCount[];
  /** The fields of the delivered records: `lines` are records. */
  columns: FieldCount[];
}

/** How figures of transformers add up. */
export const TRANSFORMED: Merging<'transformed', TransformFigures> = {
  splits: 'lines',
  empty: ({ by }) => new TransformTally(openTransformation(by)).toFigures(),
  merge: (_, a, b) => ({
    ...sumOf(a, b),
    kept: sumOf(a.kept, b.kept),
    dropped: sumOf(a.dropped, b.dropped),
    failing: sumOf(a.failing, b.failing),
    undecided: sumOf(a.undecided, b.undecided),
    delivered: sumOf(a.delivered, b.delivered),
    nulls: sumOf(a.nulls, b.nulls),
    conditions: a.conditions.map((one, index) => {
      const more = b.conditions[index]!;
      return { ...sumOf(one, more), line: one.line, column: one.column };
    }),
    failures: mergeFailures(a.failures, b.failures),
    reasons: mergeBy(reasonKey, a.reasons, b.reasons).sort(byLines(reasonKey)),
    columns: mergeColumns(a.columns, b.columns),
  }),
};

/** Counts the results of one transformer. */
export class TransformTally {
  readonly #outcomeNames: Transformation['outcomeNames'];
  readonly #totals: Readonly<Record<TransformOutcome, LineTotal>> = {
    kept: { lines: 0, bytes: 0 },
    dropped: { lines: 0, bytes: 0 },
    failing: { lines: 0, bytes: 0 },
    undecided: { lines: 0, bytes: 0 },
  };
  #withoutRow = 0;
  readonly #delivered: LineTotal = { lines: 0, bytes: 0 };
  readonly #nulls = { values: 0, bytes: 0 };
  readonly #conditions: readonly WhereCount[];
  readonly #failures = new Map<string, FailureCount>();
  readonly #reasons = new Map<string, UndecidedCount>();
  readonly #columns = new FieldTally();

  constructor({ transformer, outcomeNames }: Transformation) {
    this.#outcomeNames = outcomeNames;
    this.#conditions = transformer.conditions.map(({ text, line, column }) => ({
      ...{ text, line, column, true: 0, false: 0, null: 0, undecided: 0, failing: 0, soleBlocker: 0 },
    }));
  }

  /** Adds a line. @param outcomes of the conditions */
  add(line: LinePlace, result: LineResult, outcomes: Uint8Array): void {
    const total = this.#totals[result.outcome];
    total.lines += 1;
    total.bytes += line.bytes;
    this.#addConditions(outcomes, result.outcome === 'dropped');
    if (result.outcome === 'kept') for (const record of result.records) this.#addRecord(record);
    else if (result.outcome === 'failing') this.#addFailure(result.failure, line);
    else if (result.outcome === 'undecided') this.#addReason(result.reason);
    else if (result.by === 'unnest') this.#withoutRow += 1;
  }

  #addRecord(fields: readonly FieldSize[]): void {
    let size = fields.length === 0 ? AROUND_FIELDS : AROUND_FIELDS - 1;
    for (let place = 0; place < fields.length; place += 1) {
      const field = fields[place]!;
      size += field.bytes;
      this.#columns.addAt(place, field.name, 1, field.isEmpty ? 1 : 0, field.bytes);
      if (!field.isNull) continue;
      this.#nulls.values += 1;
      this.#nulls.bytes += field.bytes;
    }
    this.#delivered.lines += 1;
    this.#delivered.bytes += size;
  }

  /** The figures so far. */
  toFigures(): TransformFigures {
    return {
      ...structuredClone(this.#totals),
      withoutRow: this.#withoutRow,
      delivered: { ...this.#delivered },
      nulls: { ...this.#nulls },
      conditions: structuredClone(this.#conditions) as WhereCount[],
      failures: [...this.#failures.values()].map((one) => ({ ...one })).sort(byLines(failureKey)),
      reasons: [...this.#reasons.values()].map((one) => ({ ...one })).sort(byLines(reasonKey)),
      columns: this.#columns.toCounts(),
    };
  }

  #addConditions(outcomes: Uint8Array, isDropped: boolean): void {
    let others = 0;
    let blocker: WhereCount | undefined;
    for (let index = 0; index < this.#conditions.length; index += 1) {
      const condition = this.#conditions[index]!;
      const outcome = this.#outcomeNames[outcomes[index]!]!;
      // A constant name takes half the time: most outcomes are true.
      if (outcome === 'true') {
        condition.true += 1;
        continue;
      }
      condition[outcome] += 1;
      others += 1;
      blocker = condition;
    }
    if (isDropped && others === 1) blocker!.soleBlocker += 1;
  }

  #addFailure(
    { cause, message, expression, hint }: Failure,
    { object, offset }: { object: string; offset: number },
  ): void {
    const { text, line, column } = expression;
    const one = { cause, expression: text, line, column, lines: 1, hint, message, object, offset };
    addFailure(this.#failures, one);
  }

  #addReason({ code, field, choice, expression }: UndecidedReason): void {
    const one = {
      ...{ code, ...(field === undefined ? {} : { field }), ...(choice === undefined ? {} : { choice }) },
      ...{ expression: expression.text, lines: 1 },
    };
    const key = reasonKey(one);
    const known = this.#reasons.get(key);
    if (known === undefined) this.#reasons.set(key, one);
    else known.lines += 1;
  }
}

/** A line that reaches a transformer. */
interface LinePlace {
  readonly object: string;
  readonly offset: number;
  readonly bytes: number;
}

/** Bytes of two braces and a line end; the last field has no comma. */
const AROUND_FIELDS = 3;

/** Whether lines reach a transformer, and all are undecided: it is not known what its job delivers. */
export function decidesNothing({ kept, dropped, failing, undecided }: TransformTotals): boolean {
  return undecided.lines > 0 && kept.lines + dropped.lines + failing.lines === 0;
}

function failureKey({ cause, line, column, expression }: FailureCount): string {
  return JSON.stringify([cause, line, column, expression]);
}

function reasonKey({ code, field, choice, expression }: UndecidedCount): string {
  return JSON.stringify([code, field, choice, expression]);
}

function mergeFailures(a: readonly FailureCount[], b: readonly FailureCount[]): FailureCount[] {
  const byKey = new Map<string, FailureCount>();
  for (const one of [...a, ...b]) addFailure(byKey, one);
  return [...byKey.values()].sort(byLines(failureKey));
}

/** Adds lines; the rest is that of the first line. */
function addFailure(byKey: Map<string, FailureCount>, one: FailureCount): void {
  const key = failureKey(one);
  const known = byKey.get(key) ?? { ...one, lines: 0 };
  const isFirst = known.object < one.object || (known.object === one.object && known.offset <= one.offset);
  byKey.set(key, { ...(isFirst ? known : one), lines: known.lines + one.lines });
}

function byLines<One extends { lines: number }>(keyOf: (one: One) => string): (a: One, b: One) => number {
  return (a, b) => b.lines - a.lines || (keyOf(a) < keyOf(b) ? -1 : 1);
}

function mergeColumns(a: readonly FieldCount[], b: readonly FieldCount[]): FieldCount[] {
  const tally = new FieldTally();
  tally.mergeCounts(a);
  tally.mergeCounts(b);
  return tally.toCounts();
}
