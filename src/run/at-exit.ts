// What has to be removed however the process ends, but for a kill that no process sees: on any exit, and after a signal that leads
// to one. One listener for all, because each run of a process adds something.
const waiting = new Set<() => void>();
let isListening = false;

/**
 * Calls `clean` when the process ends. It must be synchronous and must not throw.
 * @returns takes it back
 */
export function atExit(clean: () => void): () => void {
  if (!isListening) {
    isListening = true;
    process.once('exit', () => {
      for (const one of waiting) one();
    });
  }
  waiting.add(clean);
  return () => waiting.delete(clean);
}
