// The command test: exit codes, flags that do not belong together, mining to a file.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-test-'));
const SUITE = 'samples/suites/errors.json';

describe.concurrent('exit codes', () => {
  it.each<[readonly string[], number]>([
    [[SUITE], 0],
    [[SUITE, SUITE, '--min-coverage', '100%'], 0],
    [[SUITE, '--filter', 'EdgeResponseStatus > 500'], 1],
    [[SUITE, '--filter', 'EdgeResponseStatus >= 500 or BotScore < 1', '--min-coverage', '0.9'], 1],
    [[SUITE, '--filter', 'EdgeResponseStatus >'], 1],
    [['no-such-suite.json'], 2],
    [['samples/filters/errors.json'], 2],
    [[SUITE, '--min-coverage', '101%'], 2],
    [[SUITE, '--min-coverage', '0.999999999999999'], 0],
    [[SUITE, '--min-coverage', '0.9999999999999999'], 2],
    [[SUITE, '--min-coverage', '1.00000000000000000001'], 2],
    [[], 2],
    [['--mine', 'samples/logs', '--filter', 'BotScore < 30', '--min-coverage', '1'], 2],
    [[SUITE, '--mask', 'ClientIP'], 2],
    [[SUITE, '--since', '1d', '--whole'], 2],
    [['--mine', 'samples/logs', '--filter', 'BotScore < 30', '--mask', 'none,ClientIP'], 2],
  ])('%j', async (args, code) => {
    expect((await runTogether(['test', ...args])).code).toBe(code);
  });
});

it('cases that are all undecided are no answer, even as expected', async () => {
  const path = join(folder, 'undecided.json');
  const undecided = '{"filter": "BotScore < 30", "cases": [{"line": {}, "expect": "undecided"}]}';
  writeFileSync(path, undecided);
  const run = await runTogether(['test', path]);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('found 1 case, all undecided, expected at least one that a filter keeps or drops');
  const beside = await runTogether(['test', SUITE, path]);
  expect(beside.code).toBe(2);
  expect(beside.stdout).toContain('? No answer in 1 of 2 tests: every case is undecided.');
  expect(beside.stderr).toContain(`found 1 case in ${path}, all undecided, expected`);
  const json = await runTogether(['test', path, SUITE, '--format', 'json']);
  expect([json.code, JSON.parse(json.stdout).passed]).toEqual([2, false]);
  const failing = '{"filter": "BotScore < 30", "cases": [{"line": {"BotScore": 1}, "expect": "drop"}]}';
  writeFileSync(join(folder, 'failing.json'), failing);
  expect((await runTogether(['test', path, join(folder, 'failing.json')])).code).toBe(1);
});

it('a suite that lacks fields of the filter names them', async () => {
  const path = join(folder, 'lacking.json');
  writeFileSync(path, '{"filter": "all", "cases": [{"line": {"BotScore": 1}, "expect": "keep"}]}');
  const fix = 'no case has ClientRequestPath, ClientCountry: add them to the lines, or mine the suite with --whole';
  const filter = 'ClientRequestPath == "/" and ClientCountry == "de"';
  const failing = await runTogether(['test', path, '--filter', filter]);
  expect(failing.code).toBe(1);
  expect(failing.stdout.replaceAll(/\s+/g, ' ')).toContain(
    `? ${fix.replace('no case', 'No case').replace(', Client', ' and Client')}`,
  );
  expect(failing.stdout).not.toContain('add a line');
  writeFileSync(path, '{"filter": "all", "cases": [{"line": {"BotScore": 1}, "expect": "undecided"}]}');
  const undecided = await runTogether(['test', path, '--filter', filter]);
  expect(undecided).toMatchObject({ code: 2, stderr: expect.stringContaining(fix) });
  const json = await runTogether([
    'test',
    path,
    '--filter',
    'BotScore < 3 or EdgeResponseStatus > 3',
    '--format',
    'json',
  ]);
  expect(JSON.parse(json.stdout).suites[0].tests[0].missingFields).toEqual(['EdgeResponseStatus']);
});

