// Guards of replay as a user sees them: exit codes, the section of the report, and what a guard that cannot be used prints.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, runTogether } from '../../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-guards-'));
function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Two lines that the filter keeps, seven that it drops, one that it cannot decide. */
const LINES = file(
  'lines.ndjson',
  [
    ...['500', '503'].map((status) => `{"EdgeResponseStatus":${status},"ClientCountry":"de"}`),
    ...Array.from({ length: 7 }, (_, index) => `{"EdgeResponseStatus":${200 + index},"ClientCountry":"us\u202e"}`),
    '{"ClientCountry":"fr"}',
    '',
  ].join('\n'),
);
const EMPTY = file('empty.ndjson', '\n');
const UNKNOWN = file('unknown.ndjson', '{"RayID":"1"}\n');
const FILTER = ['-f', 'EdgeResponseStatus >= 500'];
const replay = (...args: string[]) => runTogether(['replay', '-q', '--counts', ...args]);

it.each([
  ['a guard that holds', ['--guard', 'kept >= 20%'], 0],
  [
    'guards that hold',
    ['--guard', 'kept >= 2', '--guard', 'dropped <= 80%', '--never-drop', 'EdgeResponseStatus == 503'],
    1,
  ],
  ['undecided lines on request', ['--never-drop', 'EdgeResponseStatus == 503', '--undecided-ok'], 0],
  ['a figure below', ['--guard', 'kept > 20%', '--undecided-ok'], 1],
  ['undecided lines', ['--guard', 'kept <= 2'], 1],
  ['undecided == 0', ['--guard', 'undecided == 0'], 1],
  ['a line that may not be dropped', ['--never-drop', 'ClientCountry == "fr"'], 1],
  ['a line that may not be kept', ['--never-keep', 'ClientCountry == "de"'], 1],
  ['a never-guard that no line matches', ['--never-keep', 'ClientCountry == "xx"'], 0],
  ['a never-guard in JSON', ['--never-keep', '{"where":{"key":"ClientCountry","operator":"eq","value":"de"}}'], 1],
  ['a never-guard of a file', ['--never-keep', `@${file('de.txt', 'ClientCountry == "de"')}`], 1],
  ['bytes of a day', ['--guard', 'kept-bytes < 1 kB/day', '--since', '2026-11-01', '--until', '2026-11-03'], 0],
  ['a second filter that breaks the guard', ['-f', 'all', '--guard', 'kept <= 50%'], 1],
  ['a filter that keeps every line', ['-f', 'all', '--never-drop', 'all'], 1],
])('exit code with %s', async (_, args, code) => {
  const run = await replay(LINES, ...FILTER, ...args);
  expect([run.code, run.stderr]).toEqual([code, '']);
  expect(run.stdout).toMatch(
    code === 0
      ? /\nGuards: (?:1 of 1 holds|all \d+ hold)\s[^✗]*\n {2}✓ holds/
      : /\nGuards: \d of \d broken\s[^✓]*\n {2}✗ broken/,
  );
});

it.each([
  ['no record', EMPTY, FILTER, ['--guard', 'kept <= 5%'], 'found no records'],
  ['no verdict', UNKNOWN, FILTER, ['--guard', 'kept <= 5%'], 'undecided by the filter'],
  [
    'no verdict, with undecided lines allowed',
    UNKNOWN,
    FILTER,
    ['--never-drop', 'RayID == "1"', '--undecided-ok'],
    'undecided by the filter',
  ],
  ['no filter', LINES, [], ['--guard', 'kept <= 5%'], 'cannot judge guards: found no filter'],
  [
    'no span',
    LINES,
    FILTER,
    ['--guard', 'kept-bytes <= 5 GB/day'],
    'expected the time that the lines cover; add --since and --until',
  ],
  [
    'no price',
    LINES,
    FILTER,
    ['--guard', 'cost <= 5/month'],
    'found no price, expected --price with a price such as 0.50/GB',
  ],
  ['no old filter', LINES, FILTER, ['--guard', 'newly-kept == 0'], 'found no old filter, expected one to compare with'],
  ['no guard', LINES, FILTER, ['--undecided-ok'], 'cannot use --undecided-ok: found no guard'],
  ['standard input', LINES, FILTER, ['--never-drop', '-'], 'cannot read --never-drop: found -'],
  ['an empty filter', LINES, FILTER, ['--never-drop', ''], 'cannot use --never-drop: found an empty filter'],
  [
    'a destination',
    LINES,
    FILTER,
    ['--guard', 's3://b/x?secret-access-key=5ecret'],
    'cannot read --guard: found a destination',
  ],
  ['a missing file', LINES, FILTER, ['--never-keep', '@missing.json'], 'cannot read the filter missing.json'],
])('exit code 2: %s', async (_, source, filter, args, says) => {
  const run = await replay(source, ...filter, ...args);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(says);
  expect(run.stdout).not.toContain('✓');
  expect(run.stderr).not.toContain('5ecret');
});

