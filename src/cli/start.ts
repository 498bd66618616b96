// The program as a process: what its pipes do, and its end.
import { EXIT_UNREACHABLE } from './exit-code.ts';
import { exitCodeSoFar, run } from './run.ts';

// A reader that has seen enough (head, less) closes the pipe: no error, the answer stays what it is.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodeSoFar());
  process.stderr.write(`headgate: cannot write to standard output: found ${error.code}, wanted room for the result\n`);
  process.exit(EXIT_UNREACHABLE);
});
// Nobody reads the remarks, or there is no room for them: the result may still be wanted.
process.stderr.on('error', () => {});

// Exits outright: idle connections to a bucket must not keep the program alive.
process.exit(await run(process.argv));
