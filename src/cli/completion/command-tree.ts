// Reads the names and values that a shell completes from the commands, for completion scripts.
import { DATASET_NAMES } from '../../language/dataset/index.ts';
import type { ArgumentRow, Command } from '../command.ts';
import { type FlagRow, partsOf } from '../flag-row.ts';

/** How a shell completes a value. `filter`: a file after `@`. `other`: not at all. */
export type ValueKind = 'choices' | 'file' | 'folder' | 'filter' | 'other';

/** A value that a flag or a command takes. */
export interface Value {
  /** As the help names it: `file`. */
  name: string;
  kind: ValueKind;
  /** Empty unless `kind` is `choices`. */
  choices: readonly string[];
}

/** A flag. At least one of its names is there. */
export interface Flag {
  /** `-f`, `--filter`. */
  names: readonly string[];
  description: string;
  isRepeatable: boolean;
  /** Undefined: takes none. */
  value: Value | undefined;
}

/** A command. The root is the program. */
export interface CommandNode {
  name: string;
  summary: string;
  flags: readonly Flag[];
  /** Its argument, which may be variadic. */
  operand: (Value & { isVariadic: boolean }) | undefined;
  commands: readonly CommandNode[];
}

/** Kinds by the placeholder in the help. Other placeholders are not completed. */
export const PLACEHOLDER_KINDS: Readonly<Record<string, ValueKind>> = {
  file: 'file',
  source: 'file',
  suite: 'file',
  traffic: 'file',
  dir: 'folder',
  filter: 'filter',
};

/** Choices by the placeholder, of values that the parser does not check: an unknown dataset has an error with the nearest name. */
const PLACEHOLDER_CHOICES: Readonly<Record<string, readonly string[]>> = { dataset: DATASET_NAMES };

/** The flag that commander adds to every command. */
const HELP_FLAG: Flag = {
  names: ['-h', '--help'],
  description: 'Print help',
  isRepeatable: false,
  value: undefined,
};

/** Reads a command with everything below it. */
export function commandTree(command: Command): CommandNode {
  const [operand] = command.arguments;
  const commands = command.commands.map(commandTree);
  return {
    name: command.name,
    summary: command.summary,
    flags: [...command.flags.map(flagOf), HELP_FLAG],
    operand: operand && operandOf(operand),
    commands: command.run === undefined ? [...commands, helpCommand(commands)] : commands,
  };
}

/** Returns the command that commander adds to a group. Its arguments are commands without flags. */
function helpCommand(commands: readonly CommandNode[]): CommandNode {
  return {
    name: 'help',
    summary: 'Print help for a command',
    flags: [],
    operand: undefined,
    commands: namesOnly(commands),
  };
}

function namesOnly(commands: readonly CommandNode[]): CommandNode[] {
  return commands
    .filter(({ name }) => name !== 'help')
    .map((one) => ({ ...one, flags: [], operand: undefined, commands: namesOnly(one.commands) }));
}

function flagOf(row: FlagRow): Flag {
  const { names, placeholder } = partsOf(row);
  const isRepeatable = row.kind !== 'switch' && row.repeatable === true;
  const choices = 'choices' in row ? row.choices : undefined;
  return {
    ...{ names, isRepeatable, description: row.help },
    value: placeholder === undefined ? undefined : completed(placeholder, choices),
  };
}

function operandOf({ name, takes, choices }: ArgumentRow): CommandNode['operand'] {
  return { ...completed(name, choices), isVariadic: takes === 'any' || takes === 'some' };
}

function completed(name: string, given: readonly string[] | undefined): Value {
  const choices = given ?? PLACEHOLDER_CHOICES[name];
  if (choices !== undefined) return { name, kind: 'choices', choices };
  return { name, kind: PLACEHOLDER_KINDS[name] ?? 'other', choices: [] };
}
