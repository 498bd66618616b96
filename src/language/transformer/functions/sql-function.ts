// The shape of a row in the tables of functions. compile-call.ts checks the arguments against it and calls its implementation.

import type { ChoiceName } from '../choices.ts';
import type { Report } from '../problem.ts';
import type { SqlType } from '../sql-type.ts';
import type { SqlValue } from '../sql-value.ts';
import type { FailureCause, Result, Stop } from '../stop.ts';

/**
 * What an argument must be. `shown`: any value, as text. `bytes`: binary, or text as UTF-8. `time`: a timestamp, or text and dates converted
 * to one. `whole`: an integer, or text converted to one. `element`: of the same type as the elements of each `list`. `same`: of the same type as all others of this kind.
 */
export type Param =
  | 'text'
  | 'shown'
  | 'bytes'
  | 'int'
  | 'whole'
  | 'float'
  | 'number'
  | 'bool'
  | 'time'
  | 'interval'
  | 'json'
  | 'key'
  | 'list'
  | 'element'
  | 'same'
  | 'any';

/** A call, as its implementation sees it while the SQL is compiled. */
export interface CallSite {
  /** The name as written, in lower case. */
  readonly name: string;
  /** Types of the arguments after their conversion. */
  readonly types: readonly SqlType[];
  /** Values of constant arguments after their conversion; undefined for others. */
  readonly constants: readonly (SqlValue | undefined)[];
  /** Creates the failure of a batch. @param hint begins with a verb */
  fail(cause: FailureCause, message: string, hint: string): Stop;
  /** Creates an undecided result. */
  undecided(choice: ChoiceName): Stop;
  /** Builds a value that may be large. Undecided beyond `MAX_VALUE_SIZE`. @param size of the value, known before it is built */
  bounded(size: number | bigint, build: () => SqlValue): Result;
  /** Reports a problem at an argument. */
  reject(index: number, code: Parameters<Report>[0], parts: Parameters<Report>[2]): void;
}

/** An implementation. It receives converted arguments, none of them NULL unless the row says so. */
export type Implementation = (...args: never[]) => Result;

/** A function of SQL. */
export interface SqlFunction {
  readonly names: readonly string[];
  readonly params: readonly Param[];
  /** How many of the parameters, from the last, may be missing. */
  readonly optional: number;
  /** Whether the last parameter stands for any number of arguments, also none. */
  readonly isVariadic: boolean;
  readonly returns: SqlType | ((types: readonly SqlType[], site: CallSite) => SqlType);
  readonly build: (site: CallSite) => Implementation;
  /**
   * Which arguments may be NULL when the implementation is called; for others, the result is NULL. `values`: those of the kinds `element`, `same`,
   * `shown` and `any`.
   */
  readonly seesNull: 'none' | 'values' | 'all';
  /** Whether it may fail or be undecided for values of the right types. */
  readonly canStop: boolean;
  /** Whether its value differs from run to run. */
  readonly isVolatile: boolean;
  /** The undocumented point on which it depends. */
  readonly choice: ChoiceName | undefined;
}

type Options = Partial<Pick<SqlFunction, 'seesNull' | 'canStop' | 'isVolatile' | 'choice'>>;

/**
 * A row of a table: names with blanks between them, parameters as `text int? any...`, the type of the result, and the implementation.
 */
export function sqlFunction(
  names: string,
  params: string,
  returns: SqlFunction['returns'],
  build: (site: CallSite) => Implementation,
  { seesNull = 'none', canStop = false, isVolatile = false, choice }: Options = {},
): SqlFunction {
  const words = params === '' ? [] : params.split(' ');
  return {
    names: names.split(' '),
    params: words.map((word) => word.replace(/[?.]+$/, '') as Param),
    optional: words.filter((word) => word.endsWith('?')).length,
    isVariadic: params.endsWith('...'),
    returns,
    build,
    seesNull,
    canStop,
    isVolatile,
    choice,
  };
}

/** A row whose implementation needs nothing of the call. */
export function plainFunction(
  names: string,
  params: string,
  returns: SqlFunction['returns'],
  implementation: Implementation,
  options?: Options,
): SqlFunction {
  return sqlFunction(names, params, returns, () => implementation, options);
}
