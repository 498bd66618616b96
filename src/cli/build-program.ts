// Builds the commander program from commands as data: flags, arguments, help and notes. Defines no command. Nothing else knows commander.
import { Argument, Command as Commander, CommanderError, Help, Option } from 'commander';
import { nearest, redactSecrets } from '../base/index.ts';
import { type ArgumentRow, type Command, UsageError } from './command.ts';
import { type FlagRow, type Parser, partsOf } from './flag-row.ts';
import { oneOf, wholeNumber } from './flags/parsers.ts';
import { type CommandTask, type GivenFlag, type ResultFlags, runCommand } from './run-command.ts';
import { rejectClosedOutput } from './stdio/closed-output.ts';

/** Width if the help is not for a terminal, as commander's. Columns. */
const DEFAULT_HELP_COLUMNS = 80;
/** Longer lines of text are hard to read. Columns. */
const MAX_HELP_COLUMNS = 100;

/** Headings of flags and of commands without one of their own. */
const [OPTIONS, OTHER_COMMANDS] = ['Options:', 'Other commands:'];

const HELP_COMMAND = ['help [command...]', 'Print help for a command'] as const;

/** Code of the error that --version throws. */
export const VERSION_WANTED = 'headgate.version';

/** Builds the program. It throws usage errors as CommanderError instead of exiting. */
export function buildProgram(program: Command): Commander {
  const built = new Commander(program.name)
    // Otherwise `sandbox` would take the flags of the commands below it. The other commands accept --version after their name, too.
    .enablePositionalOptions(program.commands.length === 1 && program.commands.every(runsAndGroups))
    .helpOption('-h, --help', 'Print help')
    .helpCommand(...HELP_COMMAND)
    .configureHelp({ groupItems: groupsInOrder })
    .showHelpAfterError('see headgate --help')
    .showSuggestionAfterError()
    // A misplaced destination must not print its keys.
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, 'headgate: ')),
      writeErr: (text) => process.stderr.write(redactSecrets(text)),
      writeOut: (text) => {
        rejectClosedOutput();
        process.stdout.write(text);
      },
    })
    .exitOverride();
  describe(built, program);
  addFlags(built, program.flags);
  built.on('option:version', () => {
    throw new CommanderError(0, VERSION_WANTED, '');
  });
  for (const command of program.commands) {
    built.commandsGroup(command.group ?? OTHER_COMMANDS);
    addCommand(built, command, [program.name, command.name], program);
  }
  // Groups of commands inherit the first one.
  return built.commandsGroup(OTHER_COMMANDS).helpCommand(...HELP_COMMAND);
}

/** The options without a heading of their own come first, also where that is only --help. */
const groupsInOrder: Help['groupItems'] = function (this: Help, ...items) {
  const groups = [...Help.prototype.groupItems.apply(this, items as never)];
  return new Map(groups.sort(([a], [b]) => Number(b === OPTIONS) - Number(a === OPTIONS))) as never;
};

