// The modules that a command loads before it prints a result. Loading dominates the start, so this guards the start time without a clock.
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ROOT, runFromSource } from '../helpers/cli/run-cli.ts';

/** Of every command: `get-east-asian-width` is one table. */
const SMALL_PACKAGES = ['commander', 'fastest-levenshtein', 'get-east-asian-width'];

/** Run in the child before the program: prints the address of each module it loads. */
const RECORD_LOADS = `
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
process.on('exit', () => writeSync(2, loaded.join('\\n')));`;

/** The packages that a run loads, each once, and those of our files that match. */
async function loadsOf(args: readonly string[], ours: RegExp): Promise<{ packages: string[]; files: string[] }> {
  const hook = `data:text/javascript,${encodeURIComponent(RECORD_LOADS)}`;
  const run = await runFromSource(args, { env: { NODE_OPTIONS: `--import=${hook}` } });
  expect(run.code).toBe(0);
  const paths = run.stderr
    .split('\n')
    .filter((url) => url.startsWith('file:'))
    .map((url) => relative(ROOT, fileURLToPath(url)).replaceAll(sep, '/'));
  const packages = paths.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  return { packages: [...new Set(packages)].sort(), files: paths.filter((path) => ours.test(path)) };
}

const COMMAND = /^src\/cli\/commands\//;
const HEAVY = /^src\/(replay|record|kernel|destination|sandbox)\//;

it.each<[string, string[]]>([
  ['a valid filter', ['check', 'EdgeResponseStatus >= 500']],
  ['for a machine', ['check', 'EdgeResponseStatus >= 500', '--format', 'json']],
  ['its help', ['check', '--help']],
])('check loads what reading a filter needs, nothing else: %s', async (_, args) => {
  const { packages, files } = await loadsOf(args, new RegExp(`${COMMAND.source}|${HEAVY.source}`));
  expect(packages).toEqual(SMALL_PACKAGES);
  expect(files).toEqual(['src/cli/commands/check.ts']);
});

it('the version needs no command', async () => {
  const { packages, files } = await loadsOf(['--version'], COMMAND);
  expect(packages).toEqual(SMALL_PACKAGES);
  expect(files).toEqual([]);
});

it.each<[string, string[]]>([
  ['replay', ['-f', 'EdgeResponseStatus >= 500', '--samples', '1', '--guard', 'kept < 99 %', '-q']],
  ['sample', ['-n', '1', '-q']],
])('%s needs no schema of job files and suites', async (verb, args) => {
  const source = 'samples/logs/all-requests/20261101/20261101T011930Z_20261101T025600Z_0903cc3c.log.gz';
  const { packages } = await loadsOf([verb, source, ...args], COMMAND);
  expect(packages).toContain('stream-json');
  expect(packages).not.toContain('zod');
});

it('a job file needs its schema', async () => {
  const { packages } = await loadsOf(['check', '--job', 'samples/jobs/all-requests.json'], COMMAND);
  expect(packages).toContain('zod');
});

it('the help of the program needs every command', async () => {
  const { packages, files } = await loadsOf(['--help'], COMMAND);
  expect(packages).toEqual(SMALL_PACKAGES);
  expect(files).toEqual(expect.arrayContaining(['src/cli/commands/check.ts', 'src/cli/commands/replay.ts']));
});
