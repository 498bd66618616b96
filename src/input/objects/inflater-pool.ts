// Kernels for the objects being read: each serves one object at a time, and is then reused.
import { createInflater, type Inflater, isKernelOff, loadKernel } from '../kernel/index.ts';

/** Maximum number of kernels in use at a time; further objects wait. Each takes up to 10 MB while it inflates. Chosen by headgate. */
const MAX_LENT = 8;

/** Inflaters that are not in use. */
const idle: Inflater[] = [];
/** How many are in use, and the callers that wait for one. */
let lent = 0;
const waiting: (() => void)[] = [];

/** Calls `use` with a kernel's inflater, reserved until the promise ends; undefined if there is no kernel. */
export async function withInflater<Result>(use: (inflater: Inflater | undefined) => Promise<Result>): Promise<Result> {
  if (lent < MAX_LENT) lent += 1;
  // The caller that is done passes its slot on, so the count stays.
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
  // Another run of the process may have left idle inflaters.
  if (isKernelOff()) return undefined;
  const free = idle.pop();
  if (free !== undefined) return free;
  // Without a kernel (a read-only checkout cannot build one) objects are read nevertheless.
  const kernel = await loadKernel().catch(() => undefined);
  return kernel === undefined ? undefined : createInflater(kernel);
}
