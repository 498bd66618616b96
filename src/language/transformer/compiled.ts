// A compiled expression: its type, a closure that evaluates it, and what checks need. Combines closures so that NULL and stops pass through, and
// defines AND and OR once for expressions and for the conditions of WHERE.
import type { TimestampFormat } from '../output/index.ts';
import type { ChoiceName } from './choices.ts';
import type { Report } from './problem.ts';
import { type SqlType, TYPES } from './sql-type.ts';
import { type FailureCause, type Result, type SqlValue, Stop } from './sql-value.ts';
import type { Span, SqlPlace, SqlText, Syntax } from './syntax.ts';

/** What an expression reads: a record, or the columns of the `SELECT` before it. */
export type Row = unknown;
export type Evaluate = (row: Row) => Result;

export interface Compiled {
  readonly span: Span;
  /** What it was compiled from. Undefined for a conversion, and for a part of `BETWEEN`. */
  readonly syntax?: Syntax | undefined;
  readonly type: SqlType;
  readonly evaluate: Evaluate;
  /** Fields that it reads, also through columns. */
  readonly fields: ReadonlySet<string>;
  readonly children: readonly Compiled[];
  /** Whether it may fail for values of the right types. */
  readonly canFail: boolean;
  readonly isVolatile: boolean;
  /** Its value, if it is the same for all records. */
  readonly constant: SqlValue | undefined;
}

/** What the compiler of an expression shares with that of the query. */
export interface Compilation {
  readonly text: SqlText;
  readonly report: Report;
  /** The format that the job gives timestamps; undefined: not known. */
  readonly timestampFormat: TimestampFormat | undefined;
  /** Notes that the transformer depends on a choice, with the construct that does. */
  use(choice: ChoiceName, span: Span, construct: string): void;
}

/** The size of what functions have built for the expression that is being evaluated, or for the constants of the SQL that is being compiled. */
export const built = { size: 0 };

/** Evaluates a condition or a column. */
export function evaluateWhole({ evaluate }: Pick<Compiled, 'evaluate'>, row: Row): Result {
  built.size = 0;
  return evaluate(row);
}

/** An expression that reads nothing of the record but what `given` says. */
export function leafOf(span: Span, type: SqlType, evaluate: Evaluate, given: Partial<Compiled> = {}): Compiled {
  const none = { fields: new Set<string>(), children: [], canFail: false, isVolatile: false, constant: undefined };
  return { span, type, evaluate, ...none, ...given };
}

/** A constant. */
export function constantOf(span: Span, type: SqlType, value: SqlValue): Compiled {
  return leafOf(span, type, () => value, { constant: value });
}

/** What replaces an expression with an error: NULL, which takes any type, so that one mistake is one problem. */
export const invalid = (span: Span): Compiled => constantOf(span, TYPES.null, null);

/**
 * Joins children to an expression. Evaluates it now if all children are constants, and reports if it fails. Without a value, it is not
 * evaluated again for each record: that may take half a second.
 * @param traits what the expression adds to those of its children
 */
export function joined(
  compilation: Compilation,
  span: Span,
  type: SqlType,
  children: readonly Compiled[],
  evaluate: Evaluate,
  traits: { canFail?: boolean; isVolatile?: boolean } = {},
): Compiled {
  const fields = new Set(children.flatMap((child) => [...child.fields]));
  const canFail = traits.canFail === true || children.some((child) => child.canFail);
  const isVolatile = traits.isVolatile === true || children.some((child) => child.isVolatile);
  const compiled: Compiled = { span, type, evaluate, constant: undefined, fields, children, canFail, isVolatile };
  if (isVolatile || children.some(({ constant }) => constant === undefined)) return compiled;
  const result = evaluate(undefined);
  if (!(result instanceof Stop)) return { ...constantOf(span, type, result), fields, children };
  if (result.cause.outcome === 'failing') {
    const { message, hint } = result.cause.failure;
    compilation.report('always-fails', span, { found: message, expected: 'a value', fix: hint });
  }
  return { ...compiled, evaluate: () => result };
}

