// A compiled expression: its type, a closure that evaluates it, and what checks need. Combines closures so that NULL and stops pass through.
import type { ChoiceName } from './choices.ts';
import { MAX_JOINED_SIZE } from './limits.ts';
import type { Report } from './problem.ts';
import type { SqlPlace, SqlText } from './sql-text.ts';
import { NULL_TYPE, type SqlType } from './sql-type.ts';
import { type SqlValue, sizeOf } from './sql-value.ts';
import type { FailureCause } from './stop.ts';
import { type Result, Stop } from './stop.ts';
import type { Span, Syntax } from './syntax.ts';

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
  /** Whether it may fail or be undecided for values of the right types. */
  readonly canStop: boolean;
  readonly isVolatile: boolean;
  /** Its value, if it is the same for all records. */
  readonly constant: SqlValue | undefined;
}

/** What the compiler of an expression shares with that of the query. */
export interface Compilation {
  readonly text: SqlText;
  readonly report: Report;
  /** Those that were computed so far, by the unit of `MAX_VALUE_SIZE`. */
  readonly constants: { size: number };
  /** Notes that the transformer depends on a choice, with the construct that does. */
  use(choice: ChoiceName, span: Span, construct: string): void;
}

/** The size of what functions have built for the expression that is being evaluated. */
export const built = { size: 0 };

/** Evaluates a condition or a column. */
export function evaluateWhole({ evaluate }: Pick<Compiled, 'evaluate'>, row: Row): Result {
  built.size = 0;
  return evaluate(row);
}

export const NO_FIELDS: ReadonlySet<string> = new Set();

/** A constant. */
export function constantOf(span: Span, type: SqlType, value: SqlValue): Compiled {
  const common = { fields: NO_FIELDS, children: [], canFail: false, canStop: false, isVolatile: false } as const;
  return { span, type, evaluate: always(value), constant: value, ...common };
}

/** What replaces an expression with an error: NULL, which takes any type, so that one mistake is one problem. */
export const invalid = (span: Span): Compiled => constantOf(span, NULL_TYPE, null);

/**
 * Joins children to an expression. Evaluates it now if all children are constants, and warns if it fails.
 * @param traits what the expression adds to those of its children
 */
export function joined(
  compilation: Compilation,
  span: Span,
  type: SqlType,
  children: readonly Compiled[],
  evaluate: Evaluate,
  traits: { canFail?: boolean; canStop?: boolean; isVolatile?: boolean } = {},
): Compiled {
  const canFail = traits.canFail === true || children.some((child) => child.canFail);
  const isVolatile = traits.isVolatile === true || children.some((child) => child.isVolatile);
  const fields = unionOf(children);
  const isConstant = !isVolatile && children.every(({ constant }) => constant !== undefined);
  const { constants } = compilation;
  // Once the constants are too large, no further one is computed.
  const isLarge = isConstant && constants.size > MAX_JOINED_SIZE;
  const result = isLarge
    ? undecidedAt(compilation.text, span)
    : isConstant
      ? evaluateWhole({ evaluate }, undefined)
      : undefined;
  if (
    result instanceof Stop &&
    'failure' in result.cause &&
    children.every(({ evaluate: of }) => !(of(undefined) instanceof Stop))
  ) {
    const { message, hint } = result.cause.failure;
    compilation.report('always-fails', span, { found: message, expected: 'a value', fix: hint });
  }
  if (result !== undefined && !(result instanceof Stop)) {
    constants.size += sizeOf(result, MAX_JOINED_SIZE);
    return { ...constantOf(span, type, result), fields, children };
  }
  const canStop = traits.canStop === true || canFail || isLarge || children.some((child) => child.canStop);
  const closure = isLarge ? always(result!) : evaluate;
  return { span, type, evaluate: closure, constant: undefined, fields, children, canFail, canStop, isVolatile };
}

/** Keeps no value but its own in memory. */
function always(result: Result): Evaluate {
  return () => result;
}

function unionOf(children: readonly Compiled[]): ReadonlySet<string> {
  const [first, ...rest] = children.filter(({ fields }) => fields.size > 0);
  if (rest.length === 0) return first?.fields ?? NO_FIELDS;
  return new Set([first!, ...rest].flatMap(({ fields }) => [...fields]));
}

/** The result of an expression that depends on an undocumented point. @param choice default: its value, or its arguments, are too large */
export function undecidedAt(text: SqlText, span: Span, choice: ChoiceName = 'output-size'): Stop {
  return new Stop({ undecided: { code: 'choice', choice, expression: text.place(span) } });
}

/** Creates failures of an expression. */
export function failureAt(text: SqlText, span: Span): (cause: FailureCause, message: string, hint: string) => Stop {
  let expression: SqlPlace | undefined;
  return (cause, message, hint) => {
    expression ??= text.place(span);
    return new Stop({ failure: { cause, message, hint, expression } });
  };
}

/** Applies a function to one value: NULL and stops pass through. */
export function strict1(argument: Evaluate, apply: (value: never) => Result): Evaluate {
  const call = apply as (value: SqlValue) => Result;
  return (row) => {
    const value = argument(row);
    return value === null || value instanceof Stop ? value : call(value);
  };
}

/** Applies a function to two values. A failure on either side decides, then what is undecided, then NULL. */
export function strict2(left: Evaluate, right: Evaluate, apply: (a: never, b: never) => Result): Evaluate {
  const call = apply as (a: SqlValue, b: SqlValue) => Result;
  return (row) => {
    const a = left(row);
    const b = right(row);
    if (a instanceof Stop || b instanceof Stop) return worse(a, b);
    return a === null || b === null ? null : call(a, b);
  };
}

/**
 * Applies a function to any number of values.
 * @param seesNull whether it receives NULL, for each argument
 * @param tooLarge the result for values that are larger than {@link MAX_JOINED_SIZE} together; fewer than five cannot be
 */
export function strictAll(
  args: readonly Evaluate[],
  apply: (...values: never[]) => Result,
  seesNull: readonly boolean[],
  tooLarge?: () => Stop,
): Evaluate {
  const call = apply as (...values: SqlValue[]) => Result;
  const isMany = args.length > 4;
  return (row) => {
    const values = new Array<SqlValue>(args.length);
    let size = 0;
    let stop: Result = null;
    let hasNull = false;
    for (let index = 0; index < args.length; index += 1) {
      const value = args[index]!(row);
      if (value instanceof Stop) stop = worse(stop, value);
      else if (value === null) {
        hasNull ||= !seesNull[index];
        values[index] = null;
      } else {
        values[index] = value;
        if (isMany) size += sizeOf(value, MAX_JOINED_SIZE);
        if (size > MAX_JOINED_SIZE && tooLarge !== undefined) return tooLarge();
      }
    }
    if (stop !== null) return stop;
    return hasNull ? null : call(...values);
  };
}

/** Of two results of which one is a stop: a failure, else a stop. */
function worse(a: Result, b: Result): Result {
  if (!(a instanceof Stop)) return b;
  return b instanceof Stop && b.isFailure ? b : a;
}
