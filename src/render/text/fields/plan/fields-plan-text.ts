// Renders a plan of custom fields as text: each field that changes, other changes, warnings, and the jobs that push the fields. Computes
// no figures.
import type { FieldChange, JobFields, RulesetPlan } from '../../../../plan/index.ts';
import type { FieldsPlan } from '../../../../task/index.ts';
import { printBlocks } from '../../print-blocks.ts';
import { printSentence } from '../../sentence.ts';
import { shellQuoted } from '../../shell-quoted.ts';
import { paint, printableAll, printPlural, type Style, wrap } from '../../style.ts';
import { printTable } from '../../table.ts';

const INDENT = '    ';
/** Minimum width of a wrapped remark. Columns. */
const LEAST_COLUMNS = 20;
const SIGNS = {
  add: { sign: '+', color: 'green' },
  remove: { sign: '-', color: 'red' },
  move: { sign: '~', color: 'yellow' },
  change: { sign: '~', color: 'yellow' },
} as const;

/** Renders a plan. */
export function renderFieldsPlanText(found: FieldsPlan, style: Style): Iterable<string> {
  const { plan, isApplicable } = printableAll(found);
  return printBlocks([
    [
      printHead(plan, style),
      ...printChanges(plan.changes, style),
      ...plan.others.flatMap((other) => printRemark('~', 'yellow', other, style)),
      ...plan.problems.flatMap((problem) => printRemark('problem:', 'red', problem, style)),
      ...plan.warnings.flatMap((warning) => printRemark('warning:', 'yellow', warning, style)),
    ],
    printJobs(plan, style),
    [printSum(plan, isApplicable, style)],
  ]);
}

const HEADS = {
  create: { sign: '+', color: 'green', what: 'will be created' },
  update: { sign: '~', color: 'yellow', what: 'will be updated' },
  none: { sign: ' ', color: 'dim', what: 'have no changes' },
} as const;
const REMOVAL = { sign: '-', color: 'red', what: 'will be removed' } as const;

function printHead({ action, zone, version, fields }: RulesetPlan, style: Style): string {
  const { sign, color, what } = action === 'update' && fields === 0 ? REMOVAL : HEADS[action];
  const facts = [
    version === undefined ? 'no ruleset yet' : `version ${version} of the ruleset`,
    action === 'none' ? printPlural(fields, 'field') : `${printPlural(fields, 'field')} after the change`,
  ].join(', ');
  return `${paint(style, color, sign)} ${paint(style, 'bold', `custom fields of zone ${zone}`)} ${what}  ${paint(style, 'dim', facts)}`;
}

function printChanges(changes: readonly FieldChange[], style: Style): string[] {
  const rows = changes.map(({ kind, name, from, to, detail = '' }) => {
    const { sign, color } = SIGNS[kind];
    const arrays = from !== undefined && to !== undefined && from !== to ? `${from} → ${to}` : (to ?? from)!;
    return [paint(style, color, `${sign} ${name}`), arrays, detail];
  });
  return printTable([{ title: '' }, { title: '' }, { title: '' }], rows, INDENT);
}

/** Wraps a text after a label. */
function printRemark(label: string, color: 'red' | 'yellow', text: string, style: Style): string[] {
  const lead = ' '.repeat(INDENT.length + label.length + 1);
  return wrap(text, Math.max(LEAST_COLUMNS, style.width - lead.length)).map((line, index) =>
    index === 0 ? `${INDENT}${paint(style, color, label)} ${line}` : `${lead}${line}`,
  );
}

/** Prints which jobs push the fields, and how to make the others push them. */
function printJobs({ jobs = [], zone }: RulesetPlan, style: Style): string[] {
  if (jobs.length === 0) return [];
  const rows = jobs.map((job) => {
    const isMatch = job.missing.length + job.unfilled.length === 0;
    return [
      paint(style, isMatch ? 'green' : 'yellow', isMatch ? '✓' : '!'),
      job.name,
      paint(style, 'dim', `id ${job.id}`),
      describeKeys(job),
    ];
  });
  const columns = ['', '', '', ''].map((title) => ({ title }));
  return [
    paint(style, 'bold', 'Jobs that push http_requests'),
    ...printTable(columns, rows, '  '),
    ...jobs
      .filter(({ missing }) => missing.length > 0)
      .flatMap(({ name, missing }) => printSentence(adviceFor(zone, name, missing), style)),
  ];
}

function describeKeys({ listed, missing, unfilled }: JobFields): string {
  const parts = [
    ...(listed.length === 0 ? [] : [`lists ${listed.join(', ')}`]),
    ...(missing.length === 0 ? [] : [`does not push ${missing.join(', ')}`]),
    ...(unfilled.length === 0 ? [] : [`${unfilled.join(', ')} always {}`]),
  ];
  return parts.length === 0 ? 'lists no custom fields' : parts.join('; ');
}

function adviceFor(zone: string, name: string, missing: readonly string[]): string {
  return `to push them, add ${missing.join(', ')} to the field_names of ${name} and run headgate jobs apply --zone ${shellQuoted(zone)} --job FILE`;
}

function printSum({ action, zone, changes, others }: RulesetPlan, isApplicable: boolean, style: Style): string {
  const count = (kind: FieldChange['kind']): number => changes.filter((change) => change.kind === kind).length;
  const parts = [
    [count('add'), 'to add'],
    [count('remove'), 'to remove'],
    [count('move'), 'to move'],
    [count('change'), 'to change'],
  ] as const;
  const fields = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  const settings = others.length === 0 ? [] : [printPlural(others.length, 'other change')];
  const sum = action === 'none' ? 'no changes' : [...fields, ...settings].join(', ');
  const head = `${paint(style, 'bold', 'Plan')} for zone ${zone}: ${sum}`;
  return isApplicable ? head : `${head}; ${paint(style, ['bold', 'red'], 'cannot be applied: see the problem')}`;
}
