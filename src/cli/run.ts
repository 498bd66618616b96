// Runs the program: arguments in, exit code out. Prints errors and maps them to exit codes. Never ends the process.
import { CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { HeadgateError, printable, redactSecrets } from '../base/index.ts';
import { buildProgram, VERSION_WANTED } from './build-program.ts';
import {
  EXIT_DONE,
  EXIT_INTERRUPTED,
  EXIT_NEGATIVE,
  EXIT_UNREACHABLE,
  exitCodeSoFar,
  setExitCode,
} from './exit-code.ts';
import { describeOtherCommands, helpArguments } from './find-commands.ts';
import { rejectClosedOutput } from './stdio/closed-output.ts';
import { loadProgram } from './table.ts';

/** Runs the command line. @param argv as `process.argv` @returns the exit code, see exit-code.ts */
export async function run(argv: readonly string[]): Promise<number> {
  setExitCode(EXIT_DONE);
  try {
    const program = await loadProgram(argv[2]);
    await buildProgram(program).parseAsync([...argv.slice(0, 2), ...helpArguments(program, argv.slice(2))]);
    return exitCodeSoFar();
  } catch (error) {
    const isVersionWanted = error instanceof CommanderError && error.code === VERSION_WANTED;
    return await (isVersionWanted
      ? printVersion().catch((failure: unknown) => failureOf(failure, argv))
      : failureOf(error, argv));
  }
}

async function printVersion(): Promise<number> {
  rejectClosedOutput();
  const versions = [`headgate ${manifest.version}`, `node ${process.versions.node}`];
  process.stdout.write(`${versions.join('\n')}\nWebAssembly kernel: ${await kernelState()}\n`);
  return EXIT_DONE;
}

/** Loads the kernel, but no command. */
async function kernelState(): Promise<string> {
  const { compileKernelOnce, isKernelOff } = await import('../input/kernel/index.ts');
  if (isKernelOff()) return 'off (HEADGATE_KERNEL=off)';
  if (!('WebAssembly' in globalThis)) return 'unavailable: Node runs without WebAssembly';
  try {
    if ((await compileKernelOnce()) !== undefined) return 'on';
    return 'unavailable: found no compiled kernel, or no WebAssembly with SIMD';
  } catch (error) {
    return `unavailable: ${String(error instanceof Error ? error.message : error).split('\n', 1)}`;
  }
}

/** Prints an error on one line, with its stack only for --debug. */
async function failureOf(error: unknown, argv: readonly string[]): Promise<number> {
  const isDebug = argv.includes('--debug');
  // Commander has printed its own message already; help and version count as done.
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT_DONE;
    if (error.code === 'commander.unknownOption') {
      const others = describeOtherCommands(error.message, await loadProgram(undefined), argv.slice(2));
      if (others !== undefined) process.stderr.write(`headgate: ${others}\n`);
    }
    return EXIT_UNREACHABLE;
  }
  if (error instanceof Error && error.name === 'AbortError') return EXIT_INTERRUPTED;
  const known = error instanceof HeadgateError;
  // The message may contain names of files and jobs; they must not control the terminal.
  const safe = (text: string): string => redactSecrets(text).split('\n').map(printable).join('\n');
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    known ? `headgate: ${printable(redactSecrets(message))}\n` : `headgate: unexpected error: ${safe(message)}\n`,
  );
  if (isDebug && error instanceof Error) process.stderr.write(`${safe(error.stack ?? '')}\n`);
  else if (!known) process.stderr.write('headgate: run again with --debug for the stack trace\n');
  if (known && error.kind === 'interrupted') return EXIT_INTERRUPTED;
  return known && error.kind === 'negative' ? EXIT_NEGATIVE : EXIT_UNREACHABLE;
}
