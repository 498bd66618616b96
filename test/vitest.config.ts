// How the tests run: every file under test/, three at a time, with time enough for the ones that start a bucket.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Folders whose tests start nothing, replace no modules, set no variables and keep no counts: one process runs file after file of them,
 * with the sources loaded once. A process for each took a third of a second of a processor more per file.
 */
const PURE = 'base,custom-fields,dataset,filter,job,output,record,render,replay,sample,samples,traffic,validate';
const TOGETHER = [`test/{${PURE}}/**/*.test.ts`, 'test/architecture.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // On two processors one is the default, and then the suite takes half as long again: much of it waits for children.
    maxWorkers: 3,
    globalSetup: ['temporary-folder.ts', 'compiled-kernel.ts'].map((name) =>
      join(import.meta.dirname, 'helpers', name),
    ),
    // Much of what tests do is garbage at once; in V8's small nursery it is copied about.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
    // Worker threads strip the types of a hundred files each; so they do it once. The programs that tests start do so by themselves.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/headgate') },
    projects: [
      { extends: true, test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: TOGETHER } },
      { extends: true, test: { name: 'together', include: TOGETHER, isolate: false } },
    ],
  },
});
