// Checks headgate's environment variables before a command runs: a misspelled value would silently do nothing. src/kernel reads
// HEADGATE_KERNEL.
import { HeadgateError } from '../base/index.ts';

/** Values of HEADGATE_KERNEL; unset and empty mean `on`. */
const KERNEL_VALUES = ['on', 'off', ''];

/** Checks the values. @throws HeadgateError `environment` for an unknown value */
export function checkEnvironment({ HEADGATE_KERNEL: kernel = '' }: NodeJS.ProcessEnv): void {
  if (KERNEL_VALUES.includes(kernel)) return;
  throw new HeadgateError(
    'environment',
    `cannot use the environment variable HEADGATE_KERNEL: found ${JSON.stringify(kernel)}, expected off (no WebAssembly, slower) or on (the default)`,
  );
}
