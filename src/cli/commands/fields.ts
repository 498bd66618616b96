// headgate fields: custom fields. Each thing to be done with them is a command of its own below this one.
import type { Command } from 'commander';
import { addFieldsPreviewCommand } from './fields-preview.ts';

/** Adds the group and its commands. */
export function addFieldsCommand(program: Command): Command {
  const group = program
    .command('fields')
    .summary('custom fields: what a ruleset would log of your traffic')
    .description('Custom fields: the request headers, response headers and cookies that a ruleset adds to the lines.');
  for (const add of [addFieldsPreviewCommand]) {
    add(group).showHelpAfterError('(--help shows what is possible)');
  }
  return group;
}
