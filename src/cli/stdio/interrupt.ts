// Handles signals: the first stops the run, which prints its partial result; the second ends the program.
import { EXIT_INTERRUPTED } from '../exit-code.ts';

/** Ctrl-C, a supervisor's request, and a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts to listen. After the first signal the run ends by itself with `EXIT_INTERRUPTED`. A second signal of any kind exits at once with
 * the same code, and still removes the files registered in src/base/temporary/temporary-files.ts.
 * @returns a signal that the first one aborts
 */
export function listenForInterrupt(): AbortSignal {
  const controller = new AbortController();
  for (const name of SIGNALS) {
    // The listener of headgate.cjs ends the program as long as it is the only one.
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(EXIT_INTERRUPTED);
      controller.abort();
    });
  }
  return controller.signal;
}
