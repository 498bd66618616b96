// The shape of a row in the tables of functions. compile-call.ts checks the arguments against it and calls its implementation.

import type { ChoiceName } from '../choices.ts';
import type { Report } from '../problem.ts';
import { listOf, type SqlType, TYPES, timestampOf } from '../sql-type.ts';
import type { FailureCause, Result, SqlValue, Stop } from '../sql-value.ts';

/** The type to which an argument is converted; undefined for one that is rejected. */
type Accept = (type: SqlType) => SqlType | undefined;

const to = (type: SqlType, ...kinds: readonly SqlType['kind'][]): Accept => {
  return ({ kind }) => (kinds.includes(kind) ? type : undefined);
};
const unchanged = (...kinds: readonly SqlType['kind'][]): Accept => {
  return (type) => (kinds.includes(type.kind) ? type : undefined);
};
const any: Accept = (type) => type;

/**
 * What an argument must be. `shown`: any value, as text. `bytes`: binary, or text as UTF-8. `time`: a timestamp, or text and dates converted
 * to one. `instant`: a number, too, and none of them converted. `whole`: an integer, or text converted to one. `element`: of the same type as the elements of each `list`. `same`: of the same type as all others of this kind.
 */
export const PARAMS = {
  text: ['a text', to(TYPES.text, 'text', 'delivered-time')],
  shown: ['a value that has a text', ({ kind }) => (kind === 'list' || kind === 'struct' ? undefined : TYPES.text)],
  bytes: ['a text or binary data', to(TYPES.binary, 'binary', 'text')],
  int: ['an integer', to(TYPES.int64, 'int', 'delivered-time')],
  whole: ['an integer', to(TYPES.int64, 'int', 'text')],
  float: ['a number', to(TYPES.float, 'int', 'float')],
  number: ['a number', unchanged('int', 'float')],
  time: [
    'a timestamp',
    (type) => unchanged('timestamp')(type) ?? to(TYPES.timestamp, 'date', 'text', 'delivered-time')(type),
  ],
  instant: [
    'a timestamp, a text or a number',
    unchanged('timestamp', 'date', 'text', 'int', 'float', 'delivered-time'),
  ],
  interval: ["an interval: INTERVAL '15 minutes'", to(TYPES.interval, 'interval', 'text')],
  json: ['JSON text or an object', unchanged('json', 'text')],
  key: ['a key as text, or a position', (type) => to(TYPES.int64, 'int')(type) ?? to(TYPES.text, 'text')(type)],
  list: ['a list', unchanged('list')],
  element: ['an element of the list', any],
  same: ['a value', any],
  any: ['a value', any],
} as const satisfies Readonly<Record<string, readonly [words: string, accept: Accept]>>;
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
  /** Fewest arguments. */
  readonly least: number;
  /** Most arguments: infinite if the last parameter stands for any number of them. */
  readonly most: number;
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
      least: words.filter((word) => !/[?.]$/.test(word)).length,
      most: params.endsWith('...') ? Number.POSITIVE_INFINITY : words.length,
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
