// Kernels for the objects being read: each serves one object at a time, and is kept for the next.
import { createInflater, type Inflater, loadKernel } from '../../kernel/index.ts';

/** Most kernels that are lent at a time; further objects wait for one. Each takes up to 10 MB while it inflates. Ours. */
const MAX_LENT = 8;

/** Not in use. */
const idle: Inflater[] = [];
/** How many are in use, and what waits for one of them. */
let lent = 0;
const waiting: (() => void)[] = [];

/** Lends a kernel's inflater to `use` for as long as it takes; undefined where there is no kernel. */
export async function withInflater<Result>(use: (inflater: Inflater | undefined) => Promise<Result>): Promise<Result> {
  if (lent < MAX_LENT) lent += 1;
  // Whoever gives one back hands over the right to have one.
  else await new Promise<void>((resolve) => waiting.push(resolve));
  let inflater: Inflater | undefined;
  try {
    inflater = await takeInflater();
    return await use(inflater);
  } finally {
    if (inflater !== undefined) idle.push(inflater);
    const next = waiting.shift();
    if (next === undefined) lent -= 1;
    else next();
  }
}

async function takeInflater(): Promise<Inflater | undefined> {
  const free = idle.pop();
  if (free !== undefined) return free;
  // A checkout in which nothing can be built (read-only, say) is read all the same.
  const kernel = await loadKernel().catch(() => undefined);
  return kernel === undefined ? undefined : createInflater(kernel);
}
