// Tree → closures: resolves names, checks types, and reports every problem. An expression with a problem becomes NULL, so that one mistake is
// reported once. Functions are in compile-call.ts.
import { compileCall } from './compile-call.ts';
import { coerced, compileCast } from './compile-cast.ts';
import {
  type Compilation,
  type Compiled,
  constantOf,
  type Evaluate,
  failureAt,
  invalid,
  joined,
  strict1,
  strict2,
  strictAll,
  tooLargeAt,
} from './compiled.ts';
import { likeTest } from './like.ts';
import { MAX_VALUE_SIZE } from './limits.ts';
import { chainOf } from './logic.ts';
import { addInterval, intervalFrom, isTimestamp } from './sql-time.ts';
import {
  BOOL,
  commonType,
  describeType,
  FLOAT64,
  INT64,
  INTERVAL,
  isNumber,
  NULL_TYPE,
  type SqlType,
  TEXT,
} from './sql-type.ts';
import { compareTexts, compareValues, fits, type Interval, integer, type SqlValue, wrapped } from './sql-value.ts';
import { type Result, Stop } from './stop.ts';
import type { Name, Span, Syntax } from './syntax.ts';

/** Resolves the names of columns. Reports a name that it does not know, and returns undefined. */
export type Scope = (
  parts: readonly Name[],
) => { readonly column: Compiled; readonly rest: readonly Name[] } | undefined;

