// Runs clean-up functions when the process exits, also after a handled signal; SIGKILL runs none. Uses one listener for all functions,
// because every run adds some.
const waiting = new Set<() => void>();
let isListening = false;

/**
 * Calls `clean` when the process exits. `clean` must be synchronous and must not throw.
 * @returns a function that cancels the call
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
