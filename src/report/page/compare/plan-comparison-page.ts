// The page of a Terraform plan: a row for each log push job that changes, then the sections of each comparison. Computes no figures but sums.
import type { CompareReport } from '../../../analysis/compare/index.ts';
import { printable, printBytes, printPlural, signed } from '../../../base/index.ts';
import type { PlanCompareReport, PlanComparison } from '../../../verbs/index.ts';
import { printableAll } from '../../printable.ts';
import {
  bytesCell,
  code,
  codeCell,
  countCell,
  estimatedColumn,
  figureColumn,
  NO_CELL,
  textCell,
  textColumn,
} from '../cells.ts';
import { changeCells, costTitle, estimatedCell } from '../cost-section.ts';
import { guardAnswer, guardCell, guardStatements } from '../guard-section.ts';
import {
  type Block,
  type Cell,
  type Code,
  list,
  type Page,
  type PageSettings,
  paragraph,
  type Section,
  type Text,
} from '../page.ts';
import { comparePage, SETTING_COLUMNS, settingCells } from './compare-page.ts';
import { sampledLines } from './filter-words.ts';

/** Maximum jobs shown. */
const JOBS_SHOWN = 100;

interface Compared extends PlanComparison {
  report: CompareReport;
}

/** Creates the page of a plan. */
export function planComparisonPage(found: PlanCompareReport, settings: PageSettings = {}): Page {
  const { jobs } = found;
  const compared = jobs.filter((job): job is Compared => job.report !== null);
  const pages = compared.map((job) => ({
    ...{ address: printable(job.address), action: job.action, page: comparePage(job.report, settings, job) },
  }));
  const [only] = pages;
  const changed = `${printPlural(jobs.length, 'log push job changes', 'log push jobs change')}, ${compared.length} compared`;
  const isOne = jobs.length === 1 && only !== undefined;
  return {
    kind: 'Plan',
    title: isOne ? [code(only.address)] : 'Log push jobs of a Terraform plan',
    answer: isOne && !jobs[0]!.isUnjudged ? only.page.answer : planVerdict(found),
    statements: isOne ? (only.page.statements ?? []) : guardStatementsOf(compared),
    notices: [
      ...jobs.flatMap(({ address, remarks }) =>
        remarks.map((remark) => ({
          tone: 'unclear' as const,
          text: [code(printable(address)), ': ', ...partsOf(reasonText(printable(remark)))],
        })),
      ),
      ...pages.flatMap(({ address, page }) =>
        page.notices.map(({ tone, text }) => ({
          tone,
          text: [...(isOne ? [] : [code(address), ': ']), ...partsOf(text)],
        })),
      ),
    ],
    ...(isOne ? { filters: only.page.filters ?? [] } : {}),
    highlights: isOne ? only.page.highlights : [],
    facts: isOne ? only.page.facts : jobs.length === 0 ? [] : [changed],
    sections: [
      jobsSection(found, isOne),
      ...pages.flatMap(({ address, action, page }): Section[] => {
        if (isOne) return [...page.sections];
        const whole = { title: [code(address), ` (${action})`], blocks: headBlocks(page) };
        return [whole, ...page.sections.map((section) => ({ ...section, isPart: true }))];
      }),
    ],
  };
}

/** The guards of all jobs, each with the address of its job. */
function guardStatementsOf(compared: readonly Compared[]): NonNullable<Page['statements']> {
  return guardStatements(
    compared
      .flatMap(({ address, report }) => (report.guards ?? []).map((guard) => ({ ...guard, job: address })))
      .map(printableAll),
    true,
  );
}

/** The answer about one of several jobs, its filters, and what was read. */
function headBlocks({ answer, statements = [], filters = [], facts }: Page): Block[] {
  return [
    ...[answer, ...statements.filter(({ inSection }) => inSection !== true)].map(({ tone, text }) =>
      paragraph(text, { tone }),
    ),
    list(filters.map(({ name, expression }) => [code(name), ': ', ...partsOf(expression)])),
    list(facts),
  ];
}

function partsOf(text: Text): readonly (string | Code)[] {
  return typeof text === 'string' ? [text] : text;
}

/** A sentence of this program is text; a reason that quotes something is code. */
function reasonText(reason: string): Text {
  return /^[\p{L}_ ,;]+$/u.test(reason) ? [reason] : [code(reason)];
}

