// The commands and what they have in common. Each command is a file of its own, whose work is loaded when it runs.
import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { redactSecrets } from '../base/index.ts';
import { addCheckCommand } from './command-check.ts';
import { addDemoCommand } from './command-demo.ts';
import { addExplainCommand } from './command-explain.ts';
import { addReplayCommand } from './command-replay.ts';

/** Told the exit code by a command that has done its work. */
export type SetExitCode = (code: number) => void;

const EPILOG = `
Exit codes: 0 done, 1 the answer is negative (invalid filter, damaged data), 2 no answer could be reached, 130 interrupted.
Start with: headgate demo`;

/** The whole command line. Usage errors are thrown as CommanderError, not exited. */
export function createProgram(setExitCode: SetExitCode): Command {
  const program = new Command('headgate')
    .description(manifest.description)
    .version(manifest.version)
    .helpCommand(true)
    .showHelpAfterError('(--help shows what is possible)')
    .showSuggestionAfterError()
    .addHelpText('after', EPILOG)
    // A destination in the wrong place must not end up in a log with its keys.
    .configureOutput({ writeErr: (text) => process.stderr.write(redactSecrets(text)) })
    .exitOverride();
  for (const add of [addReplayCommand, addCheckCommand, addExplainCommand, addDemoCommand]) {
    const command = add(program, setExitCode);
    command.copyInheritedSettings(program).showHelpAfterError('(--help shows what is possible)');
  }
  return program;
}
