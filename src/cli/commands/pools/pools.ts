// headgate pools: groups the commands for the notifications of load-balancer pools.
import { defineCommand } from '../../command.ts';
import { poolsEventsCommand } from './pools-events.ts';
import { poolsMigrateCommand } from './pools-migrate.ts';

/** The group of commands. */
export const poolsCommand = defineCommand({
  name: 'pools',
  summary: 'Move pool health e-mails to notification policies',
  description:
    'Works with the notifications of load-balancer pools: moves their e-mail recipients to notification policies, and plays health events in a sandbox to show who is notified.',
  commands: [poolsMigrateCommand, poolsEventsCommand],
});
