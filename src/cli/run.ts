// The program: arguments in, exit code out. Exit codes and the printing of errors live here and nowhere else.
import { CommanderError } from 'commander';
import { HeadgateError, redactSecrets } from '../base/index.ts';
import { EXIT_DONE, EXIT_INTERRUPTED, EXIT_NEGATIVE, EXIT_UNREACHABLE } from './exit-code.ts';
import { createProgram } from './program.ts';

/** The exit code as far as it is known. */
let exitCode: number = EXIT_DONE;

/** Runs the command line. @returns the exit code of DESIGN 5 */
async function main(argv: readonly string[]): Promise<number> {
  try {
    const program = await createProgram(argv[2], (code) => {
      exitCode = code;
    });
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    return await failureOf(error, argv.includes('--debug'));
  }
}

/** Tells an error in one line, with its stack only where that is asked for. */
async function failureOf(error: unknown, isDebug: boolean): Promise<number> {
  // Commander has printed its own message already; help and version count as done.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_DONE : EXIT_UNREACHABLE;
  if (error instanceof Error && error.name === 'AbortError') return EXIT_INTERRUPTED;
  const known = error instanceof HeadgateError;
  const { printable } = await import('../render/index.ts');
  // Names of files and jobs are in it, and must not steer a terminal.
  const safe = (text: string): string => redactSecrets(text).split('\n').map(printable).join('\n');
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    known ? `headgate: ${printable(redactSecrets(message))}\n` : `headgate: unexpected error: ${safe(message)}\n`,
  );
  if (isDebug && error instanceof Error) process.stderr.write(`${safe(error.stack ?? '')}\n`);
  else if (!known) process.stderr.write('headgate: run again with --debug for the place in the code\n');
  return known && error.kind === 'negative' ? EXIT_NEGATIVE : EXIT_UNREACHABLE;
}

// A reader that has seen enough (head, less) closes the pipe: no error, the answer stays what it is.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCode);
  process.stderr.write(`headgate: cannot write to standard output: found ${error.code}, wanted room for the result\n`);
  process.exit(EXIT_UNREACHABLE);
});
// Nobody reads the remarks: the result may still be wanted.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// Exits outright: idle connections to a bucket must not keep the program alive.
process.exit(await main(process.argv));
