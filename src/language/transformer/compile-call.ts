// Calls of functions: finds the function, checks the number and types of its arguments, converts them, and builds the closure.
import { nearest, printPlural } from '../../base/index.ts';
import { checkTimestamp, coerced, warnAboutCast } from './compile-cast.ts';
import { built, type Compilation, type Compiled, failureAt, invalid, joined, strict, undecidedAt } from './compiled.ts';
import { ARRAY_FUNCTIONS } from './functions/array-functions.ts';
import { JSON_FUNCTIONS } from './functions/json-functions.ts';
import { MATH_FUNCTIONS } from './functions/math-functions.ts';
import { OTHER_FUNCTIONS } from './functions/other-functions.ts';
import { REGEX_FUNCTIONS } from './functions/regex-functions.ts';
import { type CallSite, PARAMS, type Param, type SqlFunction } from './functions/sql-function.ts';
import { TEXT_FUNCTIONS } from './functions/text-functions.ts';
import { TIME_FUNCTIONS } from './functions/time-functions.ts';
import { MAX_BUILT_SIZE, MAX_VALUE_SIZE } from './limits.ts';
import { commonType, describeType, listOf, type SqlType, TYPES } from './sql-type.ts';
import { type Result, Stop, sizeOf } from './sql-value.ts';
import type { Name, Span } from './syntax.ts';

/** The functions by group, in the order of the documentation. */
export const FUNCTION_GROUPS: Readonly<Record<string, readonly SqlFunction[]>> = {
  math: MATH_FUNCTIONS,
  text: TEXT_FUNCTIONS,
  regex: REGEX_FUNCTIONS,
  json: JSON_FUNCTIONS,
  time: TIME_FUNCTIONS,
  array: ARRAY_FUNCTIONS,
  other: OTHER_FUNCTIONS,
};
const FUNCTIONS: ReadonlyMap<string, SqlFunction> = new Map(
  Object.values(FUNCTION_GROUPS).flatMap((group) =>
    group.flatMap((row) => row.names.map((name) => [name, row] as const)),
  ),
);
const AGGREGATES = new Set(
  'count sum avg mean min max median stddev stddev_pop stddev_samp var var_pop var_samp array_agg string_agg first_value last_value nth_value approx_distinct approx_median approx_percentile_cont bool_and bool_or bit_and bit_or bit_xor corr covar_pop covar_samp row_number rank dense_rank percent_rank cume_dist ntile lag lead'.split(
    ' ',
  ),
);
/** Fields with headers, whose keys are lower case. `docs/platform.md`, "Custom fields". */
const HEADER_FIELDS = new Set(['RequestHeaders', 'ResponseHeaders']);

/** What there is in place of functions of other engines. */
const OF_OTHER_ENGINES: Readonly<Record<string, string>> = {
  ...{ lowercase: 'lower(…)', lcase: 'lower(…)', tolower: 'lower(…)', uppercase: 'upper(…)', ucase: 'upper(…)' },
  ...{ toupper: 'upper(…)', len: 'length(…)', instr: 'strpos(…)', locate: 'strpos(…)', charindex: 'strpos(…)' },
  ...{ regexp_extract: 'regexp_match(…)', hash: 'sha256(…)', isnull: '… IS NULL', isnotnull: '… IS NOT NULL' },
  ...{ if: 'CASE WHEN … THEN … ELSE … END', iif: 'CASE WHEN … THEN … ELSE … END', date: 'CAST(… AS DATE)' },
  ...{ tostring: 'CAST(… AS TEXT)', toint: 'TRY_CAST(… AS BIGINT)', tofloat: 'TRY_CAST(… AS DOUBLE)' },
  ...{ json_extract: "… ->> 'key'", json_value: "… ->> 'key'", get_json_object: "… ->> 'key'" },
};

/** Parameters that may be NULL where a function sees NULL in values. */
const VALUES: ReadonlySet<Param> = new Set(['element', 'same', 'shown', 'any']);

