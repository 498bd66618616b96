// Kernels for the objects being read: each serves one object at a time, and is kept for the next.
import { createInflater, type Inflater, loadKernel } from '../kernel/index.ts';

/** Not in use. */
const idle: Inflater[] = [];

/** Lends a kernel's inflater to `use` for as long as it takes; undefined where there is no kernel. */
export async function withInflater<Result>(use: (inflater: Inflater | undefined) => Promise<Result>): Promise<Result> {
  const inflater = await takeInflater();
  try {
    return await use(inflater);
  } finally {
    if (inflater !== undefined) idle.push(inflater);
  }
}

async function takeInflater(): Promise<Inflater | undefined> {
  const free = idle.pop();
  if (free !== undefined) return free;
  // A checkout in which nothing can be built (read-only, say) is read all the same.
  const kernel = await loadKernel().catch(() => undefined);
  return kernel === undefined ? undefined : createInflater(kernel);
}
