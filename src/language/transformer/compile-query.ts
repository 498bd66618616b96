// A parsed query → stages, one for each SELECT from the dataset to the last one: conditions, then columns. Checks tables, names of
// columns and UNNEST.

import { Decimal, type FieldSource, nearest, redactSecrets, type Value } from '../../base/index.ts';
import { type Dataset, datasetsWithField, type Field, fieldInOtherCase, nearestField } from '../dataset/index.ts';
import type { TimestampFormat } from '../output/index.ts';
import type { ChoiceName } from './choices.ts';
import { booleanOf, compileExpression, type Scope } from './compile-expression.ts';
import { type Compilation, type Compiled, type Evaluate, invalid, leafOf, undecidedAt } from './compiled.ts';
import { MAX_TYPE_SIZE } from './limits.ts';
import { describeType, listOf, type SqlType, sizeOfType, TYPES } from './sql-type.ts';
import { fits, JsonContent, type Result, type SqlValue, Stop } from './sql-value.ts';
import type { Name, QuerySyntax, SelectItem, SelectSyntax, Span, Syntax } from './syntax.ts';

/** A column of a stage. */
interface StageColumn {
  readonly name: string;
  readonly compiled: Compiled;
  /** Whether `SELECT *` adds it: a line that lacks the field has no such key. */
  readonly isStar: boolean;
  /** Whether a later stage, or the output, reads it. */
  isRead: boolean;
}

/** A SELECT, which reads the columns of the stage before it; the first one reads records. */
export interface Stage {
  /** The top-level conditions of WHERE. */
  readonly conditions: readonly Compiled[];
  readonly columns: readonly StageColumn[];
  /** The column whose list becomes rows; -1 if there is none. */
  readonly unnest: number;
}

/**
 * Compiles a query. @param table what FROM calls the dataset, already checked @default its name
 * @returns from the stage that reads records to the last one; undefined if they do not lead to the dataset
 */
