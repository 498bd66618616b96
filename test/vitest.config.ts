// How the tests run: three files at a time, with time enough for those that start a bucket, in processes shared where that is safe.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const ROOT = join(import.meta.dirname, '..');

/** What other files in the same process would notice: replaced modules and timers, variables, signals, the working directory. */
const ALTERS_PROCESS =
  /\bvi\.(mock|doMock|spyOn|stubEnv|stubGlobal|useFakeTimers)\(|\bprocess\.(env\.\w+ =|chdir|on|once)\b/;
/** Files that start programs, browsers, packages or threads, and long properties: `npm run test:fast` leaves them out. */
const SLOW = [
  'test/build/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/destination/compression/**/*.test.ts',
  'test/destination/listing/same-listing.test.ts',
  'test/docs/examples.test.ts',
  'test/kernel/{chunk-boundaries,inflate*,load-kernel,properties,window}.test.ts',
  'test/library-examples.test.ts',
  'test/run/objects/**/*.test.ts',
  'test/run/threads/**/*.test.ts',
  'test/sandbox/**/*.test.ts',
  'test/task/**/*.test.ts',
  'test/validate/kernel-exact.test.ts',
];

const all = globSync('test/**/*.test.ts', { cwd: ROOT });
const slow: readonly string[] = globSync(SLOW, { cwd: ROOT });
/** Each of these has a process to itself; of the others one process runs file after file, with the sources loaded once. */
const apart = all.filter((name) => ALTERS_PROCESS.test(readFileSync(join(ROOT, name), 'utf8')));

const project = (name: string, include: string[], isolate: boolean) => ({
  extends: true as const,
  test: { name, include, isolate },
});

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
    env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/headgate') },
    projects: [
      project(
        'fast',
        all.filter((name) => !slow.includes(name) && !apart.includes(name)),
        false,
      ),
      project(
        'fast-apart',
        apart.filter((name) => !slow.includes(name)),
        true,
      ),
      project(
        'slow',
        slow.filter((name) => !apart.includes(name)),
        false,
      ),
      project(
        'slow-apart',
        slow.filter((name) => apart.includes(name)),
        true,
      ),
    ],
  },
});
