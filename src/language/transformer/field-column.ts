// A field of the dataset as a column: the SQL type of each type of the catalog, and how a record's value becomes a SQL value.
import { Decimal, type FieldSource, type Value } from '../../base/index.ts';
import type { Dataset, Field } from '../dataset/index.ts';
import { type Compiled, type Evaluate, leafOf } from './compiled.ts';
import type { SqlText } from './sql-text.ts';
import { BOOL, DELIVERED_TIME, FLOAT64, INT64, JSON_OBJECT, listOf, type SqlType, TEXT } from './sql-type.ts';
import { fits, JsonContent, type SqlValue } from './sql-value.ts';
import { type Result, Stop } from './stop.ts';
import type { Span } from './syntax.ts';

/** The SQL types of fields; those of others are objects. */
const TYPES: Readonly<Partial<Record<Field['type'], SqlType>>> = {
  ...{ string: TEXT, int: INT64, float: FLOAT64, bool: BOOL, timestamp: DELIVERED_TIME },
  ...{ 'array[string]': listOf(TEXT), 'array[int]': listOf(INT64), 'array[object]': listOf(JSON_OBJECT) },
};

function typeOfField({ type, name }: Field, { eventTime }: Dataset): SqlType {
  return eventTime.unit === 'ms' && eventTime.field === name ? INT64 : (TYPES[type] ?? JSON_OBJECT);
}

/** Converts a value of a record that is not null. @returns undefined if it does not have the type */
function sqlValueOf(value: Value, type: SqlType): SqlValue | undefined {
  switch (type.kind) {
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'int':
      return typeof value === 'number' || (typeof value === 'bigint' && fits(value, 64, false)) ? value : undefined;
    case 'float':
      if (typeof value === 'number') return value;
      return typeof value === 'bigint' ? Number(value) : value instanceof Decimal ? Number(value.text) : undefined;
    case 'bool':
      return typeof value === 'boolean' ? value : undefined;
    case 'delivered-time':
      return typeof value === 'string' ? value : sqlValueOf(value, INT64);
    case 'list': {
      if (!Array.isArray(value)) return undefined;
      const elements = value.map((element) => (element === null ? null : sqlValueOf(element, type.element)));
      return elements.includes(undefined) ? undefined : (elements as SqlValue[]);
    }
    default:
      return new JsonContent(value);
  }
}

/** Compiles a field. A line that lacks it, or has a value of another type, is undecided. */
export function fieldColumn(field: Field, dataset: Dataset, span: Span, text: SqlText): Compiled {
  const { name } = field;
  const type = typeOfField(field, dataset);
  const expression = text.place(span);
  const absent = new Stop({ undecided: { code: 'absent', field: name, expression } });
  const mismatch = new Stop({ undecided: { code: 'mismatch', field: name, expression } });
  const slow = (value: Value | undefined): Result => {
    if (value === undefined) return absent;
    return value === null ? null : (sqlValueOf(value, type) ?? mismatch);
  };
  const isText = type.kind === 'text';
  const evaluate = ((row: FieldSource) => {
    const value = row.get(name);
    return isText && typeof value === 'string' ? value : slow(value);
  }) as Evaluate;
  return leafOf(span, type, evaluate, { fields: new Set([name]) });
}

/** A column of the `SELECT` before, by its position in the row. */
export function slotColumn(source: Compiled, index: number, span: Span): Compiled {
  const evaluate = ((row: readonly Result[]) => row[index]!) as Evaluate;
  return { ...source, span, evaluate, children: [], constant: undefined };
}
