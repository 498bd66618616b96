// headgate jobs plan: shows what job files would change, and what that does to the logs.
import type { Command } from 'commander';
import { JOBS_PLAN_RENDERERS } from '../../../render/index.ts';
import type { JobOfPlan } from '../../../task/index.ts';
import { addHelpNotes } from '../../add-help-notes.ts';
import { apiAccess } from '../../api-access.ts';
import { addJobsFlags, type JobsFlags, jobsRequest } from '../../flags/api/jobs-flags.ts';
import { addOutputFlags, type OutputFlags } from '../../flags/output-flags.ts';
import { commandTask, runCommand } from '../../run-command.ts';

interface JobsPlanFlags extends JobsFlags, OutputFlags {
  detailedExitcode?: true;
}

const EXAMPLES = `
A job of the file is found by its id, else by its name; a name that no job has is created. Keys that the file lacks stay as they are.
Credentials come from CLOUDFLARE_API_TOKEN, or from CLOUDFLARE_EMAIL and CLOUDFLARE_API_KEY.

Examples:
  headgate jobs plan --zone example.com --job job.json
  headgate jobs plan --zone example.com --job job.json --filter 'EdgeResponseStatus >= 500'
  headgate jobs plan --zone example.com --job job.json --source 's3://bucket/all/{DATE}?region=eu-west-1' --since 24h
      --guard 'kept >= 1%' --never-drop 'EdgeResponseStatus >= 500'
  headgate jobs plan --zone example.com --job job.json --format json --out plan.json --detailed-exitcode

Exit codes: 0 nothing to change, or changes pending; 3 changes pending, with --detailed-exitcode; 1 a job has a problem or a guard is
broken; 2 no answer (usage, no access, no line read); 130 interrupted.`;

/** The lines that the effect of a job shows. */
function linesOf({ newlyKept, newlyDropped, guards }: NonNullable<JobOfPlan['effect']>): string[] {
  const samples = [newlyKept?.samples ?? [], newlyDropped?.samples ?? [], ...guards.map(({ lines = [] }) => lines)];
  return samples.flat().map(({ line }) => line);
}

/** Adds the command. */
export function addJobsPlanCommand(group: Command): Command {
  const command = group
    .command('plan')
    .summary('Show what a job file would change, and what that does to the logs')
    .description(
      'Compares job files with the live jobs, and replays the old and the new filter over stored logs if a source is given. Changes nothing.',
    )
    .option('--detailed-exitcode', 'Exit with code 3 if changes are pending');
  addJobsFlags(command);
  addHelpNotes(command, EXAMPLES);
  addOutputFlags(command, JOBS_PLAN_RENDERERS);
  return command.action(
    runCommand<JobsPlanFlags>((_, flags) => {
      const request = jobsRequest(flags);
      return commandTask(JOBS_PLAN_RENDERERS, async ({ notice, warn, startReading }) => {
        const { planJobs } = await import('../../../task/jobs/plan-jobs.ts');
        const { signal, progress } = await startReading();
        const access = await apiAccess(flags, signal);
        const result = await planJobs({
          ...{ ...request, ...access, signal },
          onRetry: notice,
          onListing: (listing) => {
            listing.warnings.forEach(warn);
            progress.start(listing);
          },
          onListProgress: progress.list,
          onProgress: progress.update,
        });
        const { hasKey, showWarnings } = await import('../../stdio/show-notice.ts');
        const shown = result.jobs.filter(({ effect }) => effect !== undefined);
        const lines = shown.flatMap(({ effect }) => linesOf(effect!));
        return {
          result,
          notices: () =>
            showWarnings(
              flags.show,
              shown.map(({ dataset }) => dataset),
              (name) => lines.some((line) => hasKey(line, name)),
            ).forEach(warn),
          isPartial: result.partial,
          isNegative: !result.isApplicable,
          isPending: flags.detailedExitcode === true && result.isPending,
        };
      });
    }),
  );
}
