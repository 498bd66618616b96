// The page of the jobs of a zone or an account: a row for each job, then its complete filter and its destination. Computes no figures.
import { printPlural } from '../../base/index.ts';
import type { JobList, ListedJob } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { answerPage, tableSection } from './answer-page.ts';
import { figureColumn, textColumn } from './cells.ts';
import { printScope } from './jobs-plan-page.ts';
import { type Cell, type Page, type PageSettings, present } from './page.ts';

/** A value that a job does not have. */
const NONE: Cell = { text: '–', value: '' };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Creates the page. @param now for the age of times; milliseconds since 1970 */
export function jobListPage(found: JobList, _settings: PageSettings = {}, now: number = Date.now()): Page {
  const { scope, jobs } = printableAll(found);
  const count = jobs.length === 0 ? 'No jobs' : printPlural(jobs.length, 'job');
  const columns = [
    textColumn('Job', ''),
    figureColumn('ID', ''),
    textColumn('Dataset', ''),
    textColumn('State', ''),
    figureColumn('Last push', ''),
    figureColumn('Last error', ''),
  ];
  const rows = jobs.map(({ name, id, dataset, enabled, lastComplete, lastError }) => [
    name === null ? { text: '(no name)' } : name,
    String(id),
    dataset,
    enabled ? { text: 'enabled', tone: 'good' as const } : { text: 'disabled', tone: 'unclear' as const },
    lastComplete === null ? NONE : printAge(lastComplete, now),
    lastError === null ? NONE : { text: printAge(lastError, now), tone: 'bad' as const },
  ]);
  const settings = jobs.map(settingsOf);
  // The labels of all jobs are aligned.
  const width = Math.max(...settings.flatMap((one) => one.map(([label]) => label.length)));
  const sections = jobs.flatMap(({ name, id }, index) =>
    tableSection(
      name ?? `id ${id}`,
      ['', ''],
      settings[index]!.map(([label, value]) => [label.padEnd(width), value]),
    ),
  );
  return answerPage('Jobs', 'neutral', `${count} in ${printScope(scope)}`, {
    sections: [...tableSection('Jobs', columns, rows), ...sections],
  });
}

/** The label and the value of each setting that the list shows. */
function settingsOf(job: ListedJob): (readonly [label: string, value: string])[] {
  const { filter, filterProblem, destination, sampleRate, outputType, transformerId, errorMessage } = job;
  return present(
    ['filter', filter ?? 'none: every line'],
    filterProblem !== undefined && ['', `not a filter that headgate can parse: ${filterProblem}`],
    ['destination', destination],
    sampleRate !== undefined && ['sample_rate', String(sampleRate)],
    outputType !== undefined && ['output_type', outputType],
    transformerId !== undefined && ['transformer', `id ${transformerId}`],
    errorMessage !== null && ['error', errorMessage],
  );
}

/**
 * Prints the age of a time.
 * @param time RFC 3339; any other text is printed as it is, and so is a time in the future: the clocks differ
 * @param now milliseconds since 1970
 */
export function printAge(time: string, now: number): string {
  const age = now - Date.parse(time);
  // Clocks may differ by some seconds.
  if (Number.isNaN(age) || age < -MINUTE_MS) return time;
  if (age < MINUTE_MS) return `${Math.max(0, Math.floor(age / 1000))} s ago`;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  return `${Math.floor(age / DAY_MS)} days ago`;
}
