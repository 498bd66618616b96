// Prints the next steps after a replay. Each sentence contains its figure.
import type { JobReport, Report } from '../../../analysis/replay/index.ts';
import { enumerate, printCount, printPlural } from '../../../base/index.ts';
import { COMBINED_BYTES, wrappedAdvice } from '../../../language/dataset/index.ts';
import { HINT_TEXTS } from '../hint-texts.ts';
import { printSentence } from '../sentence.ts';
import { shellQuoted } from '../shell-quoted.ts';
import { paint, printShare, type Style } from '../style.ts';
import { SOLE_FIGURES } from './sole-figures.ts';

/** Prints the advice; nothing if there is none. */
export function printAdvice(report: Report, style: Style): string[] {
  const advice = adviceOf(report);
  if (advice.length === 0) return [];
  return [paint(style, 'bold', 'What to do next'), ...advice.flatMap((sentence) => printSentence(sentence, style))];
}

/** `the lines look like several datasets: http_requests (3 lines), firewall_events (1 line)`. */
export function mixedText(mixed: NonNullable<Report['mixedDatasets']>): string {
  const parts = mixed.map(({ name, lines }) => `${name} (${printPlural(lines, 'line')})`);
  return `the lines look like several datasets: ${parts.join(', ')}`;
}

/** Returns the advice, most important first: sentences without a full stop. */
export function adviceOf(report: Report): string[] {
  const { jobs = [] } = report;
  return [
    ...aboutDataset(report),
    ...aboutKeys(report),
    ...jobs.flatMap((job) => [...aboutJob(job, report), ...aboutWritten(job, report)]),
    ...aboutCustomFields(report),
    ...jobs.flatMap((job) => aboutDecisive(job, report)),
  ];
}

/** Maximum fields named in one sentence. */
const FIELDS_NAMED = 3;
/** Maximum keys named in one sentence. */
const KEYS_NAMED = 8;

function aboutDataset({ otherDatasets, mixedDatasets, lines }: Report): string[] {
  if (mixedDatasets !== undefined) {
    return [
      `The figures add up lines of ${enumerate(mixedDatasets.map(({ name }) => name))}: read the objects of each dataset alone`,
    ];
  }
  if (otherDatasets === undefined || lines.read === 0) return [];
  const { names, fields } = otherDatasets;
  const named = fields.slice(0, FIELDS_NAMED).join(', ');
  return [
    `The lines look like ${names.join(' or ')} (${named}): use a filter or job for that dataset, or --dataset ${names[0]}`,
  ];
}

/** Reports keys that differ from fields in letter case, and lines without any field. */
function aboutKeys({ foreignKeys, jobs: [job] = [] }: Report): string[] {
  if (foreignKeys === undefined) return [];
  const { otherCase, unknown } = foreignKeys;
  const inCase = otherCase.slice(0, FIELDS_NAMED).map(({ key, field }) => `${key} differs from ${field}`);
  const more = otherCase.length - inCase.length;
  const dataset = job?.dataset ?? 'the dataset';
  return [
    ...(inCase.length === 0
      ? []
      : [
          `${enumerate([...inCase, ...(more > 0 ? [printPlural(more, 'more key')] : [])], 'and')} only in letter case: filters compare names exactly; rename the keys where the lines are stored`,
        ]),
    ...(unknown.length === 0
      ? []
      : [`no key of the lines is a field of ${dataset}: found ${keysFound(unknown)}; ${wrappedAdvice(unknown)}`]),
  ];
}

function keysFound(keys: readonly string[]): string {
  const more = keys.length - KEYS_NAMED;
  return enumerate([...keys.slice(0, KEYS_NAMED), ...(more > 0 ? [`${more} more`] : [])], 'and');
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
      `${job.name}: ${most.text} alone ${verb} ${printPlural(most[key], 'line')} (${printShare(most[key], job[verdict].lines)} of ${verdict} lines)${isShown ? '' : `; show examples with --samples-for ${name}${conditions.indexOf(most) + 1}`}`,
    ];
  });
}

/** Omits figures that the lines of corrupt objects alone could explain. */
function confirmed<Figure extends { lines: number }>(figures: readonly Figure[], { source }: Report): Figure[] {
  return figures.filter(({ lines }) => lines > source.unconfirmedLines);
}

function aboutUndecided(job: JobReport, report: Report): string[] {
  const { read } = report.lines;
  const missingFields = confirmed(job.missingFields ?? [], report);
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
  const advice = [
    ...(isMissing ? ['add missing fields to field_names of the job that pushes the lines'] : []),
    ...(nullFields.length > 0 ? ['--null zero treats null as an empty value'] : []),
  ];
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
