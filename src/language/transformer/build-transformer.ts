// Compiled stages → the transformer that other parts use: evaluates conditions and columns of a record, combines their results, and prints
// the delivered record.
import type { FieldSource } from '../../base/index.ts';
import type { Dataset } from '../dataset/index.ts';
import { jsonPrinter, objectPrinter, printSql } from './cast.ts';
import type { ChoiceName } from './choices.ts';
import type { Stage } from './compile-query.ts';
import { type Compiled, evaluateWhole, joinedTo, mayFailBatch, type Row, undecidedAt } from './compiled.ts';
import { MAX_RECORD_SIZE, MAX_VALUE_SIZE } from './limits.ts';
import type { TransformerProblem } from './problem.ts';
import { printType, type SqlType } from './sql-type.ts';
import { type Result, type SqlValue, Stop, type Stopped, sizeOf } from './sql-value.ts';
import type { SqlPlace, SqlText, Syntax } from './syntax.ts';

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
type ExpressionResult = { readonly outcome: 'value'; readonly value: SqlValue; readonly text: string } | Stopped;

/** A top-level condition of a `WHERE`: one of the expressions that `AND` joins. */
export interface WhereCondition extends Expression {
  /** Writes `true`, `false`, `null`, `failing` or `undecided` for a record, as an index of {@link CONDITION_OUTCOMES}. */
  outcome(record: FieldSource): number;
}