/** With one job only for programs: its figures are those of the page. */
function jobsSection(found: PlanCompareReport, isOne: boolean): Section {
  const jobs = found.jobs.map(({ report, ...job }) => ({ ...printableAll(job), report }));
  const prices = jobs.find(({ report }) => report?.comparisons[0]?.cost)?.report?.comparisons[0]?.cost?.money ?? [];
  const hasUndecided = jobs.some(({ report }) => (report?.comparisons[0]?.undecided.lines ?? 0) > 0);
  const columns = [
    textColumn('Job', 'address'),
    { ...textColumn('Action', 'action'), isHidden: true },
    { ...textColumn('Name', 'name'), isHidden: true },
    textColumn('Result', 'result'),
    figureColumn('Newly dropped', 'newly_dropped_lines'),
    figureColumn('Newly kept', 'newly_kept_lines'),
    { ...figureColumn('Undecided', 'undecided_lines'), isHidden: !hasUndecided },
    { ...figureColumn('Newly dropped bytes', 'newly_dropped_bytes'), isHidden: true },
    { ...figureColumn('Newly kept bytes', 'newly_kept_bytes'), isHidden: true },
    ...prices.map(({ price }) => estimatedColumn(costTitle(price), `cost_per_month_${price}`)),
    estimatedColumn('Bytes per month', 'bytes_per_month'),
    figureColumn('Kept before', 'kept_before_lines'),
    figureColumn('Kept after', 'kept_after_lines'),
    ...SETTING_COLUMNS,
  ];
  const rows = jobs.map(({ address, action, name, report, reason, remarks, isUnjudged }): Cell[] => {
    const comparison = report?.comparisons[0];
    const job: Cell = { text: [code(address), ` (${action})`], value: address };
    const head = [job, { text: action }, codeCell(name)];
    if (report === null || comparison === undefined) {
      const empty = columns.slice(head.length + 1, -1).map(() => NO_CELL);
      const remarksCell = codeCell(remarks.join('; '));
      const text = ['not compared: ', ...partsOf(reasonText(reason ?? '')), isUnjudged ? '; guards not judged' : ''];
      return [...head, { text }, ...empty, remarksCell];
    }
    const { onlyBefore, onlyAfter, undecided, cost } = comparison;
    const [before, after] = report.jobs;
    const result =
      guardCell(report.guards ?? []) ?? (isUnjudged ? textCell('guards not judged', 'unclear') : textCell('compared'));
    const changes =
      cost === null || report.cost === undefined ? [] : changeCells({ to: comparison.to, cost }, report.cost);
    const money = prices.map((_, index): Cell => changes[index] ?? NO_CELL);
    return [
      ...head,
      result,
      { ...countCell(onlyBefore.lines), ...(onlyBefore.lines > 0 ? { tone: 'bad' } : {}) },
      countCell(onlyAfter.lines),
      { ...countCell(undecided.lines), ...(undecided.lines > 0 ? { tone: 'unclear' } : {}) },
      bytesCell(onlyBefore.bytes),
      bytesCell(onlyAfter.bytes),
      ...money,
      cost === null ? NO_CELL : estimatedCell(cost.perMonth.bytes, signed(printBytes)),
      countCell(before!.kept.lines),
      countCell(after!.kept.lines),
      ...settingCells(comparison, printableAll(report.jobs), remarks),
    ];
  });
  return {
    title: 'Jobs',
    blocks: [{ kind: 'table', name: 'plan', columns, rows, shown: JOBS_SHOWN, isHidden: isOne, isStacked: true }],
  };
}

/** The answer to the plan. Guards that hold are none: they do not make a change a good one. */
function planVerdict({ jobs, partial }: PlanCompareReport): Page['answer'] {
  if (partial) return { tone: 'unclear', text: 'Interrupted: not every job was compared.' };
  const guarded = guardAnswer(jobs.flatMap(({ report }) => report?.guards ?? []));
  if (guarded?.tone === 'bad') return guarded;
  const unjudged = jobs.filter(({ isUnjudged }) => isUnjudged).length;
  if (unjudged > 0) return { tone: 'unclear', text: `The guards of ${printPlural(unjudged, 'job')} were not judged.` };
  const failed = jobs.filter(({ report, isUnchanged }) => report === null && !isUnchanged).length;
  if (failed > 0) return { tone: 'unclear', text: `${printPlural(failed, 'job was', 'jobs were')} not compared.` };
  return { tone: 'neutral', text: jobs.length === 0 ? 'No log push job changes.' : `${changeOf(jobs)}.` };
}

/** What a change of `sample_rate` adds to the change of filters: `; 1 job pushes fewer of them`. */
function samplingOf(jobs: PlanCompareReport['jobs']): string {
  const sampled = jobs.flatMap((job) => job.report?.comparisons.flatMap((one) => sampledLines(one, job) ?? []) ?? []);
  return (['fewer', 'more'] as const)
    .map((wanted) => [wanted, sampled.filter(({ amount }) => amount === wanted)] as const)
    .filter(([, found]) => found.length > 0)
    .map(([amount, found]) => {
      const pushes = printPlural(found.length, 'job pushes', 'jobs push');
      return `; ${pushes} ${amount} of the lines kept: sample_rate is ${found[0]!.rate}`;
    })
    .join('');
}

/** How many lines the jobs newly drop and keep in all. */
function changeOf(jobs: PlanCompareReport['jobs']): string {
  const all = jobs.flatMap(({ report }) => report?.comparisons ?? []);
  const comparisons = all.filter(({ switched }) => switched !== 'stays-off');
  const disabled = all.length - comparisons.length;
  const sum = (side: 'onlyBefore' | 'onlyAfter' | 'undecided'): number =>
    comparisons.reduce((total, one) => total + one[side].lines, 0);
  const undecided = sum('undecided');
  const rest = [
    undecided === 0 ? '' : `; ${printPlural(undecided, 'line is', 'lines are')} undecided`,
    disabled === 0
      ? ''
      : `; ${printPlural(disabled, 'job stays', 'jobs stay')} disabled and push${disabled === 1 ? 'es' : ''} no line`,
  ].join('');
  const [lost, gained] = [sum('onlyBefore'), sum('onlyAfter')];
  const sampled = samplingOf(jobs);
  if (lost + gained > 0) {
    const filters = sampled === '' ? 'The jobs' : 'The filters';
    return `${filters} newly drop ${printPlural(lost, 'line')} and newly keep ${printPlural(gained, 'line')}${sampled}${rest}`;
  }
  if (sampled !== '') return `No line has another verdict${sampled}${rest}`;
  // The lines may have other fields, or the rate may be unknown.
  const hasOtherOutput = jobs.some(({ report, remarks }) => report !== null && remarks.length > 0);
  if (comparisons.length === 0 && disabled > 0) return `No job pushes other lines${rest}`;
  return `${hasOtherOutput ? 'Every filter' : 'Every job'} keeps the same lines${rest}`;
}
