// Finds the commands that have an option, for the error about an option of another command. Prints nothing.
import type { Command } from 'commander';

/** Commands that are named; others are counted. */
const COMMANDS_SHOWN = 6;
/** How commander reports an option that a command lacks. */
const UNKNOWN_OPTION = /^error: unknown option '(?<flag>--?[^'=]+)(?<value>=)?/;

/**
 * Describes which commands have the option of a usage error.
 * @param message of commander
 * @param program with all commands
 * @returns undefined for other errors, and for an option that no command has
 */
export function describeOtherCommands(message: string, program: Command): string | undefined {
  const { flag, value } = UNKNOWN_OPTION.exec(message)?.groups ?? {};
  if (flag === undefined) return undefined;
  const found = commandsWith(flag, program, []);
  if (found.length === 0) return undefined;
  if (value !== undefined && found.every(({ takesValue }) => !takesValue)) return `${flag} takes no value`;
  const names = found.map(({ name }) => name);
  const more = names.length - COMMANDS_SHOWN;
  const shown = names.slice(0, COMMANDS_SHOWN).map((name) => `headgate ${name}`);
  return `${flag} is an option of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

interface OptionOwner {
  name: string;
  takesValue: boolean;
}

function commandsWith(flag: string, command: Command, path: readonly string[]): OptionOwner[] {
  const own = command.options.find(({ long, short, hidden }) => !hidden && (long === flag || short === flag));
  return [
    ...(own !== undefined && path.length > 0
      ? [{ name: path.join(' '), takesValue: own.required || own.optional }]
      : []),
    ...command.commands.flatMap((inner) => commandsWith(flag, inner, [...path, inner.name()])),
  ];
}
