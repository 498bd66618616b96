// How the tests run: every file under test/, each in its own process, two at a time, with time enough for the ones that start a bucket.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // On two processors one is the default, and then the suite takes half as long again: much of it waits for children.
    maxWorkers: 2,
    // Worker threads strip the types of a hundred files each; so they do it once. The programs that tests start do so by themselves.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/headgate') },
  },
});
