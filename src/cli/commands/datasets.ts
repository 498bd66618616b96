// headgate datasets: the datasets that headgate knows.
import { DATASET_LIST_RENDERERS } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { commandTask } from '../run-command.ts';

/** The command. */
export const datasetsCommand = defineCommand({
  name: 'datasets',
  summary: 'List the datasets: scope, number of fields, event time',
  description:
    'Lists the datasets that jobs can push, with their scope and the field with the event time. Needs no logs and no account.',
  notes: `
Examples:
  headgate datasets
  headgate datasets | grep gateway
  headgate fields list gateway_dns                     # the fields of one`,
  excess: {
    reject: ([name]) =>
      name === undefined
        ? undefined
        : `cannot list datasets: found ${name}, expected no argument; headgate fields list ${name} lists the fields of a dataset`,
  },
  formats: DATASET_LIST_RENDERERS,
  run: () =>
    commandTask(DATASET_LIST_RENDERERS, async () => {
      const { listDatasets } = await import('../../verbs/catalog/list-datasets.ts');
      return { result: listDatasets(), isPartial: false, isNegative: false };
    }),
});
