// The page of the runs and workers of a Redis: a row for each, and the commands that continue the runs. Computes no figures.
import { printPlural, shellQuoted } from '../../base/index.ts';
import type { RunList } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { answerPage, commandSection, noticesOf, tableSection } from './answer-page.ts';
import { countCell, figureColumn } from './cells.ts';
import { printAge } from './jobs-list-page.ts';
import type { Page, PageSettings, Section } from './page.ts';

/** Rows of unread objects that a text shows. */
const SHOWN_OBJECTS = 10;

/** Creates the page. @param now for the age of runs; milliseconds since 1970 */
export function runListPage(found: RunList, _settings: PageSettings = {}, now: number = Date.now()): Page {
  const { redis, runs, workers, shards } = printableAll(found);
  const figures = (...titles: string[]) => titles.map((title) => figureColumn(title, ''));
  const counts = (...found: number[]) => found.map((one) => countCell(one));
  const runColumns = ['Run', 'Command', ...figures('Objects', 'Shards', 'Done', 'Begun'), 'By'];
  const runRows = runs.map(({ id, verb, objects, shards, shardsDone, created, host }) => [
    ...[id, verb, ...counts(objects, shards, shardsDone), printAge(created, now), host],
  ]);
  const workerColumns = ['Worker', 'Host', 'Version', ...figures('Threads', 'Reads shards')];
  const workerRows = workers.map(({ name, host, version, threads, shards }) => [
    ...[name, host, version, ...counts(threads, shards)],
  ]);
  // Of a run that is shown alone, the command prints the report again.
  const continued = runs.filter((run) => run.command.length > 0 && (shards || run.shardsDone < run.shards));
  const commands = continued.flatMap(({ id, command }) => [
    `# ${['headgate', ...command].map(shellQuoted).join(' ')}`,
    `headgate runs attach ${shellQuoted(redis)} ${id}`,
  ]);
  const isOutside =
    (shards?.queued ?? 0) > 0 && workers.length > 0 && workers.every(({ outside }) => outside?.includes(runs[0]!.id));
  const notices = noticesOf(isOutside ? ['no worker may read the shards in the queue; start one with --allow'] : []);
  return answerPage(
    'Runs',
    'neutral',
    `${printPlural(runs.length, 'run')} and ${printPlural(workers.length, 'worker')} at ${redis}`,
    {
      notices,
      sections: [
        ...tableSection('Runs', runColumns, runRows),
        ...(shards === undefined ? [] : shardSections(shards)),
        ...tableSection('Workers', workerColumns, workerRows),
        ...(commands.length === 0 ? [] : [commandSection('To go on', ...commands)]),
      ],
    },
  );
}

function shardSections(shards: NonNullable<RunList['shards']>): Section[] {
  const states = [
    ['with an answer', shards.done],
    ['taken by a worker', shards.active],
    ['in the queue', shards.queued],
    ['of these, to be read again', shards.begun],
    ['not in the queue yet', shards.waiting],
    ['of those with an answer, with unread objects', shards.unread],
  ] as const;
  const rows = states.filter(([, count]) => count > 0).map(([state, count]) => [state, countCell(count)]);
  const unread = shards.unreadObjects.map(({ object, message }) => [object, message]);
  return [
    ...tableSection('Shards', ['State', figureColumn('Count', '')], rows),
    ...tableSection('Unread objects', ['Object', 'Reason'], unread, SHOWN_OBJECTS),
  ];
}
