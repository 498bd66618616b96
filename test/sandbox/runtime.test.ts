// Where the runtime is not installed, one sentence says so.
import { expect, it, vi } from 'vitest';
import { startBucket } from '../../src/sandbox/index.ts';

vi.mock('miniflare', () => {
  throw new Error("Cannot find package 'miniflare'");
});

it('names the package that is missing', async () => {
  await expect(startBucket()).rejects.toMatchObject({
    code: 'no-miniflare',
    kind: 'unreachable',
    message: expect.stringContaining('npm install miniflare'),
  });
});
