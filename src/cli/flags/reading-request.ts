// Converts the flags of commands that read sources to the request of a task.
import { HeadgateError, parseTimeRange } from '../../base/index.ts';
import type { SettledFilters, SettledLogs } from '../../run/logs-request.ts';
import { readStdin } from '../../run/read-stdin.ts';
import { DEFAULT_INPUT } from '../../run/request-defaults.ts';
import type { FilterFlags } from './filter-flags.ts';
import type { SourceFlags } from './source-flags.ts';

/** The part of a request that all commands that read sources share. */
export type ReadingPart = SettledFilters & Omit<SettledLogs, 'signal'>;

/** Converts flags. @throws HeadgateError for invalid times, and `stdin-twice` for a second `-` */
export function readingRequest(sources: readonly string[], flags: FilterFlags & SourceFlags): ReadingPart {
  const filters = flags.filters ?? [];
  if (sources.includes('-') && filters.some((filter) => filter.value === '-')) {
    throw new HeadgateError(
      'stdin-twice',
      'cannot read standard input twice: found - as a source and as a filter or job, expected one of them in a file',
    );
  }
  return {
    filters,
    dataset: flags.dataset,
    sources,
    range: parseTimeRange(flags.since, flags.until, Date.now()),
    slackMs: flags.slack,
    allFiles: flags.allFiles,
    nullAs: flags.null,
    connection: {
      ...(flags.endpointUrl === undefined ? {} : { endpointUrl: flags.endpointUrl }),
      ...(flags.region === undefined ? {} : { region: flags.region }),
      ...(flags.profile === undefined ? {} : { profile: flags.profile }),
      ...(flags.retryFor === undefined ? {} : { retryForMs: flags.retryFor }),
    },
    stdin: readStdin(),
    reading: {
      input: flags.input,
      isCertain: flags.input !== DEFAULT_INPUT,
      records: flags.records,
      columns: flags.fields?.split(',').map((name) => name.trim()),
    },
  };
}
