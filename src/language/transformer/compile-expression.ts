// Tree → closures: resolves names, checks types, and reports every problem. An expression with a problem becomes NULL, so that one mistake is
// reported once. Functions are in compile-call.ts.
import { compileCall } from './compile-call.ts';
import { coerced, compileCast } from './compile-cast.ts';
import {
  type Compilation,
  type Compiled,
  chainOf,
  constantOf,
  type Evaluate,
  failureAt,
  invalid,
  joined,
  strict,
  undecidedAt,
} from './compiled.ts';
import { MAX_LIKE_CELLS, MAX_PATTERN_LENGTH, MAX_VALUE_SIZE } from './limits.ts';
import type { Report } from './problem.ts';
import { addInterval, intervalFrom, isTimestamp } from './sql-time.ts';
import { commonType, describeType, isNumber, type SqlType, TYPES } from './sql-type.ts';
import {
  compareTexts,
  compareValues,
  fits,
  type Int,
  type Interval,
  integer,
  type Result,
  type SqlValue,
  Stop,
  wrapped,
} from './sql-value.ts';
import type { Name, Span, Syntax } from './syntax.ts';

/** Resolves the names of columns. Reports a name that it does not know, and returns undefined. */
export type Scope = (
  parts: readonly Name[],
) => { readonly column: Compiled; readonly rest: readonly Name[] } | undefined;

const COMPARISONS: Readonly<Record<string, (a: Int, b: Int) => boolean>> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};
/** Operators that call a function. */
const OPERATOR_CALLS: Readonly<Record<string, string>> = {
  '->': 'json_get',
  '->>': 'json_as_text',
  '?': 'json_contains',
  '@>': 'array_has_all',
  '<@': 'array_has_all',
};
/** Operators that no page of the platform shows. */
const UNDOCUMENTED = new Set(['%', '&', '|', '#', '<<', '>>', '<=>', '~', '~*', '!~', '!~*', '@>', '<@']);

