// Ctrl-C: the first one asks the run to stop and print what it has, the second one ends the program.
import { EXIT_INTERRUPTED } from './exit-code.ts';

/** Starts to listen. @returns a signal that is aborted by SIGINT or SIGTERM */
export function listenForInterrupt(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(EXIT_INTERRUPTED);
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return controller.signal;
}
