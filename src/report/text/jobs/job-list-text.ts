// Renders the jobs of a zone or an account as text: one row for each job, with its complete filter and its destination below.
import { printPlural } from '../../../base/index.ts';
import type { JobList, ListedJob } from '../../../verbs/index.ts';
import { printBlocks } from '../print-blocks.ts';
import { padded, paint, printableAll, type Style, shorten, wrapWhole } from '../style.ts';
import { printTable } from '../table.ts';
import { printScope } from './scope.ts';

/** Maximum width of a name, and minimum on a narrow terminal. Columns. */
const NAME_COLUMNS = 32;
const LEAST_NAME_COLUMNS = 12;
/** Usual width of the other columns: an id of 7 digits, a dataset such as firewall_events. */
const OTHER_COLUMNS = 60;
/** Width of the labels below a row: the longest is `destination`. */
const LABEL_COLUMNS = 13;
const INDENT = '  ';
/** A value that a job does not have. */
const NONE = '–';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Renders a list of jobs. @param now for the age of times; milliseconds since 1970 */
export function renderJobListText(found: JobList, style: Style, now: number = Date.now()): Iterable<string> {
  const { scope, jobs } = printableAll(found);
  if (jobs.length === 0) return printBlocks([[`no jobs in ${printScope(scope)}`]]);
  const [head, ...rows] = printTable(
    [
      { title: 'name' },
      { title: 'id', align: 'right' },
      { title: 'dataset' },
      { title: 'state' },
      { title: 'last push', align: 'right' },
      { title: 'last error', align: 'right' },
    ],
    jobs.map((job) => rowOf(job, style, now)),
  );
  return printBlocks([
    [`${printPlural(jobs.length, 'job')} in ${printScope(scope)}`],
    ...jobs.map((job, index) => [
      ...(index === 0 ? [paint(style, 'dim', head!)] : []),
      rows[index]!,
      ...printDetails(job, style),
    ]),
  ]);
}

function rowOf(
  { name, id, dataset, enabled, lastComplete, lastError }: ListedJob,
  style: Style,
  now: number,
): string[] {
  return [
    name === null ? paint(style, 'dim', '(no name)') : paint(style, 'bold', shorten(name, nameColumns(style))),
    String(id),
    dataset,
    enabled ? paint(style, 'green', 'enabled') : paint(style, 'yellow', 'disabled'),
    lastComplete === null ? NONE : printAge(lastComplete, now),
    lastError === null ? NONE : paint(style, 'red', printAge(lastError, now)),
  ];
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

function nameColumns({ width }: Style): number {
  return Math.max(LEAST_NAME_COLUMNS, Math.min(NAME_COLUMNS, width - OTHER_COLUMNS));
}

function printDetails(job: ListedJob, style: Style): string[] {
  const { filter, filterProblem, destination, sampleRate, outputType, errorMessage } = job;
  return [
    ...printDetail('filter', filter ?? 'none: every line', style),
    ...(filterProblem === undefined
      ? []
      : printDetail('', `not a filter that headgate can parse: ${filterProblem}`, style)),
    ...printDetail('destination', destination, style),
    ...(sampleRate === undefined ? [] : printDetail('sample_rate', String(sampleRate), style)),
    ...(outputType === undefined ? [] : printDetail('output_type', outputType, style)),
    ...(errorMessage === null ? [] : printDetail('error', errorMessage, style)),
  ];
}

function printDetail(label: string, text: string, style: Style): string[] {
  const free = Math.max(LABEL_COLUMNS, style.width - INDENT.length - LABEL_COLUMNS);
  return wrapWhole(text, free).map((line, index) => {
    const shown = index === 0 ? label : '';
    return `${INDENT}${paint(style, 'dim', padded(shown, LABEL_COLUMNS))}${line}`;
  });
}
