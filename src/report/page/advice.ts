// The next steps after a replay. Each sentence contains its figure.
import type { JobReport, Report } from '../../analysis/replay/index.ts';
import { enumerate, printCount, printPlural, printShare, shellQuoted } from '../../base/index.ts';
import { COMBINED_BYTES } from '../../language/dataset/index.ts';
import { HINT_TEXTS } from './hint-texts.ts';
import { list, present, type Section } from './page.ts';
import { SOLE_FIGURES } from './sole-figures.ts';

/** The section of the next steps; empty if there are none. */
export function adviceSection(report: Report): Section[] {
  const items = adviceOf(report);
  return items.length === 0 || report.lines.read === 0
    ? []
    : [{ title: 'What to do next', blocks: [list(items, { name: 'steps', isSteps: true })] }];
}

/** Returns the advice, most important first: sentences without a full stop. */
function adviceOf(report: Report): string[] {
  const { jobs = [] } = report;
  return [
    ...jobs.flatMap((job) => [...aboutJob(job, report), ...aboutTransformer(job), ...aboutWritten(job, report)]),
    ...aboutCustomFields(report),
    ...jobs.flatMap((job) => aboutDecisive(job, report)),
  ];
}

function aboutJob(job: JobReport, report: Report): string[] {
  const { read } = report.lines;
  if (read === 0 || job.filter === null) return [];
  return [...aboutVerdicts(job, read), ...aboutUndecided(job, report), ...aboutHints(job, report)].map(
    (sentence) => `${job.name}: ${sentence}`,
  );
}

function aboutVerdicts(job: JobReport, read: number): string[] {
  const { conditions = [] } = job;
  if (job.kept.lines === 0 && job.undecided.lines === 0) {
    const never = conditions.filter((condition) => condition.true === 0);
    const blame = never.length === 0 ? '' : `; never true: ${never.map((condition) => condition.text).join(', ')}`;
    return [`keeps none of ${printPlural(read, 'line')}${blame}`];
  }
  return job.kept.lines === read ? ['keeps every line; the filter drops nothing here'] : [];
}

/** A transformer that drops every line. */
function aboutTransformer({ name, kept, transformer }: JobReport): string[] {
  if (transformer === undefined || kept.lines === 0 || transformer.dropped.lines < kept.lines) return [];
  const never = transformer.conditions.filter((condition) => condition.true === 0);
  const blame = never.length === 0 ? '' : `; never true: ${never.map(({ text }) => text).join(', ')}`;
  return [`${name}: the transformer drops each of ${printPlural(kept.lines, 'line')}${blame}`];
}

/** Names the condition that alone drops or keeps most lines. */
function aboutDecisive(job: JobReport, { jobs, lines }: Report): string[] {
  const { conditions = [], kept, undecided } = job;
  if ((kept.lines === 0 && undecided.lines === 0) || kept.lines === lines.read) return [];
  // Excludes conditions in both kinds of groups: others then share the blame.
  return SOLE_FIGURES.flatMap(({ key, group }) => {
    const [most] = conditions
      .filter(({ path }) => path.includes(`.${group}[`) && !path.includes(group === 'and' ? '.or[' : '.and['))
      .sort((a, b) => b[key] - a[key]);
    if (most === undefined || most[key] === 0) return [];
    const isShown = job.samplesFor?.some(({ path }) => path === most.path) === true;
    const name = jobs?.length === 1 ? '' : `${shellQuoted(job.name)}:`;
    const [verb, verdict] = group === 'and' ? (['drops', 'dropped'] as const) : (['keeps', 'kept'] as const);
    return [
      `${job.name}: ${most.text} alone ${verb} ${printPlural(most[key], 'line')} (${printShare(most[key], job[verdict].lines)} of ${verdict} lines)${isShown ? '' : `; show examples with --samples 5@${name}${conditions.indexOf(most) + 1}`}`,
    ];
  });
}

/** Omits figures that the lines of corrupt objects alone could explain. */
function confirmed<Figure extends { lines: number }>(figures: readonly Figure[], { source }: Report): Figure[] {
  return figures.filter(({ lines }) => lines > source.unconfirmedLines);
}

function aboutUndecided(job: JobReport, report: Report): string[] {
  const { read } = report.lines;
  // The page states them.
  const withheld = new Set(report.source.indexes?.flatMap(({ without }) => without));
  const missingFields = confirmed(job.missingFields ?? [], report).filter(({ name }) => !withheld.has(name));
  const nullFields = confirmed(job.nullFields ?? [], report);
  const mismatches = confirmed(job.mismatches ?? [], report);
  const byLines = Map.groupBy(missingFields, ({ lines }) => lines);
  const missing = [...byLines].map(
    ([lines, fields]) =>
      `${shareOf(lines, read)} ${lines === 1 ? 'lacks' : 'lack'} ${enumerate(
        fields.map(({ name }) => name),
        'and',
      )}`,
  );
  const causes = [
    ...missing,
    ...nullFields.map(({ name, lines }) => `${name} is null in ${shareOf(lines, read)}`),
    ...mismatches.map(({ field, lines }) => `${field} has another type in ${shareOf(lines, read)}`),
  ];
  if (causes.length === 0) return [];
  const { lines } = job.undecided;
  const outcome =
    lines === 0 ? 'the filter still decides every line' : `${printPlural(lines, 'line stays', 'lines stay')} undecided`;
  const { otherCase = [], unknown = [] } = report.foreignKeys ?? {};
  const isMissing =
    unknown.length === 0 && missingFields.some(({ name }) => otherCase.every(({ field }) => field !== name));
  const advice = present(
    isMissing && 'add missing fields to field_names of the job that pushes the lines',
    nullFields.length > 0 && '--null zero treats null as an empty value',
  );
  return [[`${causes.join(', ')}: ${outcome}`, ...(lines === 0 ? [] : advice)].join('; ')];
}

/** Reports written lines that lack fields of the job. */
function aboutWritten({ name, emitted }: JobReport, report: Report): string[] {
  if (emitted === undefined) return [];
  const byLines = Map.groupBy(confirmed(emitted.lacking, report), ({ lines }) => lines);
  return [...byLines].map(([lines, fields]) => {
    const lacking = enumerate(
      fields.map((field) => field.name),
      'and',
    );
    return `${name}: ${printCount(lines)} of ${printPlural(emitted.lines, 'written line')} ${lines === 1 ? 'has' : 'have'} no value for ${lacking}, because the source does not contain it; add missing fields to field_names of the job that pushed the source`;
  });
}

function aboutCustomFields({ fields = [], lines }: Report): string[] {
  return fields
    .filter(({ truncated }) => truncated !== undefined)
    .map(
      ({ name, truncated = 0 }) =>
        `${name} looks truncated in ${shareOf(truncated, lines.read)}: the custom fields there reach the combined limit of ${printCount(COMBINED_BYTES)} bytes; run headgate fields preview to see which fields do not fit`,
    );
}

function shareOf(lines: number, read: number): string {
  return `${printCount(lines)} of ${printPlural(read, 'line')}`;
}

function aboutHints(job: JobReport, report: Report): string[] {
  const { hints = [], conditions = [] } = job;
  return confirmed(hints, report).map(({ path, kind, lines }) => {
    const text = conditions.find((condition) => condition.path === path)?.text ?? path;
    return `${text} does not match ${printCount(lines)} of ${printPlural(report.examined, 'examined line')} where ${HINT_TEXTS[kind]}`;
  });
}
