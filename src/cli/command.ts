// Defines a command as data: the parser, the help, the completion scripts and errors read it. Must load no verb: each command does so when
// it runs.
import { type FlagRow, type FlagsOf, type Parser, partsOf } from './flag-row.ts';
import { type OutputRow, outputFlags } from './flags/output-flags.ts';
import type { CommandTask } from './run-command.ts';

/** An argument that is not a flag. */
export interface ArgumentRow {
  /** As the help names it: `source`. Decides how a shell completes it, as the placeholder of a flag does. */
  name: string;
  /** How many values it takes; `any` and `some` (at least one) only as the last argument. */
  takes: 'one' | 'optional' | 'any' | 'some';
  help: string;
  choices?: readonly string[];
  /** Checks the value of `one` and `optional`. @default any text */
  parser?: Parser<string>;
}

type ArgumentsOf<Rows extends readonly ArgumentRow[]> = {
  [Index in keyof Rows]: Rows[Index] extends { takes: 'one' }
    ? string
    : Rows[Index] extends { takes: 'optional' }
      ? string | undefined
      : readonly string[];
};

/** What a command knows beside its arguments and flags. */
export interface CommandLine {
  /** The flags on the command line, by their long names, in the order of the rows. */
  given: readonly string[];
  /** The program with the commands that are loaded. */
  program: Command;
}

/** A command, or a group of commands. */
export interface Command {
  name: string;
  /** For the list of commands. */
  summary: string;
  /** Heading in the list of commands of the program. @default 'Other commands:' */
  group?: string;
  /** For its own help. */
  description: string;
  arguments: readonly ArgumentRow[];
  /** With the flags of the output, if it has formats. In the order of the help. */
  flags: readonly FlagRow[];
  /** Follows the help: paragraphs, whose line ends do not count; lines that begin with a blank are printed unchanged. */
  notes?: string;
  /** The commands below it. */
  commands: readonly Command[];
  /** Undefined: a group, which does nothing by itself. */
  run?: Run | undefined;
  /** Describes superfluous arguments in place of commander, whose message repeats them. @returns undefined if there are none */
  excess?: { reject: (args: readonly string[]) => string | undefined; includesFlags?: true };
  /** Whether it needs no standard output. @default false */
  isOutputOptional?: true;
}

/**
 * Maps arguments and flags to the task, and rejects contradictory flags. Must not load verbs. A command without formats writes its result
 * itself.
 * @throws UsageError, HeadgateError
 */
type Run = (args: never, flags: never, line: CommandLine) => CommandTask | Promise<void>;

/** A command, before its defaults. The type of what it runs with follows from its rows. */
interface Definition<Arguments extends readonly ArgumentRow[], Rows extends readonly FlagRow[]>
  extends Omit<Command, 'arguments' | 'flags' | 'commands' | 'run'> {
  arguments?: Arguments;
  flags?: Rows;
  commands?: readonly Command[];
  /** The formats of its result, the default first; of several results, those of all. @default none: no flags of the output */
  formats?: Readonly<Record<string, unknown>>;
  /** The tables that `csv` can print. @default it has one */
  tables?: readonly string[];
  run?: (args: ArgumentsOf<Arguments>, flags: CommandFlags<Rows>, line: CommandLine) => CommandTask | Promise<void>;
}

/** The flags that a command with these rows runs with. */
export type CommandFlags<Rows extends readonly FlagRow[]> = FlagsOf<Rows[number] | OutputRow>;

/** Defines a command. */
export function defineCommand<
  const Arguments extends readonly ArgumentRow[] = readonly [],
  const Rows extends readonly FlagRow[] = readonly [],
>({
  arguments: args,
  flags = [] as never,
  formats,
  tables,
  commands = [],
  ...rest
}: Definition<Arguments, Rows>): Command {
  const own = flags.map((row) => partsOf(row).long);
  // A command may have a flag of its own in place of one of the output: `--out` with a folder.
  const output = formats === undefined ? [] : outputFlags(Object.keys(formats), tables);
  const others = output.filter((row) => !own.includes(partsOf(row).long));
  return { ...rest, arguments: args ?? [], flags: [...flags, ...others], commands };
}

/** A command line that is wrong. Its message is printed with a reference to the help of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns a command and all below it, with the words that lead to each. */
export function placesOf(
  command: Command,
  path: readonly string[] = [],
): { path: readonly string[]; command: Command }[] {
  return [{ path, command }, ...command.commands.flatMap((inner) => placesOf(inner, [...path, inner.name]))];
}
