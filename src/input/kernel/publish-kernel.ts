// Compiles the kernel, unless it is newer than its sources, and copies it next to the emitted load-kernel.js in dist/. Run by `npm run build`; not published.
import { copyFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compileKernel, isKernelStale, KERNEL_FILE } from './compile-kernel.ts';

if (isKernelStale() && !(await compileKernel())) {
  throw new Error('cannot build the kernel: found no assemblyscript; install the development packages with npm ci');
}
copyFileSync(KERNEL_FILE, resolve(import.meta.dirname, '../../../dist/src/input/kernel/kernel.wasm'));
