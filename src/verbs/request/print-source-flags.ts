// Prints resolved logs as the flags of the commands that read them: for commands that a report or the page shows, and that must read the same lines.
import { printInstant, type TimeRange } from '../../base/index.ts';
import type { ResolvedLogs } from './logs-request.ts';
import { DEFAULT_INPUT, DEFAULT_NULL_READING, DEFAULT_UNWRAP } from './request-defaults.ts';

/** A flag with its value; a switch has none. */
export type PrintedFlag = readonly [flag: string, value?: string];

/** What decides which lines are read. */
export interface PrintedLogs
  extends Pick<ResolvedLogs, 'connection' | 'nullAs'>,
    Partial<Pick<ResolvedLogs, 'range' | 'slackMs' | 'reading'>> {}

/** Prints the flags that differ from the defaults. The sources, the dataset and credentials are not among them. @param logs without `range`: no times */
export function printSourceFlags({ range, slackMs, reading, nullAs, connection = {} }: PrintedLogs): PrintedFlag[] {
  const { input = DEFAULT_INPUT, columns, records, unwrap } = reading ?? {};
  const detail = columns?.join(',') ?? records;
  const flags: (readonly [string, string | undefined])[] = [
    ...timeFlags(range),
    ['--slack', slackMs === undefined ? undefined : `${Math.ceil(slackMs / 1000)}s`],
    ['--input', input === DEFAULT_INPUT ? undefined : [input, ...(detail === undefined ? [] : [detail])].join(':')],
    ['--unwrap', unwrap === DEFAULT_UNWRAP ? undefined : unwrap],
    ['--null', nullAs === DEFAULT_NULL_READING ? undefined : nullAs],
    ['--endpoint-url', connection.endpointUrl],
    ['--region', connection.region],
    ['--profile', connection.profile],
  ];
  return flags.flatMap(([flag, value]): PrintedFlag[] => (value === undefined ? [] : [[flag, value]]));
}

function timeFlags({ since, until }: Partial<TimeRange> = {}): (readonly [string, string | undefined])[] {
  return [
    ['--since', since === undefined ? undefined : printInstant(since)],
    ['--until', until === undefined ? undefined : printInstant(until)],
  ];
}