type Int = number | bigint;
type Compile = (syntax: Syntax) => Compiled;

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
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

  const compile: Compile = (node) => {
    switch (node.kind) {
      case 'number':
        return numberLiteral(node, node.text);
      case 'text':
        return constantOf(node, TEXT, node.value);
      case 'constant':
        return constantOf(node, node.value === null ? NULL_TYPE : BOOL, node.value);
      case 'interval': {
        use('undocumented-syntax', node, 'INTERVAL');
        const value = intervalFrom(node.value);
        if (value !== undefined) return constantOf(node, INTERVAL, value);
        report('invalid-argument', node, {
          found: JSON.stringify(node.value),
          expected: "an interval: '15 minutes', '1 day 2 hours'",
        });
        return invalid(node);
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
        return compileCall(node, nameAt('make_array', node), node.items.map(compile), compilation);
      case 'subscript':
        return subscript(node, compile(node.operand), node.index);
      case 'member':
        return member(node, compile(node.operand), node.key);
    }
  };

  function numberLiteral(span: Span, written: string): Compiled {
    if (/^-?\d+$/.test(written)) {
      const value = integer(BigInt(written.slice(0, 64)));
      if (written.length <= 64 && fits(value, 64, false)) return constantOf(span, INT64, value);
      if (written.length <= 64 && fits(value, 64, true))
        return constantOf(span, { kind: 'int', bits: 64, isUnsigned: true }, value);
      report('invalid-argument', span, {
        found: `the integer ${written.slice(0, 40)}`,
        expected: 'an integer of 64 bits',
        fix: 'write it as a text, or with a decimal point',
      });
      return invalid(span);
    }
    const value = Number(written);
    if (Number.isFinite(value)) return constantOf(span, FLOAT64, value);
    report('invalid-argument', span, { found: `the number ${written.slice(0, 40)}`, expected: 'a float of 64 bits' });
    return invalid(span);
  }

  function nameOf(span: Span, parts: readonly Name[]): Compiled {
    const found = scope(parts);
    if (found === undefined) return invalid(span);
    return found.rest.reduce((operand, key) => member({ from: span.from, to: key.to }, operand, key), {
      ...found.column,
      span,
    });
  }

  function unary(span: Span, operator: '+' | '-' | 'not' | '~', operand: Compiled): Compiled {
    if (operator === 'not') return negated(span, operand);
    if (operand.type.kind === 'null') return operand;
    if (!isNumber(operand.type) || (operator === '~' && operand.type.kind !== 'int')) {
      report('wrong-type', operand.span, {
        found: describeType(operand.type),
        expected: operator === '~' ? 'an integer' : 'a number',
      });
      return invalid(span);
    }
    if (operator === '+') return operand;
    if (operator === '-') return binary(span, '-', constantOf(span, INT64, 0), operand);
    return joined(
      compilation,
      span,
      operand.type,
      [operand],
      strict1(operand.evaluate, (value: Int) => integer(~BigInt(value))),
    );
  }

  function negated(span: Span, operand: Compiled): Compiled {
    const value = booleanOf(operand, compilation);
    return joined(
      compilation,
      span,
      BOOL,
      [value],
      strict1(value.evaluate, (is: boolean) => !is),
    );
  }

  function binary(span: Span, operator: string, left: Compiled, right: Compiled): Compiled {
    if (UNDOCUMENTED.has(operator)) use('undocumented-function', span, operator);
    const call = OPERATOR_CALLS[operator];
    if (call !== undefined)
      return compileCall(span, nameAt(call, span), operator === '<@' ? [right, left] : [left, right], compilation);
    if (operator in COMPARISONS || operator === '<=>') return comparison(span, operator, left, right);
    if (/^!?~\*?$/.test(operator)) {
      const flags = operator.endsWith('*') ? [constantOf(span, TEXT, 'i')] : [];
      const match = compileCall(span, nameAt('regexp_like', span), [left, right, ...flags], compilation);
      return operator.startsWith('!') ? negated(span, match) : match;
    }
    return arithmetic(span, operator, left, right);
  }

  function comparison(span: Span, operator: string, left: Compiled, right: Compiled): Compiled {
    const type = comparedType(span, left, right);
    if (type === undefined) return invalid(span);
    const a = coerced(left, type, compilation);
    const b = coerced(right, type, compilation);
    if (operator === '<=>') {
      const isSame = (x: SqlValue, y: SqlValue): boolean => compareValues(x, y) === 0;
      return joined(compilation, span, BOOL, [a, b], strictAll([a.evaluate, b.evaluate], isSame, [true, true]));
    }
    return joined(compilation, span, BOOL, [a, b], strict2(a.evaluate, b.evaluate, comparer(operator, type)));
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
      side.type.kind === 'delivered-time' ? coerced(side, INT64, compilation) : side,
    ) as [Compiled, Compiled];
    const kinds = [a.type.kind, b.type.kind];
    if (kinds.includes('interval') && (operator === '+' || operator === '-')) return moved(span, operator, a, b);
    const isBits = ['&', '|', '#', '<<', '>>'].includes(operator);
    const wrong = [a, b].find(({ type }) => type.kind !== 'null' && !(isBits ? type.kind === 'int' : isNumber(type)));
    if (wrong !== undefined) {
      const isTime = kinds.every((kind) => kind === 'timestamp' || kind === 'date');
      report(isTime ? 'not-implemented' : 'wrong-type', wrong.span, {
        found: isTime ? 'the difference of two times' : `${describeType(wrong.type)} in ${operator}`,
        expected: isTime ? undefined : isBits ? 'integers' : 'numbers',
        fix: isTime
          ? 'subtract extract(epoch FROM …) of both'
          : wrong.type.kind === 'text'
            ? `write TRY_CAST(${text.textOf(wrong.span)} AS BIGINT)`
            : undefined,
      });
      return invalid(span);
    }
    const type = commonType(a.type, b.type)!;
    if (type.kind === 'null') return invalid(span);
    const [x, y] = [coerced(a, type, compilation), coerced(b, type, compilation)];
    const isDivision = operator === '/' || operator === '%';
    const compute =
      type.kind === 'int'
        ? integerOperation(operator, type.bits, type.isUnsigned, failureAt(text, span), text.textOf(y.span))
        : FLOAT_OPERATIONS[operator]!;
    return joined(
      compilation,
      span,
      type,
      [x, y],
      strict2(x.evaluate, y.evaluate, compute as (p: never, q: never) => Result),
      {
        canFail: isDivision && type.kind === 'int' && (y.constant === undefined || y.constant === 0),
      },
    );
  }

  /** A timestamp or date, and an interval. */
  function moved(span: Span, operator: string, left: Compiled, right: Compiled): Compiled {
    use('undocumented-syntax', span, 'arithmetic of timestamps');
    const [time, interval] = left.type.kind === 'interval' && operator === '+' ? [right, left] : [left, right];
    if (!['timestamp', 'date'].includes(time.type.kind)) {
      report('wrong-type', time.span, {
        found: describeType(time.type),
        expected: 'a timestamp',
        fix: 'write to_timestamp(…)',
      });
      return invalid(span);
    }
    const at = coerced(
      time,
      time.type.kind === 'date' ? { kind: 'timestamp', unit: 'Nanosecond', zone: undefined } : time.type,
      compilation,
    );
    const fail = failureAt(text, span);
    const evaluate = strict2(at.evaluate, interval.evaluate, (instant: bigint, by: Interval) => {
      const result = addInterval(instant, by, operator === '-' ? -1 : 1);
      return isTimestamp(result)
        ? result
        : fail('overflow', 'a timestamp exceeds 64 bits', 'limit the values with CASE');
    });
    return joined(compilation, span, at.type, [at, interval], evaluate, { canFail: true });
  }

  function concatenated(span: Span, items: readonly Compiled[]): Compiled {
    const list = items.find(({ type }) => type.kind === 'list');
    if (list !== undefined) {
      report('not-implemented', list.span, { found: '|| of lists', fix: 'write array_concat(a, b)' });
      return invalid(span);
    }
    const wrong = items.find(({ type }) => type.kind === 'struct');
    if (wrong !== undefined) {
      report('wrong-type', wrong.span, { found: `${describeType(wrong.type)} in ||`, expected: 'a text' });
      return invalid(span);
    }
    const texts = items.map((item) => coerced(item, TEXT, compilation));
    const join = (...parts: readonly string[]): Result => {
      const size = parts.reduce((sum, part) => sum + part.length, 0);
      return size > MAX_VALUE_SIZE ? tooLargeAt(text, span) : parts.join('');
    };
    // Unlike concat, the operator returns NULL for a NULL.
    return joined(
      compilation,
      span,
      TEXT,
      texts,
      strictAll(
        texts.map(({ evaluate }) => evaluate),
        join as (...values: never[]) => Result,
        [],
        () => tooLargeAt(text, span),
      ),
      { canStop: true },
    );
  }

  function isTest(node: Syntax & { kind: 'is' }, operand: Compiled): Compiled {
    const { test, isNegated } = node;
    const value = test === 'null' ? operand : booleanOf(operand, compilation);
    const wanted = test === 'null' || test === 'unknown' ? null : test === 'true';
    const evaluate: Evaluate = (row) => {
      const result = value.evaluate(row);
      return result instanceof Stop ? result : (result === wanted) !== isNegated;
    };
    return joined(compilation, node, BOOL, [value], evaluate);
  }

  function inList(node: Syntax & { kind: 'in' }, operand: Compiled, items: readonly Compiled[]): Compiled {
    let type: SqlType | undefined = operand.type;
    for (const item of items) type = type && comparedType(item.span, { ...operand, type }, item);
    if (type === undefined) return invalid(node);
    const value = coerced(operand, type, compilation);
    const list = items.map((item) => coerced(item, type, compilation));
    const evaluate =
      list.every(({ constant }) => constant !== undefined) &&
      ['text', 'int', 'bool', 'date', 'timestamp'].includes(type.kind)
        ? setTest(value, list)
        : undefined;
    if (evaluate === undefined) {
      const tests = list.map((item) => comparison(node, '=', value, item));
      const any = compileChain(node, 'or', tests, compilation);
      return node.isNegated ? negated(node, any) : any;
    }
    const found = joined(compilation, node, BOOL, [value, ...list], evaluate);
    return node.isNegated ? { ...negated(node, found), children: found.children } : found;
  }

  function setTest(value: Compiled, list: readonly Compiled[]): Evaluate {
    const constants = new Set(list.map(({ constant }) => constant));
    const missing = constants.has(null) ? null : false;
    return strict1(value.evaluate, (one: SqlValue) => (constants.has(one) ? true : missing));
  }

  function like(node: Syntax & { kind: 'like' }, operand: Compiled, pattern: Compiled): Compiled {
    if (node.ignoresCase) use('undocumented-function', node, 'ILIKE');
    const value = textOf(operand, 'LIKE');
    const wanted = textOf(pattern, 'LIKE');
    let last = typeof wanted.constant === 'string' ? wanted.constant : '';
    let test = likeTest(last, node.ignoresCase);
    const evaluate = strict2(value.evaluate, wanted.evaluate, (one: string, written: string) => {
      if (written !== last) {
        last = written;
        test = likeTest(written, node.ignoresCase);
      }
      return test(one) ?? tooLargeAt(text, node);
    });
    // Without `_`, a test ends for texts of every length.
    const canStop = typeof wanted.constant !== 'string' || wanted.constant.includes('_');
    const found = joined(compilation, node, BOOL, [value, wanted], evaluate, { canStop });
    return node.isNegated ? { ...negated(node, found), children: found.children } : found;
  }

  function textOf(operand: Compiled, where: string): Compiled {
    const { kind } = operand.type;
    if (kind === 'text' || kind === 'null' || kind === 'delivered-time') return coerced(operand, TEXT, compilation);
    report('wrong-type', operand.span, {
      found: `${describeType(operand.type)} in ${where}`,
      expected: 'a text',
      fix: kind === 'json' ? "write ->> 'key' for text" : `write CAST(${text.textOf(operand.span)} AS TEXT)`,
    });
    return invalid(operand.span);
  }

  function caseOf(node: Syntax & { kind: 'case' }): Compiled {
    use('undocumented-syntax', node, 'CASE');
    const operand = node.operand && compile(node.operand);
    const whens = node.branches.map(({ when }) =>
      operand === undefined ? booleanOf(compile(when), compilation) : comparison(when, '=', operand, compile(when)),
    );
    const results = [
      ...node.branches.map(({ value }) => compile(value)),
      node.otherwise === undefined ? constantOf(node, NULL_TYPE, null) : compile(node.otherwise),
    ];
    const type = commonOf(results, compilation);
    if (type === undefined) return invalid(node);
    const thens = results.map((result) => coerced(result, type, compilation));
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
    return joined(compilation, node, type, [...whens, ...thens], evaluate);
  }

  function subscript(span: Span, operand: Compiled, index: Syntax): Compiled {
    if (operand.type.kind === 'struct' && index.kind === 'text')
      return member(span, operand, { text: index.value, isQuoted: true, from: index.from, to: index.to });
    if (operand.type.kind === 'list')
      return compileCall(span, nameAt('array_element', span), [operand, compile(index)], compilation);
    if (operand.type.kind !== 'null') {
      const fix =
        operand.type.kind === 'json' ? `write ${text.textOf(operand.span)} -> ${text.textOf(index)}` : undefined;
      report('wrong-type', operand.span, { found: describeType(operand.type), expected: 'a list or a struct', fix });
    }
    return invalid(span);
  }

  function member(span: Span, operand: Compiled, key: Name): Compiled {
    const { type } = operand;
    if (type.kind === 'struct') {
      const index = type.entries.findIndex(([name]) => name === key.text);
      if (index >= 0)
        return joined(
          compilation,
          span,
          type.entries[index]![1],
          [operand],
          strict1(operand.evaluate, (values: readonly SqlValue[]) => values[index]!),
        );
      report('unknown-field', key, {
        found: JSON.stringify(key.text),
        expected: `a key of the struct: ${type.entries.map(([name]) => name).join(', ')}`,
      });
    } else if (type.kind !== 'null') {
      const fix = type.kind === 'json' ? `write ${text.textOf(operand.span)} ->> '${key.text}'` : undefined;
      report('wrong-type', operand.span, {
        found: `${describeType(type)} before .${key.text}`,
        expected: 'a struct',
        fix,
      });
    }
    return invalid(span);
  }

  return compile(syntax);
}

