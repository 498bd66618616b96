// CAST, TRY_CAST, `::`, and the conversions that operators and functions apply by themselves.
import type { TimestampFormat } from '../output/index.ts';
import { conversionOf, never, printSql, TYPE_NAMES, typeFromSql } from './cast.ts';
import { type Compilation, type Compiled, failureAt, invalid, joined, strict } from './compiled.ts';
import { describeCast, describeType, isSameType, type SqlType } from './sql-type.ts';
import { type SqlValue, Stop } from './sql-value.ts';
import type { Span, TypeName } from './syntax.ts';

/** Values in messages are no longer. UTF-16 units. */
const MAX_SHOWN = 40;

/** The form of a timestamp field that casts to these kinds need. */
const FORMS: Readonly<Partial<Record<SqlType['kind'], string>>> = {
  ...{ int: 'number', float: 'number', timestamp: 'text', date: 'text' },
};

/** Compiles a cast. */
export function compileCast(
  span: Span,
  operand: Compiled,
  name: TypeName,
  isTry: boolean,
  compilation: Compilation,
): Compiled {
  const type = typeFromSql(name.name, name.isList);
  if (type === undefined) {
    compilation.report('not-implemented', name, {
      found: `the type ${name.name.slice(0, MAX_SHOWN)}`,
      expected: `a type: ${TYPE_NAMES.join(', ')}`,
    });
    return invalid(span);
  }
  const needed = FORMS[type.kind];
  if (needed !== undefined)
    checkTimestamp(operand, needed, compilation, isTry ? 'the result is NULL' : 'the cast fails for every line');
  if (!isTry) warnAboutCast(span, operand, type, name.name, compilation);
  return converted(span, operand, type, isTry, compilation);
}

/** Warns about a cast that fails for some texts or integers. @param name of the type, in SQL; undefined: it has none */
export function warnAboutCast(
  span: Span,
  operand: Compiled,
  type: SqlType,
  name: string | undefined,
  { report, text }: Compilation,
): void {
  const { kind } = operand.type;
  if (operand.constant !== undefined || isTotal(operand.type, type)) return;
  if (kind !== 'text' && !(kind === 'int' && type.kind === 'int')) return;
  const fix =
    name === undefined
      ? 'write TRY_CAST(… AS type), which returns NULL'
      : `write TRY_CAST(${text.textOf(operand.span)} AS ${name}), which returns NULL`;
  report('can-fail', span, {
    found: `a cast of ${describeType(operand.type)} to ${describeCast(type)}, which loses the whole batch for one ${kind === 'text' ? 'other text' : 'integer outside its range'}`,
    fix: `${fix} (docs/transformers.md, "To avoid failures")`,
  });
}

/** Converts as operators and functions do by themselves. The caller has checked that the types have something in common. */
export function coerced(operand: Compiled, type: SqlType, compilation: Compilation): Compiled {
  if (isSameType(operand.type, type)) return operand;
  if (operand.type.kind === 'null') return { ...operand, type };
  if (operand.type.kind !== 'delivered-time')
    return { ...converted(operand.span, operand, type, false, compilation), children: operand.children };
  // Text and number: the job decides which of them the platform has, and refuses the other.
  checkTimestamp(operand, type.kind === 'int' ? 'number' : 'text', compilation, 'no line is decided');
  const wanted = type.kind === 'int' ? ['number', 'bigint'] : ['string'];
  const [field] = operand.fields;
  const mismatch = new Stop({
    outcome: 'undecided',
    reason: {
      code: 'mismatch',
      field: field!,
      choice: 'delivered-time',
      expression: compilation.text.place(operand.span),
    },
  });
  const check = strict([operand.evaluate], (value: SqlValue) => (wanted.includes(typeof value) ? value : mismatch));
  const checked = { ...operand, evaluate: check };
  return type.kind === 'text' || type.kind === 'int'
    ? { ...checked, type }
    : converted(operand.span, checked, type, false, compilation);
}

