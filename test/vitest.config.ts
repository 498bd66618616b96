// How the tests run: every file under test/, each in its own process, two at a time, with time enough for the ones that start a bucket.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // On two processors one is the default, and then the suite takes half as long again: much of it waits for children.
    maxWorkers: 2,
  },
});
