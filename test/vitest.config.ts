// Runs four test files at a time, in shared processes. The time limits suit files that start a bucket.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';

const ROOT = join(import.meta.dirname, '..');

/** Replaces modules, which stay replaced in the process: such a file has one of its own. The others restore what they alter. */
const REPLACES_MODULES = /\bvi\.(mock|doMock)\(/;
/**
 * Files that `npm test` leaves to `npm run test:all`: browsers, the packed package, killed processes, shells, storms of faults, walk-throughs of the
 * pages, and tests that start the program or read a source many times.
 */
const LONG = [
  'test/**/{*faults,*kill,*killed,*signals}.test.ts',
  'test/analysis/cost/measure-stored.test.ts',
  'test/analysis/emit/{emit,emit-bucket}.test.ts',
  'test/analysis/validate/kernel-exact.test.ts',
  'test/base/optional-package.test.ts',
  'test/build/**/*.test.ts',
  'test/cli/commands/{bench,compare-plan,completion,demo,emit,explain,fields,fields-apply,fields-har,pools-events,pools-migrate,replay,replay-cost,replay-edge,replay-guards,replay-s3,sample,sandbox}.test.ts',
  'test/cli/jobs/jobs.test.ts',
  'test/cli/stdio/{ask,closed-output,out-file,readers,terminal-text}.test.ts',
  'test/cli/{listing,no-answer,node-version,resume,start,usage,wrapped-lines}.test.ts',
  'test/docs/{examples,walk-through}.test.ts',
  'test/input/destination/bucket/read-bucket-object.test.ts',
  'test/input/destination/compression/{inflate-damage,zstd}.test.ts',
  'test/input/destination/edge/edge-pages.test.ts',
  'test/input/kernel/{chunk-boundaries,inflate-damage,load-kernel}.test.ts',
  'test/input/objects/{many-objects,read-inflated}.test.ts',
  'test/input/threads/replay-threads.test.ts',
  'test/input/workers/{equal-reports,redis-servers}.test.ts',
  'test/library-examples.test.ts',
  'test/page/app/{build-app,page-browser}.test.ts',
  'test/page/server/{open-page,page-questions,question-thread}.test.ts',
  'test/report/html-browser.test.ts',
  'test/report/schema/json-schema.test.ts',
  'test/samples/{filters,samples}.test.ts',
  'test/sandbox/{bucket/bucket,destination/folder-writer}.test.ts',
  'test/sandbox/edge/{authorization,bodies,list-objects,requests}.test.ts',
  'test/sandbox/{closed-loop,edge,push/destinations,pushed-figures,start-sandbox,transformed-loop,unchanged-configuration}.test.ts',
  'test/verbs/compare/{compare,compare-in-passes,compare-plan,compare-together}.test.ts',
  'test/verbs/jobs/{apply-jobs,own-destination,plan-jobs}.test.ts',
  'test/verbs/preview/preview-validate.test.ts',
  'test/verbs/index-logs/index-logs.test.ts',
  'test/verbs/replay/{pushed,replay-edge,transformer}.test.ts',
  'test/verbs/request/resume.test.ts',
  'test/verbs/sample/sample.test.ts',
  'test/verbs/suggest/{promise-properties,suggest}.test.ts',
  'test/verbs/validate/{validate,validate-wrapped}.test.ts',
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
const long: readonly string[] = LONG.flatMap(filesOf);
const apart = all.filter((name) => REPLACES_MODULES.test(readFileSync(join(ROOT, name), 'utf8')));

const project = (name: string, include: string[], more: object) => ({
  extends: true as const,
  test: { name, include, ...more },
});

/** The mode `all` runs every file, and every random input. */
export default defineConfig(({ mode }) => {
  const files = mode === 'all' ? all : all.filter((name) => !long.includes(name));
  return {
    test: {
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // Of a page in a browser, on a processor that other tests use.
      expect: { poll: { timeout: 20_000 } },
      pool: 'forks',
      // The default on two processors is one, which takes 1.5 times as long: many tests wait for child processes.
      maxWorkers: 4,
      globalSetup: ['temporary-folder.ts', 'compiled-kernel.ts', 'bundle-programs.ts'].map((name) =>
        join(import.meta.dirname, 'helpers', name),
      ),
      restoreMocks: true,
      unstubEnvs: true,
      unstubGlobals: true,
      setupFiles: ['match-patterns.ts', 'random-runs.ts', 'fresh-connections.ts'].map((name) =>
        join(import.meta.dirname, 'helpers', name),
      ),
      execArgv: [...MEMORY_FLAGS, `--import=${pathToFileURL(join(import.meta.dirname, 'helpers/bundled-threads.ts'))}`],
      // Caches the stripped types of the hundred files that each worker thread loads. Child processes set it themselves.
      env: {
        NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/headgate'),
        TEST_RUNS: process.env.TEST_RUNS ?? (mode === 'all' ? '1' : '0.2'),
      },
      projects: [
        project(
          'shared',
          files.filter((name) => !apart.includes(name)),
          // Node loads the sources as the program does: Vite would transform 2,000 files, and look each import up at each use.
          { isolate: false, experimental: { viteModuleRunner: false, nodeLoader: false } },
        ),
        project(
          'apart',
          files.filter((name) => apart.includes(name)),
          { isolate: true, experimental: { viteModuleRunner: false } },
        ),
      ],
    },
  };
});