/** What reads the numbers of a job's timestamps. */
const NUMBERS_READ_BY: Readonly<Partial<Record<TimestampFormat, readonly string[]>>> = {
  unix: ['to_timestamp_seconds', 'to_timestamp'],
  unixnano: ['to_timestamp_nanos'],
};

/**
 * Warns about a timestamp field that the job delivers in another form than the SQL needs.
 * @param needed `text`, `number`, or the function that reads it as either
 * @param otherwise what the other form leads to
 */
export function checkTimestamp(
  operand: Compiled,
  needed: string,
  { report, timestampFormat }: Compilation,
  otherwise: string,
): void {
  if (operand.type.kind !== 'delivered-time' || timestampFormat === undefined) return;
  const readers = NUMBERS_READ_BY[timestampFormat];
  const [form, readable] = readers === undefined ? ['text', ['text']] : ['numbers', ['number', ...readers]];
  if (readable.includes(needed) || (readers === undefined && needed.startsWith('to_timestamp'))) return;
  const [field] = operand.fields;
  report('timestamp-format', operand.span, {
    found: `${form} in ${field} (timestamp_format: ${timestampFormat})`,
    expected:
      needed === 'number' ? 'numbers' : needed === 'text' ? 'text' : `text, or the numbers that ${needed} reads`,
    fix:
      readers === undefined
        ? `write extract(epoch FROM to_timestamp(${field})), which counts seconds, or set timestamp_format to unix or unixnano; otherwise ${otherwise}`
        : `write ${readers[0]}(${field}), or set timestamp_format to rfc3339; otherwise ${otherwise}`,
  });
}

function converted(span: Span, operand: Compiled, type: SqlType, isTry: boolean, compilation: Compilation): Compiled {
  const from = operand.type;
  if (isSameType(from, type)) return { ...operand, span };
  const convert = conversionOf(from, type);
  if (convert === undefined) {
    const isNumberToTime = type.kind === 'timestamp' && from.kind === 'int';
    compilation.report('not-implemented', span, {
      found: `a cast of ${describeType(from)} to ${describeCast(type)}`,
      fix: isNumberToTime
        ? 'write to_timestamp_seconds(…), to_timestamp_millis(…) or to_timestamp_nanos(…)'
        : undefined,
    });
    return invalid(span);
  }
  if (convert === never) {
    compilation.report('always-fails', span, {
      found: `a cast of ${describeType(from)} to ${describeCast(type)}`,
      expected: 'a type that its text may have',
      fix: "write ->> 'key' first",
    });
  }
  const fail = failureAt(compilation.text, span);
  const failed = (value: SqlValue): Stop => {
    const shown =
      typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_SHOWN)) : printSql(value, from).slice(0, MAX_SHOWN);
    return fail(
      'cast',
      `cannot cast ${shown} to ${describeCast(type)}`,
      'write TRY_CAST(… AS type), which returns NULL',
    );
  };
  const evaluate = strict([operand.evaluate], (value: SqlValue) => {
    const result = convert(value);
    return result !== undefined ? result : isTry ? null : failed(value);
  });
  return joined(compilation, span, type, [operand], evaluate, { canFail: !isTry && !isTotal(from, type) });
}

/** Pairs of kinds, from and to: each value of the first has one of the second. Beside these, each kind converts to itself and to text. */
const TOTAL = new Set(['bool int', 'bool float', 'int float', 'int bool', 'float bool', 'text binary']);

/** Whether every value of a type converts. */
function isTotal(from: SqlType, to: SqlType): boolean {
  if (from.kind === 'null') return true;
  if (from.kind === 'json' && !from.isUnion) return to.kind === 'text';
  if (from.kind === 'int' && to.kind === 'int') return from.isUnsigned === to.isUnsigned && from.bits <= to.bits;
  if (from.kind === 'list' && to.kind === 'list') return isTotal(from.element, to.element);
  if (from.kind === 'struct' && to.kind === 'struct')
    return from.entries.every(([, type], index) => isTotal(type, to.entries[index]![1]));
  if (from.kind === to.kind || from.kind === 'json' || TOTAL.has(`${from.kind} ${to.kind}`)) return true;
  return to.kind === 'text' && from.kind !== 'binary';
}
