// Renders fields of datasets as text, one line each, so that grep finds all about a field. Breaks no lines.
import { printPlural } from '../../../base/index.ts';
import type { FieldList, ListedField } from '../../../verbs/index.ts';
import { paint, type Style } from '../style.ts';
import { printTable } from '../table.ts';

/** The field has no operator. */
const NONE = '–';

/** Renders a list of fields. */
export function renderFieldListText({ datasets, fields }: FieldList, style: Style): string {
  const removed = fields.filter((field) => field.removed !== undefined).length;
  const also = removed === 0 ? '' : `, and ${removed} removed from the dataset, which only older logs contain`;
  const count = printPlural(fields.length - removed, 'field');
  const withFields = new Set(fields.map(({ dataset }) => dataset)).size;
  const place =
    datasets.length === 1
      ? `${datasets[0]!}: ${count}`
      : `${count} in ${withFields} of ${printPlural(datasets.length, 'dataset')}`;
  const head = paint(style, 'bold', `${place}${also}`);
  if (fields.length === 0) return `${head}\n`;
  const isNamed = datasets.length > 1;
  const rows = fields.map((field) => [
    ...(isNamed ? [field.dataset] : []),
    field.name,
    field.type,
    field.expressionOperators.join(' ') || NONE,
    notesOf(field).join('; '),
  ]);
  const [titles, ...body] = printTable(
    [...(isNamed ? ['dataset'] : []), 'field', 'type', 'operators', 'notes'].map((title) => ({ title })),
    rows,
  );
  const lines = body.map((line, index) => (fields[index]!.removed === undefined ? line : paint(style, 'dim', line)));
  return `${[head, paint(style, 'dim', titles!), ...lines].join('\n')}\n`;
}

function notesOf(field: ListedField): string[] {
  const { removed, isEventTime, isDeprecated, isUndocumented, hasCustomFields } = field;
  return [
    ...(isEventTime ? ['event time'] : []),
    ...(hasCustomFields ? ['custom fields of a ruleset'] : []),
    ...(isDeprecated ? ['deprecated'] : []),
    ...(removed ? [printRemoved(removed)] : []),
    ...(field.operators.length === 0 ? ['not filterable'] : []),
    ...(isUndocumented ? ['undocumented in filters'] : []),
  ];
}

function printRemoved({ date, replacedBy }: NonNullable<ListedField['removed']>): string {
  return `removed${date === undefined ? '' : ` ${date}`}${replacedBy === undefined ? '' : `: use ${replacedBy}`}`;
}
