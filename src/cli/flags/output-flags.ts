// Defines the flags for the destination and the format of results.
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Renderers } from '../../render/index.ts';
import type { OutputSettings } from '../stdio/output.ts';

/** The `--out` that means standard output. Commands see no `out` then. */
export const STANDARD_OUTPUT = '-';

/** Values of {@link addOutputFlags}. */
export interface OutputFlags extends OutputSettings {
  format: string;
  /** The table of `--format csv`. */
  table?: string;
  debug?: true;
}

/**
 * `--format`, `--table`, `--out`, `--quiet`, `--no-color`, `--debug`.
 * @param renderers the formats of the result, the default first
 * @param tables names of the tables that `csv` prints. @default no `--table`
 */
export function addOutputFlags<Result>(
  command: Command,
  renderers: Renderers<Result>,
  tables: readonly string[] = [],
): Command {
  const formats = Object.keys(renderers);
  command
    .optionsGroup('Output options:')
    .addOption(new Option('--format <format>', 'Output format').choices(formats).default(formats[0]));
  if (tables.length > 1)
    command.addOption(
      new Option('--table <table>', 'Table to write as csv').choices(tables).implies({ format: 'csv' }),
    );
  return command
    .option(
      '-o, --out <file>',
      'Write the complete result to a file, in the format of its ending (if interrupted, to <file>.partial); - for standard output',
      parseOut,
    )
    .option('-q, --quiet', 'Print only the result and errors')
    .option('--no-color', 'Disable colors (also: NO_COLOR)')
    .option('--debug', 'Print the stack trace of an unexpected error');
}

function parseOut(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('Found an empty name, expected a file; is a shell variable empty?');
}
