// Waiting until the readers of the standard streams took what was written: Node writes to a pipe in the background.
import type { Writable } from 'node:stream';

/** Resolves once standard output was taken whole. Never where it fails: then start.ts ends the program. */
export function outputTaken(): Promise<void> {
  return new Promise((resolve) => {
    whenTaken(process.stdout, (error) => {
      if (!error) resolve();
    });
  });
}

/** Resolves once the remarks were taken, or cannot be. */
export function remarksTaken(): Promise<void> {
  return new Promise((resolve) => whenTaken(process.stderr, () => resolve()));
}

function whenTaken(stream: Writable, call: (error?: Error | null) => void): void {
  if (stream.errored) call(stream.errored);
  else if (stream.writableLength === 0) call();
  else stream.write('', call);
}
