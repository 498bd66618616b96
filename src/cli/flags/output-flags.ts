// Flags that say where results go and how they look.
import { type Command, InvalidArgumentError, Option } from 'commander';

/** What `--out` calls standard output. Commands find no `out` then. */
export const STANDARD_OUTPUT = '-';

/** Values of {@link addOutputFlags}. */
export interface OutputFlags {
  format: string;
  /** @default standard output */
  out?: string | undefined;
  quiet?: true;
  color: boolean;
  debug?: true;
}

/** Where results go and how they look. */
export function addOutputFlags(command: Command, formats: readonly string[]): Command {
  return command
    .addOption(new Option('--format <format>', 'form of the result').choices(formats).default(formats[0]))
    .option(
      '-o, --out <file>',
      'write the result to a file, whole or not at all (interrupted: to <file>.partial); - is standard output',
      parseOut,
    )
    .option('-q, --quiet', 'print nothing but the result and errors')
    .option('--no-color', 'no colours (also NO_COLOR)')
    .option('--debug', 'show where in the code an unexpected error arose');
}

function parseOut(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('Found an empty name, expected a file; is a variable of your shell empty?');
}
