// The environment variables of ours, looked at before a command begins: a misspelt one would do nothing, and nobody would know. What
// they do is where they are read: HEADGATE_KERNEL in src/kernel.
import { HeadgateError } from '../base/index.ts';

/** Values of HEADGATE_KERNEL; not set, and set to nothing, is `on`. */
const KERNEL_VALUES = ['on', 'off', ''];

/** @throws HeadgateError `environment` for a value that means nothing */
export function checkEnvironment({ HEADGATE_KERNEL: kernel = '' }: NodeJS.ProcessEnv): void {
  if (KERNEL_VALUES.includes(kernel)) return;
  throw new HeadgateError(
    'environment',
    `cannot use the environment variable HEADGATE_KERNEL: found ${JSON.stringify(kernel)}, expected off (no WebAssembly, slower) or on (the default)`,
  );
}
