// headgate fields list: the fields of a dataset that filters can test.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_DATASET, FIELD_TYPES, type FieldType } from '../../../dataset/index.ts';
import { FIELD_LIST_RENDERERS } from '../../../render/index.ts';
import { addHelpNotes } from '../../add-help-notes.ts';
import { addOutputFlags, type OutputFlags } from '../../flags/output-flags.ts';
import { commandTask, runCommand } from '../../run-command.ts';

interface FieldsListFlags extends OutputFlags {
  type?: FieldType;
  search?: string;
}

const EXAMPLES = `
Operators are those of expressions; not negates those that are words. Headers and cookies of custom fields are inside RequestHeaders,
ResponseHeaders and Cookies, which filters cannot test.

Examples:
  headgate fields list
  headgate fields list firewall_events --type int
  headgate fields list --search country                  in every dataset
  headgate fields list | grep deprecated
  headgate fields list http_requests --format json | jq -r '.fields[].name'

Exit codes: 0 success, 1 no field found, 2 unknown dataset or other usage error.`;

/** Adds the command. */
export function addFieldsListCommand(group: Command): Command {
  const command = group
    .command('list')
    .summary('List the fields of a dataset: types, operators, deprecated ones')
    .description(
      'Lists the fields of a dataset with their types and the operators that filters may use on them. Needs no logs and no account.',
    )
    .argument('[dataset]', `Dataset (default: ${DEFAULT_DATASET}; with --search: all)`)
    .addOption(new Option('--type <type>', 'Only fields of this type').choices(FIELD_TYPES))
    .option('--search <word>', 'Only fields whose name contains this, in any case', parseWord);
  addHelpNotes(command, EXAMPLES);
  addOutputFlags(command, FIELD_LIST_RENDERERS);
  return command.action(
    runCommand<FieldsListFlags>(([dataset], { type, search }) =>
      commandTask(FIELD_LIST_RENDERERS, async ({ notice }) => {
        const { listFields } = await import('../../../task/catalog/list-fields.ts');
        const result = listFields({ dataset, type, search });
        const isEmpty = result.fields.length === 0;
        return {
          ...{ result, isPartial: false, isNegative: isEmpty },
          notices: () => {
            if (isEmpty) notice(nextSearch(dataset, type, search));
          },
        };
      }),
    ),
  );
}

function parseWord(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Found no text, expected a part of a name; is a shell variable empty?');
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
