// headgate jobs: groups the commands for live Logpush jobs.
import type { Command } from 'commander';
import { addJobsApplyCommand } from './jobs-apply.ts';
import { addJobsListCommand } from './jobs-list.ts';
import { addJobsPlanCommand } from './jobs-plan.ts';

/** Adds the group and its commands. */
export function addJobsCommand(program: Command): Command {
  const group = program
    .command('jobs')
    .summary('List, plan and apply Logpush jobs')
    .description(
      'Works with the live Logpush jobs of a zone or an account: lists them, shows what a job file would change and what that does to the logs, and applies it.',
    );
  for (const add of [addJobsListCommand, addJobsPlanCommand, addJobsApplyCommand]) {
    const command = add(group);
    command.showHelpAfterError(`see headgate jobs ${command.name()} --help`);
  }
  return group;
}
