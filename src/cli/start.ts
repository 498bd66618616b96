// Runs the program as a process: handles closed pipes, and ends the process.
import { writeReason } from '../base/index.ts';
import { EXIT_UNREACHABLE, exitCodeSoFar } from './exit-code.ts';
import { run } from './run.ts';
import { isOutputOptional } from './stdio/optional-output.ts';
import { outputTaken, remarksTaken } from './stdio/streams-taken.ts';

/** With --emit -, the program writes --out last. */
const UNFINISHED = 'headgate: cannot write the report: standard output was closed before the last line of --emit -';

/** Ends the process outright: idle connections to a bucket must not keep it alive. */
async function end(code: number): Promise<never> {
  await remarksTaken();
  process.exit(code);
}

// A reader such as head or less may close the pipe early. That is no error, unless the report is still to be written.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') {
    if (isOutputOptional()) return;
    const code = exitCodeSoFar();
    if (code === EXIT_UNREACHABLE) process.stderr.write(`${UNFINISHED}\n`);
    return end(code);
  }
  process.stderr.write(`headgate: cannot write to standard output: ${writeReason(error, 'write to another place')}\n`);
  return end(EXIT_UNREACHABLE);
});
// Notices are lost if standard error is closed or full; the result may still be wanted.
process.stderr.on('error', () => {});

const code = await run(process.argv);
// An optional output was written long before.
if (!isOutputOptional()) await outputTaken();
await end(code);