function describe(built: Commander, { summary, description, notes }: Command): void {
  built.summary(summary).description(description);
  if (notes === undefined) return;
  built.addHelpText('after', ({ error }) => {
    const { getErrHelpWidth, getOutHelpWidth } = built.configureOutput();
    const columns = (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? DEFAULT_HELP_COLUMNS;
    return wrapNotes(notes, Math.min(columns, MAX_HELP_COLUMNS), built);
  });
}

function wrapNotes(notes: string, columns: number, built: Commander): string {
  const help = built.createHelp();
  return notes
    .replaceAll(/^(\S.*)\n(?=\S)/gm, '$1 ')
    .split('\n')
    .map((line) => (line.startsWith(' ') ? line : help.boxWrap(line, columns)))
    .join('\n');
}

function addCommand(parent: Commander, command: Command, path: readonly string[], program: Command): void {
  const built = parent.command(command.name).showHelpAfterError(`see ${path.join(' ')} --help`);
  describe(built, command);
  for (const row of command.arguments) built.addArgument(argumentOf(built, row));
  const texts = addFlags(built, command.flags);
  for (const inner of command.commands) addCommand(built, inner, [...path, inner.name], program);
  if (command.run === undefined) return;
  const given = (): GivenFlag[] =>
    command.flags.flatMap((row) => ({ row, texts: texts.get(row)! })).filter(({ texts }) => texts.length > 0);
  if (runsAndGroups(command)) {
    built.hook('preSubcommand', () => {
      const [flag] = given();
      if (flag !== undefined) fail(built, `found ${partsOf(flag.row).long} before a command, which does not use it`);
    });
  }
  const rejectExcess = runsAndGroups(command) ? unknownCommandIn(command) : command.excess?.reject;
  if (rejectExcess !== undefined) built.allowExcessArguments();
  if (command.excess?.includesFlags === true) built.allowUnknownOption();
  built.action(async () => {
    const excess = rejectExcess?.(built.args);
    if (excess !== undefined) fail(built, excess);
    // After the unknown flags, which commander reports: one of them may be this one, misspelt.
    const absent = command.flags.find((row) => 'required' in row && texts.get(row)!.length === 0);
    if (absent !== undefined) fail(built, `required option '${absent.flag}' not specified`);
    try {
      await runBuilt(command, built, given(), program);
    } catch (error) {
      if (error instanceof UsageError) fail(built, error.message);
      throw error;
    }
  });
}

async function runBuilt(
  command: Command,
  built: Commander,
  given: readonly GivenFlag[],
  program: Command,
): Promise<void> {
  const flags = flagsOf(built.opts(), command.flags);
  const args = command.arguments.map(({ takes }, index) =>
    takes === 'any' || takes === 'some' ? built.args.slice(index) : built.args[index],
  );
  const line = { given: given.map(({ row }) => partsOf(row).long), program };
  const run = () => command.run!(args as never, flags as never, line);
  if (!('output' in flags)) await run();
  else
    await runCommand(run as () => CommandTask, flags as unknown as ResultFlags, {
      args: built.args,
      given,
      isOutputOptional: command.isOutputOptional === true,
    });
}

/** A command that does something by itself, too. */
function runsAndGroups({ run, commands }: Command): boolean {
  return run !== undefined && commands.length > 0;
}

/** Commander suggests names only for a group, which does nothing by itself. */
function unknownCommandIn({ commands }: Command): (args: readonly string[]) => string | undefined {
  return ([unknown]) => {
    if (unknown === undefined) return undefined;
    const known = nearest(
      unknown,
      commands.map(({ name }) => name),
    );
    return `unknown command '${unknown}'${known === undefined ? '' : `\n(Did you mean ${known}?)`}`;
  };
}

/** Prints the error with a reference to the help, and throws. */
function fail(built: Commander, message: string): never {
  built.error(`error: ${message}`);
}

function argumentOf(built: Commander, { name, takes, help, parser, choices }: ArgumentRow): Argument {
  const text = takes === 'any' || takes === 'some' ? `${name}...` : name;
  const argument = new Argument(takes === 'one' || takes === 'some' ? `<${text}>` : `[${text}]`, help);
  if (choices !== undefined) argument.choices(choices);
  const used = choices === undefined ? parser : oneOf(choices);
  if (used !== undefined)
    argument.argParser((value: string) => parsed(built, used, value, (shown) => `${shown} as <${name}>`));
  return argument;
}

/** An option whose value commander stores below the key that the row sets. */
class RowOption extends Option {
  readonly #key: string;

  constructor({ flag, help, sets }: FlagRow) {
    super(flag, help);
    this.#key = sets;
  }

  override attributeName(): string {
    return this.#key;
  }
}

/** Adds flags. @returns the texts that each gets on the command line, once it is parsed; empty text for a switch */
function addFlags(built: Commander, rows: readonly FlagRow[]): ReadonlyMap<FlagRow, readonly string[]> {
  const given = new Map<FlagRow, string[]>();
  for (const row of rows) {
    const { long } = partsOf(row);
    const option = optionOf(built, row, long);
    built.addOption(option);
    const texts: string[] = [];
    given.set(row, texts);
    built.on(`option:${option.name()}`, (text: string | null) => {
      // Its first value would be lost silently.
      if (texts.length > 0 && row.kind !== 'switch' && row.repeatable !== true)
        fail(built, `found ${long} twice, expected it once`);
      texts.push(text ?? '');
    });
  }
  return given;
}

function optionOf(built: Commander, row: FlagRow, long: string): Option {
  const option = new RowOption(row);
  if (row.group !== undefined) option.helpGroup(row.group);
  if (row.implies !== undefined) option.implies(row.implies);
  if (row.kind === 'switch') {
    // A flag such as --no-fields may be no negation.
    option.negate = row.value === false;
    return option;
  }
  if ('choices' in row) option.choices(row.choices);
  if ('default' in row) option.default(row.default, row.defaultText);
  const parser = parserOf(row);
  option.argParser<unknown>((text, earlier) => {
    const value = parsed(built, parser, text, (shown) => `${long} ${shown}`);
    return row.repeatable === true ? [earlier ?? [], value].flat() : value;
  });
  return option;
}

function parserOf(row: Exclude<FlagRow, { kind: 'switch' }>): Parser<unknown> {
  switch (row.kind) {
    case 'text':
      return { parse: (text) => text, expected: '' };
    case 'count':
      return wholeNumber(row.least);
    case 'choice':
      return oneOf(row.choices);
    case 'parsed':
      return row;
  }
}

function parsed<Value>(
  built: Commander,
  { parse, expected }: Parser<Value>,
  text: string,
  use: (shown: string) => string,
): Value {
  const value = parse(text);
  if (value !== undefined) return value;
  const shown = /^[^\s'"]+$/.test(text) ? text : JSON.stringify(text);
  fail(built, `cannot use ${use(shown)}: expected ${typeof expected === 'string' ? expected : expected(text)}`);
}

/** Returns what the rows set: `range.since` is the key `since` of the object `range`. */
function flagsOf(values: Readonly<Record<string, unknown>>, rows: readonly FlagRow[]): Record<string, unknown> {
  const flags: Record<string, unknown> = {};
  for (const { sets } of rows) {
    const [name = '', key] = sets.split('.');
    if (key !== undefined) flags[name] ??= {};
    const place = key === undefined ? flags : (flags[name] as Record<string, unknown>);
    if (values[sets] !== undefined) place[key ?? name] = values[sets];
  }
  return flags;
}