function nameAt(text: string, { from, to }: Span): Name {
  return { text, isQuoted: false, from, to };
}

/** Joins conditions by AND or OR. */
function compileChain(
  span: Span,
  operator: 'and' | 'or',
  items: readonly Compiled[],
  compilation: Compilation,
): Compiled {
  const conditions = items.map((item) => booleanOf(item, compilation));
  const shortCircuit = new Stop({
    undecided: { code: 'choice', choice: 'short-circuit', expression: compilation.text.place(span) },
  });
  const evaluate = chainOf(
    operator === 'or',
    conditions.map((one) => one.evaluate),
    conditions.map(({ canFail }) => canFail),
    shortCircuit,
  );
  return joined(compilation, span, BOOL, conditions, evaluate);
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
  let common: SqlType = NULL_TYPE;
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

function comparer(operator: string, type: SqlType): (a: never, b: never) => boolean {
  const isIdentity = type.kind === 'text' || type.kind === 'int' || type.kind === 'bool';
  if (operator === '=' && isIdentity) return (a: SqlValue, b: SqlValue) => a === b;
  if (operator === '<>' && isIdentity) return (a: SqlValue, b: SqlValue) => a !== b;
  const test = COMPARISONS[operator]!;
  if (type.kind === 'int') {
    if (operator === '<') return (a: Int, b: Int) => a < b;
    if (operator === '<=') return (a: Int, b: Int) => a <= b;
    return operator === '>' ? (a: Int, b: Int) => a > b : (a: Int, b: Int) => a >= b;
  }
  if (type.kind === 'text') return (a: string, b: string) => test(compareTexts(a, b));
  return (a: SqlValue, b: SqlValue) => test(compareValues(a, b));
}

const FLOAT_OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

/** Exact integers that wrap around. Division by zero fails the batch. */
function integerOperation(
  operator: string,
  bits: number,
  isUnsigned: boolean,
  fail: ReturnType<typeof failureAt>,
  divisor: string,
): (a: Int, b: Int) => Result {
  const wrap = (value: bigint): Int => wrapped(value, bits, isUnsigned);
  const isLong = bits === 64 && !isUnsigned;
  const fast = (value: number): boolean => isLong && Number.isSafeInteger(value);
  const byZero = (): Stop =>
    fail(
      'division-by-zero',
      `${divisor} is 0 in an integer ${operator === '/' ? 'division' : 'remainder'}`,
      `divide by NULLIF(${divisor}, 0), which returns NULL`,
    );
  switch (operator) {
    case '+':
      return (a, b) =>
        typeof a === 'number' && typeof b === 'number' && fast(a + b) ? a + b : wrap(BigInt(a) + BigInt(b));
    case '-':
      return (a, b) =>
        typeof a === 'number' && typeof b === 'number' && fast(a - b) ? a - b : wrap(BigInt(a) - BigInt(b));
    case '*':
      return (a, b) =>
        typeof a === 'number' && typeof b === 'number' && fast(a * b) ? a * b + 0 : wrap(BigInt(a) * BigInt(b));
    case '/':
      return (a, b) => {
        if (b === 0) return byZero();
        return typeof a === 'number' && typeof b === 'number' ? Math.trunc(a / b) + 0 : wrap(BigInt(a) / BigInt(b));
      };
    case '%':
      return (a, b) => {
        if (b === 0) return byZero();
        return typeof a === 'number' && typeof b === 'number' ? (a % b) + 0 : wrap(BigInt(a) % BigInt(b));
      };
    case '&':
      return (a, b) => wrap(BigInt(a) & BigInt(b));
    case '|':
      return (a, b) => wrap(BigInt(a) | BigInt(b));
    case '#':
      return (a, b) => wrap(BigInt(a) ^ BigInt(b));
    // The engine shifts by the lowest bits of the distance, as processors do.
    case '<<':
      return (a, b) => wrap(BigInt(a) << (BigInt(b) & BigInt(bits - 1)));
    default:
      return (a, b) => wrap(BigInt(a) >> (BigInt(b) & BigInt(bits - 1)));
  }
}
