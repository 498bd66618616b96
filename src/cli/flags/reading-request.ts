// Converts the flags of commands that read sources to the request of a task.
import { HeadgateError, parseTimeRange } from '../../base/index.ts';
import { type FilterRequest, type LogsRequest, type SettledLogs, settleForm } from '../../run/logs-request.ts';
import { createEdgeKeyQuestion } from '../ask-edge-key.ts';
import type { FilterFlags } from './filter-flags.ts';
import type { SourceFlags } from './source-flags.ts';

/** The part of a request that all commands that read sources share. */
export type ReadingPart = FilterRequest & LogsRequest & Pick<SettledLogs, 'reading' | 'nullAs'>;

/**
 * Converts flags.
 * @param others values of further flags that `-` reads from standard input
 * @throws HeadgateError for invalid times, and `stdin-twice` for a second `-`
 */
export function readingRequest(
  sources: readonly string[],
  flags: FilterFlags & SourceFlags,
  others: readonly string[] = [],
): ReadingPart {
  const { filters = [], dataset, ignoreLimits, endpointUrl, region, profile, retryFor } = flags;
  const values = [...filters.map(({ value }) => value), ...others];
  if (sources.includes('-') && values.includes('-')) {
    throw new HeadgateError(
      'stdin-twice',
      'cannot read standard input twice: found - as a source and as the value of another flag, expected one of them in a file',
    );
  }
  return {
    ...{ filters, dataset, ignoreLimits, sources, slackMs: flags.slack, allFiles: flags.allFiles, nullAs: flags.null },
    range: parseTimeRange(flags.since, flags.until, Date.now()),
    connection: {
      ...(endpointUrl === undefined ? {} : { endpointUrl }),
      ...(region === undefined ? {} : { region }),
      ...(profile === undefined ? {} : { profile }),
      ...(retryFor === undefined ? {} : { retryForMs: retryFor }),
      askEdgeKey: createEdgeKeyQuestion(),
    },
    reading: settleForm({
      input: flags.input,
      records: flags.records,
      unwrap: flags.unwrap,
      columns: flags.fields?.split(',').map((name) => name.trim()),
    }),
  };
}
