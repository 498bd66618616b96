// Renders the comparisons of a Terraform plan as text, one after the other. Computes no figures.
import type { PlanCompareReport } from '../../../task/index.ts';
import { paint, printable, printPlural, type Style } from '../style.ts';
import { renderCompareText } from './compare-text.ts';

/** Renders the comparisons, in pieces. */
export function* renderPlanComparisonText({ jobs, partial }: PlanCompareReport, style: Style): Generator<string> {
  const compared = jobs.filter(({ report }) => report !== null).length;
  const title = `Terraform plan: ${printPlural(jobs.length, 'log push job changes', 'log push jobs change')}, ${compared} compared`;
  yield `${paint(style, 'bold', `${title}${partial ? ' (interrupted)' : ''}`)}\n`;
  for (const { address, action, name, report, reason } of jobs) {
    yield `\n${paint(style, ['bold', 'magenta'], `${printable(address)} (${action})`)}\n`;
    if (report === null) yield `${printable(`${name}: not compared: ${reason}`)}\n`;
    else yield* renderCompareText(report, style);
  }
}