/** A key of the delivered record. */
export interface OutputColumn {
  readonly name: string;
  /** Behind an UNNEST, of its first row. */
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
  | Stopped;

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
  /** Evaluates the conditions, then the columns of a kept record. @param outcomes receives an index of {@link CONDITION_OUTCOMES} for each condition */
  evaluate(record: FieldSource, outcomes?: Uint8Array): Evaluation;
  /** Returns, in a clause, why a record or an expression has no result: `the line lacks BotScore`; undefined if it has one. */
  reasonOf(result: Evaluation | ExpressionResult): string | undefined;
  /** Prints the delivered record as compact JSON: keys sorted, nulls written, 64-bit integers exact. Without a line end. */
  printRow(row: OutputRow): string;
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

const codeOf = (outcome: ConditionOutcome): number => CONDITION_OUTCOMES.indexOf(outcome);
const [FALSE, TRUE, NULL] = [codeOf('false'), codeOf('true'), codeOf('null')];
const [UNDECIDED, FAILING] = [codeOf('undecided'), codeOf('failing')];
const DROPPED_BY_WHERE: Evaluation = { outcome: 'dropped', by: 'where' };
const DROPPED_BY_UNNEST: Evaluation = { outcome: 'dropped', by: 'unnest' };

function outcomeOf(result: Result): number {
  if (result === true) return TRUE;
  if (result === false) return FALSE;
  if (result instanceof Stop) return result.isFailure ? FAILING : UNDECIDED;
  return NULL;
}

/** Builds a transformer. @param stages at least one @param choices that it depends on */
export function buildTransformer(
  text: SqlText,
  dataset: Dataset,
  stages: readonly Stage[],
  choices: readonly ChoiceName[],
): Transformer {
  const last = stages.at(-1)!;
  const hasStar = last.columns.some(({ isStar }) => isStar);
  const firstUnnest = stages.findIndex(({ unnest }) => unnest >= 0);
  /** Stages whose WHERE sees lines. */
  const lineStages = firstUnnest < 0 ? stages : stages.slice(0, firstUnnest + 1);
  /** Stages whose WHERE sees rows of an UNNEST. */
  const rowStages = stages.slice(lineStages.length);
  const failing = lineStages.flatMap((stage) => stage.conditions).find(({ canFail }) => canFail);
  const shortCircuit = undecidedAt(text, failing?.span ?? { from: 0, to: 0 }, 'short-circuit');

  /** The columns of a stage for a row; columns that no one reads are NULL. */
  function materialized({ columns }: Stage, row: Row): Result[] {
    let joined = 0;
    return columns.map(({ compiled, isRead }) => {
      if (!isRead || joined > MAX_RECORD_SIZE) return null;
      const value = evaluateWhole(compiled, row);
      const size = value instanceof Stop ? 0 : sizeOf(value, MAX_VALUE_SIZE);
      joined += size;
      return size > MAX_VALUE_SIZE || joined > MAX_RECORD_SIZE ? undecidedAt(text, compiled.span) : value;
    });
  }

  /** What a line stage reads: the record, or the columns before it. */
  function rowOf(depth: number, record: FieldSource): Row {
    let row: Row = record;
    for (let index = 0; index < depth; index += 1) row = materialized(lineStages[index]!, row);
    return row;
  }

  const conditions = lineStages.flatMap((stage, depth) =>
    stage.conditions.map((compiled): WhereCondition => {
      const expression = expressionOf(compiled, (record) => rowOf(depth, record), text);
      return Object.assign(expression, {
        outcome: (record: FieldSource) => outcomeOf(evaluateWhole(compiled, rowOf(depth, record))),
      });
    }),
  );
  /** The first condition from which none can fail: a false one ends the evaluation there. */
  const safeFrom = conditions.findLastIndex(({ canFail }) => canFail) + 1;

  function evaluate(record: FieldSource, outcomes?: Uint8Array): Evaluation {
    let row: Row = record;
    let index = 0;
    /** Of the conditions so far. */
    let joined: Result = true;
    for (let depth = 0; depth < lineStages.length; depth += 1) {
      if (depth > 0) row = materialized(lineStages[depth - 1]!, row);
      for (const compiled of lineStages[depth]!.conditions) {
        const result = evaluateWhole(compiled, row);
        if (outcomes !== undefined) outcomes[index] = outcomeOf(result);
        index += 1;
        // A failure on the left decides: the outcomes of the others are still asked for.
        if (result === true || mayFailBatch(joined)) continue;
        if (outcomes === undefined && result === false && index >= safeFrom) return DROPPED_BY_WHERE;
        joined = joinedTo(joined, result, false, shortCircuit);
        if (mayFailBatch(joined) && outcomes === undefined) return joined.cause;
      }
    }
    if (joined !== true) return joined instanceof Stop ? joined.cause : DROPPED_BY_WHERE;
    let rows = unnestedRows(lineStages.at(-1)!, row);
    for (const stage of rowStages) {
      if (rows instanceof Stop) break;
      rows = filteredRows(stage, rows);
    }
    if (rows instanceof Stop) return rows.cause;
    const output = hasStar
      ? rows.map((values) =>
          values.map((value, index) => (last.columns[index]!.isStar && isAbsent(value) ? undefined : value)),
        )
      : rows;
    const stop = worstOf(output.length === 1 ? output[0]! : output.flat());
    if (stop !== undefined) return stop.cause;
    return rows.length === 0 ? DROPPED_BY_UNNEST : { outcome: 'rows', rows: output as OutputRow[] };
  }

  /** Applies a stage to the rows of an UNNEST. */
  function filteredRows(stage: Stage, rows: readonly Result[][]): Result[][] | Stop {
    const kept: Result[][] = [];
    for (const row of rows) {
      let joined: Result = true;
      for (const compiled of stage.conditions) {
        joined = joinedTo(joined, evaluateWhole(compiled, row), false, shortCircuit);
        if (mayFailBatch(joined)) break;
      }
      if (joined instanceof Stop) return joined;
      if (joined !== true) continue;
      const found = unnestedRows(stage, row);
      if (found instanceof Stop) return found;
      for (const one of found) kept.push(one);
      if (kept.length > MAX_VALUE_SIZE) return undecidedAt(text, stage.columns[0]!.compiled.span);
    }
    return kept;
  }

  /** The columns of a stage: one row, or one for each element of the UNNEST. A NULL list is one row with NULL, an empty one none. */
  function unnestedRows(stage: Stage, row: Row): Result[][] | Stop {
    const values = materialized(stage, row);
    if (stage.unnest < 0) return [values];
    const list = values[stage.unnest]!;
    if (list instanceof Stop) return worstOf(values) ?? list;
    if (list === null) return [values];
    // DataFusion computes the other columns before UNNEST, so that one may fail although the line has no row.
    if ((list as readonly SqlValue[]).length === 0) return worstOf(values.filter(mayFailBatch)) ?? [];
    return (list as readonly SqlValue[]).map((element) =>
      values.map((value, index) => (index === stage.unnest ? element : value)),
    );
  }

  /** What the last stage reads of a record: behind an UNNEST the first row that its WHERE keeps, else the first one, else NULLs. */
  function inputOf(record: FieldSource): Row {
    const row = rowOf(lineStages.length - 1, record);
    if (rowStages.length === 0) return row;
    let rows = unnestedRows(lineStages.at(-1)!, row);
    for (const stage of rowStages.slice(0, -1)) if (!(rows instanceof Stop)) rows = filteredRows(stage, rows);
    const width = stages.at(-2)!.columns.length;
    if (rows instanceof Stop) return new Array(width).fill(rows);
    const kept = rows.find((one) => last.conditions.every((condition) => evaluateWhole(condition, one) === true));
    return kept ?? rows[0] ?? new Array(width).fill(null);
  }

  const columns = last.columns.map(({ name, compiled }, index): OutputColumn => {
    const print = jsonPrinter(compiled.type);
    const jsonOf = (record: FieldSource): string | undefined => {
      const value = evaluateWhole(compiled, inputOf(record));
      return value instanceof Stop ? undefined : print(value);
    };
    const list: SqlType | undefined = index === last.unnest ? { kind: 'list', element: compiled.type } : undefined;
    return { name, expression: expressionOf(compiled, inputOf, text, list), jsonOf, print };
  });

  const deciding = [
    ...stages.flatMap((stage) => stage.conditions),
    ...stages.flatMap(({ columns: all, unnest }) => (unnest < 0 ? [] : [all[unnest]!.compiled])),
  ];
  /** In the order of the SQL. */
  const fieldsOf = (all: readonly Compiled[]): string[] => {
    const at = new Map(all.flatMap(({ fields }) => [...fields].map((name) => [name, text.sql.indexOf(name)])));
    return [...at.keys()].sort((a, b) => at.get(a)! - at.get(b)!);
  };
  const written = last.columns.filter(({ isStar }) => !isStar);
  const namedFields = fieldsOf([...deciding, ...written.map(({ compiled }) => compiled)]);
  return {
    sql: text.sql,
    dataset,
    fields: fieldsOf([...deciding, ...last.columns.map(({ compiled }) => compiled)]),
    decidingFields: fieldsOf(deciding),
    namedFields,
    unlistedFields: (fieldNames) => {
      const listed = new Set(fieldNames);
      return listed.size === 0 ? [] : namedFields.filter((field) => !listed.has(field));
    },
    conditions,
    columns,
    hasStar,
    hasUnnest: firstUnnest >= 0,
    choices,
    evaluate,
    reasonOf,
    printRow: objectPrinter(columns),
  };
}

function reasonOf(result: Evaluation | ExpressionResult): string | undefined {
  if (result.outcome === 'failing') return result.failure.message;
  if (result.outcome !== 'undecided') return undefined;
  const { code, field, expression } = result.reason;
  if (code === 'absent') return `the line lacks ${field}`;
  return code === 'mismatch'
    ? `${field} does not have the type of the field`
    : `it is not documented what ${expression.text} returns`;
}

const isAbsent = (value: Result): boolean =>
  value instanceof Stop && value.cause.outcome === 'undecided' && value.cause.reason.code === 'absent';

/** A failure, else any stop. */
function worstOf(values: readonly (Result | undefined)[]): Stop | undefined {
  let found: Stop | undefined;
  for (const value of values) {
    if (!(value instanceof Stop)) continue;
    if (value.isFailure) return value;
    found ??= value;
  }
  return found;
}

/** An expression for other parts. @param rowOf what it reads, of a record @param shown type of its value */
function expressionOf(
  compiled: Compiled,
  rowOf: (record: FieldSource) => Row,
  text: SqlText,
  shown: SqlType = compiled.type,
): Expression {
  let children: readonly Expression[] | undefined;
  return {
    ...text.place(compiled.span),
    type: printType(compiled.type),
    fields: [...compiled.fields],
    syntax: compiled.syntax,
    get children() {
      children ??= compiled.children.map((child) => expressionOf(child, rowOf, text));
      return children;
    },
    canFail: compiled.canFail,
    evaluate(record): ExpressionResult {
      const value = evaluateWhole(compiled, rowOf(record));
      return value instanceof Stop ? value.cause : { outcome: 'value', value, text: printSql(value, shown) };
    },
  };
}
