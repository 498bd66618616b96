// Rows of flags: what the command line sets, and the type that follows from the rows.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type FlagRow, type FlagsOf, inGroup, partsOf } from '../../src/cli/flag-row.ts';
import { named, SEED, splitNames } from '../../src/cli/flags/parsers.ts';
import { parseFlags } from '../helpers/cli/parse-flags.ts';

const asFilter = (value: string) => ({ kind: 'filter' as const, value });
const asJob = (value: string) => ({ kind: 'job' as const, value });

const ROWS = [
  { flag: '-n, --lines <n>', sets: 'lines', kind: 'count', least: 1, help: '' },
  { flag: '--limit <n>', sets: 'limit', kind: 'count', least: 0, default: 5, help: '' },
  { flag: '--name <name>', sets: 'name', kind: 'text', required: true, help: '' },
  { flag: '--only <what>', sets: 'only', kind: 'choice', choices: ['time', 'object'], help: '' },
  { flag: '--guard <guard>', sets: 'guards', kind: 'text', repeatable: true, help: '' },
  { flag: '--host <name>', sets: 'hosts', kind: 'text', repeatable: true, default: [], help: '' },
  {
    flag: '--fail-on <finding>',
    sets: 'failOn',
    kind: 'choice',
    choices: ['cut', 'missing'],
    repeatable: true,
    help: '',
  },
  {
    flag: '--by <fields>',
    sets: 'by',
    kind: 'parsed',
    parse: splitNames,
    expected: 'names',
    repeatable: true,
    help: '',
  },
  { flag: '--mask <fields>', sets: 'mask', kind: 'parsed', parse: splitNames, expected: 'names', help: '' },
  {
    flag: '-f, --filter <filter>',
    sets: 'filters',
    kind: 'parsed',
    parse: asFilter,
    expected: '',
    repeatable: true,
    help: '',
  },
  {
    flag: '-j, --job <file>',
    sets: 'filters',
    kind: 'parsed',
    parse: asJob,
    expected: '',
    repeatable: true,
    help: '',
  },
  { flag: '--state <file>', sets: 'state', kind: 'parsed', ...named('a file'), help: '' },
  { flag: '--seed <seed>', sets: 'seed', kind: 'parsed', ...SEED, default: 0, help: '' },
  { flag: '--counts', sets: 'counts', kind: 'switch', help: '' },
  { flag: '--no-fields', sets: 'noFields', kind: 'switch', help: '' },
  { flag: '--no-stored', sets: 'stored', kind: 'switch', value: false, help: '' },
  { flag: '--since <time>', sets: 'range.since', kind: 'text', help: '' },
  {
    flag: '--shape <shape>',
    sets: 'reading.shape',
    kind: 'choice',
    choices: ['csv', 'json'],
    default: 'csv',
    help: '',
  },
] as const satisfies readonly FlagRow[];

it('the type of the flags follows from the rows', () => {
  type Flags = FlagsOf<(typeof ROWS)[number]>;
  expectTypeOf<Flags['lines']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Flags['limit']>().toEqualTypeOf<number>();
  expectTypeOf<Flags['name']>().toEqualTypeOf<string>();
  expectTypeOf<Flags['only']>().toEqualTypeOf<'time' | 'object' | undefined>();
  expectTypeOf<Flags['guards']>().toEqualTypeOf<string[] | undefined>();
  expectTypeOf<Flags['hosts']>().toEqualTypeOf<string[]>();
  expectTypeOf<Flags['failOn']>().toEqualTypeOf<('cut' | 'missing')[] | undefined>();
  expectTypeOf<Flags['by']>().toEqualTypeOf<string[] | undefined>();
  expectTypeOf<Flags['mask']>().toEqualTypeOf<string[] | undefined>();
  expectTypeOf<NonNullable<Flags['filters']>[number]['kind']>().toEqualTypeOf<'filter' | 'job'>();
  expectTypeOf<Flags['state']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Flags['seed']>().toEqualTypeOf<number>();
  expectTypeOf<Flags['counts']>().toEqualTypeOf<true | undefined>();
  expectTypeOf<Flags['stored']>().toEqualTypeOf<boolean>();
  expectTypeOf<Flags['range']['since']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Flags['reading']['shape']>().toEqualTypeOf<'csv' | 'json'>();
  // @ts-expect-error: no row sets it
  expectTypeOf<Flags['other']>();
});

