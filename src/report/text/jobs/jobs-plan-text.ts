// Renders a plan of jobs as text: what happens to each job, the changes, warnings, the effect on stored lines, and the sum. Computes no
// figures.
import type { JobOfPlan, JobsPlan } from '../../../verbs/index.ts';
import { printPlanHead, printPlanSum } from '../plan-parts.ts';
import { printBlocks } from '../print-blocks.ts';
import { NOTE, PROBLEM, PROVEN, printRemark, WARNING } from '../remark.ts';
import { paint, printableAll, type Style, wrap } from '../style.ts';
import { printChanges } from './changes-text.ts';
import { lostOf, printEffect } from './effect-text.ts';
import { printScope } from './scope.ts';

/** Columns before what belongs to a job. */
const INDENT = 4;
const OWN_SOURCE =
  'The source is what this job pushed itself. Lines that its current filter drops are not there, so the replay cannot show what the new filter would newly keep.';

const OWNERSHIP = 'apply has the API write an ownership file into the destination, and reads the token in it';
const UNMEASURED = 'The effect on the logs is not measured: found no source; add --source SOURCE.';
const BYTES = 'Bytes of kept and dropped lines are those in the source, not of the lines that the job will push.';

/** Renders a plan. */
export function renderJobsPlanText(found: JobsPlan, style: Style): Iterable<string> {
  const plan = printableAll(found);
  const { partial, jobs, isPending, isApplicable, isMeasured } = plan;
  return printBlocks([
    ...(partial ? [[paint(style, ['bold', 'yellow'], 'PARTIAL: interrupted; nothing can be applied')]] : []),
    ...jobs.map((job) => printJob(job, style)),
    [
      ...printSum(plan, style),
      ...(isPending && !isMeasured ? wrap(UNMEASURED, style.width) : []),
      ...(jobs.some(({ effect }) => effect !== undefined) ? wrap(BYTES, style.width) : []),
      ...(isPending && isApplicable ? wrap(delayOf(plan), style.width) : []),
    ],
  ]);
}

/** docs/platform.md, "Jobs". */
function delayOf({ takesEffectAfterMinutes: { least, most } }: JobsPlan): string {
  return `A change takes about ${least} to ${most} minutes to take effect at the edge. Objects of that time may contain lines of the old and the new settings.`;
}

const HEADS = {
  create: { kind: 'add', what: 'will be created' },
  update: { kind: 'change', what: 'will be updated' },
  none: { kind: 'same', what: 'has no changes' },
} as const;

function printJob(job: JobOfPlan, style: Style): string[] {
  const {
    action,
    name,
    id,
    dataset,
    changes,
    equalFilter,
    warnings,
    remarks,
    problems,
    destination,
    effect,
    liveName,
    needsOwnership,
    isOwnSource,
    testedFields = [],
  } = job;
  const isRenamed = liveName !== undefined;
  const head = isRenamed
    ? { name: `${liveName} (id ${id})`, what: `will be renamed to ${name}${changes.length > 1 ? ' and updated' : ''}` }
    : { name };
  const facts = [...(id === undefined || isRenamed ? [] : [`id ${id}`]), dataset, destination].join(', ');
  return [
    ...printPlanHead({ ...HEADS[action], ...head, facts }, INDENT, style),
    ...printChanges(changes, INDENT, style, action === 'create'),
    ...(equalFilter === undefined
      ? []
      : printRemark(
          PROVEN,
          printEqual(
            equalFilter,
            changes.some(({ kind }) => kind === 'filter'),
          ),
          INDENT,
          style,
        )),
    ...problems.flatMap((problem) => printRemark(PROBLEM, problem, INDENT, style)),
    ...warnings.flatMap((warning) => printRemark(WARNING, warning, INDENT, style)),
    ...remarks.flatMap((remark) => printRemark(NOTE, remark, INDENT, style)),
    ...(needsOwnership && problems.length === 0 ? printRemark(NOTE, OWNERSHIP, INDENT, style) : []),
    ...(isOwnSource === true ? printRemark(WARNING, OWN_SOURCE, INDENT, style) : []),
    ...(effect === undefined ? [] : printEffect(effect, { dataset, tested: testedFields }, INDENT, style)),
  ];
}

/** @param isRewritten whether the plan has the change */
function printEqual({ from, to }: NonNullable<JobOfPlan['equalFilter']>, isRewritten: boolean): string {
  const proven = 'filter: proven equal, written differently: both filters have the same verdict on every line';
  return isRewritten ? proven : `${proven}; live ${from}, in the file ${to}; --rewrite replaces it`;
}

function printSum({ jobs, scope, isApplicable, partial }: JobsPlan, style: Style): string[] {
  const count = (wanted: JobOfPlan['action']): number => jobs.filter(({ action }) => action === wanted).length;
  const parts = [
    [count('create'), 'to create'],
    [count('update'), 'to update'],
    [count('none'), 'without changes'],
  ] as const;
  const sum = parts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${what}`)
    .join(', ');
  // The first line has the reason of a partial plan.
  return printPlanSum(printScope(scope), sum, isApplicable || partial ? undefined : refusalOf(jobs), style);
}

function refusalOf(jobs: readonly JobOfPlan[]): string {
  const hasProblem = jobs.some(({ problems }) => problems.length > 0);
  const isBroken = jobs.some(({ effect }) => effect?.guards.some(({ holds }) => !holds) === true);
  const isIncomplete = jobs.some(
    ({ effect }) => effect !== undefined && effect.guards.length > 0 && lostOf(effect) > 0,
  );
  return [
    ...(hasProblem ? ['a job has a problem'] : []),
    ...(isBroken ? ['a guard is broken'] : []),
    ...(isIncomplete ? ['guards were not checked on every object'] : []),
  ].join(', ');
}
