// Flags that several commands share: filters and jobs, sources, reading, output. Texts and parsing stand here once.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseSpan } from '../base/index.ts';
import { DATASET_NAMES } from '../dataset/index.ts';
import type { JudgeArgument } from '../task/index.ts';

/** Values of {@link addJudgeFlags}. `--filter` and `--job` share one list, because their order counts. */
export interface JudgeFlags {
  judges?: JudgeArgument[];
  dataset?: string;
}

/** `--filter`, `--job`, `--dataset`. */
export function addJudgeFlags(command: Command): Command {
  const judges: JudgeArgument[] = [];
  const collect = (kind: JudgeArgument['kind']) => (value: string) => {
    judges.push({ kind, value });
    command.setOptionValue('judges', judges);
    return value;
  };
  return command
    .option('-f, --filter <filter>', 'JSON, an expression, @file or - (repeatable)', collect('filter'))
    .option('-j, --job <file>', 'a job, an array of jobs, or an API response (repeatable)', collect('job'))
    .addOption(datasetOption());
}

/** `--dataset`. */
export function datasetOption(): Option {
  return new Option('-d, --dataset <name>', `dataset of the lines (default: the job's, else ${DATASET_NAMES[0]})`);
}

/** Values of {@link addSourceFlags}. */
export interface SourceFlags {
  since?: string;
  until?: string;
  slack?: number;
  input: 'auto' | 'ndjson' | 'csv' | 'json';
  records?: string;
  fields?: string | false;
  endpointUrl?: string;
  region?: string;
  profile?: string;
}

/** Which objects to read, how to reach them, and what lies in them. */
export function addSourceFlags(command: Command): Command {
  return command
    .option('--since <time>', 'first instant: RFC 3339, a date (UTC), or a span back from now like 2h, 7d')
    .option('--until <time>', 'first instant no longer wanted, in the same forms')
    .option('--slack <span>', 'how far batches may trail behind their events (default: 1h)', parseSlack)
    .addOption(
      new Option('--input <shape>', 'shape of the objects').choices(['auto', 'ndjson', 'csv', 'json']).default('auto'),
    )
    .option('--records <path>', 'where records sit in a JSON document, for example events[].info')
    .option('--fields <names>', 'columns of a CSV source, separated by commas')
    .option('--endpoint-url <url>', 'S3 endpoint, as in the AWS CLI')
    .option('--region <region>', 'region of the bucket, as in the AWS CLI')
    .option('--profile <name>', 'profile of the AWS credentials, as in the AWS CLI');
}

/** Values of {@link addOutputFlags}. */
export interface OutputFlags {
  format: string;
  out?: string;
  quiet?: true;
  color: boolean;
  debug?: true;
}

/** Where results go and how they look. */
export function addOutputFlags(command: Command, formats: readonly string[]): Command {
  return command
    .addOption(new Option('--format <format>', 'form of the result').choices(formats).default(formats[0]))
    .option('-o, --out <file>', 'write the result to a file, whole or not at all')
    .option('-q, --quiet', 'print nothing but the result and errors')
    .option('--no-color', 'no colours (also NO_COLOR)')
    .option('--debug', 'show where in the code an unexpected error arose');
}

/** Parses a whole number of at least `least`. */
export function parseCount(least: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(count) || count < least) {
      throw new InvalidArgumentError(`Found ${JSON.stringify(text)}, wanted a whole number of at least ${least}.`);
    }
    return count;
  };
}

function parseSlack(text: string): number {
  const span = parseSpan(text);
  if (span === undefined) {
    throw new InvalidArgumentError(`Found ${JSON.stringify(text)}, wanted a span like 30m, 1h or 1d.`);
  }
  return span;
}