/** Compiles a call with compiled arguments. */
export function compileCall(span: Span, name: Name, args: readonly Compiled[], compilation: Compilation): Compiled {
  const { report } = compilation;
  const called = name.isQuoted ? name.text : name.text.toLowerCase();
  const row = FUNCTIONS.get(called);
  if (row === undefined) {
    reportUnknown(called, name, compilation);
    return invalid(span);
  }
  if (!checkCount(row, called, name, args.length, compilation)) return invalid(span);
  const converted = convertArguments(row, called, args, compilation);
  if (converted === undefined) return invalid(span);
  if (row.choice !== undefined) compilation.use(row.choice, name, called);
  warnAboutHeader(called, args, compilation);
  warnAboutZero(called, args, compilation);
  if (called.startsWith('to_timestamp'))
    checkTimestamp(args[0]!, called, compilation, 'it fails, or reads other times');
  const types = converted.map(({ type }) => type);
  const site: CallSite = {
    name: called,
    types,
    constants: converted.map(({ constant }) => constant),
    fail: failureAt(compilation.text, span),
    undecided: () => undecidedAt(compilation.text, span),
    bounded: (size, build) => (size > MAX_VALUE_SIZE || built.size > MAX_BUILT_SIZE ? site.undecided() : build()),
    reject: (index, code, parts) => report(code, args[index]?.span ?? span, parts),
  };
  const type = typeof row.returns === 'function' ? row.returns(types, site) : row.returns;
  const compute = limited(row, type, row.build(site), site);
  const seesNull = paramsOf(row, args.length).map(
    (param) => row.seesNull === 'all' || (row.seesNull === 'values' && VALUES.has(param)),
  );
  if (called === 'arrow_cast') warnAboutCast(span, args[0]!, type, undefined, compilation);
  const closures = converted.map(({ evaluate }) => evaluate);
  return joined(compilation, span, type, converted, strict(closures, compute, seesNull), row);
}

/**
 * Limits values that grow from call to call, alone and together: a few nested calls could fill the memory. Texts grow only by functions that can
 * fail. Rows that multiply a size call `site.bounded` too.
 */
function limited(
  row: SqlFunction,
  { kind }: SqlType,
  compute: (...args: never[]) => Result,
  site: CallSite,
): (...args: never[]) => Result {
  const growing = row.canFail ? ['list', 'struct', 'text', 'binary'] : ['list', 'struct'];
  if (!growing.includes(kind)) return compute;
  return (...args) => {
    if (built.size > MAX_BUILT_SIZE) return site.undecided();
    const result = compute(...args);
    if (result instanceof Stop) return result;
    const size = sizeOf(result, MAX_VALUE_SIZE);
    built.size += size;
    return size > MAX_VALUE_SIZE || built.size > MAX_BUILT_SIZE ? site.undecided() : result;
  };
}

function reportUnknown(called: string, name: Name, { report }: Compilation): void {
  if (called === 'unnest') {
    report('unnest-place', name, {
      found: 'UNNEST inside an expression',
      expected: 'UNNEST(list) as a column',
      fix: 'write it as a column of WITH, and use that column',
    });
  } else if (AGGREGATES.has(called)) {
    report('not-supported', name, {
      found: `an aggregate or window function (${called})`,
      fix: 'remove it: a transformer sees each record alone',
    });
  } else {
    const near = nearest(called.slice(0, 64), FUNCTIONS.keys());
    const other = Object.hasOwn(OF_OTHER_ENGINES, called) ? OF_OTHER_ENGINES[called] : undefined;
    report('unknown-function', name, {
      found: JSON.stringify(called.slice(0, 64)),
      expected: 'a documented function',
      fix: other === undefined ? near && `did you mean ${near}?` : `write ${other}`,
    });
  }
}

function checkCount(
  { least, most }: SqlFunction,
  called: string,
  name: Name,
  found: number,
  { report }: Compilation,
): boolean {
  if (found >= least && found <= most) return true;
  const expected = most === least ? `${least}` : Number.isFinite(most) ? `${least} to ${most}` : `${least} or more`;
  report('argument-count', name, { found: `${printPlural(found, 'argument')} of ${called}`, expected });
  return false;
}

/** The parameter of each argument: the last one may repeat. */
function paramsOf({ params }: SqlFunction, count: number): Param[] {
  return Array.from({ length: count }, (_, index) => params[Math.min(index, params.length - 1)]!);
}

