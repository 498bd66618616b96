// Flags that say where results go and how they look.
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Renderers } from '../../render/index.ts';
import type { OutputSettings } from '../stdio/output.ts';

/** What `--out` calls standard output. Commands find no `out` then. */
export const STANDARD_OUTPUT = '-';

/** Values of {@link addOutputFlags}. */
export interface OutputFlags extends OutputSettings {
  format: string;
  debug?: true;
}

/** `--format`, `--out`, `--quiet`, `--no-color`, `--debug`. @param renderers the formats of the result, the default first */
export function addOutputFlags<Result>(command: Command, renderers: Renderers<Result>): Command {
  const formats = Object.keys(renderers);
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
