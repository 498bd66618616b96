// The page of an index: what is in it, and what a build has changed. Computes no figures.
import { printBytes, printCount, printPlural } from '../../base/index.ts';
import type { IndexChanges, IndexReport } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { answerPage, tableSection } from './answer-page.ts';
import { code } from './cells.ts';
import { printAge } from './jobs-list-page.ts';
import { type Page, type PageSettings, present, type Text } from './page.ts';
import { excludedCounts } from './source-facts.ts';

/** Creates the page of an index. @param now for the age of an index that is listed; milliseconds since 1970 */
export function indexPage(found: IndexReport, _settings: PageSettings = {}, now: number = Date.now()): Page {
  const report = printableAll(found);
  const { folder, objects, lines, without, sources, asOf, covered, changes, partial } = report;
  const { columns, stored, waiting } = objects;
  const isComplete = waiting === 0 && report.lostParts === 0;
  const age = changes === undefined ? ` as of ${asOf}, ${printAge(asOf, now)}` : ` as of ${asOf}`;
  const others = stored === 0 ? '' : ` and the names of ${printCount(stored)} more`;
  const has = ` has ${printPlural(lines, 'line')} of ${printPlural(columns, 'object')}${others}${age}`;
  const left = present(
    waiting !== 0 && `${printPlural(waiting, 'object')} still to read`,
    report.lostParts !== 0 && `${printPlural(report.lostParts, 'part')} gone or cut`,
  ).join(', ');
  const rest = isComplete
    ? '.'
    : `; ${left}: headgate index --out ${folder} reads the rest${changes === undefined ? ', unless another build is reading it now' : ''}.`;
  const lost = changes?.lost ?? [];
  const hasNone = columns + waiting === 0;
  return answerPage(
    'Index',
    isComplete && !hasNone && lost.length === 0 ? 'good' : 'unclear',
    [code(folder), `${has}${rest}`],
    {
      notices: present(
        partial && 'Interrupted: the next run continues.',
        hasNone &&
          (stored > 0
            ? 'No object is in columns: without its source, the index answers nothing.'
            : 'No object is in the index: it answers nothing.'),
      ).map((text) => ({ tone: 'unclear', text })),
      facts: [
        ...(changes === undefined ? [] : [changesText(changes, waiting)]),
        `${printBytes(report.indexBytes)} for ${printBytes(report.objectBytes)} of objects, ${printPlural(report.parts, 'part')}, dataset ${report.dataset}`,
        ...excludedCounts('Lines', [[changes?.malformed ?? 0, 'malformed']]),
        ...(stored === 0
          ? []
          : [
              `${printPlural(stored, 'object')} not in columns (${without.length === 0 ? 'not NDJSON, damaged, or with a line that columns cannot contain' : 'not NDJSON, damaged, or with a line that would be stored whole, such as one in an envelope'}): queries read ${stored === 1 ? 'it where it is' : 'them where they are'}`,
            ]),
        ...(covered ? [] : [partText(report)]),
        ...(without.length === 0 ? [] : [['Without the values of ', code(without.join(', '))]]),
        ...sources.map((source): Text => ['Source: ', code(source), ...goneText(source, report)]),
      ],
      sections: tableSection(
        'Not read completely',
        ['Object', 'Problem'],
        lost.map(({ object, message }) => [object, message]),
      ),
    },
  );
}

function partText({ folder, listedSince }: IndexReport): Text {
  if (listedSince === null) return 'Its builds have listed only a part of the sources, or of their time';
  const update = code(`headgate index --out ${folder}`);
  return [
    `Its builds have listed a part of the time of its sources, from ${listedSince} at the earliest: `,
    update,
    ' begins there, unless --since is earlier',
  ];
}

/** An update removes what no longer exists, unless nothing else is left. */
function goneText(source: string, { folder, sources, sourcesGone }: IndexReport): Text {
  if (!sourcesGone.includes(source)) return [];
  const isAll = sourcesGone.length === sources.length;
  return [
    ' no longer exists',
    ...(isAll ? [] : ['; ', code(`headgate index --out ${folder} --prune`), ' removes its lines']),
  ];
}

function changesText(changes: IndexChanges, waiting: number): string {
  const { added, replaced, removed, unchanged, changing, damagedParts } = changes;
  const counts = [
    [added, 'added'],
    [replaced, 'replaced'],
    [removed, 'removed'],
    [unchanged, 'unchanged'],
    [changing, 'changed while they were read'],
    [waiting - changing, 'still to read'],
  ] as const;
  const objects = counts.filter(([count]) => count > 0).map(([count, what]) => `${printCount(count)} ${what}`);
  const damaged =
    damagedParts === 0 ? '' : `; ${printPlural(damagedParts, 'damaged part')} read from the objects again`;
  return `Objects: ${objects.join(', ') || 'none'}${damaged}`;
}
