// Runs four test files at a time, in shared processes where that is safe. The time limits suit files that start a bucket.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';
import { programPath } from './helpers/programs.ts';

const ROOT = join(import.meta.dirname, '..');

/**
 * State that other files in the same process share: replaced modules and timers, environment variables, signal handlers, the working
 * directory, counts of the helpers. A file that matches has a process to itself.
 */
const ALTERS_PROCESS =
  /\bvi\.(mock|doMock|spyOn|stubEnv|stubGlobal|useFakeTimers)\(|\bprocess\.(env(\.\w+|\[[^\]]+\]) =|chdir|on|once|exitCode)\b|\bdelete process\.env|defineProperty\(process\b|\bSEEN\b/;
/** Files that start programs, browsers, packages or threads, and long properties. `npm run test:fast` skips them. */
const SLOW = [
  'test/api/{connect,faults}.test.ts',
  'test/build/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/destination/compression/**/*.test.ts',
  'test/destination/listing/same-listing.test.ts',
  'test/destination/local/pipe.test.ts',
  'test/docs/{examples,numbers,walk-through}.test.ts',
  'test/edge/**/*.test.ts',
  'test/{index,library-examples}.test.ts',
  'test/kernel/{chunk-boundaries,inflate*,load-kernel,properties,window}.test.ts',
  'test/render/html-browser.test.ts',
  'test/run/objects/**/*.test.ts',
  'test/run/threads/**/*.test.ts',
  'test/sandbox/**/*.test.ts',
  'test/schema/**/*.test.ts',
  'test/task/**/*.test.ts',
  'test/validate/kernel-exact.test.ts',
];

/**
 * Tests allocate much short-lived memory, which V8 would copy between small semi-spaces. The data of many files is in one heap, which V8
 * would mark from end to end every 64 MB that zlib allocates and frees: that doubles the time of the tests of compression.
 */
const MEMORY_FLAGS = [
  ...['--min-semi-space-size=16', '--max-semi-space-size=64', '--initial-old-space-size=400'],
  // Node 22 does not have it.
  ...(Number.parseInt(process.versions.node, 10) >= 24 ? ['--external-memory-accounted-in-global-limit'] : []),
];

const filesOf = (pattern: string): string[] => {
  const files = globSync(pattern, { cwd: ROOT });
  if (files.length === 0)
    throw new Error(`cannot select the tests: found no file for ${pattern}, expected at least one`);
  return files;
};
const all = filesOf('test/**/*.test.ts');
const slow: readonly string[] = SLOW.flatMap(filesOf);
const apart = all.filter((name) => ALTERS_PROCESS.test(readFileSync(join(ROOT, name), 'utf8')));

/** Threads that a test starts load the bundle of bundle-programs.ts, in 0.05 s of processor time in place of 0.12 s. */
const bundledThreads = {
  name: 'bundled-threads',
  enforce: 'pre' as const,
  transform: (code: string): string =>
    code.replace(/(?<=workerEntry\('[a-z]+-worker', )import\.meta\.url/, () =>
      JSON.stringify(pathToFileURL(programPath('headgate'))),
    ),
};

const project = (name: string, include: string[], isolate: boolean) => ({
  extends: true as const,
  test: { name, include, isolate },
});

export default defineConfig({
  plugins: [bundledThreads],
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // The default on two processors is one, which takes 1.5 times as long: many tests wait for child processes.
    maxWorkers: 4,
    globalSetup: ['temporary-folder.ts', 'compiled-kernel.ts', 'bundle-programs.ts'].map((name) =>
      join(import.meta.dirname, 'helpers', name),
    ),
    setupFiles: [join(import.meta.dirname, 'helpers/match-patterns.ts')],
    execArgv: MEMORY_FLAGS,
    // Caches the stripped types of the hundred files that each worker thread loads. Child processes set it themselves.
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
