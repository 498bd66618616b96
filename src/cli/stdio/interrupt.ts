// Signals that end a run: the first one asks it to stop and print what it has, the second one ends the program.
import { EXIT_INTERRUPTED } from '../exit-code.ts';

/** Ctrl-C, the request of a supervisor, and the end of the terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts to listen. After a first signal the run ends by itself, with `EXIT_INTERRUPTED`. A second signal, of any kind, exits at once with
 * the same code; files registered in src/task/temporary-files.ts are removed then, too.
 * @returns a signal that is aborted by the first one
 */
export function listenForInterrupt(): AbortSignal {
  const controller = new AbortController();
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(EXIT_INTERRUPTED);
      controller.abort();
    });
  }
  return controller.signal;
}