it('prints broken guards first, with the lines that broke them', async () => {
  const guards = ['--guard', 'undecided <= 1', '--guard', 'kept <= 1', '--never-keep', 'ClientCountry contains "e"'];
  const sectionOf = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await replay(LINES, ...FILTER, ...guards, '--never-drop', 'EdgeResponseStatus == 200', ...args);
    const section = stdout.slice(stdout.indexOf('Guards'), stdout.indexOf('\n\nfilter-1'));
    return section.replaceAll(LINES, 'lines').split('\n');
  };
  // The fields of the guard, then those of the filter.
  const [section, whole] = [await sectionOf(), await sectionOf('--show', 'all', '--details')];
  expect(section.filter((row) => /^ {2}[✓✗] /.test(row)).map((row) => row.slice(2, 10))).toEqual([
    '✗ broken',
    '✗ broken',
    '✗ broken',
    '✓ holds ',
  ]);
  expect(section).toContain('    EdgeResponseStatus  ClientCountry');
  expect(section).toContain('                   200  us\\u202e');
  expect(section).toContain('    ClientCountry  EdgeResponseStatus');
  expect(whole.slice(whole.findIndex((row) => row.startsWith('  Examples')))).toEqual([
    '  Examples of lines that break never drop EdgeResponseStatus == 200:',
    '    lines@96',
    '      {"EdgeResponseStatus":200,"ClientCountry":"us\\u202e"}',
    '    lines@453',
    '      {"ClientCountry":"fr"}',
    '  Examples of lines that break never keep ClientCountry contains "e":',
    '    lines@0',
    '      {"EdgeResponseStatus":500,"ClientCountry":"de"}',
    '    lines@48',
    '      {"EdgeResponseStatus":503,"ClientCountry":"de"}',
  ]);
});

it('reports every guard that cannot be used, with its place, and reads nothing', async () => {
  const run = await replay(
    LINES,
    ...FILTER,
    '--guard',
    'kept => 5%',
    '--guard',
    'kept > 0',
    '--never-drop',
    'BotScor < 3',
    '--never-keep',
    'BotScore <',
  );
  expect([run.code, run.stdout]).toEqual([2, '']);
  expect(run.stderr.split('\n')).toEqual([
    "--guard 'kept => 5%'",
    '  error   [guard-syntax]',
    '    invalid guard, column 6: found "=>", expected one of < <= > >= == !=; write >=',
    '      kept => 5%',
    '           ^',
    "--never-drop 'BotScor < 3'",
    '  error   [unknown-field]',
    expect.stringContaining('found "BotScor"'),
    '      BotScor < 3',
    '      ^',
    "--never-keep 'BotScore <'",
    '  error   [expression-syntax]',
    expect.stringContaining('found the end of the text'),
    '      BotScore <',
    '                ^',
    "headgate: cannot use --guard 'kept => 5%', --never-drop 'BotScor < 3', --never-keep 'BotScore <': the guards are invalid; nothing was read",
    '',
  ]);
  expect((await replay(LINES, '--list', ...FILTER, '--guard', 'kept => 5%')).code).toBe(2);
  const listed = await runTogether(['replay', LINES, '--list', ...FILTER, '--never-drop', 'ClientCountry == "fr"']);
  expect([listed.code, listed.stderr]).toEqual([
    0,
    expect.stringContaining('headgate: warning: the guards were not judged: --list reads no lines\n'),
  ]);
});

