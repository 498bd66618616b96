// The shape of a row in the tables of functions. compile-call.ts checks the arguments against it and calls its implementation.

import type { ChoiceName } from '../choices.ts';
import type { Report } from '../problem.ts';
import { isNumber, listOf, type SqlType, TYPES, timestampOf } from '../sql-type.ts';
import type { FailureCause, Result, SqlValue, Stop } from '../sql-value.ts';

/** What a parameter accepts: the type to convert to, or undefined for one that it rejects; and the words of it. */
interface Accepted {
  readonly accept: (type: SqlType) => SqlType | undefined;
  readonly words: string;
}

const accepts = (words: string, accept: Accepted['accept']): Accepted => ({ words, accept });
/** Converts some kinds to one type. */
const to = (type: SqlType, ...kinds: readonly SqlType['kind'][]): Accepted['accept'] => {
  return ({ kind }) => (kinds.includes(kind) ? type : undefined);
};
const any = (type: SqlType): SqlType => type;

/**
 * What an argument must be. `shown`: any value, as text. `bytes`: binary, or text as UTF-8. `time`: a timestamp, or text and dates converted
 * to one. `instant`: a number, too, and none of them converted. `whole`: an integer, or text converted to one. `element`: of the same type as the elements of each `list`. `same`: of the same type as all others of this kind.
 */
export const PARAMS = {
  text: accepts('a text', to(TYPES.text, 'text', 'delivered-time')),
  shown: accepts('a value that has a text', ({ kind }) =>
    kind === 'list' || kind === 'struct' ? undefined : TYPES.text,
  ),
  bytes: accepts('a text or binary data', to(TYPES.binary, 'binary', 'text')),
  int: accepts('an integer', to(TYPES.int64, 'int', 'delivered-time')),
  whole: accepts('an integer', to(TYPES.int64, 'int', 'text')),
  float: accepts('a number', to(TYPES.float, 'int', 'float')),
  number: accepts('a number', (type) => (isNumber(type) ? type : undefined)),
  time: accepts('a timestamp', (type) =>
    type.kind === 'timestamp' ? type : to(TYPES.timestamp, 'date', 'text', 'delivered-time')(type),
  ),
  instant: accepts('a timestamp, a text or a number', (type) =>
    ['timestamp', 'date', 'text', 'int', 'float', 'delivered-time'].includes(type.kind) ? type : undefined,
  ),
  interval: accepts("an interval: INTERVAL '15 minutes'", to(TYPES.interval, 'interval', 'text')),
  json: accepts('JSON text or an object', (type) => (type.kind === 'json' ? type : to(TYPES.text, 'text')(type))),
  key: accepts('a key as text, or a position', (type) =>
    type.kind === 'int' ? TYPES.int64 : to(TYPES.text, 'text')(type),
  ),
  list: accepts('a list', (type) => (type.kind === 'list' ? type : undefined)),
  element: accepts('an element of the list', any),
  same: accepts('a value', any),
  any: accepts('a value', any),
} as const;
export type Param = keyof typeof PARAMS;

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
  /** Creates the undecided result of a value that is too large, or takes too long. */
  undecided(): Stop;
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
  /** Whether it may fail, or grow without a bound, for values of the right types. */
  readonly canFail: boolean;
  /** Whether its value differs from run to run. */
  readonly isVolatile: boolean;
  /** The undocumented point on which it depends. */
  readonly choice: ChoiceName | undefined;
}

/** The words for types of results; for others, a row has a function. */
const RESULTS: Readonly<Record<string, SqlFunction['returns']>> = {
  ...TYPES,
  ...{ texts: listOf(TYPES.text), uints: listOf(TYPES.uint64), ints: listOf(TYPES.int64) },
  ...{ seconds: timestampOf('Second'), millis: timestampOf('Millisecond'), micros: timestampOf('Microsecond') },
  first: ([type]) => type!,
  second: ([, type]) => type!,
  element: ([type]) => (type?.kind === 'list' ? type.element : type!),
};

type Built = (...args: never[]) => unknown;

/** An implementation, or what builds one; with the type of the result, if it is no word. */
type Row = Built | readonly [returns: (types: readonly SqlType[], site: CallSite) => SqlType, build: Built];

/**
 * Builds the rows of a table from signatures: `names(parameters) result flags`. `@append` is named `array_append` and `list_append`; parameters may be
 * missing (`text?`) or repeat (`any...`). Flags: `!` may stop, and the implementation receives the call before the arguments; `=` the row builds the implementation of a call; `~` sees NULL in values, `~~` in all arguments; `random` differs from run to run; `#name` depends on a choice.
 */
export function sqlFunctions(rows: Readonly<Record<string, Row>>): SqlFunction[] {
  return Object.entries(rows).map(([signature, row]) => {
    const [, names = '', params = '', rest = ''] = /^(.*?)\((.*?)\) ?(.*)$/.exec(signature)!;
    const [first = '', ...others] = rest.split(' ');
    const returns = RESULTS[first];
    const flags = new Set(returns === undefined ? [first, ...others] : others);
    const words = params === '' ? [] : params.split(' ');
    const choice = [...flags].find((flag) => flag.startsWith('#'));
    const build = (typeof row === 'function' ? row : row[1]) as (...args: unknown[]) => unknown;
    return {
      names: names
        .split(' ')
        .flatMap((name) => (name.startsWith('@') ? [`array_${name.slice(1)}`, `list_${name.slice(1)}`] : name)),
      params: words.map((word) => word.replace(/[?.]+$/, '') as Param),
      optional: words.filter((word) => word.endsWith('?')).length,
      isVariadic: params.endsWith('...'),
      returns: typeof row === 'function' ? returns! : row[0],
      build: (flags.has('=')
        ? build
        : flags.has('!')
          ? (site: CallSite) => build.bind(undefined, site)
          : () => build) as SqlFunction['build'],
      seesNull: flags.has('~~') ? 'all' : flags.has('~') ? 'values' : 'none',
      canFail: flags.has('!'),
      isVolatile: flags.has('random'),
      choice: choice?.slice(1) as ChoiceName | undefined,
    };
  });
}
