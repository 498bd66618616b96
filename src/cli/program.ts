// The commands and what they have in common. Each command is a file of its own, loaded when it is named; its work is
// loaded when it runs.
import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { HeadgateError, redactSecrets } from '../base/index.ts';
import { checkEnvironment } from './check-environment.ts';
import { EXIT_UNREACHABLE } from './exit-code.ts';
import { type OutputFlags, STANDARD_OUTPUT } from './flags/output-flags.ts';
import { refuseClosedOutput } from './stdio/closed-output.ts';

/** Told the exit code by a command that has done its work. */
export type SetExitCode = (code: number) => void;

/** Adds a command to the program. */
type AddCommand = (program: Command, setExitCode: SetExitCode) => Command;

/** By name, in the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  replay: async () => (await import('./commands/replay.ts')).addReplayCommand,
  check: async () => (await import('./commands/check.ts')).addCheckCommand,
  explain: async () => (await import('./commands/explain.ts')).addExplainCommand,
  sample: async () => (await import('./commands/sample.ts')).addSampleCommand,
  validate: async () => (await import('./commands/validate.ts')).addValidateCommand,
  bench: async () => (await import('./commands/bench.ts')).addBenchCommand,
  fields: async () => (await import('./commands/fields.ts')).addFieldsCommand,
  demo: async () => (await import('./commands/demo.ts')).addDemoCommand,
};

const EPILOG = `
Exit codes: 0 done, 1 the answer is negative (invalid filter, damaged data), 2 no answer could be reached, 130 interrupted.
Start with: headgate demo`;

const TWO_OUTPUTS =
  'cannot print the report: found --out - beside --emit -, which writes lines to standard output, expected --out FILE';

/**
 * The command line: the command that its first argument names, or else every one, for help and suggestions.
 * Usage errors are thrown as CommanderError, not exited.
 * @param first what stands behind `headgate`
 */
export async function createProgram(first: string | undefined, setExitCode: SetExitCode): Promise<Command> {
  const program = new Command('headgate')
    .description(manifest.description)
    .version(manifest.version)
    .helpCommand(true)
    .showHelpAfterError('(--help shows what is possible)')
    .showSuggestionAfterError()
    .addHelpText('after', EPILOG)
    // A destination in the wrong place must not end up in a log with its keys.
    .configureOutput({
      writeErr: (text) => process.stderr.write(redactSecrets(text)),
      writeOut: (text) => {
        refuseClosedOutput();
        process.stdout.write(text);
      },
    })
    .exitOverride()
    .hook('preAction', async (_, command) => {
      checkEnvironment(process.env);
      const { out, emit } = command.opts<Partial<OutputFlags> & { emit?: string }>();
      if (out === STANDARD_OUTPUT) {
        if (emit === STANDARD_OUTPUT) throw new HeadgateError('report-nowhere', TWO_OUTPUTS);
        command.setOptionValue('out', undefined);
      } else if (out !== undefined) {
        // Told now, not after an hour of reading.
        await (await import('./flags/refuse-over-input.ts')).refuseOverInput(out, command.args, command.opts());
        await (await import('./stdio/out-file.ts')).tryOut(out);
        // Until the report is there: a reader that closes standard output ends the run before it is.
        if (emit === STANDARD_OUTPUT) setExitCode(EXIT_UNREACHABLE);
      }
      if (out === undefined || out === STANDARD_OUTPUT || emit === STANDARD_OUTPUT) refuseClosedOutput();
    });
  const isNamed = first !== undefined && Object.hasOwn(COMMANDS, first);
  for (const name of isNamed ? [first] : Object.keys(COMMANDS)) {
    const add = await COMMANDS[name]!();
    const command = add(program, setExitCode);
    command.copyInheritedSettings(program).showHelpAfterError('(--help shows what is possible)');
    refuseRepeats(command);
  }
  return program;
}

/** Of a flag that is given twice only the last value would count, and nobody would be told. Options that collect say `repeatable`. */
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
