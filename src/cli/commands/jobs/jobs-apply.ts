// headgate jobs apply: plans, asks, and applies job files.
import { type Command, Option } from 'commander';
import type { UndoContent } from '../../../plan/index.ts';
import { JOBS_APPLIED_RENDERERS, JOBS_OUTCOME_RENDERERS, JOBS_PLAN_RENDERERS } from '../../../render/index.ts';
import type { ApplyStep, AskOwnership, JobsPlan } from '../../../task/index.ts';
import { addHelpNotes } from '../../add-help-notes.ts';
import { apiAccess } from '../../api-access.ts';
import { addUndoFlag } from '../../flags/api/api-flags.ts';
import { addJobsFlags, type JobsFlags, jobsRequest } from '../../flags/api/jobs-flags.ts';
import { addOutputFlags } from '../../flags/output-flags.ts';
import { type PlanFlags, planFirst } from '../../plan-first.ts';
import { commandTask, runCommand } from '../../run-command.ts';

interface JobsApplyFlags extends JobsFlags, PlanFlags {
  plan?: string;
  undoDir?: string;
  undo: UndoContent;
}

const EXAMPLES = `
Prints the plan, asks, then checks each job for changes since the plan, writes an undo file, writes the job, reads it
back and compares. A failure leaves each job as it was or as planned; the same command completes the rest. To undo, apply the undo file.

Examples:
  headgate jobs apply --zone example.com --job job.json
  headgate jobs apply --zone example.com --job job.json --filter @errors.json --yes
  headgate jobs apply --zone example.com --job job.json --source logs --never-drop 'EdgeResponseStatus >= 500'
  headgate jobs apply --zone example.com --job job.json --plan plan.json --yes      only what was approved
  headgate jobs apply --zone example.com --job undo-errors-20261101T120000Z.json

Exit codes: 0 applied, or nothing to change; 1 a problem, a broken guard, no confirmation, or not applied completely; 2 no answer (usage,
no access, no terminal to ask on); 130 interrupted.`;

/** Adds the command. */
export function addJobsApplyCommand(group: Command): Command {
  const command = group
    .command('apply')
    .summary('Put job files live')
    .description(
      'Plans like headgate jobs plan, asks, then creates and updates the jobs. Refuses problems and broken guards, and changes made by others since the plan.',
    )
    .option('-y, --yes', 'Apply without a question')
    .option('--plan <file>', 'Apply only the changes of this plan, from headgate jobs plan --format json');
  addUndoFlag(command);
  command.addOption(
    new Option(
      '--undo <content>',
      'Content of the undo file of a changed job: what the change replaces, or the whole job',
    )
      .choices(['changes', 'whole'])
      .default('changes'),
  );
  addJobsFlags(command);
  addHelpNotes(command, EXAMPLES);
  addOutputFlags(command, JOBS_APPLIED_RENDERERS);
  return command.action(
    runCommand<JobsApplyFlags>((_, flags) => {
      const request = jobsRequest(flags);
      const { printPlan, renderers, isTextOnOutput } = planFirst(flags, {
        plan: JOBS_PLAN_RENDERERS,
        outcome: JOBS_OUTCOME_RENDERERS,
        applied: JOBS_APPLIED_RENDERERS,
      });
      return commandTask(renderers, async (context) => {
        const { applyJobs } = await import('../../../task/jobs/apply-jobs.ts');
        const { confirm } = await import('../../stdio/ask.ts');
        const { signal, progress } = await context.startReading();
        const approved = flags.plan === undefined ? undefined : await readPlan(flags.plan);
        const access = await apiAccess(flags, signal);
        const result = await applyJobs({
          ...{ ...request, ...access, approved, signal, undoFolder: flags.undoDir, undo: flags.undo },
          onRetry: context.notice,
          onListing: (listing) => {
            listing.warnings.forEach(context.warn);
            progress.start(listing);
          },
          onListProgress: progress.list,
          onProgress: progress.update,
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
        return {
          result,
          isPartial: result.outcome === 'interrupted',
          isNegative: result.outcome !== 'applied' && result.outcome !== 'nothing',
          notices: () => {
            if (isTextOnOutput) return;
            for (const { undoFile } of result.jobs)
              if (undoFile !== undefined) context.notice(`undo file: ${undoFile}`);
          },
        };
      });
    }),
  );
}

function questionOf({ jobs }: JobsPlan): string {
  const names = jobs
    .filter(({ action }) => action !== 'none')
    .map(({ name, id, liveName }) => (liveName === undefined ? name : `${liveName} (id ${id})`));
  return `Apply these changes to ${names.join(', ')}?`;
}

async function readPlan(path: string) {
  const { readArgumentFile } = await import('../../../run/argument-text.ts');
  const { parseApprovedPlan } = await import('../../../task/jobs/approved-plan.ts');
  return parseApprovedPlan(await readArgumentFile(path, 'plan'), path);
}

/** Undefined without a terminal: the job file must contain the token then. */
async function ownershipPrompt(signal: AbortSignal): Promise<AskOwnership | undefined> {
  const { askSecret, canAsk } = await import('../../stdio/ask.ts');
  if (!canAsk()) return undefined;
  return ({ file, destination }) =>
    askSecret('Content of this file', { where: [`ownership file ${file}`, `in ${destination}`], signal });
}

const STEPS: Readonly<Record<ApplyStep['step'], string>> = {
  check: 'checking for changes since the plan',
  ownership: 'proving the ownership of the destination',
  write: 'writing',
  'read-back': 'reading back',
};

function describeStep({ job, step }: ApplyStep): string {
  return `${job}: ${STEPS[step]}`;
}
