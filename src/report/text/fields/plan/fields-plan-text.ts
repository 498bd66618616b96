// Renders a plan of custom fields as text: each field that changes, other changes, warnings, and the jobs that push the fields. Computes
// no figures.
import { columnsOf, printPlural } from '../../../../base/index.ts';
import type { FieldChange, JobFields, RulesetPlan } from '../../../../cloud/plan/index.ts';
import type { FieldsPlan } from '../../../../verbs/index.ts';
import { printPlanHead, printPlanSum, SIGNS } from '../../plan-parts.ts';
import { printBlocks } from '../../print-blocks.ts';
import { PROBLEM, printRemark, WARNING } from '../../remark.ts';
import { printSentence } from '../../sentence.ts';
import { shellQuoted } from '../../shell-quoted.ts';
import { paint, printableAll, type Style } from '../../style.ts';
import { printTable } from '../../table.ts';

/** Columns before what belongs to the custom fields. */
const INDENT = 4;

/** Renders a plan. */
export function renderFieldsPlanText(found: FieldsPlan, style: Style): Iterable<string> {
  const { plan, isApplicable } = printableAll(found);
  return printBlocks([
    [
      ...printHead(plan, style),
      ...printChanges(plan.changes, style),
      ...plan.others.flatMap((other) => printRemark(OTHER_CHANGE, other, INDENT, style)),
      ...plan.problems.flatMap((problem) => printRemark(PROBLEM, problem, INDENT, style)),
      ...plan.warnings.flatMap((warning) => printRemark(WARNING, warning, INDENT, style)),
    ],
    printJobs(plan, style),
    printSum(plan, isApplicable, style),
  ]);
}

const HEADS = {
  create: { kind: 'add', what: 'will be created' },
  update: { kind: 'change', what: 'will be updated' },
  none: { kind: 'same', what: 'have no changes' },
} as const;
const REMOVAL = { kind: 'remove', what: 'will be removed' } as const;
const OTHER_CHANGE = { text: SIGNS.change.sign, color: SIGNS.change.color };

function printHead({ action, zone, version, fields }: RulesetPlan, style: Style): string[] {
  const head = action === 'update' && fields === 0 ? REMOVAL : HEADS[action];
  const facts = [
    version === undefined
      ? 'no ruleset yet'
      : `version ${version} of the ruleset${action === 'create' ? ' has no custom fields' : ''}`,
    action === 'none' ? printPlural(fields, 'field') : `${printPlural(fields, 'field')} after the change`,
  ].join(', ');
  return printPlanHead({ ...head, name: `custom fields of zone ${zone}`, facts }, INDENT, style);
}

function printChanges(changes: readonly FieldChange[], style: Style): string[] {
  const rows = changes.map(({ kind, name, from, to, detail }) => {
    const { sign, color } = SIGNS[kind === 'move' ? 'change' : kind];
    const arrays = from !== undefined && to !== undefined && from !== to ? `${from} → ${to}` : (to ?? from)!;
    return [paint(style, color, `${sign} ${name}`), detail === undefined ? arrays : `${arrays}, ${detail}`];
  });
  return printTable([{ title: '' }, { title: '' }], rows, ' '.repeat(INDENT));
}

/** Prints which jobs push the fields, and how to make the others push them. */
function printJobs({ jobs = [], zone, action }: RulesetPlan, style: Style): string[] {
  if (jobs.length === 0) return [];
  const rowsWith = (separator: string) =>
    jobs.map((job) => {
      const isMatch = job.missing.length + job.unfilled.length === 0;
      return [
        paint(style, isMatch ? 'green' : 'yellow', isMatch ? '✓' : '!'),
        job.name,
        paint(style, 'dim', `id ${job.id}`),
        describeKeys(job).join(separator),
      ];
    });
  const columns = ['', '', '', ''].map((title) => ({ title }));
  const oneLine = printTable(columns, rowsWith('; '), '  ');
  const isNarrow = oneLine.some((line) => columnsOf(line) > style.width);
  return [
    paint(style, 'bold', 'Jobs that push http_requests'),
    ...(isNarrow ? printTable(columns, rowsWith('\n'), '  ') : oneLine),
    ...(action === 'none' ? [] : printAdvice(zone, jobs, style)),
  ];
}

function describeKeys({ listed, missing, unfilled }: JobFields): string[] {
  const parts = [
    ...(listed.length === 0 ? [] : [`lists ${listed.join(', ')}`]),
    ...(missing.length === 0 ? [] : [`does not push ${missing.join(', ')}`]),
    ...(unfilled.length === 0 ? [] : [`${unfilled.join(', ')} always {}`]),
  ];
  return parts.length === 0 ? ['lists no custom fields'] : parts;
}

/** One sentence, in which the jobs that lack the same keys are one group. */
function printAdvice(zone: string, jobs: readonly JobFields[], style: Style): string[] {
  const lacking = jobs.filter(({ missing }) => missing.length > 0);
  if (lacking.length === 0) return [];
  const nameOf = ({ id, name }: JobFields): string =>
    jobs.filter((job) => job.name === name).length > 1 ? `${name} (id ${id})` : name;
  const groups = Map.groupBy(lacking, ({ missing }) => missing.join(', '));
  const steps = [...groups].map(([keys, group]) => `add ${keys} to the field_names of ${group.map(nameOf).join(', ')}`);
  const command = `headgate jobs apply --zone ${shellQuoted(zone)} --job FILE`;
  return printSentence(`to push them, ${steps.join('; ')}; then run ${command}`, style);
}

function printSum(
  { action, zone, changes, others, problems }: RulesetPlan,
  isApplicable: boolean,
  style: Style,
): string[] {
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
  const refusal = isApplicable ? undefined : `the ruleset has ${printPlural(problems.length, 'problem')}`;
  return printPlanSum(`zone ${zone}`, sum, refusal, style);
}