/** Compiles an expression. Never throws because of it. */
export function compileExpression(syntax: Syntax, scope: Scope, compilation: Compilation): Compiled {
  const { report, text, use } = compilation;
  const join = joined.bind(undefined, compilation);
  const call = (span: Span, name: string, args: readonly Compiled[]): Compiled =>
    compileCall(span, { text: name, isQuoted: false, from: span.from, to: span.to }, args, compilation);
  const as = (operand: Compiled, type: SqlType): Compiled => coerced(operand, type, compilation);
  /** Reports a problem. The expression becomes NULL. */
  const reject = (span: Span, ...problem: Parameters<Report>): Compiled => {
    report(...problem);
    return invalid(span);
  };
  const typeFix = ({ type, span }: Compiled, fixes: Readonly<Partial<Record<string, (written: string) => string>>>) =>
    fixes[type.kind]?.(text.textOf(span));

  const compile = (node: Syntax): Compiled => ({ ...compileNode(node), syntax: node });
  function compileNode(node: Syntax): Compiled {
    switch (node.kind) {
      case 'number':
        return numberLiteral(node, node.text);
      case 'text':
        return constantOf(node, TYPES.text, node.value);
      case 'constant':
        return constantOf(node, node.value === null ? TYPES.null : TYPES.bool, node.value);
      case 'interval': {
        use('undocumented-syntax', node, 'INTERVAL');
        const value = intervalFrom(node.value);
        if (value !== undefined) return constantOf(node, TYPES.interval, value);
        const expected = "an interval: '15 minutes', '1 day 2 hours'";
        return reject(node, 'invalid-argument', node, { found: JSON.stringify(node.value), expected });
      }
      case 'name':
        return nameOf(node, node.parts);
      case 'unary':
        return unary(node, node.operator, compile(node.operand));
      case 'binary':
        return binary(node, node.operator, compile(node.left), compile(node.right));
      case 'chain':
        return node.operator === '||'
          ? concatenated(node, node.items.map(compile))
          : compileChain(node, node.operator, node.items.map(compile), compilation);
      case 'is':
        return isTest(node, compile(node.operand));
      case 'in':
        return inList(node, compile(node.operand), node.items.map(compile));
      case 'between': {
        use('undocumented-syntax', node, 'BETWEEN');
        const operand = compile(node.operand);
        const bounds = [
          binary(node, '>=', operand, compile(node.low)),
          binary(node, '<=', operand, compile(node.high)),
        ];
        const inside = compileChain(node, 'and', bounds, compilation);
        return node.isNegated ? negated(node, inside) : inside;
      }
      case 'like':
        return like(node, compile(node.operand), compile(node.pattern));
      case 'cast':
        if (node.isTry) use('undocumented-syntax', node, 'TRY_CAST');
        return compileCast(node, compile(node.operand), node.type, node.isTry, compilation);
      case 'case':
        return caseOf(node);
      case 'call':
        return compileCall(node, node.name, node.args.map(compile), compilation);
      case 'list':
        return call(node, 'make_array', node.items.map(compile));
      case 'subscript':
        return subscript(node, compile(node.operand), node.index);
      case 'member':
        return member(node, compile(node.operand), node.key);
    }
  }

  function numberLiteral(span: Span, written: string): Compiled {
    if (/^-?\d+$/.test(written)) {
      const value = integer(BigInt(written.slice(0, 64)));
      if (written.length <= 64 && fits(value, 64, false)) return constantOf(span, TYPES.int64, value);
      if (written.length <= 64 && fits(value, 64, true)) return constantOf(span, TYPES.uint64, value);
      return reject(span, 'invalid-argument', span, {
        found: `the integer ${written.slice(0, 40)}`,
        expected: 'an integer of 64 bits',
        fix: 'write it as a text, or with a decimal point',
      });
    }
    const value = Number(written);
    if (Number.isFinite(value)) return constantOf(span, TYPES.float, value);
    const found = `the number ${written.slice(0, 40)}`;
    return reject(span, 'invalid-argument', span, { found, expected: 'a float of 64 bits' });
  }

  function nameOf(span: Span, parts: readonly Name[]): Compiled {
    const found = scope(parts);
    if (found === undefined) return invalid(span);
    return found.rest.reduce((operand, key) => member({ from: span.from, to: key.to }, operand, key), {
      ...found.column,
      span,
    });
  }

  function unary(span: Span, operator: '+' | '-' | 'not', operand: Compiled): Compiled {
    if (operator === 'not') return negated(span, operand);
    if (operand.type.kind === 'null') return operand;
    if (!isNumber(operand.type))
      return reject(span, 'wrong-type', operand.span, { found: describeType(operand.type), expected: 'a number' });
    return operator === '+' ? operand : binary(span, '-', constantOf(span, TYPES.int64, 0), operand);
  }

  function negated(span: Span, operand: Compiled): Compiled {
    const value = booleanOf(operand, compilation);
    const evaluate = strict([value.evaluate], (is: boolean) => !is);
    return join(span, TYPES.bool, [value], evaluate);
  }

  /** `NOT IN` and `NOT LIKE` have the parts of what they negate. */
  function negatedIf(isNegated: boolean, found: Compiled): Compiled {
    return isNegated ? { ...negated(found.span, found), children: found.children } : found;
  }

  function binary(span: Span, operator: string, left: Compiled, right: Compiled): Compiled {
    if (UNDOCUMENTED.has(operator)) use('undocumented-function', span, operator);
    const called = OPERATOR_CALLS[operator];
    if (called !== undefined) return call(span, called, operator === '<@' ? [right, left] : [left, right]);
    if (operator in COMPARISONS || operator === '<=>') return comparison(span, operator, left, right);
    if (/^!?~\*?$/.test(operator)) {
      const flags = operator.endsWith('*') ? [constantOf(span, TYPES.text, 'i')] : [];
      const match = call(span, 'regexp_like', [left, right, ...flags]);
      return operator.startsWith('!') ? negated(span, match) : match;
    }
    return arithmetic(span, operator, left, right);
  }

  function comparison(span: Span, operator: string, left: Compiled, right: Compiled): Compiled {
    const type = comparedType(span, left, right);
    if (type === undefined) return invalid(span);
    const [a, b] = [as(left, type), as(right, type)];
    const sides = [a.evaluate, b.evaluate];
    if (operator === '<=>') {
      const isSame = (x: SqlValue, y: SqlValue): boolean => compareValues(x, y) === 0;
      return join(span, TYPES.bool, [a, b], strict(sides, isSame, [true, true]));
    }
    warnAboutNull(span, operator, left, right);
    return join(span, TYPES.bool, [a, b], strict(sides, comparer(operator, type)));
  }

  /** A condition that is always NULL drops every line. */
  function warnAboutNull(span: Span, operator: string, left: Compiled, right: Compiled): void {
    const isNull = ({ syntax }: Compiled): boolean => syntax?.kind === 'constant' && syntax.value === null;
    const other = isNull(left) ? right : isNull(right) ? left : undefined;
    if (other === undefined || other.constant !== undefined) return;
    const tests: Readonly<Record<string, string>> = { '=': 'IS NULL', '<>': 'IS NOT NULL' };
    report('never-true', span, {
      found: `a comparison by ${operator} with NULL, which is always NULL`,
      expected: tests[operator] ?? 'a comparison with a value',
      fix: tests[operator] && `write ${text.textOf(other.span)} ${tests[operator]}`,
    });
  }

  /** The type in which two expressions are compared. Reports why there is none. */
  function comparedType(span: Span, left: Compiled, right: Compiled): SqlType | undefined {
    const [a, b] = [left.type, right.type];
    const json = [left, right].find(({ type }) => type.kind === 'json');
    if (json !== undefined && a.kind !== 'null' && b.kind !== 'null') {
      report('json-comparison', json.span, {
        found: `${describeType(json.type)} compared with ${describeType(json === left ? b : a)}`,
        expected: 'a value with a type',
        fix: "write ->> 'key' for text, or a cast: (… -> 'key')::BIGINT",
      });
      return undefined;
    }
    const type = commonType(a, b);
    if (type !== undefined) return type;
    if ((a.kind === 'text' && isNumber(b)) || (isNumber(a) && b.kind === 'text')) reportTextNumber(left, right);
    else
      report('wrong-type', span, {
        found: `${describeType(a)} compared with ${describeType(b)}`,
        expected: 'values of one type',
        fix: 'write CAST(… AS type)',
      });
    return undefined;
  }

  function reportTextNumber(left: Compiled, right: Compiled): void {
    const [written, number] = left.type.kind === 'text' ? [left, right] : [right, left];
    const isNumeric = typeof written.constant === 'string' && /^-?\d+(\.\d+)?$/.test(written.constant);
    const target = number.type.kind === 'float' ? 'DOUBLE' : 'BIGINT';
    const fix = isNumeric
      ? `write ${written.constant} without quotes`
      : number.constant === undefined
        ? `write TRY_CAST(${text.textOf(written.span)} AS ${target})`
        : `write '${text.textOf(number.span)}', or TRY_CAST(${text.textOf(written.span)} AS ${target})`;
    report('text-number', written.span, {
      found: `${describeType(left.type)} and ${describeType(right.type)}`,
      expected: 'values of one type',
      fix,
    });
  }

  function arithmetic(span: Span, operator: string, left: Compiled, right: Compiled): Compiled {
    const [a, b] = [left, right].map((side) =>
      side.type.kind === 'delivered-time' ? as(side, TYPES.int64) : side,
    ) as [Compiled, Compiled];
    const kinds = [a.type.kind, b.type.kind];
    if (kinds.includes('interval') && (operator === '+' || operator === '-')) return moved(span, operator, a, b);
    const isBits = BIT_OPERATORS.has(operator);
    const wrong = [a, b].find(({ type }) => type.kind !== 'null' && !(isBits ? type.kind === 'int' : isNumber(type)));
    if (wrong !== undefined) {
      const isTime = kinds.every((kind) => kind === 'timestamp' || kind === 'date');
      if (isTime) {
        const fix = 'subtract extract(epoch FROM …) of both';
        return reject(span, 'not-implemented', wrong.span, { found: 'the difference of two times', fix });
      }
      return reject(span, 'wrong-type', wrong.span, {
        found: `${describeType(wrong.type)} in ${operator}`,
        expected: isBits ? 'integers' : 'numbers',
        fix: typeFix(wrong, { text: (written) => `write TRY_CAST(${written} AS BIGINT)` }),
      });
    }
    const type = commonType(a.type, b.type)!;
    if (type.kind === 'null') return invalid(span);
    const [x, y] = [as(a, type), as(b, type)];
    const isDivision = type.kind === 'int' && (operator === '/' || operator === '%');
    if (isDivision && y.constant === 0 && x.constant === undefined)
      report('always-fails', span, { found: 'an integer division by 0', expected: 'a value', fix: NOT_ZERO });
    const divisor = text.textOf(y.span);
    if (isDivision && y.constant === undefined && !/^\(*\s*nullif\b/i.test(divisor))
      report('can-fail', span, {
        found: `an integer division by ${divisor}, which loses the whole batch for one 0`,
        fix: `divide by NULLIF(${divisor}, 0), which makes the result NULL (docs/transformers.md, "To avoid failures")`,
      });
    const compute =
      type.kind === 'int'
        ? integerOperation(operator, type, failureAt(text, span), y.constant === 0 ? undefined : text.textOf(y.span))
        : floatOperation(operator, type);
    const evaluate = strict([x.evaluate, y.evaluate], compute as (p: never, q: never) => Result);
    return join(span, type, [x, y], evaluate, {
      canFail: isDivision && (y.constant === undefined || y.constant === 0),
    });
  }

  /** A timestamp or date, and an interval. */
  function moved(span: Span, operator: string, left: Compiled, right: Compiled): Compiled {
    use('undocumented-syntax', span, 'arithmetic of timestamps');
    const [time, interval] = left.type.kind === 'interval' && operator === '+' ? [right, left] : [left, right];
    if (!['timestamp', 'date'].includes(time.type.kind)) {
      const found = describeType(time.type);
      return reject(span, 'wrong-type', time.span, { found, expected: 'a timestamp', fix: 'write to_timestamp(…)' });
    }
    const at = as(time, time.type.kind === 'date' ? TYPES.timestamp : time.type);
    const fail = failureAt(text, span);
    const evaluate = strict([at.evaluate, interval.evaluate], (instant: bigint, by: Interval) => {
      const result = addInterval(instant, by, operator === '-' ? -1 : 1);
      return isTimestamp(result)
        ? result
        : fail('overflow', 'a timestamp exceeds 64 bits', 'limit the values with CASE');
    });
    return join(span, at.type, [at, interval], evaluate, { canFail: true });
  }

  function concatenated(span: Span, items: readonly Compiled[]): Compiled {
    const wrong = items.find(({ type }) => type.kind === 'list' || type.kind === 'struct');
    if (wrong?.type.kind === 'list')
      return reject(span, 'not-implemented', wrong.span, { found: '|| of lists', fix: 'write array_concat(a, b)' });
    if (wrong !== undefined)
      return reject(span, 'wrong-type', wrong.span, { found: `${describeType(wrong.type)} in ||`, expected: 'a text' });
    const texts = items.map((item) => as(item, TYPES.text));
    const concatenate = (...parts: readonly string[]): Result => {
      const size = parts.reduce((sum, part) => sum + part.length, 0);
      return size > MAX_VALUE_SIZE ? undecidedAt(text, span) : parts.join('');
    };
    const closures = texts.map(({ evaluate }) => evaluate);
    // Unlike concat, the operator returns NULL for a NULL.
    return join(span, TYPES.text, texts, strict(closures, concatenate as never));
  }

  function isTest(node: Syntax & { kind: 'is' }, operand: Compiled): Compiled {
    const { test, isNegated } = node;
    const value = test === 'null' ? operand : booleanOf(operand, compilation);
    const wanted = test === 'null' || test === 'unknown' ? null : test === 'true';
    const evaluate: Evaluate = (row) => {
      const result = value.evaluate(row);
      return result instanceof Stop ? result : (result === wanted) !== isNegated;
    };
    return join(node, TYPES.bool, [value], evaluate);
  }

  function inList(node: Syntax & { kind: 'in' }, operand: Compiled, items: readonly Compiled[]): Compiled {
    let type: SqlType | undefined = operand.type;
    for (const item of items) type = type && comparedType(item.span, { ...operand, type }, item);
    if (type === undefined) return invalid(node);
    const value = as(operand, type);
    const list = items.map((item) => as(item, type));
    const isSet = ['text', 'int', 'bool', 'date', 'timestamp'].includes(type.kind);
    if (!isSet || list.some(({ constant }) => constant === undefined)) {
      const tests = list.map((item) => comparison(node, '=', value, item));
      const any = compileChain(node, 'or', tests, compilation);
      return node.isNegated ? negated(node, any) : any;
    }
    const constants = new Set(list.map(({ constant }) => constant));
    const missing = constants.has(null) ? null : false;
    if (node.isNegated && missing === null) {
      report('never-true', node, {
        found: 'NOT IN with NULL, which is never true',
        expected: 'a list without NULL',
        fix: 'take NULL out of the list',
      });
    }
    const evaluate = strict([value.evaluate], (one: SqlValue) => (constants.has(one) ? true : missing));
    return negatedIf(node.isNegated, join(node, TYPES.bool, [value, ...list], evaluate));
  }

  function like(node: Syntax & { kind: 'like' }, operand: Compiled, pattern: Compiled): Compiled {
    if (node.ignoresCase) use('undocumented-function', node, 'ILIKE');
    const value = textOf(operand, 'LIKE');
    const wanted = textOf(pattern, 'LIKE');
    let last = typeof wanted.constant === 'string' ? wanted.constant : '';
    let test = likeTest(last, node.ignoresCase);
    const evaluate = strict([value.evaluate, wanted.evaluate], (one: string, written: string) => {
      if (written !== last) {
        last = written;
        test = likeTest(written, node.ignoresCase);
      }
      return test(one) ?? undecidedAt(text, node);
    });
    return negatedIf(node.isNegated, join(node, TYPES.bool, [value, wanted], evaluate));
  }

  function textOf(operand: Compiled, where: string): Compiled {
    const { kind } = operand.type;
    if (kind === 'text' || kind === 'null' || kind === 'delivered-time') return as(operand, TYPES.text);
    const fix = kind === 'json' ? "write ->> 'key' for text" : `write CAST(${text.textOf(operand.span)} AS TEXT)`;
    const found = `${describeType(operand.type)} in ${where}`;
    return reject(operand.span, 'wrong-type', operand.span, { found, expected: 'a text', fix });
  }

  function caseOf(node: Syntax & { kind: 'case' }): Compiled {
    use('undocumented-syntax', node, 'CASE');
    const operand = node.operand && compile(node.operand);
    const whens = node.branches.map(({ when }) =>
      operand === undefined ? booleanOf(compile(when), compilation) : comparison(when, '=', operand, compile(when)),
    );
    const results = [
      ...node.branches.map(({ value }) => compile(value)),
      node.otherwise === undefined ? constantOf(node, TYPES.null, null) : compile(node.otherwise),
    ];
    const type = commonOf(results, compilation);
    if (type === undefined) return invalid(node);
    const thens = results.map((result) => as(result, type));
    const tests = whens.map(({ evaluate }) => evaluate);
    const values = thens.map(({ evaluate }) => evaluate);
    const evaluate: Evaluate = (row) => {
      for (let index = 0; index < tests.length; index += 1) {
        const is = tests[index]!(row);
        if (is === true) return values[index]!(row);
        if (is instanceof Stop) return is;
      }
      return values[tests.length]!(row);
    };
    return join(node, type, [...whens, ...thens], evaluate);
  }

  function subscript(span: Span, operand: Compiled, index: Syntax): Compiled {
    if (operand.type.kind === 'struct' && index.kind === 'text')
      return member(span, operand, { text: index.value, isQuoted: true, from: index.from, to: index.to });
    if (operand.type.kind === 'list') return call(span, 'array_element', [operand, compile(index)]);
    if (operand.type.kind === 'null') return invalid(span);
    const fix = typeFix(operand, { json: (written) => `write ${written} -> ${text.textOf(index)}` });
    const found = describeType(operand.type);
    return reject(span, 'wrong-type', operand.span, { found, expected: 'a list or a struct', fix });
  }

  function member(span: Span, operand: Compiled, key: Name): Compiled {
    const { type } = operand;
    if (type.kind === 'null') return invalid(span);
    if (type.kind !== 'struct') {
      // Of a name with a dot, the text is that of the whole name.
      const ofName = (written: string): string =>
        written.endsWith(`.${key.text}`) ? written.slice(0, -key.text.length - 1) : written;
      const fix = typeFix(operand, { json: (written) => `write ${ofName(written)} ->> '${key.text}'` });
      const found = `${describeType(type)} before .${key.text}`;
      return reject(span, 'wrong-type', operand.span, { found, expected: 'a struct', fix });
    }
    const index = type.entries.findIndex(([name]) => name === key.text);
    if (index < 0) {
      const expected = `a key of the struct: ${type.entries.map(([name]) => name).join(', ')}`;
      return reject(span, 'unknown-field', key, { found: JSON.stringify(key.text), expected });
    }
    const evaluate = strict([operand.evaluate], (values: readonly SqlValue[]) => values[index]!);
    return join(span, type.entries[index]![1], [operand], evaluate);
  }

  return compile(syntax);
}

/** Joins conditions by AND or OR. */
function compileChain(
  span: Span,
  operator: 'and' | 'or',
  items: readonly Compiled[],
  compilation: Compilation,
): Compiled {
  const conditions = items.map((item) => booleanOf(item, compilation));
  const shortCircuit = undecidedAt(compilation.text, span, 'short-circuit');
  return joined(compilation, span, TYPES.bool, conditions, chainOf(operator === 'or', conditions, shortCircuit));
}

/** Checks that an expression is a condition. */
export function booleanOf(operand: Compiled, compilation: Compilation): Compiled {
  const { kind } = operand.type;
  if (kind === 'bool' || kind === 'null') return operand;
  compilation.report('wrong-type', operand.span, {
    found: describeType(operand.type),
    expected: 'a condition',
    fix: isNumber(operand.type) ? `write ${compilation.text.textOf(operand.span)} <> 0` : undefined,
  });
  return invalid(operand.span);
}

/** The type of all values of a CASE. Reports the first that has none in common with those before it. */
function commonOf(values: readonly Compiled[], compilation: Compilation): SqlType | undefined {
  let common: SqlType = TYPES.null;
  for (const { type, span } of values) {
    const next = commonType(common, type);
    if (next === undefined) {
      compilation.report('wrong-type', span, {
        found: `${describeType(type)} beside ${describeType(common)}`,
        expected: 'values of one type',
        fix: 'write CAST(… AS type)',
      });
      return undefined;
    }
    common = next;
  }
  return common;
}

/** Compares two values of one type. Integers, texts and booleans have one form each: those that are equal are the same. */
function comparer(operator: string, { kind }: SqlType): (a: never, b: never) => boolean {
  const test = COMPARISONS[operator]!;
  const isIdentity = (operator === '=' || operator === '<>') && (kind === 'text' || kind === 'bool');
  if (isIdentity || kind === 'int') return test;
  const compare = kind === 'text' ? compareTexts : compareValues;
  return (a: never, b: never) => test(compare(a, b), 0);
}

/** Operations of numbers. Those of `bigint` have the same operators. */
const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '#': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
};
/** Those of the bits of integers. */
const BIT_OPERATORS: ReadonlySet<string> = new Set(['&', '|', '#', '<<', '>>']);

