// A checked transformer, as other parts use it: what it reads, its conditions and columns, and what it does with a record.
// Types and constants only; read-transformer.ts builds it.
import type { FieldSource, JsonObject } from '../../base/index.ts';
import type { Dataset } from '../dataset/index.ts';
import type { ChoiceName } from './choices.ts';
import type { TransformerProblem } from './problem.ts';
import type { SqlPlace } from './sql-text.ts';
import type { SqlValue } from './sql-value.ts';
import type { Failure, UndecidedReason } from './stop.ts';
import type { Syntax } from './syntax.ts';

/** The result of a condition for a record, as `outcomes` contains it. Only {@link ConditionOutcome.true} keeps the record. */
export const CONDITION_OUTCOMES = ['false', 'true', 'null', 'undecided', 'failing'] as const;
/** A name of {@link CONDITION_OUTCOMES}. */
export type ConditionOutcome = (typeof CONDITION_OUTCOMES)[number];

/** An expression that can be evaluated alone. */
export interface Expression extends SqlPlace {
  /** Arrow's name of the type, as `arrow_typeof` prints it: `Utf8`, `Int64`, `Boolean`. */
  readonly type: string;
  /**
   * The fields that it reads, also through columns of `WITH`. With one field, its value depends on that field alone: evaluate it once
   * for each distinct value, over a `Map` with this one field.
   */
  readonly fields: readonly string[];
  /** The expressions that it consists of; none for fields and constants. */
  readonly children: readonly Expression[];
  /** What it was compiled from. Undefined for a conversion, and for a part of `BETWEEN`. */
  readonly syntax: Syntax | undefined;
  /** Whether a record that has all {@link fields}, with values of their types, may fail. */
  readonly canFail: boolean;
  evaluate(record: FieldSource): ExpressionResult;
}

/** What an expression returns for a record; `text`: the value as SQL clients print it. */
export type ExpressionResult =
  | { readonly outcome: 'value'; readonly value: SqlValue; readonly text: string }
  | { readonly outcome: 'failing'; readonly failure: Failure }
  | { readonly outcome: 'undecided'; readonly reason: UndecidedReason };

/** A top-level condition of a `WHERE`: one of the expressions that `AND` joins. */
export interface WhereCondition extends Expression {
  /** Position in {@link Transformer.conditions}, and of its outcome in `outcomes`. */
  readonly index: number;
  /** Writes `true`, `false`, `null`, `failing` or `undecided` for a record, as an index of {@link CONDITION_OUTCOMES}. */
  outcome(record: FieldSource): number;
}

/** A key of the delivered record. */
export interface OutputColumn {
  readonly name: string;
  readonly expression: Expression;
  /** The value for a record as {@link Transformer.printRow} prints it; undefined if there is none. */
  jsonOf(record: FieldSource): string | undefined;
  /** Prints a value as {@link Transformer.printRow} does. */
  print(value: SqlValue): string;
}

/** One delivered record: values in the order of {@link Transformer.columns}. `undefined`: `SELECT *` of a line that lacks the field. */
export type OutputRow = readonly (SqlValue | undefined)[];

/** What a transformer does with one line. The four outcomes add up to the lines that it reads. */
export type Evaluation =
  | { readonly outcome: 'rows'; readonly rows: readonly OutputRow[] }
  /** `unnest`: every condition is true, and `UNNEST` of an empty list returns no row, or a `WHERE` after it drops all rows. */
  | { readonly outcome: 'dropped'; readonly by: 'where' | 'unnest' }
  | { readonly outcome: 'failing'; readonly failure: Failure }
  | { readonly outcome: 'undecided'; readonly reason: UndecidedReason };

/** What the conditions alone decide. `kept`: all are true; the output may still fail. */
export type Decision = Exclude<Evaluation, { outcome: 'rows' }> | { readonly outcome: 'kept' };

/** A transformer without errors. Evaluates records without state: equal records have equal results. */
export interface Transformer {
  readonly sql: string;
  readonly dataset: Dataset;
  /** All fields that it reads, in the order of the SQL. With `SELECT *`, all fields of the dataset. */
  readonly fields: readonly string[];
  /** Fields that decide whether a line is kept: those of {@link conditions}, and of a list for `UNNEST`. */
  readonly decidingFields: readonly string[];
  /** Fields whose absence changes the result: {@link fields}; with `SELECT *`, which writes the fields of the line, only those that the SQL names. */
  readonly namedFields: readonly string[];
  /**
   * The top-level conditions of `WHERE`, those of `WITH` first. A `WHERE` that filters rows of an `UNNEST` is not among them: it has no
   * outcome for a line.
   */
  readonly conditions: readonly WhereCondition[];
  /** Without columns that no one reads. */
  readonly columns: readonly OutputColumn[];
  /** Whether `SELECT *` writes all fields of the line. */
  readonly hasStar: boolean;
  /** Whether a line may become several records, or none, by `UNNEST`. */
  readonly hasUnnest: boolean;
  /** The undocumented points on which the transformer depends, each once. Each has a warning. */
  readonly choices: readonly ChoiceName[];
  /** Returns the {@link namedFields} that a job with these `field_names` does not list: none if it lists no field, and so pushes all. */
  unlistedFields(fieldNames: readonly string[] | null | undefined): string[];
  /** Evaluates the conditions only. @param outcomes receives an index of {@link CONDITION_OUTCOMES} for each condition */
  decide(record: FieldSource, outcomes?: Uint8Array): Decision;
  /** Combines the outcomes of the conditions, which the caller knows for each. `failing` and `undecided` ask the record for the reason. */
  decisionOf(outcomes: Uint8Array, record: FieldSource): Decision;
  /** Evaluates the conditions, then the columns of a kept record. @param outcomes as for {@link decide} */
  evaluate(record: FieldSource, outcomes?: Uint8Array): Evaluation;
  /** Returns, in a clause, why a record or an expression has no result: `the line lacks BotScore`; undefined if it has one. */
  reasonOf(result: Evaluation | ExpressionResult): string | undefined;
  /** Prints the delivered record as compact JSON: keys sorted, nulls written, 64-bit integers exact. Without a line end. */
  printRow(row: OutputRow): string;
  /** The delivered record as a JSON value, with sorted keys. */
  recordOf(row: OutputRow): JsonObject;
}

/** The result of `readTransformer`. */
export interface TransformerReading {
  /** Undefined when any problem is an error. */
  readonly transformer: Transformer | undefined;
  /** All problems at once, in the order of the SQL. At most 100, and one that counts the rest. */
  readonly problems: readonly TransformerProblem[];
  /** UTF-8 bytes of the SQL, which count against the limit. */
  readonly bytes: number;
  /** The dataset that `FROM` names, if it is one. */
  readonly dataset: string | undefined;
}
