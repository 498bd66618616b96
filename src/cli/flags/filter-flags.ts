// Defines the flags for filters, jobs and their dataset.
import type { Command } from 'commander';
import { DEFAULT_DATASET } from '../../dataset/index.ts';
import { MAX_FILTER_BYTES, MAX_FILTER_OPERATORS } from '../../filter/index.ts';
import type { FilterArgument } from '../../run/named-filters.ts';

/** Values of {@link addFilterFlags}. `--filter` and `--job` share one list, because their order counts. */
export interface FilterFlags {
  filters?: FilterArgument[];
  dataset?: string;
  ignoreLimits?: true;
}

/** `--filter`, `--job`, `--dataset`, `--ignore-limits`. */
export function addFilterFlags(command: Command): Command {
  const filters: FilterArgument[] = [];
  const collect = (kind: FilterArgument['kind']) => (value: string) => {
    filters.push({ kind, value });
    command.setOptionValue('filters', filters);
    return value;
  };
  return command
    .optionsGroup('Filter options:')
    .option(
      '-f, --filter <filter>',
      'Filter: JSON, an expression, all, @file, or - for standard input (repeatable)',
      collect('filter'),
    )
    .option('-j, --job <file>', 'File with a job, an array of jobs, or an API response (repeatable)', collect('job'))
    .option(
      '-d, --dataset <dataset>',
      `Dataset of the lines, such as http_requests or firewall_events (default: dataset of the job, else ${DEFAULT_DATASET})`,
    )
    .option(
      '--ignore-limits',
      `Accept filters over ${MAX_FILTER_OPERATORS} operators or ${MAX_FILTER_BYTES} bytes, with a warning`,
    );
}
