// headgate fields: groups the commands for custom fields, and the list of the fields that filters test.
import type { Command } from 'commander';
import { addFieldsApplyCommand } from './fields-apply.ts';
import { addFieldsListCommand } from './fields-list.ts';
import { addFieldsPlanCommand } from './fields-plan.ts';
import { addFieldsPreviewCommand } from './fields-preview.ts';
import { addFieldsProposeCommand } from './fields-propose.ts';

/** Adds the group and its commands. */
export function addFieldsCommand(program: Command): Command {
  const group = program
    .command('fields')
    .summary('List the fields of a dataset; preview, propose, plan and apply custom fields')
    .description(
      'list shows the fields of a dataset, which filters test. The other commands work with custom fields: the request headers, response headers, and cookies that a ruleset adds to the lines.',
    );
  for (const add of [
    addFieldsListCommand,
    addFieldsPreviewCommand,
    addFieldsProposeCommand,
    addFieldsPlanCommand,
    addFieldsApplyCommand,
  ]) {
    const command = add(group);
    command.showHelpAfterError(`see headgate fields ${command.name()} --help`);
  }
  return group;
}
