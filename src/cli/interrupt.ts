// Ctrl-C: the first one asks the run to stop and print what it has, the second one ends the program.
import { EXIT_INTERRUPTED } from './exit-code.ts';

/** A signal that is aborted by SIGINT or SIGTERM, and how to stop listening. */
export interface Interrupt {
  signal: AbortSignal;
  dispose: () => void;
}

/** Starts to listen. */
export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(EXIT_INTERRUPTED);
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    dispose: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
