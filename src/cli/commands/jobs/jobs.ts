// headgate jobs: groups the commands for live Logpush jobs, and lists the jobs of a zone or an account.
import { JOB_LIST_RENDERERS } from '../../../report/index.ts';
import { apiAccess } from '../../api-access.ts';
import { defineCommand } from '../../command.ts';
import { API_FLAGS } from '../../flags/api-flags.ts';
import { commandTask } from '../../run-command.ts';
import { jobsApplyCommand } from './jobs-apply.ts';
import { jobsPlanCommand } from './jobs-plan.ts';

const listCommand = defineCommand({
  name: 'list',
  summary: 'List live jobs',
  description:
    'Lists the live jobs of a zone or an account: filter as an expression, destination without secrets, last complete push and last error.',
  flags: [
    { flag: '-d, --dataset <dataset>', sets: 'dataset', kind: 'text', help: 'List only the jobs of this dataset' },
    ...API_FLAGS,
  ],
  notes: `
Examples:
  headgate jobs list --zone example.com
  headgate jobs list --zone 023e105f4ecef8ad9ca31a8372d0c353 --dataset firewall_events
  headgate jobs list --account 699d98642c564d2e855e9661899b7252 --format json

Exit codes: 0 listed, also if there are no jobs, 2 no answer (no access, no such zone or account).`,
  formats: JOB_LIST_RENDERERS,
  run: (_, flags) =>
    commandTask(JOB_LIST_RENDERERS, async ({ notice }) => {
      const { listJobs } = await import('../../../verbs/jobs/list-jobs.ts');
      const { listenForInterrupt } = await import('../../stdio/interrupt.ts');
      const signal = listenForInterrupt();
      const access = await apiAccess(flags, signal);
      const result = await listJobs({ ...access, dataset: flags.dataset, signal, onRetry: notice });
      return { result, isPartial: false, isNegative: false };
    }),
});

/** The group of commands. */
export const jobsCommand = defineCommand({
  name: 'jobs',
  summary: 'List, plan and apply Logpush jobs',
  description:
    'Works with the live Logpush jobs of a zone or an account: lists them, shows what a job file would change and what that does to the logs, and applies it.',
  commands: [listCommand, jobsPlanCommand, jobsApplyCommand],
});