/** Floats of 32 bits have results of 32 bits. */
function floatOperation(operator: string, type: SqlType): (a: number, b: number) => number {
  const compute = OPERATIONS[operator]!;
  return type.kind === 'float' && type.bits === 32 ? (a, b) => Math.fround(compute(a, b)) : compute;
}

/** How to fix a division by the constant 0. */
const NOT_ZERO = 'divide by a number other than 0';

/** Exact integers that wrap around. Division by zero fails the batch. @param divisor as in the SQL; undefined: the constant 0 */
function integerOperation(
  operator: string,
  { bits, isUnsigned }: SqlType & { kind: 'int' },
  fail: ReturnType<typeof failureAt>,
  divisor: string | undefined,
): (a: Int, b: Int) => Result {
  const small = OPERATIONS[operator]!;
  const exact = small as unknown as (a: bigint, b: bigint) => bigint;
  if (BIT_OPERATORS.has(operator)) {
    // The engine shifts by the lowest bits of the distance, as processors do.
    const mask = operator.length === 2 ? BigInt(bits - 1) : -1n;
    return (a, b) => wrapped(exact(BigInt(a), BigInt(b) & mask), bits, isUnsigned);
  }
  const slow = (a: Int, b: Int): Int => wrapped(exact(BigInt(a), BigInt(b)), bits, isUnsigned);
  if (operator === '/' || operator === '%') {
    const what = operator === '/' ? 'division' : 'remainder';
    const isZero = divisor === undefined ? `an integer ${what} by 0` : `${divisor} is 0 in an integer ${what}`;
    const hint = divisor === undefined ? NOT_ZERO : `divide by NULLIF(${divisor}, 0), which returns NULL`;
    return (a, b) => {
      if (b === 0) return fail('division-by-zero', isZero, hint);
      return typeof a === 'number' && typeof b === 'number' ? Math.trunc(small(a, b)) + 0 : slow(a, b);
    };
  }
  const isLong = bits === 64 && !isUnsigned;
  return (a, b) => {
    const near = typeof a === 'number' && typeof b === 'number' ? small(a, b) : Number.NaN;
    return isLong && Number.isSafeInteger(near) ? near + 0 : slow(a, b);
  };
}

