// headgate fields: groups the commands for custom fields, and lists the fields of a dataset that filters can test.
import { DEFAULT_DATASET, FIELD_TYPES, type FieldType } from '../../../language/dataset/index.ts';
import { FIELD_LIST_RENDERERS, PROMISE_LIST_RENDERERS } from '../../../report/index.ts';
import { defineCommand, UsageError } from '../../command.ts';
import { type CommandTask, commandTask } from '../../run-command.ts';
import { fieldsApplyCommand } from './fields-apply.ts';
import { fieldsPlanCommand } from './fields-plan.ts';
import { fieldsPreviewCommand } from './fields-preview.ts';
import { fieldsProposeCommand } from './fields-propose.ts';

const listCommand = defineCommand({
  name: 'list',
  summary: 'List the fields of a dataset: types, operators, deprecated ones',
  description:
    'Lists the fields of a dataset with their types and the operators that filters may use on them. Needs no logs and no account.',
  arguments: [
    { name: 'dataset', takes: 'optional', help: `Dataset (default: ${DEFAULT_DATASET}; with --search: all)` },
  ],
  flags: [
    { flag: '--type <type>', sets: 'type', kind: 'choice', choices: FIELD_TYPES, help: 'Only fields of this type' },
    {
      flag: '--search <word>',
      sets: 'search',
      kind: 'parsed',
      parse: (text: string) => (text.trim() === '' ? undefined : text),
      expected: 'a part of a name; is a shell variable empty?',
      help: 'Only fields whose name contains this, in any case',
    },
    {
      flag: '--promises',
      sets: 'promises',
      kind: 'switch',
      help: 'List the promises of the dataset instead: named filters for --never-drop promise:NAME',
    },
  ],
  notes: `
Operators are those of expressions; "not" before contains, starts_with, ends_with and in negates them. Headers and cookies of custom fields are inside RequestHeaders,
ResponseHeaders and Cookies, which filters cannot test.

Examples:
  headgate fields list
  headgate fields list firewall_events --type int
  headgate fields list --search country                # in every dataset
  headgate fields list | grep deprecated
  headgate fields list --promises                      # what --never-drop promise:security covers
  headgate fields list http_requests --format json | jq -r '.fields[].name'

Exit codes: 0 success, 1 no field found, 2 unknown dataset or other usage error.`,
  formats: FIELD_LIST_RENDERERS,
  run: ([dataset], { type, search, promises }) =>
    promises === true
      ? promisesTask(dataset, type ?? search)
      : commandTask(FIELD_LIST_RENDERERS, async ({ notice }) => {
          const { listFields } = await import('../../../verbs/catalog/list-fields.ts');
          const result = listFields({ dataset, type, search });
          const isEmpty = result.fields.length === 0;
          return {
            ...{ result, isPartial: false, isNegative: isEmpty },
            notices: () => {
              if (isEmpty) notice(nextSearch(dataset, type, search));
            },
          };
        }),
});

/** @param searched the value of a flag that selects fields */
function promisesTask(dataset: string | undefined, searched: string | undefined): CommandTask {
  if (searched !== undefined)
    throw new UsageError('cannot list promises: found --type or --search, which select fields; remove it');
  return commandTask(PROMISE_LIST_RENDERERS, async ({ notice }) => {
    const { listPromises } = await import('../../../verbs/catalog/list-promises.ts');
    const result = listPromises({ dataset });
    const isEmpty = result.promises.length === 0;
    return {
      ...{ result, isPartial: false, isNegative: isEmpty },
      notices: () => {
        if (isEmpty) notice(`${result.dataset} has no named promises: write a filter in place of promise:NAME`);
      },
    };
  });
}

/** What to do if no field was found. */
function nextSearch(dataset: string | undefined, type: FieldType | undefined, search: string | undefined): string {
  if (search === undefined) return `no field has the type ${type}; omit --type`;
  const found = `no field name contains ${JSON.stringify(search)}`;
  const others = [
    ...(type === undefined ? [] : ['omit --type']),
    ...(dataset === undefined ? [] : ['omit the dataset to search all of them']),
  ];
  return `${found}; ${others.length === 0 ? 'search for a shorter part of the name' : others.join(', or ')}`;
}

/** The group of commands. */
export const fieldsCommand = defineCommand({
  name: 'fields',
  summary: 'List the fields of a dataset; preview, propose, plan and apply custom fields',
  description:
    'list shows the fields of a dataset, which filters test. The other commands work with custom fields: the request headers, response headers, and cookies that a ruleset adds to the lines.',
  commands: [listCommand, fieldsPreviewCommand, fieldsProposeCommand, fieldsPlanCommand, fieldsApplyCommand],
});
