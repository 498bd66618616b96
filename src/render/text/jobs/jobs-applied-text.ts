// Renders what an apply did: each job, what did not take effect, and how to undo it. The plan is printed before, by the command.
import type { AppliedJob, JobsApplied } from '../../../task/index.ts';
import { APPLIED, endingColor, RUN_AGAIN, UNCHANGED_ENDINGS } from '../plan-parts.ts';
import { printBlocks } from '../print-blocks.ts';
import { shellQuoted } from '../shell-quoted.ts';
import { paint, printableAll, type Style, wrap } from '../style.ts';
import { printChanges } from './changes-text.ts';
import { renderJobsPlanText } from './jobs-plan-text.ts';
import { printScope } from './scope.ts';

/** Columns before what belongs to a job. */
const INDENT = 4;

const ENDINGS: Readonly<Record<Exclude<JobsApplied['outcome'], 'failed'>, string>> = {
  ...UNCHANGED_ENDINGS,
  applied: APPLIED,
  nothing: 'Nothing to change: every job is as in its file.',
};

/** Renders the plan and what the apply did. */
export function* renderJobsAppliedText(found: JobsApplied, style: Style): Iterable<string> {
  yield* renderJobsPlanText(found.plan, style);
  yield '\n';
  yield* renderJobsOutcomeText(found, style);
}

/** Renders what the apply did. */
export function renderJobsOutcomeText(found: JobsApplied, style: Style): Iterable<string> {
  const { outcome, jobs, plan } = printableAll(found);
  const undo = jobs.flatMap(({ undoFile }) => (undoFile === undefined ? [] : [undoFile]));
  return printBlocks([
    jobs.filter((job) => job.outcome !== 'none').flatMap((job) => printJob(job, style)),
    [paint(style, ['bold', endingColor(outcome)], endingOf(outcome, jobs))],
    undo.length === 0
      ? []
      : [
          'To undo:',
          ...undo.map((file) => `  headgate jobs apply --${printScope(plan.scope)} --job ${shellQuoted(file)}`),
          ...wrap(
            'An undo file contains the values before the change, which may be secrets of a destination: only you can read it. Delete it when it is no longer needed.',
            style.width,
          ),
        ],
  ]);
}

function endingOf(outcome: JobsApplied['outcome'], jobs: readonly AppliedJob[]): string {
  const isUnchanged = jobs.every((job) => job.outcome === 'none' || job.outcome === 'unchanged');
  if (outcome === 'failed') return isUnchanged ? 'Nothing was changed.' : `Not applied completely. ${RUN_AGAIN}`;
  if (outcome === 'interrupted' && !isUnchanged) return `Interrupted: not applied completely. ${RUN_AGAIN}`;
  return ENDINGS[outcome];
}

const JOB_OUTCOMES: Readonly<Record<AppliedJob['outcome'], { sign: string; color: 'green' | 'red' | 'yellow' }>> = {
  applied: { sign: '✓', color: 'green' },
  none: { sign: '✓', color: 'green' },
  unchanged: { sign: '✗', color: 'red' },
  incomplete: { sign: '✗', color: 'red' },
  unknown: { sign: '?', color: 'yellow' },
};

function printJob(
  { name, id, action, outcome, reason, remaining = [], changedByOthers = [] }: AppliedJob,
  style: Style,
): string[] {
  const { sign, color } = JOB_OUTCOMES[outcome];
  const facts = id === undefined ? '' : `  ${paint(style, 'dim', `id ${id}`)}`;
  const what = outcome === 'applied' ? (action === 'create' ? 'created' : 'updated') : WORDS[outcome];
  const lines = reason === undefined ? [] : wrap(reason, Math.max(INDENT, style.width - INDENT));
  return [
    `${paint(style, color, sign)} ${paint(style, 'bold', name)} ${what}${facts}`,
    ...lines.map((line) => `${' '.repeat(INDENT)}${line}`),
    ...(remaining.length === 0 ? [] : [`${' '.repeat(INDENT)}these changes did not take effect:`]),
    ...printChanges(remaining, INDENT, style),
    ...(changedByOthers.length === 0 ? [] : [`${' '.repeat(INDENT)}somebody else changed:`]),
    ...printChanges(changedByOthers, INDENT, style),
  ];
}

const WORDS: Readonly<Record<Exclude<AppliedJob['outcome'], 'applied'>, string>> = {
  none: 'has no changes',
  unchanged: 'not changed',
  incomplete: 'not as planned',
  unknown: 'in an unknown state',
};
