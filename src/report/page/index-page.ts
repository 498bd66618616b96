// The page of an index: what is in it, and what a build has changed. Computes no figures.
import { printBytes, printCount, printPlural } from '../../base/index.ts';
import type { IndexChanges, IndexReport } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { answerPage, tableSection } from './answer-page.ts';
import { code } from './cells.ts';
import type { Page, Text } from './page.ts';

/** Creates the page of an index. */
export function indexPage(found: IndexReport): Page {
  const report = printableAll(found);
  const { folder, objects, lines, without, sources, asOf, changes, partial } = report;
  const { columns, stored, waiting } = objects;
  const isComplete = waiting === 0;
  const has = ` has ${printPlural(lines, 'line')} of ${printPlural(columns + stored, 'object')} as of ${asOf}`;
  const rest = isComplete ? '.' : `; ${printPlural(waiting, 'object')} not read completely: run the command again.`;
  const lost = changes?.lost ?? [];
  return answerPage('Index', isComplete ? 'good' : 'unclear', [code(folder), `${has}${rest}`], {
    notices: partial ? [{ tone: 'unclear', text: 'Interrupted: the next run continues.' }] : [],
    facts: [
      ...(changes === undefined ? [] : [changesText(changes)]),
      `${printBytes(report.indexBytes)} for ${printBytes(report.objectBytes)} of objects, ${printPlural(report.parts, 'part')}, dataset ${report.dataset}`,
      ...(stored === 0
        ? []
        : [`${printPlural(stored, 'object')} not in columns (not NDJSON, or damaged): queries read where they are`]),
      ...(without.length === 0 ? [] : [['Without the values of ', code(without.join(', '))]]),
      ...sources.map((source): Text => ['Source: ', code(source)]),
    ],
    sections: tableSection(
      'Not read completely',
      ['Object', 'Problem'],
      lost.map(({ object, message }) => [object, message]),
    ),
  });
}

function changesText({ added, replaced, removed, unchanged, changing, damagedParts }: IndexChanges): string {
  const counts = [
    [added, 'added'],
    [replaced, 'replaced'],
    [removed, 'removed'],
    [unchanged, 'unchanged'],
    [changing, 'changed while they were read'],
  ] as const;
  const objects = counts.filter(([count]) => count > 0).map(([count, what]) => `${printCount(count)} ${what}`);
  const damaged =
    damagedParts === 0 ? '' : `; ${printPlural(damagedParts, 'damaged part')} read from the objects again`;
  return `Objects: ${objects.join(', ') || 'none'}${damaged}`;
}
