// headgate edge: groups the commands for the edge script.
import type { Command } from 'commander';
import { addEdgeInitCommand } from './edge-init.ts';

/** Adds the group and its command. */
export function addEdgeCommand(program: Command): Command {
  const group = program
    .command('edge')
    .summary('Write the edge script: a Worker that serves a bucket with authorization')
    .description(
      'Works with the edge script: a Worker in front of an R2 bucket. It serves the objects of one allow list to anyone and those of a second list only to requests with a key.',
    );
  const command = addEdgeInitCommand(group);
  command.showHelpAfterError(`see headgate edge ${command.name()} --help`);
  return group;
}
