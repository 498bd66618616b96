// Creates the commander program. Loads the file of a command only when the command line names it; the command loads its task only
// when it runs.
import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { redactSecrets } from '../base/index.ts';
import { addHelpNotes } from './add-help-notes.ts';
import { refuseClosedOutput } from './stdio/closed-output.ts';
import { usageError } from './usage-error.ts';

/** Adds a command to the program. */
type AddCommand = (program: Command) => Command;

/** By name, in the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  replay: async () => (await import('./commands/replay.ts')).addReplayCommand,
  compare: async () => (await import('./commands/compare.ts')).addCompareCommand,
  check: async () => (await import('./commands/check.ts')).addCheckCommand,
  explain: async () => (await import('./commands/explain.ts')).addExplainCommand,
  sample: async () => (await import('./commands/sample.ts')).addSampleCommand,
  validate: async () => (await import('./commands/validate.ts')).addValidateCommand,
  test: async () => (await import('./commands/test.ts')).addTestCommand,
  bench: async () => (await import('./commands/bench.ts')).addBenchCommand,
  fields: async () => (await import('./commands/fields/fields.ts')).addFieldsCommand,
  datasets: async () => (await import('./commands/datasets.ts')).addDatasetsCommand,
  jobs: async () => (await import('./commands/jobs/jobs.ts')).addJobsCommand,
  pools: async () => (await import('./commands/pools/pools.ts')).addPoolsCommand,
  edge: async () => (await import('./commands/edge/edge.ts')).addEdgeCommand,
  sandbox: async () => (await import('./commands/sandbox.ts')).addSandboxCommand,
  demo: async () => (await import('./commands/demo.ts')).addDemoCommand,
  completion: async () => (await import('./commands/completion.ts')).addCompletionCommand,
};
/** Needs every other command: its script completes them. */
const COMPLETION = 'completion';
/** Has an action and commands below it, with flags of the same names. */
const SANDBOX = 'sandbox';

const VERSION_FLAGS = ['-V', '--version'];
/** Code of the error that --version throws. */
export const VERSION_WANTED = 'headgate.version';

const EPILOG = `
Exit codes: 0 success, 1 negative answer (invalid filter, broken guard, failed validation, damaged data), 2 no answer (usage
error, no access, no readable line), 3 changes are pending (with --detailed-exitcode), 130 interrupted.

Start with: headgate demo, or headgate replay <folder with your logs>`;

/**
 * Creates the program with the command that the first argument names, or with all commands for help and suggestions.
 * Throws usage errors as CommanderError instead of exiting.
 * @param first the first argument after `headgate`
 */
export async function createProgram(first: string | undefined): Promise<Command> {
  const program = new Command('headgate')
    .description(manifest.description)
    .option(
      VERSION_FLAGS.join(', '),
      'Print the versions of headgate and Node, and whether the WebAssembly kernel is used',
    )
    .on('option:version', () => {
      throw new CommanderError(0, VERSION_WANTED, '');
    })
    // Otherwise `sandbox` would take the flags of the commands below it. The other commands accept --version after their name, too.
    .enablePositionalOptions(first === SANDBOX)
    .helpOption('-h, --help', 'Print help')
    .helpCommand('help [command...]', 'Print help for a command')
    .showHelpAfterError('see headgate --help')
    .showSuggestionAfterError()
    // A misplaced destination must not print its keys.
    .configureOutput({
      outputError: (text, write) => write(usageError(text)),
      writeErr: (text) => process.stderr.write(redactSecrets(text)),
      writeOut: (text) => {
        refuseClosedOutput();
        process.stdout.write(text);
      },
    })
    .exitOverride();
  addHelpNotes(program, EPILOG);
  for (const name of commandsFor(first)) {
    const add = await COMMANDS[name]!();
    const command = add(program);
    command.showHelpAfterError(`see headgate ${name} --help`);
    refuseRepeats(command);
  }
  return program;
}

/** Returns the commands to load: all of them for help, suggestions and completion. */
function commandsFor(first: string | undefined): readonly string[] {
  if (first !== undefined && VERSION_FLAGS.includes(first)) return [];
  const isNamed = first !== undefined && first !== COMPLETION && Object.hasOwn(COMMANDS, first);
  return isNamed ? [first] : Object.keys(COMMANDS);
}

/** Rejects a repeated flag, whose first value would be lost silently. The description of a flag that collects values contains `repeatable`. */
function refuseRepeats(command: Command): void {
  for (const inner of command.commands) refuseRepeats(inner);
  for (const option of command.options) {
    if (!option.required || option.description.includes('repeatable')) continue;
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(`error: found ${option.long} twice, expected it once`);
      isGiven = true;
    });
  }
}
