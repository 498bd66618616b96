// The page of a validation: the verdict on each job, then the violated rules with places and advice. Computes no figures.
import type { Finding, JobValidation, RuleCode, ValidationReport } from '../../analysis/validate/index.ts';
import { capitalized, printCount, printPlural, printShare } from '../../base/index.ts';
import { printableAll } from '../printable.ts';
import { code, codeCell, figureColumn, textColumn } from './cells.ts';
import {
  type Block,
  type Cell,
  type Code,
  list,
  type Page,
  paragraph,
  present,
  type Section,
  type Table,
  type Text,
  type Tone,
} from './page.ts';
import { sourceFacts, sourceNotices } from './source-facts.ts';

/** Maximum rows shown. */
const FINDINGS_SHOWN = 50;
const PLACES_SHOWN = 10;
/** Problems of a job differ: the first ones are no details. */
const JOB_PLACES_STATED = 3;
const DETAILS_SHOWN = 15;

const PARTIAL = 'Interrupted: the findings cover only the data read so far.';
const NO_LINES_ADVICE = 'check last_error of the job, and whether something else stopped it';
/** Rules about several lines: `lines.clean` includes the lines that violate them. */
const REPEATS: ReadonlySet<RuleCode> = new Set(['repeated-in-object', 'repeated-between-objects']);

/** Creates the page of a validation. */
export function validationPage(found: ValidationReport): Page {
  const { jobs, partial } = printableAll(found);
  const [first] = jobs;
  const isSingle = first !== undefined && jobs.length === 1;
  const isInvalid = jobs.some(({ valid }) => !valid);
  return {
    kind: 'Validation',
    title: isSingle ? [code(first.name)] : printPlural(jobs.length, 'job'),
    answer: partial && !isInvalid ? { tone: 'unclear', text: PARTIAL } : isSingle ? answerOfJob(first) : answerOf(jobs),
    notices: present(
      partial && isInvalid && { tone: 'unclear', text: PARTIAL },
      ...jobs.flatMap((job) =>
        sourceNotices({ ...job, partial }).map(({ tone, text }) => ({
          tone,
          text: [...(isSingle ? [] : [code(job.name), ': ']), ...[text].flat()],
        })),
      ),
    ),
    highlights: isSingle ? highlightsOf(first) : [],
    facts: isSingle ? factsOf(first) : [],
    sections: jobs.flatMap((job) => jobSections(job, isSingle)),
  };
}

function answerOfJob(job: JobValidation): Page['answer'] {
  const { tone, text } = verdictOf(job);
  return { tone, text: `${capitalized(text)}.` };
}

function answerOf(jobs: readonly JobValidation[]): Page['answer'] {
  const tones = jobs.map((job) => verdictOf(job).tone);
  const count = (tone: Tone): number => tones.filter((one) => one === tone).length;
  if (count('bad') > 0) return { tone: 'bad', text: `${count('bad')} of ${printPlural(jobs.length, 'job')} invalid.` };
  return count('unclear') > 0
    ? { tone: 'unclear', text: `No verdict on ${count('unclear')} of ${printPlural(jobs.length, 'job')}.` }
    : { tone: 'good', text: `All ${jobs.length} jobs are valid.` };
}

/** The verdict on a job, with its figures: `valid: 266 of 266 lines pass, no findings`. */
export function verdictOf(job: JobValidation): { tone: Tone; text: string } {
  const { valid, findings, lines } = job;
  const missing = lines.read > 0 ? undefined : missingText(job);
  if (!valid)
    return {
      tone: 'bad',
      text: present(`invalid: ${violationsOf(job)}`, missing).join('; '),
    };
  if (missing !== undefined) return { tone: 'unclear', text: `no verdict: ${missing}` };
  const found = countSeverities(findings, ['error', 'warning', 'remark']) || 'no findings';
  const passed = passText(lines);
  return lines.undecided === lines.read
    ? {
        tone: 'unclear',
        text: `no verdict: the filter leaves every line undecided; otherwise valid: ${passed}, ${found}`,
      }
    : { tone: 'good', text: `valid: ${passed}, ${found}` };
}

/** `266 of 266 lines pass`. */
function passText(lines: JobValidation['lines']): string {
  const checked = printPlural(checkedOf(lines), 'line');
  return `${printCount(lines.clean)} of ${checked} ${lines.clean === 1 ? 'passes' : 'pass'}`;
}

/** Why there is no record, and what to do about it. */
function missingText({ lines, source }: JobValidation): string {
  const what = checkedOf(lines) === 0 ? 'no lines' : `no records in ${printPlural(checkedOf(lines), 'line')}`;
  const isOtherTime = lines.outside > 0 || source.pruned > 0;
  const cause = isOtherTime ? ' in the time range; widen --since/--until, or ' : '; ';
  return `found ${what}${cause}${NO_LINES_ADVICE}`;
}

/** `2 rules violated (1 error, 1 warning), 1 remark; 133 of 266 lines pass`. */
function violationsOf({ findings, lines }: JobValidation): string {
  const violated = findings.filter(({ severity }) => severity !== 'remark');
  const remarks = countSeverities(findings, ['remark']);
  // Which lines repeat an event is known only after all of them were counted as clean.
  const hasRepeats = findings.some(({ code }) => REPEATS.has(code));
  const clean = lines.clean === 0 ? 'no line passes' : passText(lines);
  return [
    `${printPlural(violated.length, 'rule')} violated (${countSeverities(violated, ['error', 'warning'])})`,
    remarks === '' ? '' : `, ${remarks}`,
    hasRepeats ? '' : `; ${clean}`,
  ].join('');
}

