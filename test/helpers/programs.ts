// The programs that tests start as processes, each in few files: see bundle-programs.ts, which writes them before a run. Must not load
// a bundler: every test process that starts a program imports this file.
import { join, resolve } from 'node:path';

/** The checkout. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** In one place for all runs: the compile cache of Node holds a file for each path. */
export const PROGRAMS_FOLDER = join(ROOT, 'node_modules/.cache/headgate-programs');

/** The sources of the programs, by name. */
export const PROGRAMS = {
  headgate: 'src/cli/main.ts',
  library: 'src/index.ts',
  filter: 'src/filter.ts',
  'serve-cli': 'test/helpers/cli/serve-cli.ts',
  'pushing-process': 'test/helpers/sandbox/pushing-process.ts',
  'apply-process': 'test/helpers/pools/apply-process.ts',
  'edge-process': 'test/helpers/sandbox/edge-process.ts',
  'resume-process': 'test/helpers/verbs/resume-process.ts',
  'measure-worker': 'src/analysis/cost/measure-worker.ts',
  'mine-worker': 'src/analysis/mine/mine-worker.ts',
  'index-worker': 'src/input/indexing/index-worker.ts',
  'build-worker': 'src/page/server/build-worker.ts',
  'question-worker': 'src/page/server/question-worker.ts',
  'query-worker': 'src/analysis/query/query-worker.ts',
  'sample-worker': 'src/analysis/sample/sample-worker.ts',
  'validate-worker': 'src/analysis/validate/validate-worker.ts',
} as const;

/** The path of a program, for `node` or `fork`. */
export function programPath(name: keyof typeof PROGRAMS): string {
  return join(PROGRAMS_FOLDER, `${name}.mjs`);
}
