// The pages of the catalog: its datasets, and the fields of datasets. A row is one line, so that grep finds all about a field.
import { printPlural } from '../../base/index.ts';
import { PROMISE_PREFIX } from '../../language/promises/index.ts';
import type { DatasetList, FieldList, ListedField, PromiseList } from '../../verbs/index.ts';
import { answerPage } from './answer-page.ts';
import { code, countCell, figureColumn, textCell, textColumn } from './cells.ts';
import { type Column, list, type Page, present, type Table, type Text } from './page.ts';

/** The field has no operator. */
const NONE = '–';

/** Creates the page of a list of datasets. */
export function datasetsPage({ datasets }: DatasetList): Page {
  const columns = [
    textColumn('Dataset', 'dataset'),
    textColumn('Scope', 'scope'),
    figureColumn('Fields', 'fields'),
    textColumn('Event time', 'event_time'),
  ];
  const rows = datasets.map(({ name, scopes, fields, eventTimeField }) => [
    textCell(name),
    textCell(scopes.join(', ')),
    countCell(fields),
    textCell(eventTimeField),
  ]);
  return catalogPage('Datasets', printPlural(datasets.length, 'dataset'), columns, rows);
}

/** Creates the page of a list of fields. */
export function fieldListPage({ datasets, fields }: FieldList): Page {
  const removed = fields.filter((field) => field.removed !== undefined).length;
  const also = removed === 0 ? '' : `, and ${removed} removed from the dataset, which only older logs contain`;
  const count = printPlural(fields.length - removed, 'field');
  const withFields = new Set(fields.map(({ dataset }) => dataset)).size;
  const isNamed = datasets.length > 1;
  const place = isNamed
    ? `${count} in ${withFields} of ${printPlural(datasets.length, 'dataset')}`
    : `${datasets[0]!}: ${count}`;
  const columns = [
    { ...textColumn('Dataset', 'dataset'), isHidden: !isNamed, keepsTitle: true },
    ...['Field', 'Type', 'Operators'].map((title) => textColumn(title, title.toLowerCase())),
    { ...textColumn('Notes', 'notes'), isHidden: fields.every((field) => notesOf(field).length === 0) },
  ];
  const rows = fields.map((field) =>
    [field.dataset, field.name, field.type, field.expressionOperators.join(' ') || NONE, notesOf(field).join('; ')].map(
      (text) => textCell(text),
    ),
  );
  return catalogPage('Fields', `${place}${also}`, columns, rows);
}

/** Creates the page of a list of promises. */
export function promiseListPage({ dataset, promises }: PromiseList): Page {
  return answerPage('Promises', 'neutral', `${dataset}: ${printPlural(promises.length, 'promise')}`, {
    sections: promises.map(({ name, filter, covers, misses }) => ({
      title: `${PROMISE_PREFIX}${name}`,
      blocks: [list([[code(filter)], `Covers: ${covers}`, `Does not cover: ${misses}`])],
    })),
  });
}

function catalogPage(title: string, answer: Text, columns: readonly Column[], rows: Table['rows']): Page {
  const table: Table = { kind: 'table', name: title.toLowerCase(), columns, rows, shown: rows.length, isWhole: true };
  return answerPage(title, 'neutral', answer, {
    sections: [{ title, blocks: [table] }],
  });
}

function notesOf(field: ListedField): string[] {
  const { removed, isEventTime, isDeprecated, isUndocumented, hasCustomFields } = field;
  return present(
    isEventTime && 'event time',
    hasCustomFields && 'custom fields of a ruleset',
    isDeprecated && 'deprecated',
    removed && removedText(removed),
    field.operators.length === 0 && 'not filterable',
    isUndocumented && 'undocumented in filters',
  );
}

function removedText({ date, replacedBy }: NonNullable<ListedField['removed']>): string {
  return `removed${date === undefined ? '' : ` ${date}`}${replacedBy === undefined ? '' : `: use ${replacedBy}`}`;
}