/**
 * Builds the test of a LIKE pattern: `%` is any text, `_` one character, a backslash escapes. The texts between `%` are found one after the other, without
 * going back. The test returns undefined for more than {@link MAX_LIKE_CELLS} and
 * {@link MAX_PATTERN_LENGTH}. @param ignoresCase ILIKE
 */
function likeTest(pattern: string, ignoresCase: boolean): (text: string) => boolean | undefined {
  const test = caseSensitive(ignoresCase ? pattern.toLowerCase() : pattern);
  return ignoresCase ? (text) => test(text.toLowerCase()) : test;
}

function caseSensitive(pattern: string): (text: string) => boolean | undefined {
  const parts: string[] = [''];
  for (const [character] of pattern.matchAll(/\\?[\s\S]/gu)) {
    if (character === '%') parts.push('');
    else if (character === '_') parts[parts.length - 1] += '.';
    else parts[parts.length - 1] += character.replace(/^\\(?=[\s\S])/u, '').replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  }
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (rest.length === 0 && !pattern.includes('_')) {
    const literal = (first + (last ?? '')).replace(/\\([\s\S])/g, '$1');
    if (last === undefined) return (text) => text === literal;
    if (last === '') return (text) => text.startsWith(literal);
    if (first === '') return (text) => text.endsWith(literal);
  }
  // JavaScript cannot compile much longer ones.
  if (pattern.length > MAX_PATTERN_LENGTH) return () => undefined;
  const start = new RegExp(last === undefined ? `${first}$` : first, 'suy');
  if (last === undefined || (last === '' && rest.length === 0)) return (text) => matchAt(start, text, 0) !== undefined;
  const following = [...rest.filter((part) => part !== ''), ...(last === '' ? [] : [`${last}$`])];
  const searches = following.map((part) => new RegExp(part, 'sug'));
  return (text) => {
    if (text.length * pattern.length > MAX_LIKE_CELLS) return undefined;
    let at = matchAt(start, text, 0);
    for (let index = 0; index < searches.length && at !== undefined; index += 1)
      at = matchAt(searches[index]!, text, at);
    return at !== undefined;
  };
}

/** @returns where the match ends; undefined if there is none */
function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
