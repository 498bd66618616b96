// Reads the commands, flags and arguments of the program from commander as plain data for completion scripts.
import type { Argument, Command, Option } from 'commander';
import { DATASET_NAMES } from '../../dataset/index.ts';

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

/** Choices by the placeholder, of values that commander does not check: an unknown dataset has an error with the nearest name. */
const PLACEHOLDER_CHOICES: Readonly<Record<string, readonly string[]>> = { dataset: DATASET_NAMES };

/** Name of the command that commander adds. */
const HELP = 'help';

/** Reads a command with everything below it. */
export function commandTree(command: Command): CommandNode {
  const help = command.createHelp();
  const [operand] = command.registeredArguments;
  const commands = help.visibleCommands(command).map(commandTree);
  return {
    name: command.name(),
    summary: command.summary() || command.description(),
    flags: help.visibleOptions(command).map(flagOf),
    operand: operand && { ...readValue(operand.name(), operand), isVariadic: operand.variadic },
    commands: commands.map((one) =>
      one.name === HELP ? { ...one, operand: undefined, commands: namesOnly(commands) } : one,
    ),
  };
}

/** Returns the commands as the arguments of `help`, which take no flags. */
function namesOnly(commands: readonly CommandNode[]): CommandNode[] {
  return commands
    .filter(({ name }) => name !== HELP)
    .map((one) => ({ ...one, flags: [], operand: undefined, commands: namesOnly(one.commands) }));
}

function flagOf(option: Option): Flag {
  const [, placeholder] = /[<[]([^\]>]+)[\]>]/.exec(option.flags) ?? [];
  return {
    names: [option.short, option.long].filter((name) => name !== undefined),
    description: option.description,
    isRepeatable: option.description.includes('repeatable'),
    value: placeholder === undefined ? undefined : readValue(placeholder, option),
  };
}

function readValue(name: string, { argChoices }: Option | Argument): Value {
  const choices = argChoices ?? PLACEHOLDER_CHOICES[name];
  if (choices !== undefined) return { name, kind: 'choices', choices };
  return { name, kind: PLACEHOLDER_KINDS[name] ?? 'other', choices: [] };
}
