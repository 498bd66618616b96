// headgate jobs apply: plans, asks, and applies job files.
import { JOBS_APPLIED_RENDERERS, JOBS_OUTCOME_RENDERERS, JOBS_PLAN_RENDERERS } from '../../../report/index.ts';
import type { ApplyStep, AskOwnership, JobsPlan } from '../../../verbs/index.ts';
import { apiAccess } from '../../api-access.ts';
import { applyOutcome, STEPS } from '../../apply-outcome.ts';
import { defineCommand } from '../../command.ts';
import { UNDO_DIR_FLAG, YES_FLAG } from '../../flags/api-flags.ts';
import { planFirst } from '../../plan-first.ts';
import { commandTask } from '../../run-command.ts';
import { JOBS_FLAGS, jobsRequest } from './jobs-plan.ts';

/** The command. */
export const jobsApplyCommand = defineCommand({
  name: 'apply',
  summary: 'Put job files live',
  description:
    'Plans like headgate jobs plan, asks, then creates and updates the jobs. Rejects problems and broken guards, and changes made by others since the plan.',
  flags: [
    YES_FLAG,
    {
      flag: '--plan <file>',
      sets: 'plan',
      kind: 'text',
      help: 'Apply only the changes of this plan, from headgate jobs plan --format json',
    },
    UNDO_DIR_FLAG,
    {
      flag: '--undo <content>',
      sets: 'undo',
      kind: 'choice',
      choices: ['changes', 'whole'],
      default: 'changes',
      help: 'Content of the undo file of a changed job: what the change replaces, or the whole job',
    },
    ...JOBS_FLAGS,
  ],
  notes: `
Prints the plan, asks, then checks each job for changes since the plan, writes an undo file, writes the job, reads it
back and compares. A failure leaves each job as it was or as planned; the same command completes the rest. To undo, apply the undo file.

Examples:
  headgate jobs apply --zone example.com --job job.json
  headgate jobs apply --zone example.com --job job.json --filter @errors.json --yes
  headgate jobs apply --zone example.com --job job.json --source logs --never-drop 'EdgeResponseStatus >= 500'
  headgate jobs apply --zone example.com --job job.json --plan plan.json --yes    # only what was approved
  headgate jobs apply --zone example.com --job undo-errors-20261101T120000Z.json

Exit codes: 0 applied, or nothing to change; 1 a problem, a transformer that fails on more lines of the source than
before, a broken guard, no confirmation, or not applied completely; 2 no answer (usage, no access, a guard that cannot be judged, no terminal to ask on); 130 interrupted.`,
  formats: JOBS_APPLIED_RENDERERS,
  run: (_, flags, { given }) => {
    const request = jobsRequest(flags, given);
    const { printPlan, renderers, isTextOnOutput } = planFirst(flags, {
      plan: JOBS_PLAN_RENDERERS,
      outcome: JOBS_OUTCOME_RENDERERS,
      applied: JOBS_APPLIED_RENDERERS,
    });
    return commandTask(renderers, async (context) => {
      const { unjudgedPlanError } = await import('../../../verbs/jobs/jobs-plan.ts');
      const { applyJobs } = await import('../../../verbs/jobs/apply-jobs.ts');
      const { confirm } = await import('../../stdio/ask.ts');
      const { signal, progress, reading } = await context.startReading();
      const approved = flags.plan === undefined ? undefined : await readPlan(flags.plan);
      const access = await apiAccess(flags, signal);
      const result = await applyJobs({
        ...{ ...request, ...access, ...reading, approved, undoFolder: flags.undoFolder, undo: flags.undo },
        onRetry: context.notice,
        onPlan: async (plan) => {
          progress.end();
          await printPlan(plan);
        },
        ...(flags.yes === true ? {} : { confirm: (plan) => confirm(questionOf(plan), signal) }),
        askOwnership: flags.yes === true ? undefined : await ownershipPrompt(signal),
        onStep: (step) => {
          context.notice(describeStep(step));
        },
      });
      const unjudged = result.outcome === 'rejected' ? unjudgedPlanError(result.plan) : undefined;
      const undoFiles = result.jobs.map(({ undoFile }) => undoFile);
      return applyOutcome(result, { undoFiles, isTextOnOutput, unjudged, notice: context.notice });
    });
  },
});

function questionOf({ jobs }: JobsPlan): string {
  const names = jobs
    .filter(({ action }) => action !== 'none')
    .map(({ name, id, liveName }) => (liveName === undefined ? name : `${liveName} (id ${id})`));
  const [only] = names;
  return `Apply these changes to ${names.length === 1 ? `the job "${only}"` : `${names.length} jobs (${names.join(', ')})`}?`;
}

async function readPlan(path: string) {
  const { readArgumentFile } = await import('../../../verbs/request/argument-text.ts');
  const { parseApprovedPlan } = await import('../../../verbs/jobs/approved-plan.ts');
  return parseApprovedPlan(await readArgumentFile(path, 'plan'), path);
}

/** Undefined without a terminal: the job file must contain the token then. */
async function ownershipPrompt(signal: AbortSignal): Promise<AskOwnership | undefined> {
  const { askSecret, canAsk } = await import('../../stdio/ask.ts');
  if (!canAsk()) return undefined;
  return ({ file, destination }) =>
    askSecret('Content of this file', { where: [`ownership file ${file}`, `in ${destination}`], signal });
}

function describeStep({ job, step }: ApplyStep): string {
  return `${job}: ${STEPS[step]}`;
}
