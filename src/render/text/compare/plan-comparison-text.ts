// Renders the comparisons of a Terraform plan as text: one row for each job, then one comparison after the other. Computes no figures.
import type { PlanCompareReport, PlanComparison } from '../../../task/index.ts';
import { paint, printableAll, printCount, printPlural, type Style } from '../style.ts';
import { printTable } from '../table.ts';
import { renderCompareText } from './compare-text.ts';

/** Renders the comparisons, in pieces. */
export function* renderPlanComparisonText({ jobs, partial }: PlanCompareReport, style: Style): Generator<string> {
  const end = partial ? ' (interrupted)' : '';
  if (jobs.length === 0) {
    yield `${paint(style, 'bold', `Terraform plan: no log push job changes${end}`)}\n`;
    return;
  }
  const compared = jobs.filter(({ report }) => report !== null).length;
  const title = `Terraform plan: ${printPlural(jobs.length, 'log push job changes', 'log push jobs change')}, ${compared} compared`;
  yield `${paint(style, 'bold', `${title}${end}`)}\n`;
  const right = (name: string) => ({ title: name, align: 'right' }) as const;
  const columns = [{ title: '' }, right('kept before'), right('kept after'), right('newly dropped'), { title: '' }];
  yield `${printTable(
    columns,
    jobs.map((job) => rowOf(job, style)),
    '  ',
  ).join('\n')}\n`;
  for (const { report, ...job } of jobs) {
    if (report === null) continue;
    const { address, action, remarks } = printableAll(job);
    yield `\n${paint(style, ['bold', 'magenta'], `${address} (${action})`)}\n`;
    for (const remark of remarks) yield `${paint(style, 'yellow', remark)}\n`;
    yield* renderCompareText(report, style);
  }
}

/** The lines of a job in one row, with its guards or why it was not compared. */
function rowOf({ report, ...job }: PlanComparison, style: Style): string[] {
  const { address, action, reason, remarks, isUnjudged } = printableAll(job);
  const unjudged = isUnjudged ? [paint(style, 'yellow', 'guards not judged')] : [];
  const name = `${address} (${action})`;
  if (report === null) return [name, '', '', '', [`not compared: ${reason}`, ...remarks, ...unjudged].join('; ')];
  const [before, after] = report.jobs;
  const guards = report.guards ?? [];
  const broken = guards.filter(({ holds }) => !holds).length;
  const answer =
    broken > 0
      ? [paint(style, ['bold', 'red'], `${broken} of ${printPlural(guards.length, 'guard')} broken`)]
      : guards.length > 0
        ? [paint(style, 'green', `${printPlural(guards.length, 'guard holds', 'guards hold')}`)]
        : [];
  const counts = [before?.kept, after?.kept, report.comparisons[0]?.onlyBefore].map((lines) =>
    printCount(lines?.lines ?? 0),
  );
  return [name, ...counts, [...answer, ...unjudged, ...remarks].join('; ')];
}