/** The result of an expression that depends on an undocumented point. @param choice default: its value, or its arguments, are too large */
export function undecidedAt(text: SqlText, span: Span, choice: ChoiceName = 'output-size'): Stop {
  return new Stop({ outcome: 'undecided', reason: { code: 'choice', choice, expression: text.place(span) } });
}

/** Creates failures of an expression. */
export function failureAt(text: SqlText, span: Span): (cause: FailureCause, message: string, hint: string) => Stop {
  let expression: SqlPlace | undefined;
  return (cause, message, hint) => {
    expression ??= text.place(span);
    return new Stop({ outcome: 'failing', failure: { cause, message, hint, expression } });
  };
}

/**
 * Applies a function to values: NULL and stops pass through. A failure of any value decides, then what is undecided, then NULL.
 * @param seesNull whether the function receives NULL, for each argument
 */
export function strict(
  args: readonly Evaluate[],
  apply: (...values: never[]) => Result,
  seesNull: readonly boolean[] = [],
): Evaluate {
  const call = apply as (...values: SqlValue[]) => Result;
  const [left, right, ...more] = args;
  if (left !== undefined && more.length === 0 && !seesNull.includes(true)) {
    if (right === undefined) {
      return (row) => {
        const value = left(row);
        return value === null || value instanceof Stop ? value : call(value);
      };
    }
    return (row) => {
      const a = left(row);
      const b = right(row);
      if (a instanceof Stop || b instanceof Stop) return worse(a, b);
      return a === null || b === null ? null : call(a, b);
    };
  }
  return (row) => {
    const values = new Array<SqlValue>(args.length);
    let stop: Result = null;
    let hasNull = false;
    for (let index = 0; index < args.length; index += 1) {
      const value = args[index]!(row);
      if (value instanceof Stop) stop = worse(stop, value);
      else {
        if (value === null) hasNull ||= seesNull[index] !== true;
        values[index] = value;
      }
    }
    if (stop !== null) return stop;
    return hasNull ? null : call(...values);
  };
}

/** Of two results of which one is a stop: a failure, else one that may fail, else a stop. */
function worse(a: Result, b: Result): Result {
  if (!(a instanceof Stop)) return b;
  return b instanceof Stop && (b.isFailure || (b.mayFail && !a.isFailure)) ? b : a;
}

/**
 * Joins a value to the result of those before it in the SQL, which is `!deciding` at first. A failure on the left fails the batch. On the right of a
 * deciding value, whether it is evaluated depends on the other lines of the batch, and on the right of an undecided one on that: the result is
 * undecided. No later value changes a result that {@link mayFailBatch}.
 * @param deciding false for AND, true for OR @param shortCircuit the result of a failure after a deciding or an undecided value
 */
export function joinedTo(before: Result, value: Result, deciding: boolean, shortCircuit: Stop): Result {
  const isOpen = before === deciding || before instanceof Stop;
  if (mayFailBatch(value)) return value.isFailure && isOpen ? shortCircuit : value;
  return value === deciding || (!isOpen && value !== !deciding) ? value : before;
}

/** Whether a result fails the batch, or may fail it, depending on other lines. */
export function mayFailBatch(result: Result): result is Stop {
  return result instanceof Stop && (result.isFailure || result.mayFail);
}

/** Builds the closure of a chain. Parameters as those of {@link joinedTo}. */
export function chainOf(deciding: boolean, conditions: readonly Compiled[], shortCircuit: Stop): Evaluate {
  const items = conditions.map(({ evaluate }) => evaluate);
  /** The first index from which no item can fail: a deciding value ends the evaluation there. */
  const safeFrom = conditions.findLastIndex(({ canFail }) => canFail) + 1;
  return (row) => {
    let result: Result = !deciding;
    for (let index = 0; index < items.length; index += 1) {
      const value = items[index]!(row);
      if (value === !deciding) continue;
      if (value === deciding && index + 1 >= safeFrom && result === !deciding) return value;
      result = joinedTo(result, value, deciding, shortCircuit);
      if (mayFailBatch(result)) break;
    }
    return result;
  };
}
