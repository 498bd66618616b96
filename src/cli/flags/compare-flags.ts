// Defines the flags that name the filters of a comparison, and `--by`.
import { type Command, InvalidArgumentError } from 'commander';
import { DEFAULT_DATASET } from '../../dataset/index.ts';
import { MAX_FILTER_BYTES, MAX_FILTER_OPERATORS } from '../../filter/index.ts';
import type { FilterArgument } from '../../run/named-filters.ts';

/** Values of {@link addComparedFlags}. */
export interface ComparedFlags {
  from?: string;
  fromJob?: string;
  /** `--to` and `--to-job` share one list, because their order counts. */
  toFilters?: FilterArgument[];
  dataset?: string;
  ignoreLimits?: true;
}

/** Values of {@link addByFlag}. */
export interface ByFlags {
  by?: string[];
}

/** Adds `--from`, `--from-job`, `--to`, `--to-job`, `--dataset`, `--ignore-limits`. */
export function addComparedFlags(command: Command): Command {
  const filters: FilterArgument[] = [];
  const collect = (kind: FilterArgument['kind']) => (value: string) => {
    filters.push({ kind, value });
    command.setOptionValue('toFilters', filters);
    return value;
  };
  return command
    .optionsGroup('Filter options:')
    .option(
      '--from <filter>',
      'Old filter: JSON, an expression, all, none, @file (a filter or a job), or - for standard input',
    )
    .option('--from-job <file>', 'Old filter: that of the job in the file')
    .option('--to <filter>', 'New filter, in the same forms (repeatable)', collect('filter'))
    .option('--to-job <file>', 'New filter: that of the job in the file (repeatable)', collect('job'))
    .option(
      '-d, --dataset <dataset>',
      `Dataset of the lines, such as http_requests or firewall_events (default: dataset of the jobs, else ${DEFAULT_DATASET})`,
    )
    .option(
      '--ignore-limits',
      `Accept filters over ${MAX_FILTER_OPERATORS} operators or ${MAX_FILTER_BYTES} bytes, with a warning`,
    );
}

/** Adds `--by`. @param description of the flag */
export function addByFlag(command: Command, description: string): Command {
  return command.option('--by <fields>', `${description}, separated by commas (repeatable)`, collectFields);
}

function collectFields(text: string, before: readonly string[] = []): string[] {
  const fields = text.split(',').map((name) => name.trim());
  if (fields.every((name) => name !== '')) return [...before, ...fields];
  throw new InvalidArgumentError(
    `Found ${JSON.stringify(text)}, expected names of fields such as ClientRequestPath,ClientCountry.`,
  );
}
