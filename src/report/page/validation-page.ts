// The page of a validation: the verdict on each job, then the violated rules with places and advice. Computes no figures.
import type { Finding, JobValidation, ValidationReport } from '../../analysis/validate/index.ts';
import { printCount, printPlural } from '../../base/index.ts';
import { printableAll, printShare } from '../text/style.ts';
import { checkedOf } from '../text/validate-text.ts';
import { code, codeCell, countCell, figureColumn, textColumn } from './cells.ts';
import type { Block, Cell, Page, Section, Text, Tone } from './page.ts';
import { sourceFacts, sourceNotices } from './source-facts.ts';

/** Maximum rows shown. */
const FINDINGS_SHOWN = 50;
const PLACES_SHOWN = 10;
const DETAILS_SHOWN = 15;

/** Creates the page of a validation. */
export function validationPage(found: ValidationReport): Page {
  const { jobs, partial } = printableAll(found);
  const [first] = jobs;
  const isSingle = first !== undefined && jobs.length === 1;
  return {
    kind: 'Validation',
    title: isSingle ? [code(first.name)] : printPlural(jobs.length, 'job'),
    answer: answerOf(jobs, partial),
    notices: isSingle ? sourceNotices({ ...first, partial }) : [],
    highlights: isSingle ? highlightsOf(first) : [],
    facts: isSingle ? sourceFacts(first) : [],
    sections: jobs.flatMap((job) => jobSections(job, isSingle)),
  };
}

function answerOf(jobs: readonly JobValidation[], partial: boolean): Page['answer'] {
  const without = jobs.filter(({ lines }) => lines.read === 0);
  const invalid = jobs.filter(({ valid }) => !valid);
  if (invalid.length > 0)
    return jobs.length === 1
      ? { tone: 'bad', text: 'Invalid: the lines violate rules of the job.' }
      : { tone: 'bad', text: `${invalid.length} of ${printPlural(jobs.length, 'job')} invalid.` };
  if (partial) return { tone: 'unclear', text: 'Interrupted: the findings cover only the data read so far.' };
  if (without.length > 0)
    return { tone: 'unclear', text: `No verdict: no line was read of ${printPlural(without.length, 'job')}.` };
  const undecided = jobs.filter(({ lines }) => lines.undecided === lines.read);
  if (undecided.length > 0)
    return {
      tone: 'unclear',
      text: `No verdict: the ${jobs.length === 1 ? 'filter leaves' : `filters of ${printPlural(undecided.length, 'job')} leave`} every line undecided.`,
    };
  return {
    tone: 'good',
    text: jobs.length === 1 ? 'Valid: the lines match the job.' : `All ${jobs.length} jobs are valid.`,
  };
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
  const { name, findings, valid, lines } = job;
  const columns = [
    textColumn('Severity', 'severity'),
    textColumn('Rule', 'rule'),
    textColumn('Finding', 'title'),
    figureColumn('Count', 'count'),
    textColumn('Of', 'of'),
    figureColumn('Share', 'share'),
  ];
  const rows = findings.map(({ severity, code: rule, title, count, of, share }): Cell[] => [
    { ...MARKS[severity], value: severity },
    codeCell(rule),
    { text: title },
    countCell(count),
    { text: of },
    share === undefined ? { text: '' } : { text: printShare(share, 1), value: share },
  ]);
  const group = { key: 'job', value: name };
  const verdict =
    lines.read === 0
      ? '? no verdict'
      : !valid
        ? '✗ invalid'
        : lines.undecided === lines.read
          ? '? no verdict'
          : '✓ valid';
  const title: Text = isSingle ? 'Findings' : [code(name), `: ${verdict}`];
  const facts: Block[] = isSingle ? [] : [{ kind: 'list', items: sourceFacts(job) }];
  return [
    {
      title,
      blocks: [
        ...facts,
        { kind: 'table', name: 'findings', group, columns, rows, shown: FINDINGS_SHOWN, isHidden: rows.length === 0 },
        ...(rows.length === 0 ? [{ kind: 'text', text: 'No findings.' } as const] : []),
      ],
    },
    ...findings.map((finding) => findingSection(finding, isSingle ? '' : [code(name), ': '])),
  ];
}

/** Places, names and advice of one rule. */
function findingSection({ title, places, details, advice, of }: Finding, prefix: Text): Section {
  const names = details
    .slice(0, DETAILS_SHOWN)
    .map(({ name, lines }): Text => [code(name), `: ${printPlural(lines, 'line')}`]);
  const more = details.length - names.length;
  const columns = [textColumn('Place', 'place'), textColumn('Finding', 'message')];
  const rows = places.map(({ object, offset, message }) => [
    codeCell(of === 'line' ? `${object}@${offset}` : object),
    codeCell(message),
  ]);
  return {
    title: typeof prefix === 'string' ? title : [...prefix, title],
    isDetail: true,
    blocks: [
      { kind: 'text', text: advice },
      ...(names.length === 0
        ? []
        : [{ kind: 'list', items: [...names, ...(more > 0 ? [`and ${printCount(more)} more`] : [])] } as const]),
      ...(rows.length === 0 ? [] : [{ kind: 'table', name: 'places', columns, rows, shown: PLACES_SHOWN } as const]),
    ],
  };
}
