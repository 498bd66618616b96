// Defines --written-by, the job that wrote the source.
import type { Command } from 'commander';

/** Values of {@link addWrittenByFlag}. */
export interface WrittenByFlags {
  writtenBy?: string;
}

/** Adds --written-by. */
export function addWrittenByFlag(command: Command): Command {
  return command.option(
    '--written-by <file>',
    'File with the job that wrote the source: shows which lines its filter may have left out',
  );
}
