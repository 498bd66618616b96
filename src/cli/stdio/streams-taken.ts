// Waits until the readers of the standard streams took everything: Node writes to pipes in the background.
import type { Writable } from 'node:stream';

/** Resolves when standard output is drained. Never resolves if it fails: start.ts then ends the program. */
export function outputTaken(): Promise<void> {
  return new Promise((resolve) => {
    whenTaken(process.stdout, (error) => {
      if (!error) resolve();
    });
  });
}

/** Resolves when standard error is drained or failed. */
export function remarksTaken(): Promise<void> {
  return new Promise((resolve) => whenTaken(process.stderr, () => resolve()));
}

function whenTaken(stream: Writable, call: (error?: Error | null) => void): void {
  if (stream.errored) call(stream.errored);
  else if (stream.writableLength === 0) call();
  else stream.write('', call);
}
