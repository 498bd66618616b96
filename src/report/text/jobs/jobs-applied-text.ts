// Renders what an apply did: each job, what did not take effect, and how to undo it. The plan is printed before, by the command.
import type { AppliedJob, JobsApplied } from '../../../verbs/index.ts';
import { APPLIED, RUN_AGAIN, UNCHANGED_ENDINGS } from '../../page/answer-page.ts';
import { endingColor } from '../plan-parts.ts';
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
          `  headgate jobs apply --${printScope(plan.scope)} ${undo.map((file) => `--job ${shellQuoted(file)}`).join(' ')}`,
          ...(jobs.some(({ undoHasParameters }) => undoHasParameters === true) ? wrap(SECRETS, style.width) : []),
        ],
  ]);
}

function endingOf(outcome: JobsApplied['outcome'], jobs: readonly AppliedJob[]): string {
  const isUnchanged = jobs.every((job) => job.outcome === 'none' || job.outcome === 'unchanged');
  // A job that was not tried has no advice of its own.
  const next = NEXT[jobs.find(({ advice }) => advice !== undefined)?.advice ?? 'retry'];
  if (outcome === 'failed') return isUnchanged ? 'Nothing was changed.' : `Not applied completely. ${next}`;
  if (outcome === 'interrupted' && !isUnchanged) return `Interrupted: not applied completely. ${next}`;
  return ENDINGS[outcome];
}

const NEXT: Readonly<Record<NonNullable<AppliedJob['advice']>, string>> = {
  retry: RUN_AGAIN,
  correct: 'Correct the cause above, then run the same command again.',
  plan: 'Run headgate jobs plan to see what is left.',
  list: 'Run headgate jobs list before you apply again: the job may exist.',
};

const SECRETS =
  'An undo file contains a destination as it was, whose parameters may be secrets: only you can read it. Delete it when it is no longer needed.';

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
    ...(changedByOthers.length === 0 ? [] : [`${' '.repeat(INDENT)}another client changed:`]),
    ...printChanges(changedByOthers, INDENT, style),
  ];
}

const WORDS: Readonly<Record<Exclude<AppliedJob['outcome'], 'applied'>, string>> = {
  none: 'has no changes',
  unchanged: 'not changed',
  incomplete: 'not as planned',
  unknown: 'in an unknown state',
};
