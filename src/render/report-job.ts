// One job of a report: its filter, the three shares with bars, a row per condition, samples.
import type { JobReport, Report, Sample } from '../replay/index.ts';
import { paint, printable, printBar, printBytes, printCount, printShare, type Style, shorten } from './style.ts';
import { printTable } from './table.ts';

const BAR_COLUMNS = 30;
const CONDITION_BAR_COLUMNS = 10;
/** What the figures of a condition take beside its text. Columns. */
const CONDITION_FIGURES_COLUMNS = 62;

/** Prints what one job's filter did. */
export function printJob(job: JobReport, report: Report, style: Style): string[] {
  const title = paint(style, ['bold', 'cyan'], job.name);
  const filter = job.filter ?? 'no filter: keeps every line';
  return [
    `${title}  ${shorten(filter, Math.max(20, style.width - job.name.length - 2))}`,
    ...printVerdicts(job, report, style),
    ...printConditions(job, report, style),
    ...printSamples(job, style),
  ];
}

function printVerdicts(job: JobReport, report: Report, style: Style): string[] {
  const rows = [
    ['kept', job.kept, 'green'],
    ['dropped', job.dropped, 'red'],
    ['undecided', job.undecided, 'yellow'],
  ] as const;
  const cells = rows
    .filter(([verdict, total]) => verdict !== 'undecided' || total.lines > 0)
    .map(([verdict, total, color]) => [
      verdict,
      printBar(style, total.lines, report.lines.read, BAR_COLUMNS, color),
      printShare(total.lines, report.lines.read),
      `${printCount(total.lines)} lines`,
      printBytes(total.bytes),
    ]);
  const columns = [
    { title: '' },
    { title: '' },
    { title: '', align: 'right' },
    { title: '', align: 'right' },
    { title: '', align: 'right' },
  ] as const;
  return printTable(columns, cells, '  ');
}

function printConditions(job: JobReport, report: Report, style: Style): string[] {
  if (job.conditions.length === 0) return [];
  const width = Math.max(24, style.width - CONDITION_FIGURES_COLUMNS);
  const rows = job.conditions.map((condition) => [
    shorten(condition.text, width),
    printBar(style, condition.true, report.lines.read, CONDITION_BAR_COLUMNS, 'green'),
    printCount(condition.true),
    printCount(condition.false),
    printCount(condition.unknown),
    printCount(condition.soleBlocker),
  ]);
  const columns = [
    { title: 'condition' },
    { title: '' },
    { title: 'true', align: 'right' },
    { title: 'false', align: 'right' },
    { title: 'unknown', align: 'right' },
    { title: 'sole blocker', align: 'right' },
  ] as const;
  const [head, ...body] = printTable(columns, rows, '  ');
  return [paint(style, 'dim', head!), ...body];
}

function printSamples(job: JobReport, style: Style): string[] {
  return (['kept', 'dropped', 'undecided'] as const).flatMap((verdict) => {
    const samples = job.samples[verdict];
    return samples.length === 0
      ? []
      : [`  ${verdict}, for example:`, ...samples.map((sample) => printSample(sample, style))];
  });
}

function printSample(sample: Sample, style: Style): string {
  return `    ${paint(style, 'dim', `${sample.object}@${sample.offset}`)} ${printable(sample.line)}`;
}