export function compileQuery(
  query: QuerySyntax,
  dataset: Dataset,
  compilation: Compilation,
  table = dataset.name,
): readonly Stage[] | undefined {
  const { report, text, use } = compilation;
  const tables = new Map<string, readonly Stage[] | undefined>();

  /** The stages before a SELECT: none if it reads the dataset. */
  function stagesBefore(select: SelectSyntax): readonly Stage[] | undefined {
    if (select.table === undefined) return undefined;
    const name = select.table.text;
    if (tables.has(name)) return tables.get(name);
    if (name === table) return [];
    const expected = `${dataset.name}, or a table of WITH before it`;
    report('unknown-table', select.table, { found: JSON.stringify(name.slice(0, 64)), expected });
    return undefined;
  }

  function compileSelect(select: SelectSyntax): readonly Stage[] | undefined {
    const before = stagesBefore(select);
    if (before === undefined) return undefined;
    const source = before.at(-1);
    const scope = scopeOf(select, source);
    const conditions =
      select.where === undefined
        ? []
        : conjuncts(select.where).map((item) => condition(compileExpression(item, scope, compilation)));
    const columns: StageColumn[] = [];
    let unnest = -1;
    const names = new Set<string>();
    const add = (column: StageColumn, at: SelectItem): void => {
      const found = JSON.stringify(column.name);
      if (names.has(column.name))
        report('duplicate-column', at, { found, expected: 'columns with different names', fix: 'name one with AS' });
      names.add(column.name);
      columns.push(column);
    };
    for (const item of select.items) {
      if (item.kind === 'star') {
        for (const column of starColumns(item, source)) add(column, item);
        continue;
      }
      warnAboutComma(item, source);
      const list = unnestedList(item.expression);
      if (list !== undefined) {
        if (unnest >= 0) report('unnest-place', item, { found: 'a second UNNEST', expected: 'one UNNEST in a SELECT' });
        unnest = columns.length;
      }
      const compiled = withoutLargeType(compileExpression(list ?? item.expression, scope, compilation));
      add(columnFrom(nameOf(item), list === undefined ? compiled : unnested(compiled), false), item);
    }
    return [...before, { conditions, columns, unnest }];
  }

  /** Warns about `RayID ClientIP`, which is one column. */
  function warnAboutComma({ expression, alias }: SelectItem & { kind: 'column' }, source: Stage | undefined): void {
    if (expression.kind !== 'name' || alias === undefined || alias.isQuoted || !namesOf(source).includes(alias.text))
      return;
    const [written, name] = [text.textOf(expression), text.textOf(alias)];
    if (
      expression.parts.at(-1)!.text === alias.text ||
      /\bas\b/i.test(text.textOf({ from: expression.to, to: alias.from }))
    )
      return;
    report('missing-comma', expression, {
      found: `${written} ${name}, which delivers ${written} as ${name}`,
      expected: 'a comma, or AS',
      fix: `write ${written}, ${name} or ${written} AS ${name}`,
    });
  }

  /** Rejects a column whose type would take long to compare and to print. */
  function withoutLargeType(compiled: Compiled): Compiled {
    if (sizeOfType(compiled.type, MAX_TYPE_SIZE) <= MAX_TYPE_SIZE) return compiled;
    const expected = `at most ${MAX_TYPE_SIZE}`;
    report('too-deep', compiled.span, { found: `more than ${MAX_TYPE_SIZE} keys in structs`, expected });
    return invalid(compiled.span);
  }

  /** Checks a top-level condition. */
  function condition(compiled: Compiled): Compiled {
    const checked = booleanOf(compiled, compilation);
    if (checked.type.kind === 'bool' && checked.constant !== undefined && checked.constant !== true) {
      report('never-true', checked.span, {
        found: `a condition that is always ${checked.constant === null ? 'NULL' : 'false'}`,
        expected: 'a condition that some lines meet',
      });
    }
    if (!checked.isVolatile) return checked;
    // A value that differs from run to run decides nothing.
    const stop = undecidedAt(text, checked.span, 'volatile');
    return { ...checked, evaluate: () => stop };
  }

  /** What the names of a SELECT mean: columns of the SELECT before it, or fields. */
  function scopeOf({ table, alias }: SelectSyntax, source: Stage | undefined): Scope {
    const tableName = alias?.text ?? table!.text;
    return (parts) => {
      const isQualified = parts.length > 1 && parts[0]!.text === tableName;
      const name = parts[isQualified ? 1 : 0]!;
      const next = isQualified ? undefined : parts[1];
      const column = source === undefined ? fieldOf(name, next, tableName) : columnOf(name, source, table!.text);
      return column && { column, rest: parts.slice(isQualified ? 2 : 1) };
    };
  }

  function columnOf(name: Name, source: Stage, table: string): Compiled | undefined {
    const index = source.columns.findIndex((column) => column.name === name.text);
    const column = source.columns[index];
    if (column === undefined) {
      const isField = dataset.fields.has(name.text);
      reportName(
        name,
        namesOf(source),
        `a column of ${table}`,
        isField ? `add ${name.text} to the SELECT of ${table}` : undefined,
      );
      return undefined;
    }
    column.isRead = true;
    return slotColumn(column.compiled, index, name);
  }

  const namesOf = (source: Stage | undefined): readonly string[] =>
    source === undefined ? [...dataset.fields.keys()] : source.columns.map((column) => column.name);

  function reportName(
    { text: name, ...span }: Name,
    known: readonly string[],
    expected: string,
    advice?: string,
  ): void {
    const written = name.slice(0, 64);
    const near = nearest(written, known);
    const fix = advice ?? (near && `did you mean ${near}?`);
    report('unknown-field', span, { found: JSON.stringify(written), expected, fix });
  }

  function fieldOf(name: Name, next: Name | undefined, tableName: string): Compiled | undefined {
    const field = dataset.fields.get(name.text);
    if (field !== undefined) {
      warnAboutField(field, name);
      return fieldColumn(field, dataset, name, compilation);
    }
    const found = JSON.stringify(name.text.slice(0, 64));
    const other = fieldInOtherCase(dataset, name.text);
    if (next !== undefined && dataset.fields.has(next.text)) {
      const fix = `write ${tableName}.${next.text}, or ${next.text} alone`;
      report('unknown-table', name, { found, expected: tableName, fix });
    } else if (other !== undefined) {
      const expected = `${other.name}: names of fields are case-sensitive`;
      report('field-case', name, { found, expected, fix: `write ${other.name}` });
    } else {
      const near = nearestField(name.text, dataset);
      const others = datasetsWithField(name.text).slice(0, 3);
      const fix =
        name.isQuoted && (near === undefined || /[^\w]/.test(name.text))
          ? "write texts in single quotes: '…'"
          : near !== undefined
            ? `did you mean ${near}?`
            : others.length > 0
              ? `the field belongs to ${others.join(', ')}`
              : undefined;
      report('unknown-field', name, { found, expected: `a field of ${dataset.name}`, fix });
    }
    return undefined;
  }

  function warnAboutField({ name, deprecated, removed }: Field, span: Name): void {
    if (removed !== undefined) {
      const fix = removed.replacedBy === undefined ? undefined : `use ${removed.replacedBy}`;
      report('removed-field', span, { found: `${name}, which is no longer pushed`, expected: 'a current field', fix });
    } else if (deprecated === true) report('deprecated-field', span, { found: `${name}, which is due to be replaced` });
  }

  function starColumns(item: SelectItem & { kind: 'star' }, source: Stage | undefined): StageColumn[] {
    use('select-star', item, item.except.length > 0 ? 'SELECT * EXCEPT' : 'SELECT *');
    const known = namesOf(source);
    for (const name of item.except) if (!known.includes(name.text)) reportName(name, known, 'a field');
    const except = new Set(item.except.map(({ text: name }) => name));
    if (source === undefined) {
      return [...dataset.fields.values()]
        .filter(({ name }) => !except.has(name))
        .map((field) => columnFrom(field.name, fieldColumn(field, dataset, item, compilation), true));
    }
    return source.columns.flatMap((column, index) => {
      if (except.has(column.name)) return [];
      column.isRead = true;
      return [columnFrom(column.name, slotColumn(column.compiled, index, item), column.isStar)];
    });
  }

  const columnFrom = (name: string, compiled: Compiled, isStar: boolean): StageColumn => ({
    ...{ name, compiled, isStar, isRead: false },
  });

  function nameOf(item: SelectItem & { kind: 'column' }): string {
    if (item.alias !== undefined) return item.alias.text;
    if (item.expression.kind === 'name') return item.expression.parts.at(-1)!.text;
    const written = text.textOf(item);
    report('unnamed-column', item, { found: written.slice(0, 64), expected: 'a name', fix: 'add AS name' });
    use('unnamed-column', item, '');
    // Reports print names.
    return redactSecrets(written);
  }

  /** The column of an UNNEST: an element of the list. */
  function unnested(list: Compiled): Compiled {
    if (list.type.kind === 'list') return { ...list, type: list.type.element };
    if (list.type.kind !== 'null')
      report('wrong-type', list.span, { found: `${describeType(list.type)} in UNNEST`, expected: 'a list' });
    return invalid(list.span);
  }

  for (const { name, select } of query.tables) {
    if (tables.has(name.text) || name.text === dataset.name) {
      report('unknown-table', name, { found: `a second table ${JSON.stringify(name.text)}`, expected: 'another name' });
    }
    tables.set(name.text, compileSelect(select));
  }
  const stages = compileSelect(query.select);
  for (const column of stages?.at(-1)?.columns ?? []) {
    column.isRead = true;
    noteOutput(column.compiled.type, column.compiled.span);
  }
  return stages;

  /** Notes the form of an output column, and of what it consists of, that no page documents. */
  function noteOutput(type: SqlType, span: Span): void {
    if (type.kind === 'list') noteOutput(type.element, span);
    if (type.kind === 'struct') for (const [, inner] of type.entries) noteOutput(inner, span);
    const choice = OUTPUT_CHOICES[type.kind];
    if (choice !== undefined) use(choice, span, `${describeType(type)} in the delivered record`);
  }
}

