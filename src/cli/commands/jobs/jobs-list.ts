// headgate jobs list: lists the live jobs of a zone or an account.
import type { Command } from 'commander';
import { JOB_LIST_RENDERERS } from '../../../render/index.ts';
import { addHelpNotes } from '../../add-help-notes.ts';
import { apiAccess } from '../../api-access.ts';
import { type ApiFlags, addApiFlags } from '../../flags/api/api-flags.ts';
import { addOutputFlags, type OutputFlags } from '../../flags/output-flags.ts';
import { commandTask, runCommand } from '../../run-command.ts';

interface JobsListFlags extends ApiFlags, OutputFlags {
  dataset?: string;
}

const EXAMPLES = `
Examples:
  headgate jobs list --zone example.com
  headgate jobs list --zone 023e105f4ecef8ad9ca31a8372d0c353 --dataset firewall_events
  headgate jobs list --account 699d98642c564d2e855e9661899b7252 --format json

Exit codes: 0 listed, also if there are no jobs, 2 no answer (no access, no such zone or account).`;

/** Adds the command. */
export function addJobsListCommand(group: Command): Command {
  const command = group
    .command('list')
    .summary('List live jobs')
    .description(
      'Lists the live jobs of a zone or an account: filter as an expression, destination without secrets, last complete push and last error.',
    )
    .option('-d, --dataset <dataset>', 'List only the jobs of this dataset');
  addHelpNotes(command, EXAMPLES);
  addApiFlags(command, 'zone-or-account');
  addOutputFlags(command, JOB_LIST_RENDERERS);
  return command.action(
    runCommand<JobsListFlags>((_, flags) =>
      commandTask(JOB_LIST_RENDERERS, async ({ notice }) => {
        const { listJobs } = await import('../../../task/jobs/list-jobs.ts');
        const { listenForInterrupt } = await import('../../stdio/interrupt.ts');
        const signal = listenForInterrupt();
        const access = await apiAccess(flags, signal);
        const result = await listJobs({ ...access, dataset: flags.dataset, signal, onRetry: notice });
        return { result, isPartial: false, isNegative: false };
      }),
    ),
  );
}
