// Finds the commands that have an option, for the error about an option of another command. Prints nothing.
import type { Command } from 'commander';

/** Commands that are named; others are counted. */
const COMMANDS_SHOWN = 6;
/** How commander reports an option that a command lacks. */
const UNKNOWN_OPTION = /^error: unknown option '(?<flag>--?[^'=]+)/;

/**
 * Describes which commands have the option of a usage error.
 * @param message of commander
 * @param program with all commands
 * @returns undefined for other errors, and for an option that no command has
 */
export function describeOtherCommands(message: string, program: Command): string | undefined {
  const flag = UNKNOWN_OPTION.exec(message)?.groups?.flag;
  const names = flag === undefined ? [] : commandsWith(flag, program, []);
  if (names.length === 0) return undefined;
  const more = names.length - COMMANDS_SHOWN;
  const shown = names.slice(0, COMMANDS_SHOWN).map((name) => `headgate ${name}`);
  return `${flag} is an option of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function commandsWith(flag: string, command: Command, path: readonly string[]): string[] {
  const has = command.options.some(({ long, short, hidden }) => !hidden && (long === flag || short === flag));
  return [
    ...(has && path.length > 0 ? [path.join(' ')] : []),
    ...command.commands.flatMap((inner) => commandsWith(flag, inner, [...path, inner.name()])),
  ];
}