/** Converts the arguments to the types of the parameters. @returns undefined after a problem */
function convertArguments(
  row: SqlFunction,
  called: string,
  args: readonly Compiled[],
  compilation: Compilation,
): Compiled[] | undefined {
  const params = paramsOf(row, args.length);
  const types = args.map(({ type, span }, index) => {
    const param = params[index]!;
    const accepted = type.kind === 'null' ? type : PARAMS[param][1](type);
    if (accepted === undefined) {
      const written = compilation.text.textOf(span);
      const number = { int: 'BIGINT', float: 'DOUBLE', number: 'DOUBLE' }[param as 'int'];
      const ofText = type.kind === 'json' ? "write ->> 'key' for text" : `write CAST(${written} AS TEXT)`;
      const ofNumber = number && type.kind === 'text' ? `write TRY_CAST(${written} AS ${number})` : undefined;
      compilation.report('wrong-type', span, {
        found: `${describeType(type)} in ${called}`,
        expected: PARAMS[param][0],
        fix: param === 'text' ? ofText : ofNumber,
      });
    }
    return accepted;
  });
  if (types.includes(undefined)) return undefined;
  const unified = unify(params, types as SqlType[]);
  if (unified === undefined) {
    const names = args.map(({ type }) => describeType(type)).join(', ');
    compilation.report('wrong-type', args.at(-1)!.span, {
      found: `${names} in ${called}`,
      expected: 'values of one type',
      fix: 'write CAST(… AS type)',
    });
    return undefined;
  }
  return args.map((arg, index) => coerced(arg, unified[index]!, compilation));
}

/** Gives all `same` arguments one type, and all lists and their elements another one. */
function unify(params: readonly Param[], types: readonly SqlType[]): SqlType[] | undefined {
  const hasElements = params.includes('element') || params.filter((param) => param === 'list').length > 1;
  let same: SqlType | undefined = TYPES.null;
  let element: SqlType | undefined = TYPES.null;
  for (const [index, type] of types.entries()) {
    if (params[index] === 'same') same = same && commonType(same, type);
    if (params[index] === 'element') element = element && commonType(element, type);
    if (params[index] === 'list' && type.kind === 'list') element = element && commonType(element, type.element);
  }
  if (same === undefined || (hasElements && element === undefined)) return undefined;
  return types.map((type, index) => {
    const param = params[index]!;
    if (param === 'same') return same;
    if (!hasElements) return param === 'list' && type.kind === 'null' ? listOf(TYPES.null) : type;
    return param === 'element' ? element! : param === 'list' ? listOf(element!) : type;
  });
}

/** Warns about `RequestHeaders ->> 'Host'`: delivered keys are lower case. */
function warnAboutHeader(called: string, args: readonly Compiled[], { report }: Compilation): void {
  const [operand, key] = args;
  if (!called.startsWith('json_') || operand === undefined || typeof key?.constant !== 'string') return;
  const [field] = operand.fields;
  if (!HEADER_FIELDS.has(field ?? '') || operand.children.length > 0 || key.constant === key.constant.toLowerCase())
    return;
  report('header-name', key.span, {
    found: `'${key.constant}'`,
    expected: 'a header name in lower case, as in the lines',
    fix: `write '${key.constant.toLowerCase()}'`,
  });
}

/** Functions whose second argument is a position, from 1, by the number of arguments with which 0 is no longer the same as 1. */
const WITH_POSITION = new Map([
  ['substr', 3],
  ['substring', 3],
  ['array_element', 2],
]);

/** Warns about a position at which the call always fails, and about positions that were counted from 0: no page says what `substr(x, 0, 3)` is, and the engine returns two characters. */
function warnAboutZero(called: string, args: readonly Compiled[], { report }: Compilation): void {
  const [, position, part] = args;
  if (called === 'split_part' && Number(part?.constant ?? 1) === 0)
    report('always-fails', part!.span, {
      found: `position 0 in ${called}`,
      expected: '1 for the first, -1 for the last',
      fix: 'count positions from 1',
    });
  if (WITH_POSITION.get(called) !== args.length || Number(position?.constant ?? 1) !== 0) return;
  report('position-zero', position!.span, {
    found: `position 0 in ${called}`,
    expected: '1 for the first',
    fix: 'count positions from 1',
  });
}