describe('the report', () => {
  const args = ['replay', 'samples/logs', '-q', '-s', '1', '-f', 'EdgeResponseStatus >= 500', '-f', 'BotScore < 5'];
  const json = ['--format', 'json', '--reproducible'];
  const guards = ['--guard', 'kept >= 1%', '--never-drop', 'ClientCountry == "de"', '--never-keep', 'BotScore < 3'];

  it.each([[], ['--no-fields'], ['--counts']])(
    'is the same with and without guards, but for them: %o',
    async (...detail) => {
      const without = await runTogether([...args, ...json, ...detail]);
      const found = await runTogether([...args, ...json, ...detail, ...guards]);
      const { guards: results, ...report } = JSON.parse(found.stdout);
      expect(`${JSON.stringify(report, null, 2)}\n`).toBe(without.stdout);
      expect(results.map((one: { lines?: object[] }) => one.lines?.length)).toEqual([undefined, 5, 5, undefined, 5, 5]);
    },
  );

  it('does not depend on threads or the kernel', async () => {
    const one = await runTogether([...args, ...json, ...guards, '--threads', '1']);
    const two = await runTogether([...args, ...json, ...guards, '--threads', '2']);
    const off = await runTogether([...args, ...json, ...guards, '--threads', '1'], { env: { HEADGATE_KERNEL: 'off' } });
    expect(two.stdout).toBe(one.stdout);
    expect(off.stdout).toBe(one.stdout);
    expect(one.code).toBe(1);
  });
});

it('a broken guard does not stop --emit', async () => {
  const pushed = join(folder, 'pushed');
  const run = await replay(LINES, ...FILTER, '--guard', 'kept >= 50%', '--emit', pushed);
  expect(run.code).toBe(1);
  const [written = ''] = readdirSync(pushed, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.gz'),
  );
  expect(readFileSync(join(pushed, written)).length).toBeGreaterThan(0);
});

it('names broken guards where lines take the place of the report', async () => {
  const run = await runTogether([
    'replay',
    LINES,
    ...FILTER,
    '--emit',
    '-',
    '--guard',
    'kept >= 50%',
    '--guard',
    'kept > 0',
  ]);
  expect([run.code, run.stdout.split('\n').length]).toEqual([1, 3]);
  expect(run.stderr).toContain('headgate: broken guard: filter-1: kept >= 50%: kept 2 to 3 of 10 lines');
  expect(run.stderr).not.toContain('kept > 0');
});

it('an interrupted run judges no guard', async () => {
  const args = ['replay', '-', '--counts', ...FILTER, '--guard', 'kept >= 1'];
  const run = await runCli(args, { stdin: readFileSync(LINES), interruptAfterStdin: 'SIGINT' });
  expect(run.code).toBe(130);
  expect(run.stdout).toContain('Guards: not judged, because the run was interrupted\n  ? kept >= 1\n');
  expect(run.stdout).not.toMatch(/holds?\b|broken/);
  expect(run.stderr).toContain('warning: the guards were not judged, because the run was interrupted');
});

it('states what a job pushes that samples the lines that its filter keeps', async () => {
  const job = file(
    'job.json',
    '{"name":"sampled","filter":"","output_options":{"field_names":["RayID"],"sample_rate":0.5}}',
  );
  const run = await runTogether(['replay', LINES, '--counts', '--job', job, '--guard', 'kept >= 50%']);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/✓ holds +kept >= 50% +kept \d+ of \d+ lines \(100.0 %\); pushed \d+ /);
  expect(run.stdout).toContain('sample_rate is 0.5');
});

it('--out must not replace the file of a never-guard', async () => {
  const path = file('never.json', 'ClientCountry == "de"');
  const run = await replay(LINES, ...FILTER, '--never-drop', `@${path}`, '--out', path);
  expect([run.code, readFileSync(path, 'utf8')]).toEqual([2, 'ClientCountry == "de"']);
});
