// The program as a process: what its pipes do, and its end.
import { writeReason } from '../base/index.ts';
import { EXIT_UNREACHABLE, exitCodeSoFar } from './exit-code.ts';
import { run } from './run.ts';
import { outputTaken, remarksTaken } from './stdio/streams-taken.ts';

/** Beside --emit -, where --out is written last. */
const UNFINISHED =
  'headgate: cannot write the report: found standard output closed before the last line of --emit -, expected it open';

/** Ends the process outright: idle connections to a bucket must not keep it alive. */
async function end(code: number): Promise<never> {
  await remarksTaken();
  process.exit(code);
}

// A reader that has seen enough (head, less) closes the pipe: no error, the answer stays what it is, unless it is still to come.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') {
    const code = exitCodeSoFar();
    if (code === EXIT_UNREACHABLE) process.stderr.write(`${UNFINISHED}\n`);
    return end(code);
  }
  process.stderr.write(`headgate: cannot write to standard output: ${writeReason(error)}\n`);
  return end(EXIT_UNREACHABLE);
});
// Nobody reads the remarks, or there is no room for them: the result may still be wanted.
process.stderr.on('error', () => {});

const code = await run(process.argv);
await outputTaken();
await end(code);
