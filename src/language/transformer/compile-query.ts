// A parsed query → a chain of stages, one for each SELECT from the dataset to the last one: conditions, then columns. Checks tables, names of
// columns and UNNEST.
import { nearest, redactSecrets } from '../../base/index.ts';
import { type Dataset, datasetsWithField, type Field, fieldInOtherCase, nearestField } from '../dataset/index.ts';
import { booleanOf, compileExpression, type Scope } from './compile-expression.ts';
import { type Compilation, type Compiled, invalid } from './compiled.ts';
import { fieldColumn, slotColumn } from './field-column.ts';
import { describeType } from './sql-type.ts';
import type { Name, QuerySyntax, SelectItem, SelectSyntax, Syntax } from './syntax.ts';

/** A column of a stage. */
export interface StageColumn {
  readonly name: string;
  readonly compiled: Compiled;
  /** Whether `SELECT *` adds it: a line that lacks the field has no such key. */
  readonly isStar: boolean;
  /** Whether a later stage, or the output, reads it. */
  isRead: boolean;
}

/** A SELECT. */
export interface Stage {
  /** Undefined: reads records. */
  readonly source: Stage | undefined;
  /** The top-level conditions of WHERE. */
  readonly conditions: readonly Compiled[];
  readonly columns: readonly StageColumn[];
  /** The column whose list becomes rows; -1 if there is none. */
  readonly unnest: number;
}