/** The choices about values that JSON lacks. */
const OUTPUT_CHOICES: Readonly<Partial<Record<SqlType['kind'], ChoiceName>>> = {
  ...{ timestamp: 'time-output', date: 'time-output', interval: 'time-output', binary: 'binary-output' },
};

/** The list of `UNNEST(list)`. */
function unnestedList(expression: Syntax): Syntax | undefined {
  const isUnnest =
    expression.kind === 'call' && expression.name.text.toLowerCase() === 'unnest' && expression.args.length === 1;
  return isUnnest ? expression.args[0] : undefined;
}

/** The expressions that AND joins, also in parentheses. */
function conjuncts(where: Syntax): Syntax[] {
  return where.kind === 'chain' && where.operator === 'and' ? where.items.flatMap(conjuncts) : [where];
}

/** The SQL types of fields; those of others are objects. */
const FIELD_TYPES: Readonly<Partial<Record<Field['type'], SqlType>>> = {
  ...{ string: TYPES.text, int: TYPES.int64, float: TYPES.float, bool: TYPES.bool },
  ...{ 'array[string]': listOf(TYPES.text), 'array[int]': listOf(TYPES.int64), 'array[object]': listOf(TYPES.object) },
};

function typeOfField({ type, name }: Field, { eventTime }: Dataset, format: TimestampFormat | undefined): SqlType {
  if (eventTime.unit === 'ms' && eventTime.field === name) return TYPES.int64;
  if (type === 'timestamp') return { kind: 'delivered-time', isNumber: format === 'unix' || format === 'unixnano' };
  return FIELD_TYPES[type] ?? TYPES.object;
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
      return typeof value === 'string' ? value : sqlValueOf(value, TYPES.int64);
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
function fieldColumn(field: Field, dataset: Dataset, span: Span, { text, timestampFormat }: Compilation): Compiled {
  const { name } = field;
  const type = typeOfField(field, dataset, timestampFormat);
  const expression = text.place(span);
  const undecided = (code: 'absent' | 'mismatch') =>
    new Stop({ outcome: 'undecided', reason: { code, field: name, expression } });
  const [absent, mismatch] = [undecided('absent'), undecided('mismatch')];
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
function slotColumn(source: Compiled, index: number, span: Span): Compiled {
  const evaluate = ((row: readonly Result[]) => row[index]!) as Evaluate;
  return { ...source, span, evaluate, children: [], constant: undefined };
}
