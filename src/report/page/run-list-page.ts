// The page of the runs and workers of a Redis: a row for each, and the commands that continue the runs. Computes no figures.
import { printPlural } from '../../base/index.ts';
import type { RunList } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { answerPage, commandSection, tableSection } from './answer-page.ts';
import { countCell, figureColumn, textColumn } from './cells.ts';
import { printAge } from './jobs-list-page.ts';
import type { Page, PageSettings } from './page.ts';
import { shellQuoted } from './shell-quoted.ts';

/** Creates the page. @param now for the age of runs; milliseconds since 1970 */
export function runListPage(found: RunList, _settings: PageSettings = {}, now: number = Date.now()): Page {
  const { redis, runs, workers } = printableAll(found);
  const runColumns = [
    textColumn('Run', ''),
    textColumn('Command', ''),
    figureColumn('Objects', ''),
    figureColumn('Shards', ''),
    figureColumn('Done', ''),
    figureColumn('Begun', ''),
    textColumn('By', ''),
  ];
  const runRows = runs.map(({ id, verb, objects, shards, shardsDone, created, host }) => [
    id,
    verb,
    countCell(objects),
    countCell(shards),
    countCell(shardsDone),
    printAge(created, now),
    host,
  ]);
  const workerColumns = [
    textColumn('Worker', ''),
    textColumn('Host', ''),
    textColumn('Version', ''),
    figureColumn('Threads', ''),
    figureColumn('Reads shards', ''),
  ];
  const workerRows = workers.map(({ name, host, version, threads, shards }) => [
    name,
    host,
    version,
    countCell(threads),
    countCell(shards),
  ]);
  const unfinished = runs.filter(({ shards, shardsDone }) => shardsDone < shards);
  const commands = unfinished.flatMap(({ id, command }) => [
    `# ${['headgate', ...command].map(shellQuoted).join(' ')}`,
    `headgate runs attach ${shellQuoted(redis)} ${id}`,
  ]);
  return answerPage(
    'Runs',
    'neutral',
    `${printPlural(runs.length, 'run')} and ${printPlural(workers.length, 'worker')} at ${redis}`,
    {
      sections: [
        ...tableSection('Runs', runColumns, runRows),
        ...tableSection('Workers', workerColumns, workerRows),
        ...(commands.length === 0 ? [] : [commandSection('To go on', ...commands)]),
      ],
    },
  );
}
