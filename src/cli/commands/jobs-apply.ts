// headgate jobs apply: plans, asks, and applies job files.
import type { Command } from 'commander';
import { JOBS_APPLIED_RENDERERS, JOBS_OUTCOME_RENDERERS, JOBS_PLAN_RENDERERS } from '../../render/index.ts';
import type { ApplyStep, AskOwnership, JobsPlan } from '../../task/index.ts';
import { addHelpNotes } from '../add-help-notes.ts';
import { apiAccess } from '../api-access.ts';
import { addUndoFlag } from '../flags/api-flags.ts';
import { addJobsFlags, type JobsFlags, jobsRequest } from '../flags/jobs-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { commandTask, runCommand } from '../run-command.ts';

interface JobsApplyFlags extends JobsFlags, OutputFlags {
  yes?: true;
  plan?: string;
  undoDir?: string;
}

const EXAMPLES = `
Prints the plan, asks, then checks for each job that nobody has changed it since the plan, writes an undo file, writes the job, reads it
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
  addJobsFlags(command);
  addHelpNotes(command, EXAMPLES);
  addOutputFlags(command, JOBS_APPLIED_RENDERERS);
  return command.action(
    runCommand<JobsApplyFlags>((_, flags) => {
      const request = jobsRequest(flags);
      // The plan is part of standard output only if the result is text for a person to read there.
      const isShown = flags.format === 'text' && flags.out === undefined;
      return commandTask(isShown ? JOBS_OUTCOME_RENDERERS : JOBS_APPLIED_RENDERERS, async (context) => {
        const { applyJobs } = await import('../../task/jobs/apply-jobs.ts');
        const { confirm } = await import('../stdio/ask.ts');
        const { signal, progress } = await context.startReading();
        const approved = flags.plan === undefined ? undefined : await readPlan(flags.plan);
        const access = await apiAccess(flags, signal);
        const result = await applyJobs({
          ...{ ...request, ...access, approved, signal, undoFolder: flags.undoDir },
          onRetry: context.notice,
          onListing: (listing) => {
            listing.warnings.forEach(context.warn);
            progress.start(listing);
          },
          onListProgress: progress.list,
          onProgress: progress.update,
          onPlan: async (plan) => {
            progress.end();
            await printPlan(plan, flags, isShown);
          },
          ...(flags.yes === true ? {} : { confirm: (plan) => confirm(questionOf(plan), signal) }),
          askOwnership: await ownershipPrompt(signal),
          onStep: (step) => {
            if (step.step !== 'done') context.notice(describeStep(step));
          },
        });
        return {
          result,
          isPartial: result.outcome === 'interrupted',
          isNegative: result.outcome !== 'applied' && result.outcome !== 'nothing',
        };
      });
    }),
  );
}

/** Prints the plan where the user sees it before the question: on standard error if standard output gets another form of the result. */
async function printPlan(plan: JobsPlan, flags: JobsApplyFlags, isShown: boolean): Promise<void> {
  const { printLines, styleOf, writeResult } = await import('../stdio/output.ts');
  const render = await JOBS_PLAN_RENDERERS.text();
  if (isShown) {
    await writeResult(render(plan, styleOf(flags)), {});
    await writeResult('\n', {});
    return;
  }
  const text = [...render(plan, styleOf({ color: flags.color }, process.stderr))].join('');
  // A question without its plan cannot be answered.
  const isAsking = flags.yes !== true && plan.isPending && plan.isApplicable;
  printLines(text, isAsking ? {} : flags);
}

function questionOf({ jobs }: JobsPlan): string {
  const names = jobs.filter(({ action }) => action !== 'none').map(({ name }) => name);
  return `Apply these changes to ${names.join(', ')}?`;
}

async function readPlan(path: string) {
  const { readArgumentFile } = await import('../../run/argument-text.ts');
  const { parseApprovedPlan } = await import('../../task/jobs/approved-plan.ts');
  return parseApprovedPlan(await readArgumentFile(path, 'plan'), path);
}

/** Undefined without a terminal: the job file must contain the token then. */
async function ownershipPrompt(signal: AbortSignal): Promise<AskOwnership | undefined> {
  const { askSecret, canAsk } = await import('../stdio/ask.ts');
  if (!canAsk()) return undefined;
  return ({ file, destination }) => askSecret(`Content of the file ${file} in ${destination}`, signal);
}

const STEPS: Readonly<Record<Exclude<ApplyStep['step'], 'done'>, string>> = {
  check: 'checking that nobody has changed it since the plan',
  ownership: 'proving the ownership of the destination',
  write: 'writing',
  'read-back': 'reading back',
};

function describeStep({ job, step }: ApplyStep): string {
  return `${job}: ${step === 'done' ? step : STEPS[step]}`;
}
