// Renders the final figures of a push as a table: batches, lines and bytes of each job, and what was lost. Computes sums, nothing else.
import { printBytes, printCount, printPlural } from '../../../base/index.ts';
import type { JobTotals, PushTotals } from '../../../sandbox/index.ts';
import { paint, printableAll, type Style } from '../style.ts';
import { printTable } from '../table.ts';

/** Renders the figures; without a job only the number of exchanges. */
export function renderPushTotals(found: PushTotals, style: Style): string {
  const { exchanges, jobs } = printableAll(found);
  const deleted = jobs.filter((job) => job.deleted === true).length;
  const gone = deleted === 0 ? '' : `, ${printPlural(deleted, 'deleted job')}`;
  const count = `${printPlural(exchanges, 'exchange')}, ${printPlural(jobs.length - deleted, 'job')}${gone}`;
  const head = paint(style, 'bold', count);
  if (jobs.length === 0) return `${head}\n`;
  const isAnyLost = jobs.some(({ lostBatches }) => lostBatches > 0);
  const right = (title: string) => ({ title, align: 'right' }) as const;
  const columns = [
    { title: 'job' },
    ...['batches', 'lines', 'stored'].map(right),
    ...(isAnyLost ? ['lost batches', 'lost lines'].map(right) : []),
  ];
  const [titles, ...rows] = printTable(
    columns,
    jobs.map((job) => printRow(job, isAnyLost, style)),
    '  ',
  );
  return `${[head, paint(style, 'dim', titles!), ...rows].join('\n')}\n`;
}

function printRow(job: JobTotals, isAnyLost: boolean, style: Style): string[] {
  const { name, batches, lines, storedBytes, lostBatches, lostLines } = job;
  const lost = [lostBatches, lostLines].map((count) =>
    count === 0 ? '0' : paint(style, ['bold', 'red'], printCount(count)),
  );
  return [
    paint(style, 'cyan', name) + (job.deleted === true ? ' (deleted)' : ''),
    ...[printCount(batches), printCount(lines), printBytes(storedBytes)],
    ...(isAnyLost ? lost : []),
  ];
}
