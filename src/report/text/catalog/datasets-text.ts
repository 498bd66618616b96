// Renders the datasets of the catalog as text, one line each.
import { printPlural } from '../../../base/index.ts';
import type { DatasetList } from '../../../verbs/index.ts';
import { paint, type Style } from '../style.ts';
import { printTable } from '../table.ts';

/** Renders a list of datasets. */
export function renderDatasetsText({ datasets }: DatasetList, style: Style): string {
  const [titles, ...rows] = printTable(
    [{ title: 'dataset' }, { title: 'scope' }, { title: 'fields', align: 'right' }, { title: 'event time' }],
    datasets.map(({ name, scopes, fields, eventTimeField }) => [
      name,
      scopes.join(', '),
      String(fields),
      eventTimeField,
    ]),
  );
  const head = paint(style, 'bold', printPlural(datasets.length, 'dataset'));
  return `${[head, paint(style, 'dim', titles!), ...rows].join('\n')}\n`;
}
