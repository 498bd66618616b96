// The modules that a command loads before it prints a result. Loading dominates the start, so this guards the start time without a clock.
import { expect, it } from 'vitest';
import { loadedBy } from '../helpers/cli/loaded-files.ts';

/** Of every command: `get-east-asian-width` is one table. */
const SMALL_PACKAGES = ['commander', 'fastest-levenshtein', 'get-east-asian-width'];
/** Of commands that read lines: several small objects at a time, and documents of JSON. */
const READING_PACKAGES = [...SMALL_PACKAGES, 'p-map', 'stream-chain', 'stream-json'];

const COMMAND = /^src\/cli\/commands\//;
const HEAVY = /^src\/(input|analysis|cloud|sandbox)\//;
const OBJECT = 'samples/logs/all-requests/20261101/20261101T011930Z_20261101T025600Z_0903cc3c.log.gz';
const JOB = 'samples/jobs/all-requests.json';

it.each<[string, string[]]>([
  ['a valid filter', ['check', 'EdgeResponseStatus >= 500']],
  ['for a machine', ['check', 'EdgeResponseStatus >= 500', '--format', 'json']],
  ['its help', ['check', '--help']],
])('check loads what reading a filter needs, nothing else: %s', async (_, args) => {
  const { packages, files } = await loadedBy(args);
  expect(packages).toEqual(SMALL_PACKAGES);
  expect(files.filter((file) => COMMAND.test(file) || HEAVY.test(file))).toEqual(['src/cli/commands/check.ts']);
});

it('the version needs no command', async () => {
  const { packages, files } = await loadedBy(['--version']);
  expect(packages).toEqual(SMALL_PACKAGES);
  expect(files.filter((file) => COMMAND.test(file))).toEqual([]);
});

it.each<[string[], string[]]>([
  [['replay', OBJECT, '-f', 'EdgeResponseStatus >= 500', '--samples', '1', '--guard', 'kept < 99 %'], READING_PACKAGES],
  [
    ['replay', OBJECT, '--format', 'csv:fields'],
    [...READING_PACKAGES, 'csv-stringify'],
  ],
  [
    ['replay', '--job', JOB, 'samples/logs/all-requests', '--counts'],
    [...READING_PACKAGES, 'zod'],
  ],
  [
    ['compare', OBJECT, '--from', 'all', '--to', 'EdgeResponseStatus >= 500'],
    [...READING_PACKAGES, 'zod'],
  ],
  [['sample', OBJECT, '-n', '1'], READING_PACKAGES],
  [
    ['explain', OBJECT, '-f', 'EdgeResponseStatus >= 500', '--line', '1'],
    [...READING_PACKAGES, 'zod'],
  ],
  [
    ['validate', OBJECT, '--job', JOB],
    [...READING_PACKAGES, 'zod'],
  ],
  [['fields', 'list'], SMALL_PACKAGES],
  [['replay', OBJECT, '--list', '--shard-size', '1MB'], READING_PACKAGES],
  [['worker', '--help'], SMALL_PACKAGES],
  [['runs', 'list', '--help'], SMALL_PACKAGES],
  [
    ['check', '--job', JOB],
    [...SMALL_PACKAGES, 'zod'],
  ],
])('%j loads no SDK, no server and no prompt', async (args, expected) => {
  expect((await loadedBy(args)).packages).toEqual([...expected].sort());
});

it('the help of the program needs every command', async () => {
  const { packages, files } = await loadedBy(['--help']);
  expect(packages).toEqual(SMALL_PACKAGES);
  expect(files).toEqual(expect.arrayContaining(['src/cli/commands/check.ts', 'src/cli/commands/replay.ts']));
});
