// A signal that follows another one with a delay: for a request whose response is needed to undo it.

/** Runs a function with a signal that is aborted `lateMs` after the given one. */
export async function withLateSignal<Result>(
  signal: AbortSignal,
  lateMs: number,
  run: (late: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    timer = setTimeout(() => late.abort(), lateMs);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await run(late.signal);
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
  }
}