/** `1 error, 2 remarks`; empty without findings of these severities. */
function countSeverities(findings: readonly Finding[], severities: readonly Finding['severity'][]): string {
  return severities
    .map((severity) => [findings.filter((finding) => finding.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => printPlural(count, severity))
    .join(', ');
}

/** Counts the lines checked against the job: all except those outside the time range. */
function checkedOf({ read, malformed, blank }: JobValidation['lines']): number {
  return read + malformed + blank;
}

/** What was read, and which events were tracked. */
function factsOf(job: JobValidation): Text[] {
  const { field, oneIn, error } = job.repeats;
  const spread = error === 0 ? '' : `, ± ${(error * 100).toFixed(1)} % (standard error)`;
  return [
    ...sourceFacts(job),
    ...(field === null
      ? ['Repeated events: not checked, the lines contain no event ID']
      : oneIn > 1
        ? [`Repeated events: tracked 1 in ${printCount(oneIn)} ${field} values; the count is an estimate${spread}`]
        : []),
  ];
}

function highlightsOf({ lines, findings }: JobValidation): Page['highlights'] {
  const checked = checkedOf(lines);
  const count = (wanted: Finding['severity']): number => findings.filter(({ severity }) => severity === wanted).length;
  const figure = (label: string, value: number, tone: Tone) => ({
    label,
    figure: printCount(value),
    ...(value === 0 ? {} : { tone }),
  });
  return [
    {
      label: 'lines without a finding',
      figure: printShare(lines.clean, checked),
      note: `${printCount(lines.clean)} of ${printPlural(checked, 'line')}`,
    },
    figure('rules violated (errors)', count('error'), 'bad'),
    figure('warnings', count('warning'), 'unclear'),
  ];
}

const MARKS: Readonly<Record<Finding['severity'], { text: string; tone: Tone }>> = {
  error: { text: '✗ error', tone: 'bad' },
  warning: { text: '! warning', tone: 'unclear' },
  remark: { text: 'remark', tone: 'neutral' },
};

function jobSections(job: JobValidation, isSingle: boolean): Section[] {
  const { name, dataset, findings } = job;
  const columns = [
    textColumn('Severity', 'severity'),
    textColumn('Rule', 'rule'),
    textColumn('Finding', 'title'),
    figureColumn('Count', 'count'),
    { ...textColumn('Of', 'of'), isHidden: true },
    figureColumn('Share', 'share'),
  ];
  const rows = findings.map(({ severity, code: rule, title, count, of, share }): Cell[] => [
    { ...MARKS[severity], value: severity },
    codeCell(rule),
    { text: title },
    { text: printPlural(count, of), value: count },
    { text: of },
    share === undefined ? { text: '' } : { text: printShare(share, 1), value: share },
  ]);
  const group = { key: 'job', value: name };
  const { tone, text } = verdictOf(job);
  const mark = { good: '✓ ', bad: '✗ ', unclear: '? ', neutral: '' }[tone];
  const title: Text = isSingle ? 'Findings' : [code(name), ` (${dataset}): ${mark}${text}`];
  const facts: Block[] = isSingle ? [] : [list(factsOf(job))];
  return [
    {
      title,
      blocks: [
        ...facts,
        { kind: 'table', name: 'findings', group, columns, rows, shown: FINDINGS_SHOWN, isHidden: rows.length === 0 },
      ],
    },
    ...findings.map((finding) => findingSection(finding, isSingle ? [] : [code(name), ': '])),
  ];
}

function placeOf({ object, offset }: Finding['places'][number], of: Finding['of']): string {
  return of === 'line' ? `${object}@${offset}` : of === 'hour' ? `from ${object}` : object;
}

/** The place, and what is wrong there; a message that names the job needs no place. */
function placeText(place: Finding['places'][number], of: Finding['of']): string {
  const { message, object } = place;
  if (of === 'job' && message.includes(object)) return message;
  return [placeOf(place, of), message].filter(Boolean).join(': ');
}

/** What to do about one rule, where it is violated first, and names; the other places are details. */
function findingSection(
  { severity, title, places, details, advice, of }: Finding,
  prefix: readonly (string | Code)[],
): Section {
  const names = details
    .slice(0, DETAILS_SHOWN)
    .flatMap(({ name, lines }, index) => [index === 0 ? '' : ', ', code(name), ` ×${printCount(lines)}`]);
  const more = details.length - DETAILS_SHOWN;
  const stated = places.slice(0, of === 'job' ? JOB_PLACES_STATED : 1);
  const columns = [
    textColumn('Place', 'place'),
    { ...textColumn('Finding', 'message'), isHidden: places.every(({ message }) => message === '') },
  ];
  const rows = places.map((place) => [codeCell(placeOf(place, of)), codeCell(place.message)]);
  const table: Table = {
    ...{ kind: 'table', name: 'places', caption: 'Places', columns, rows, shown: PLACES_SHOWN },
    ...{ isWhole: true, isDetail: true },
  };
  return {
    title: [...prefix, `${MARKS[severity].text}: ${title}`],
    blocks: present(
      ...stated.map((place) => paragraph([code(placeText(place, of))])),
      names.length !== 0 && paragraph([...names, more > 0 ? `, and ${printCount(more)} more` : '']),
      list([advice], { isSteps: true }),
      rows.length > stated.length && table,
    ),
  };
}
