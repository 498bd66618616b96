// Defines the flags of commands that read logs: which objects, how to access them, and their format.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseSpan } from '../../base/index.ts';
import { DEFAULT_INPUT, DEFAULT_NULL_READING } from '../../run/request-defaults.ts';

/** Values of {@link addSourceFlags}. */
export interface SourceFlags {
  since?: string;
  until?: string;
  slack?: number;
  input: 'auto' | 'ndjson' | 'csv' | 'json';
  records?: string;
  unwrap?: string;
  fields?: string;
  null: 'unknown' | 'zero';
  endpointUrl?: string;
  region?: string;
  profile?: string;
  retryFor?: number;
  allFiles?: true;
}

/** Adds the flags that select objects, access and format. */
export function addSourceFlags(command: Command): Command {
  command.argument(
    '[source...]',
    'Folder, file, destination_conf, https address of the edge script (key: HEADGATE_EDGE_KEY), or - for standard input (default: destination of the job)',
  );
  return addReadingFlags(command);
}

/** Adds the same flags without the argument that names the sources. */
export function addReadingFlags(command: Command): Command {
  return command
    .optionsGroup('Source options:')
    .option(
      '--since <time>',
      'Start of the time range: RFC 3339, seconds since 1970, a date (UTC), today, or a duration before now: 2h, 1h30m, 7d, 2w',
    )
    .option('--until <time>', 'End of the time range (exclusive), in the same formats')
    .option('--slack <span>', 'Maximum delay between an event and its batch (default: 1h)', parseSlack)
    .addOption(
      new Option('--input <shape>', 'Format of the objects')
        .choices(['auto', 'ndjson', 'csv', 'json'])
        .default(DEFAULT_INPUT),
    )
    .option('--records <path>', 'Path of the records in a JSON document, such as events[].info')
    .option(
      '--unwrap <path>',
      'Path of the record in each line, such as event, or none (default: found by the fields inside)',
    )
    .option('--fields <names>', 'Column names of a CSV source, separated by commas')
    .addOption(
      new Option('--null <reading>', 'How to treat JSON null')
        .choices(['unknown', 'zero'])
        .default(DEFAULT_NULL_READING),
    )
    .option('--endpoint-url <url>', 'S3 endpoint URL, as in the AWS CLI')
    .option('--region <region>', 'AWS region, as in the AWS CLI')
    .option('--profile <name>', 'AWS credentials profile, as in the AWS CLI')
    .option('--all-files', 'Keep listing even if almost none of 100,000 names look like logs')
    .option(
      '--retry-for <span>',
      'How long to retry a bucket request that makes no progress; 0 disables retries (default: 1m)',
      parseRetryFor,
    );
}

function parseRetryFor(text: string): number {
  const span = text.trim() === '0' ? 0 : parseSpan(text);
  if (span === undefined) {
    throw new InvalidArgumentError(`Found ${JSON.stringify(text)}, expected a duration such as 30s or 5m, or 0.`);
  }
  return span;
}

function parseSlack(text: string): number {
  const span = parseSpan(text);
  if (span === undefined) {
    throw new InvalidArgumentError(`Found ${JSON.stringify(text)}, expected a duration such as 30m, 1h30m or 1d.`);
  }
  return span;
}