it.each([
  ['100', 'expected a percentage such as 100%, or a share such as 0.9; write 100%'],
  ['85.5', 'or a share such as 0.9; write 85.5%'],
  ['101', 'or a share such as 0.9'],
  ['', 'or a share such as 0.9'],
])('--min-coverage %s', async (value, message) => {
  const run = await runTogether(['test', SUITE, '--min-coverage', value]);
  expect(run.code).toBe(2);
  expect(run.stderr.split('\n')[0]).toSatisfy((line: string) => line.endsWith(message));
});

it('flags that need another one are named', async () => {
  const { stderr } = await runTogether(['test', SUITE, '--mask', 'ClientIP', '--since', '1d']);
  expect(stderr).toContain('found --mask, --since without --mine, expected both');
});

it('all problems of several suites are printed', async () => {
  const path = join(folder, 'bad.json');
  writeFileSync(path, '{"filter": "BotScore < 30",\n"cases": [{"line": {}, "expect": "dropp"},\n{"expect": "keep"}]}');
  const { code, stdout, stderr } = await runTogether(['test', path, SUITE]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.split('\n').slice(0, 3)).toEqual([
    path,
    '  line 2, cases[0].expect: found "dropp", expected drop, keep, undecided or fail; did you mean "drop"?',
    '  line 3, cases[1]: found no line, expected "line", or "object" and "ray"',
  ]);
});

it('several suites: only failing cases are listed', async () => {
  const { code, stdout } = await runTogether(['test', SUITE, SUITE, '--filter', 'EdgeResponseStatus > 500']);
  expect(code).toBe(1);
  expect(stdout).not.toContain('server errors are kept');
  expect(stdout.match(/✗ 500 is the first of them: expected keep, found drop \(cases\[1\], line 9\)/g)).toHaveLength(2);
  expect(stdout).toMatch(/^✗ 6 of 12 cases failed\.\n/);
});

it('JSON', async () => {
  const { stdout } = await runTogether(['test', SUITE, '--format', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    passed: true,
    cases: { passed: 6, failed: 0 },
    minCoverage: null,
    suites: [{ file: SUITE, tests: [{ name: 'errors', failed: 0, coverage: { goals: 3, covered: 3, share: 1 } }] }],
  });
});

it('null is that of the suite unless the flag is given', async () => {
  const path = join(folder, 'null.json');
  writeFileSync(
    path,
    '{"filter": "BotScore < 30", "null": "zero", "cases": [{"line": {"BotScore": null}, "expect": "keep"}]}',
  );
  expect((await runTogether(['test', path])).code).toBe(0);
  expect((await runTogether(['test', path, '--null', 'unknown'])).code).toBe(1);
});

it('mining writes a suite that passes, and says what it covers', async () => {
  const path = join(folder, 'mined.json');
  const filter = 'EdgeResponseStatus >= 500 and ClientCountry == "de"';
  const mined = await runTogether(['test', '--mine', 'samples/logs', '--filter', filter, '--out', path]);
  expect(mined).toMatchObject({ code: 0, stdout: '' });
  expect(mined.stderr).toMatch(/\d cases from 21,957 lines: 6 of 6 outcomes of conditions/);
  expect(JSON.parse(readFileSync(path, 'utf8')).filter).toBe(filter);
  expect((await runTogether(['test', path, '--min-coverage', '100%'])).code).toBe(0);
});

it('mining does not replace a suite, which may have been edited', async () => {
  const path = join(folder, 'edited.json');
  writeFileSync(path, '{"cases": []}');
  const run = await runTogether(['test', '--mine', 'samples/logs', '--filter', 'BotScore < 30', '--out', path]);
  expect(run.code).not.toBe(0);
  expect(run.stderr).toMatch(/cannot write --out .*edited\.json: the file exists, .*; write to another file/);
  expect(readFileSync(path, 'utf8')).toBe('{"cases": []}');
});

it('mining names the outcomes that the source does not show', async () => {
  const run = await runTogether([
    'test',
    '--mine',
    'samples/logs',
    '--filter',
    'EdgeResponseStatus >= 100',
    '--out',
    '-',
  ]);
  expect(run.code).toBe(0);
  expect(run.stderr).toContain('the filter drops none of 21,957 lines');
  expect(run.stderr).toContain('not covered: no line of the suite has EdgeResponseStatus >= 100 false');
  expect(run.stderr).toContain('not covered: no line of the suite has EdgeResponseStatus >= 100 as its sole blocker');
});
