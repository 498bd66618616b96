// headgate datasets: the datasets that headgate knows.
import type { Command } from 'commander';
import { DATASET_LIST_RENDERERS } from '../../render/index.ts';
import { addHelpNotes } from '../add-help-notes.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { commandTask, runCommand } from '../run-command.ts';

const EXAMPLES = `
Examples:
  headgate datasets
  headgate datasets | grep gateway
  headgate fields list gateway_dns                       the fields of one`;

/** Adds the command. */
export function addDatasetsCommand(program: Command): Command {
  const command = program
    .command('datasets')
    .summary('List the datasets: scope, number of fields, event time')
    .description(
      'Lists the datasets that jobs can push, with their scope and the field with the event time. Needs no logs and no account.',
    )
    .allowExcessArguments();
  addHelpNotes(command, EXAMPLES);
  addOutputFlags(command, DATASET_LIST_RENDERERS);
  return command.action(
    runCommand<OutputFlags>(([name]) => {
      if (name !== undefined) {
        const advice = `headgate fields list ${name} lists the fields of a dataset`;
        command.error(`error: cannot list datasets: found ${name}, expected no argument; ${advice}`);
      }
      return commandTask(DATASET_LIST_RENDERERS, async () => {
        const { listDatasets } = await import('../../task/catalog/list-datasets.ts');
        return { result: listDatasets(), isPartial: false, isNegative: false };
      });
    }),
  );
}
