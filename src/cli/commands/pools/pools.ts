// headgate pools: groups the commands for the notifications of load-balancer pools.
import type { Command } from 'commander';
import { addPoolsEventsCommand } from './pools-events.ts';
import { addPoolsMigrateCommand } from './pools-migrate.ts';

/** The commands of the group, in the order of the help. */
const COMMANDS: readonly ((group: Command) => Command)[] = [addPoolsMigrateCommand, addPoolsEventsCommand];

/** Adds the group and its commands. */
export function addPoolsCommand(program: Command): Command {
  const group = program
    .command('pools')
    .summary('Move pool health e-mails to notification policies')
    .description(
      'Works with the notifications of load-balancer pools: moves their e-mail recipients to notification policies, and plays health events in a sandbox to show who is notified.',
    );
  for (const add of COMMANDS) {
    const command = add(group);
    command.showHelpAfterError(`see headgate pools ${command.name()} --help`);
  }
  return group;
}
