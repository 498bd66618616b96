// The error if the runtime is not installed.
import { expect, it, vi } from 'vitest';
import { startBucket } from '../../../src/sandbox/index.ts';

vi.mock('miniflare', () => {
  throw new Error("Cannot find package 'miniflare'");
});

it('names the missing package', async () => {
  await expect(startBucket()).rejects.toMatchObject({
    code: 'no-miniflare',
    kind: 'unreachable',
    message: expect.stringContaining('npm install miniflare'),
  });
});
