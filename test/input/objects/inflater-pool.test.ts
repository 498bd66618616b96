// A run with HEADGATE_KERNEL=off has no kernel, even if an earlier run of the same process has left an idle one.
import { afterEach, expect, it, vi } from 'vitest';
import { withInflater } from '../../../src/input/objects/inflater-pool.ts';

afterEach(() => vi.unstubAllEnvs());

/** Returns whether an object would be read by a kernel. */
function hasKernel(value: string): Promise<boolean> {
  vi.stubEnv('HEADGATE_KERNEL', value);
  return withInflater(async (inflater) => inflater !== undefined);
}

it('is checked for every object', async () => {
  expect(await hasKernel('on')).toBe(true);
  expect(await hasKernel('off')).toBe(false);
  expect(await hasKernel('on')).toBe(true);
});