/** Compiles a query. @returns the last stage; undefined if it does not lead to the dataset */
export function compileQuery(query: QuerySyntax, dataset: Dataset, compilation: Compilation): Stage | undefined {
  const { report, text, use } = compilation;
  const stages = new Map<string, Stage | undefined>();

  /** The stage that a SELECT reads; `undefined` as source means the dataset. */
  function sourceOf({ table }: SelectSyntax): { source: Stage | undefined } | undefined {
    if (table === undefined) return undefined;
    if (stages.has(table.text)) {
      const source = stages.get(table.text);
      return source && { source };
    }
    // The reader has checked the name against the dataset.
    return table.text === dataset.name ? { source: undefined } : undefined;
  }

  function compileSelect(select: SelectSyntax): Stage | undefined {
    const found = sourceOf(select);
    if (found === undefined) return undefined;
    const { source } = found;
    const scope = source === undefined ? fieldScope(select) : columnScope(select, source);
    const conditions =
      select.where === undefined
        ? []
        : conjuncts(select.where).map((item) => condition(compileExpression(item, scope, compilation)));
    const columns: StageColumn[] = [];
    let unnest = -1;
    const places = new Map<string, Name | SelectItem>();
    const add = (column: StageColumn, at: SelectItem): void => {
      if (places.has(column.name)) {
        report('duplicate-column', at, {
          found: JSON.stringify(column.name),
          expected: 'columns with different names',
          fix: 'name one with AS',
        });
      }
      places.set(column.name, at);
      columns.push(column);
    };
    for (const item of select.items) {
      if (item.kind === 'star') {
        for (const column of starColumns(item, source)) add(column, item);
        continue;
      }
      const list = unnestedList(item.expression);
      if (list !== undefined) {
        if (unnest >= 0) report('unnest-place', item, { found: 'a second UNNEST', expected: 'one UNNEST in a SELECT' });
        unnest = columns.length;
      }
      const compiled = compileExpression(list ?? item.expression, scope, compilation);
      add(
        {
          name: nameOf(item),
          compiled: list === undefined ? compiled : unnested(compiled),
          isStar: false,
          isRead: false,
        },
        item,
      );
    }
    return { source, conditions, columns, unnest };
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
    return checked;
  }

  function fieldScope({ table, alias }: SelectSyntax): Scope {
    const tableName = alias?.text ?? table?.text;
    return (parts) => {
      const isQualified = parts.length > 1 && parts[0]!.text === tableName;
      const name = parts[isQualified ? 1 : 0]!;
      const field = dataset.fields.get(name.text);
      if (field === undefined) {
        reportField(name, parts.length > 1 && !isQualified ? parts[1] : undefined, tableName);
        return undefined;
      }
      warnAboutField(field, name);
      return { column: fieldColumn(field, dataset, name, text), rest: parts.slice(isQualified ? 2 : 1) };
    };
  }

  function reportField(name: Name, next: Name | undefined, tableName: string | undefined): void {
    if (next !== undefined && dataset.fields.has(next.text)) {
      report('unknown-table', name, {
        found: JSON.stringify(name.text),
        expected: tableName,
        fix: `write ${tableName}.${next.text}, or ${next.text} alone`,
      });
      return;
    }
    const written = name.text.slice(0, 64);
    const other = fieldInOtherCase(dataset, name.text);
    if (other !== undefined) {
      report('field-case', name, {
        found: JSON.stringify(written),
        expected: `${other.name}: names of fields are case-sensitive`,
        fix: `write ${other.name}`,
      });
      return;
    }
    const near = nearestField(name.text, dataset);
    const others = datasetsWithField(name.text).slice(0, 3);
    const fix =
      name.isQuoted && /[^\w]/.test(name.text)
        ? "write texts in single quotes: '…'"
        : near !== undefined
          ? `did you mean ${near}?`
          : others.length > 0
            ? `the field belongs to ${others.join(', ')}`
            : undefined;
    report('unknown-field', name, { found: JSON.stringify(written), expected: `a field of ${dataset.name}`, fix });
  }

  function warnAboutField({ name, deprecated, removed }: Field, span: Name): void {
    if (removed !== undefined) {
      const fix = removed.replacedBy === undefined ? undefined : `use ${removed.replacedBy}`;
      report('removed-field', span, { found: `${name}, which is no longer pushed`, expected: 'a current field', fix });
    } else if (deprecated === true) report('deprecated-field', span, { found: `${name}, which is due to be replaced` });
  }

  function columnScope({ table, alias }: SelectSyntax, source: Stage): Scope {
    const tableName = alias?.text ?? table!.text;
    return (parts) => {
      const isQualified = parts.length > 1 && parts[0]!.text === tableName;
      const name = parts[isQualified ? 1 : 0]!;
      const index = source.columns.findIndex((column) => column.name === name.text);
      const column = source.columns[index];
      if (column === undefined) {
        const near = nearest(
          name.text.slice(0, 64),
          source.columns.map((one) => one.name),
        );
        const fix = dataset.fields.has(name.text)
          ? `add ${name.text} to the SELECT of ${table!.text}`
          : near && `did you mean ${near}?`;
        report('unknown-field', name, {
          found: JSON.stringify(name.text.slice(0, 64)),
          expected: `a column of ${table!.text}`,
          fix,
        });
        return undefined;
      }
      column.isRead = true;
      return { column: slotColumn(column.compiled, index, name), rest: parts.slice(isQualified ? 2 : 1) };
    };
  }

  function starColumns(item: SelectItem & { kind: 'star' }, source: Stage | undefined): StageColumn[] {
    use('select-star', item, item.except.length > 0 ? 'SELECT * EXCEPT' : 'SELECT *');
    const known = source === undefined ? [...dataset.fields.keys()] : source.columns.map(({ name }) => name);
    for (const name of item.except) {
      if (known.includes(name.text)) continue;
      const near = nearest(name.text.slice(0, 64), known);
      report('unknown-field', name, {
        found: JSON.stringify(name.text.slice(0, 64)),
        expected: 'a field',
        fix: near && `did you mean ${near}?`,
      });
    }
    const except = new Set(item.except.map(({ text: name }) => name));
    if (source === undefined) {
      return [...dataset.fields.values()]
        .filter(({ name }) => !except.has(name))
        .map((field) => ({
          name: field.name,
          compiled: fieldColumn(field, dataset, item, text),
          isStar: true,
          isRead: false,
        }));
    }
    return source.columns.flatMap((column, index) => {
      if (except.has(column.name)) return [];
      column.isRead = true;
      return [{ ...column, compiled: slotColumn(column.compiled, index, item), isRead: false }];
    });
  }

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
    if (stages.has(name.text) || name.text === dataset.name) {
      report('unknown-table', name, { found: `a second table ${JSON.stringify(name.text)}`, expected: 'another name' });
    }
    stages.set(name.text, compileSelect(select));
  }
  const last = compileSelect(query.select);
  for (const column of last?.columns ?? []) column.isRead = true;
  return last;
}

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