const DEFAULTS = { limit: 5, name: 'a', hosts: [], seed: 0, stored: true, range: {}, reading: { shape: 'csv' } };

it.each<[string, object]>([
  ['', {}],
  ['-n 3', { lines: 3 }],
  ['-n3 --limit=0', { lines: 3, limit: 0 }],
  ['--only object', { only: 'object' }],
  ['--guard a --guard b', { guards: ['a', 'b'] }],
  ['--host a --host b', { hosts: ['a', 'b'] }],
  ['--fail-on missing --fail-on cut', { failOn: ['missing', 'cut'] }],
  ['--by a,b --by c', { by: ['a', 'b', 'c'] }],
  ['--mask a,b', { mask: ['a', 'b'] }],
  ['-j 1 -f 2 --job 3 --filter 4', { filters: [asJob('1'), asFilter('2'), asJob('3'), asFilter('4')] }],
  ['--counts --counts', { counts: true }],
  ['--no-fields', { noFields: true }],
  ['--no-stored', { stored: false }],
  ['--since 2h --shape json', { range: { since: '2h' }, reading: { shape: 'json' } }],
])('%j', async (line, expected) => {
  const { flags } = await parseFlags(ROWS, ['--name', 'a', ...line.split(' ').filter((word) => word !== '')]);
  const { output, ...rest } = flags;
  expect(rest).toEqual({ ...DEFAULTS, ...expected });
  expect(output).toEqual({ format: 'text', color: true });
});

it('a run does not change the defaults of the next one', async () => {
  await parseFlags(ROWS, ['--name', 'a', '--host', 'b']);
  expect((await parseFlags(ROWS, ['--name', 'a'])).flags.hosts).toEqual([]);
});

it('names the flags of the command line in the order of the rows', async () => {
  const { given } = await parseFlags(ROWS, ['--name', 'a', '-q', '--no-stored', '-f', '1', '-n', '5', '-f', '2']);
  expect(given).toEqual(['--lines', '--name', '--filter', '--no-stored', '--quiet']);
});

describe('errors', () => {
  it.each([
    ['-n 0', 'cannot use --lines 0: expected a whole number of at least 1'],
    ['-n 1e3', 'cannot use --lines 1e3: expected a whole number of at least 1'],
    ['--only x', 'cannot use --only x: expected one of time, object'],
    ['--fail-on x', 'cannot use --fail-on x: expected one of cut, missing'],
    ['--by a,,b', 'cannot use --by a,,b: expected names'],
    ['--state=', 'cannot use --state "": expected a file; is a shell variable empty?'],
    ['--seed 4294967296', 'cannot use --seed 4294967296: expected a whole number below 4294967296, or random'],
    ['--name b', 'found --name twice, expected it once'],
    ['--shape csv --shape csv', 'found --shape twice, expected it once'],
    ['--mask', "option '--mask <fields>' argument missing"],
    ['--stored', "unknown option '--stored'"],
    ['x', 'too many arguments'],
  ])('%s', async (line, message) => {
    await expect(parseFlags(ROWS, ['--name', 'a', ...line.split(' ')])).rejects.toThrow(`error: ${message}`);
  });

  it('a missing flag', async () => {
    await expect(parseFlags(ROWS, [])).rejects.toThrow("required option '--name <name>' not specified");
  });
});

it.each<[string, object]>([
  ['-s, --samples <n>', { names: ['-s', '--samples'], long: '--samples', placeholder: 'n' }],
  ['--pool <id|name>', { names: ['--pool'], long: '--pool', placeholder: 'id|name' }],
  ['--no-color', { names: ['--no-color'], long: '--no-color', placeholder: undefined }],
])('the parts of %s', (flag, parts) => {
  expect(partsOf({ flag })).toEqual(parts);
});

it('a group is a heading of the help', () => {
  expect(inGroup('Cost options:', [ROWS[0]])).toEqual([{ ...ROWS[0], group: 'Cost options:' }]);
});
