// How many requests of this thread are being retried, for a display. Nothing is decided by it.

let count = 0;
const listeners = new Set<(count: number) => void>();

/** Calls back with the number of requests being retried whenever it changes. @returns a function that ends that */
export function onRetrying(listener: (count: number) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Counts requests that begin (1) or end (-1) to be retried. */
export function countRetrying(by: 1 | -1): void {
  count += by;
  for (const listener of listeners) listener(count);
}
