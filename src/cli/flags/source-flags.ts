// Flags of commands that read logs: which objects, how to reach them, and what lies in them.
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
  fields?: string;
  null: 'unknown' | 'zero';
  endpointUrl?: string;
  region?: string;
  profile?: string;
  retryFor?: number;
  allFiles?: true;
}

/** Which objects to read, how to reach them, and what lies in them. */
export function addSourceFlags(command: Command): Command {
  return command
    .argument('[source...]', "folder, file, -, or destination_conf (default: the job's)")
    .option('--since <time>', 'first instant: RFC 3339, a date (UTC), or a span back from now like 2h, 7d')
    .option('--until <time>', 'first instant no longer wanted, in the same forms')
    .option('--slack <span>', 'how far batches may trail behind their events (default: 1h)', parseSlack)
    .addOption(
      new Option('--input <shape>', 'shape of the objects')
        .choices(['auto', 'ndjson', 'csv', 'json'])
        .default(DEFAULT_INPUT),
    )
    .option('--records <path>', 'where records sit in a JSON document, for example events[].info')
    .option('--fields <names>', 'columns of a CSV source, separated by commas')
    .addOption(
      new Option('--null <reading>', 'what JSON null counts as')
        .choices(['unknown', 'zero'])
        .default(DEFAULT_NULL_READING),
    )
    .option('--endpoint-url <url>', 'S3 endpoint, as in the AWS CLI')
    .option('--region <region>', 'region of the bucket, as in the AWS CLI')
    .option('--profile <name>', 'profile of the AWS credentials, as in the AWS CLI')
    .option('--all-files', 'keep listing where almost none of 100,000 names looks like a log')
    .option(
      '--retry-for <span>',
      'how long a request to a bucket is retried without progress; 0: not at all (default: 1m)',
      parseRetryFor,
    );
}

function parseRetryFor(text: string): number {
  const span = text.trim() === '0' ? 0 : parseSpan(text);
  if (span === undefined) {
    throw new InvalidArgumentError(`Found ${JSON.stringify(text)}, expected a span like 30s or 5m, or 0.`);
  }
  return span;
}

function parseSlack(text: string): number {
  const span = parseSpan(text);
  if (span === undefined) {
    throw new InvalidArgumentError(`Found ${JSON.stringify(text)}, expected a span like 30m, 1h or 1d.`);
  }
  return span;
}
