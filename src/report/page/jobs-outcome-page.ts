// The page of what an apply of jobs did: each job, what did not take effect, and how to undo it. Computes no figures.
import { shellQuoted } from '../../base/index.ts';
import type { AppliedJob, JobsApplied } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import {
  APPLIED,
  answerPage,
  commandSection,
  endingTone,
  RUN_AGAIN,
  tableSection,
  UNCHANGED_ENDINGS,
} from './answer-page.ts';
import { code } from './cells.ts';
import { diffBlocks, printScope } from './jobs-plan-page.ts';
import { type Cell, type Page, present, type Section } from './page.ts';

const ENDINGS: Readonly<Record<Exclude<JobsApplied['outcome'], 'failed'>, string>> = {
  ...UNCHANGED_ENDINGS,
  applied: APPLIED,
  nothing: 'Nothing to change: every job is as in its file.',
};

const NEXT: Readonly<Record<NonNullable<AppliedJob['advice']>, string>> = {
  retry: RUN_AGAIN,
  correct: 'Correct the cause below, then run the same command again.',
  plan: 'Run headgate jobs plan to see what is left.',
  list: 'Run headgate jobs list before you apply again: the job may exist.',
};

const SECRETS =
  'An undo file contains a destination as it was, whose parameters may be secrets: only you can read it. Delete it when it is no longer needed.';

const RESULTS: Readonly<Record<Exclude<AppliedJob['outcome'], 'applied' | 'none'>, Cell>> = {
  unchanged: { text: '✗ not changed', tone: 'bad' },
  incomplete: { text: '✗ not as planned', tone: 'bad' },
  unknown: { text: '? in an unknown state', tone: 'unclear' },
};

/** Creates the page. */
export function jobsOutcomePage(found: JobsApplied): Page {
  const { outcome, jobs, plan } = printableAll(found);
  const tried = jobs.filter((job) => job.outcome !== 'none');
  const rows = tried.map((job) => [
    resultOf(job),
    job.name,
    job.id === undefined ? '' : String(job.id),
    job.reason ?? '',
  ]);
  const undo = found.jobs.flatMap(({ undoFile }) => (undoFile === undefined ? [] : [undoFile]));
  return answerPage('Apply', endingTone(outcome), endingOf(outcome, jobs), {
    notices: jobs.some(({ undoHasParameters }) => undoHasParameters === true)
      ? [{ tone: 'unclear', text: SECRETS }]
      : [],
    sections: present(
      ...tableSection('Result', ['Result', 'Job', 'ID', 'Reason'], rows),
      ...tried.flatMap(changeSections),
      undo.length !== 0 &&
        commandSection(
          'To undo',
          `headgate jobs apply --${printScope(plan.scope)} ${undo.map((file) => `--job ${shellQuoted(file)}`).join(' ')}`,
        ),
    ),
  });
}

function endingOf(outcome: JobsApplied['outcome'], jobs: readonly AppliedJob[]): string {
  const isUnchanged = jobs.every((job) => job.outcome === 'none' || job.outcome === 'unchanged');
  // A job that was not tried has no advice of its own.
  const next = NEXT[jobs.find(({ advice }) => advice !== undefined)?.advice ?? 'retry'];
  if (outcome === 'failed') return isUnchanged ? 'Nothing was changed.' : `Not applied completely. ${next}`;
  if (outcome === 'interrupted' && !isUnchanged) return `Interrupted: not applied completely. ${next}`;
  return ENDINGS[outcome];
}

function resultOf({ outcome, action }: AppliedJob): Cell {
  if (outcome === 'applied' || outcome === 'none')
    return { text: action === 'create' ? '✓ created' : '✓ updated', tone: 'good' };
  return RESULTS[outcome];
}

function changeSections({ name, remaining = [], changedByOthers = [] }: AppliedJob): Section[] {
  return [
    { title: [code(name), ': these changes did not take effect'], blocks: diffBlocks(remaining) },
    { title: [code(name), ': another client changed'], blocks: diffBlocks(changedByOthers) },
  ].filter(({ blocks }) => blocks.length > 0);
}
