// Adds notes and examples below the help of a command, wrapped like the options above them.
import type { Command } from 'commander';

/** Width if the help is not for a terminal, as commander's. Columns. */
const DEFAULT_HELP_COLUMNS = 80;
/** Longer lines of text are hard to read. Columns. */
const MAX_HELP_COLUMNS = 100;

/**
 * Adds notes after the help.
 * @param notes paragraphs, whose line ends do not count; lines that begin with a blank are printed unchanged
 */
export function addHelpNotes(command: Command, notes: string | (() => string)): Command {
  return command.addHelpText('after', ({ error }) => {
    const { getErrHelpWidth, getOutHelpWidth } = command.configureOutput();
    const columns = (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? DEFAULT_HELP_COLUMNS;
    return wrapNotes(typeof notes === 'string' ? notes : notes(), Math.min(columns, MAX_HELP_COLUMNS), command);
  });
}

function wrapNotes(notes: string, columns: number, command: Command): string {
  const help = command.createHelp();
  return notes
    .replaceAll(/(?<=\S)\n(?=\S)/g, ' ')
    .split('\n')
    .map((line) => (line.startsWith(' ') ? line : help.boxWrap(line, columns)))
    .join('\n');
}
