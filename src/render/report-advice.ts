// What to do next: the few sentences a colleague would say after a look at the report. Each names its figure.
import type { JobReport, Report } from '../replay/index.ts';
import { paint, printCount, printPlural, printShare, type Style } from './style.ts';

/** Prints the advice, nothing when there is none. */
export function printAdvice(report: Report, style: Style): string[] {
  const advice = [...aboutLines(report), ...report.jobs.flatMap((job) => aboutJob(job, report))];
  if (advice.length === 0) return [];
  return [
    paint(style, 'bold', 'What to do next'),
    ...advice.map((sentence) => `  ${paint(style, 'cyan', '→')} ${sentence}`),
  ];
}

function aboutLines(report: Report): string[] {
  const { lines, source } = report;
  if (lines.read > 0) return [];
  if (source.objects === 0 && source.pruned > 0)
    return ['No object is of that time: widen --since/--until, or look with --list'];
  if (lines.outside > 0) return ['Every line is outside the time range: widen --since/--until'];
  return ['There was no line to replay'];
}

function aboutJob(job: JobReport, report: Report): string[] {
  const { read } = report.lines;
  if (read === 0 || job.filter === null) return [];
  return [...aboutVerdicts(job, read), ...aboutUndecided(job, read), ...aboutHints(job, report)].map(
    (sentence) => `${job.name}: ${sentence}`,
  );
}

function aboutVerdicts(job: JobReport, read: number): string[] {
  if (job.kept.lines === 0 && job.undecided.lines === 0) {
    const never = job.conditions.filter((condition) => condition.true === 0);
    const blame = never.length === 0 ? '' : `; never true: ${never.map((condition) => condition.text).join(', ')}`;
    return [`keeps nothing of ${printPlural(read, 'line')}${blame}`];
  }
  if (job.kept.lines === read) return ['keeps every line: the filter drops nothing here'];
  // Of alternatives any one would do: none of them is to blame.
  const [most] = job.conditions
    .filter(({ path }) => path.includes('.and[') && !path.includes('.or['))
    .sort((a, b) => b.soleBlocker - a.soleBlocker);
  if (most === undefined || most.soleBlocker === 0) return [];
  const share = printShare(most.soleBlocker, job.dropped.lines);
  return [
    `${most.text} alone drops ${printPlural(most.soleBlocker, 'line')} (${share} of the dropped); see some with --samples 5`,
  ];
}

function aboutUndecided(job: JobReport, read: number): string[] {
  const byLines = Map.groupBy(job.missingFields, ({ lines }) => lines);
  const missing = [...byLines].map(
    ([lines, fields]) =>
      `${printCount(lines)} of ${printPlural(read, 'line')} lack ${printNames(fields.map(({ name }) => name))}`,
  );
  const nulls = job.nullFields.map(({ name, lines }) => `${printPlural(lines, 'line')} hold ${name} as null`);
  const mismatches = job.mismatches.map(
    ({ field, lines }) => `${printPlural(lines, 'line')} hold ${field} with another type`,
  );
  const outcome =
    job.undecided.lines === 0
      ? 'every verdict was reached all the same'
      : `${printPlural(job.undecided.lines, 'line stays', 'lines stay')} undecided: add what is missing to the field_names of the job that writes them`;
  return [
    ...(missing.length === 0 ? [] : [`${missing.join(', ')}; ${outcome}`]),
    ...(nulls.length === 0 || job.undecided.lines === 0
      ? []
      : [`${nulls.join(', ')}; --null zero reads null as empty`]),
    ...(mismatches.length === 0 ? [] : [mismatches.join(', ')]),
  ];
}

function aboutHints(job: JobReport, report: Report): string[] {
  return job.hints.map(({ path, kind, lines }) => {
    const text = job.conditions.find((condition) => condition.path === path)?.text ?? path;
    const how =
      kind === 'differs-by-case' ? 'only upper and lower case differ' : 'a part of an element matches, not the whole';
    return `${text} misses ${printCount(lines)} of ${printPlural(report.examined, 'examined line')} where ${how}`;
  });
}

/** `A`, `A and B`, `A, B and C`. */
function printNames(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
