// Compiles the kernel once before a run of all tests. In a fresh checkout every process that starts first would compile it by itself,
// two seconds each. Must not be asked for by tests.
import { compileKernel, isKernelStale } from '../../src/input/kernel/compile-kernel.ts';

/** Compiles the kernel unless that was done. */
export default async function compileKernelFirst(): Promise<void> {
  if (isKernelStale()) await compileKernel();
}
