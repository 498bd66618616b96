// Finds commands by name and by flag: for `headgate help`, and for the error about an option of another command. Prints nothing.
import { type Command, placesOf } from './command.ts';
import { partsOf } from './flag-row.ts';

const HELP = 'help';
/** Commands that are named; others are counted. */
const COMMANDS_SHOWN = 6;
/** How commander reports an option that a command lacks. */
const UNKNOWN_OPTION = /^error: unknown option '(?<flag>--?[^'=]+)(?<value>=)?/;

/** What a command with two filters has in place of a flag for one. */
const FLAGS_OF_TWO: Readonly<Record<string, readonly string[]>> = {
  '--filter': ['--from', '--to'],
  '--job': ['--from-job', '--to-job'],
  '--transformer': ['--from-transformer', '--to-transformer'],
};

/**
 * Describes which option the command has in place of that of a usage error, else which commands have it.
 * @param message of commander
 * @param program with all commands
 * @param args after `headgate`
 * @returns undefined for other errors, and for an option that no command has
 */
export function describeOtherCommands(message: string, program: Command, args: readonly string[]): string | undefined {
  const { flag, value } = UNKNOWN_OPTION.exec(message)?.groups ?? {};
  if (flag === undefined) return undefined;
  const ofTwo = FLAGS_OF_TWO[flag];
  if (ofTwo !== undefined) {
    const flags = commandOf(program, args).flags.filter((row) =>
      ofTwo.some((name) => partsOf(row).names.includes(name)),
    );
    const own = flags.map(
      (row) =>
        `${row.flag} (${row.help
          .replace(/[:,(].*/s, '')
          .trim()
          .toLowerCase()})`,
    );
    if (own.length > 0) return `in place of ${flag}, give ${own.join(' or ')}`;
  }
  const found = placesOf(program).flatMap(({ path, command }) => {
    const own = command.flags.map(partsOf).find(({ names }) => names.includes(flag));
    return own === undefined || path.length === 0
      ? []
      : [{ name: path.join(' '), takesValue: own.placeholder !== undefined }];
  });
  if (found.length === 0) return undefined;
  if (value !== undefined && found.every(({ takesValue }) => !takesValue)) return `${flag} takes no value`;
  const more = found.length - COMMANDS_SHOWN;
  const shown = found.slice(0, COMMANDS_SHOWN).map(({ name }) => `headgate ${name}`);
  return `${flag} is an option of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Rewrites `help fields preview` to `fields preview --help`: commander prints help only for commands of the first level, and ignores unknown
 * names. `help` may follow a group of commands.
 * @param args after `headgate`
 * @returns unchanged where the arguments are no call of `help` with names; without --help where a name is unknown: it fails then
 */
export function helpArguments(program: Command, args: readonly string[]): readonly string[] {
  const at = args.indexOf(HELP);
  const names = args.slice(at + 1);
  if (at < 0 || names.length === 0 || names.some((name) => name.startsWith('-'))) return args;
  let command = program;
  for (const name of args.slice(0, at)) {
    const inner = commandIn(command, name);
    if (inner === undefined) return args;
    command = inner;
  }
  if (command.commands.length === 0) return args;
  const path = [...args.slice(0, at)];
  for (const name of names) {
    if (command.commands.length === 0) break;
    const inner = commandIn(command, name);
    path.push(name);
    if (inner === undefined) return path;
    command = inner;
  }
  return [...path, '--help'];
}

/** The command that the first arguments name. */
function commandOf(program: Command, args: readonly string[]): Command {
  let command = program;
  for (const name of args) {
    const inner = commandIn(command, name);
    if (inner === undefined) break;
    command = inner;
  }
  return command;
}

function commandIn({ commands }: Command, name: string): Command | undefined {
  return commands.find((command) => command.name === name);
}
