// Defines the flags that jobs plan and jobs apply share, and converts them to a request.
import type { Command } from 'commander';
import { HeadgateError } from '../../../base/index.ts';
import { DEFAULT_CHANGED_SAMPLES } from '../../../run/request-defaults.ts';
import type { PlanJobsRequest } from '../../../task/index.ts';
import { addGuardFlags, type GuardFlags, guardRequest } from '../guard-flags.ts';
import { parseCount } from '../parse-count.ts';
import { addPriceFlags, type PriceFlags, priceRequest } from '../price-flags.ts';
import { readingRequest } from '../reading-request.ts';
import { addThreadsFlag } from '../run-flags.ts';
import { addShowFlag, type ShowFlags } from '../show-flags.ts';
import { addReadingFlags, type SourceFlags } from '../source-flags.ts';
import { type ApiFlags, addApiFlags } from './api-flags.ts';

/** Values of {@link addJobsFlags}. */
export interface JobsFlags extends ApiFlags, GuardFlags, PriceFlags, ShowFlags, SourceFlags {
  job: string[];
  filter?: string;
  source?: string[];
  rewrite?: true;
  samples: number;
  threads: number;
}

/** Adds the flags. */
export function addJobsFlags(command: Command): Command {
  const collect = (value: string, found: string[] = []): string[] => [...found, value];
  command
    .requiredOption(
      '-j, --job <file>',
      'File with a job, an array of jobs, or an API response; - reads standard input (repeatable)',
      collect,
    )
    .option(
      '-f, --filter <filter>',
      'Filter that replaces that of the one job: JSON, an expression, @file, -, or all to remove the filter',
    )
    .option(
      '--rewrite',
      'Also replace live filters that are proven equal to those of the files, but written differently',
    )
    .option(
      '-s, --samples <n>',
      'Lines to show that are newly kept and newly dropped',
      parseCount(0),
      DEFAULT_CHANGED_SAMPLES,
    );
  addShowFlag(command);
  addThreadsFlag(command);
  addApiFlags(command, 'zone-or-account');
  addGuardFlags(command);
  addPriceFlags(command);
  command
    .optionsGroup('Source options:')
    .option(
      '--source <source>',
      'Logs to replay the old and the new filter over: a folder, file, destination_conf, or https address of the edge script (key: HEADGATE_EDGE_KEY; repeatable)',
      collect,
    );
  return addReadingFlags(command);
}

/** The part of a request that jobs plan and jobs apply share, without the access to the API. */
export type JobsPart = Omit<PlanJobsRequest, 'credentials'>;

/** Converts the flags. @throws HeadgateError `usage`, `stdin-twice` */
export function jobsRequest(flags: JobsFlags): JobsPart {
  const { source: sources = [], job: jobs, filter, rewrite, samples, threads } = flags;
  if (sources.length === 0) refuseUnused(flags);
  const guards = guardRequest(flags);
  const files = [...jobs.map((value) => ({ kind: 'job', value }) as const)];
  if (filter !== undefined) files.push({ kind: 'job', value: filter });
  if (files.filter(({ value }) => value === '-').length > 1) {
    throw new HeadgateError(
      'stdin-twice',
      'cannot read standard input twice: found - for several flags, expected it once; pass a file',
    );
  }
  const { filters: _, dataset: __, ...reading } = readingRequest(sources, { ...flags, filters: files });
  return {
    ...reading,
    jobs,
    rewrite,
    samples,
    threads,
    ...guards,
    ...priceRequest(flags),
    ...(filter === undefined ? {} : { filter }),
  };
}

/** A time range without a source would look as if it had been used. */
function refuseUnused(flags: JobsFlags): void {
  const given = OF_SOURCES.filter(([name]) => flags[name] !== undefined).map(([, flag]) => flag);
  if (given.length === 0) return;
  throw new HeadgateError(
    'usage',
    `cannot use ${given.join(', ')}: found no source, expected the logs to replay the filters over; add --source SOURCE`,
  );
}

/** Flags that only apply to sources. The others also apply to the file with an ownership token. */
const OF_SOURCES = [
  ['since', '--since'],
  ['until', '--until'],
  ['slack', '--slack'],
  ['records', '--records'],
  ['unwrap', '--unwrap'],
  ['fields', '--fields'],
  ['allFiles', '--all-files'],
  ['show', '--show'],
  ['price', '--price'],
  ['otherUsage', '--other-usage'],
] as const;
