// What every command has in common: help, usage errors, output files, pipes, colors.
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { ROOT, runCli, runFromSource, runShell, runTogether } from '../helpers/cli/run-cli.ts';
import { programPath } from '../helpers/programs.ts';

const COMMANDS = [
  'replay',
  'check',
  'explain',
  'sample',
  'validate',
  'bench',
  'fields',
  'edge',
  'sandbox',
  'demo',
  'completion',
];
const LOGS = 'samples/logs/all-requests/20261101';
const folder = mkdtempSync(join(tmpdir(), 'headgate-usage-'));

it.each(COMMANDS)('%s --help', async (command) => {
  const run = await runTogether([command, '--help']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain(`Usage: headgate ${command}`);
  // Options without a heading of their own come first.
  expect(/^.* [Oo]ptions:|^Options:/m.exec(run.stdout)?.[0]).toBe('Options:');
  // No line of text is glued to an example.
  expect(run.stdout.split('\n').filter((line) => line.startsWith('  {') && line.includes('}} '))).toEqual([]);
});

it.each([
  [['compare', '--counts'], '--counts is an option of headgate replay, headgate bench\n'],
  [['replay', '--implies=all'], '--implies is an option of headgate check\n'],
  [['replay', '--ignore-limits=yes'], '--ignore-limits takes no value\n'],
  [
    ['compare', '--filter', 'all'],
    'in place of --filter, give --from <filter> (old filter) or --to <filter> (new filter)\n',
  ],
  [
    ['open', '--filter=all'],
    'in place of --filter, give --to <filter> (candidate to begin with) or --from <filter> (filter in force)\n',
  ],
  [['suggest', '--goal', '50 %', '--job', 'job.json'], 'in place of --job, give --from-job <file> (filter in force)\n'],
  [['suggest', '--goal', '50 %', '--filter', 'all'], 'in place of --filter, give --from <filter> (filter in force)\n'],
  [['datasets', '-f', 'all'], '-f is an option of headgate replay, headgate check, '],
])('%j names its own option, or the commands that have it', async (args, message) => {
  const run = await runTogether(args);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain(`headgate: ${message}`);
});

it('an option that no command has is not looked for', async () => {
  expect((await runTogether(['replay', '--nothing-like-it'])).stderr).toBe(
    "headgate: unknown option '--nothing-like-it'\nsee headgate replay --help\n",
  );
});

it.each<[args: string, kernel: string, state: string]>([
  ['--version', '', 'on'],
  ['-V', 'off', 'off (HEADGATE_KERNEL=off)'],
  ['replay --version', '', 'on'],
])('%s with HEADGATE_KERNEL=%j', async (args, HEADGATE_KERNEL, state) => {
  const stdout = `headgate ${manifest.version}\nnode ${process.versions.node}\nWebAssembly kernel: ${state}\n`;
  expect(await runTogether(args.split(' '), { env: { HEADGATE_KERNEL } })).toEqual({ code: 0, stdout, stderr: '' });
});

it.each([
  [
    ['help', 'replay'],
    ['replay', '--help'],
  ],
  [
    ['help', 'fields', 'preview'],
    ['fields', 'preview', '--help'],
  ],
  [
    ['fields', 'help', 'preview'],
    ['fields', 'preview', '--help'],
  ],
  [
    ['help', 'fields'],
    ['fields', '--help'],
  ],
  [
    ['help', 'check', 'all'],
    ['check', '--help'],
  ],
  [['help'], ['--help']],
])('%j prints the help of %j', async (args, other) => {
  const run = await runTogether(args);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run).toEqual(await runTogether(other));
});

it('notes of the help are wrapped, examples are not', async () => {
  const { stdout } = await runTogether(['replay', '--help']);
  const notes = stdout.slice(stdout.indexOf('\n--emit writes'));
  const [text, examples] = notes.split('\nExamples:\n');
  expect(Math.max(...text!.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(examples!.split('\n')).toContain(
    "  headgate replay 's3://bucket/logs/{DATE}?region=eu-west-1' --job job.json --emit 's3://other/kept/{DATE}?region=eu-west-1'",
  );
});

it('no command shows the help', async () => {
  const run = await runTogether([]);
  expect(run.stderr + run.stdout).toContain('Other commands:');
});

describe('usage errors exit with 2 and say what is possible', () => {
  it.each<[string[], string]>([
    [['replya'], 'Did you mean replay?'],
    [['help', 'replya'], "unknown command 'replya'\n(Did you mean replay?)\nsee headgate --help\n"],
    [['help', 'fields', 'prevew'], 'Did you mean preview?'],
    [['fields', 'help', 'prevew'], 'Did you mean preview?'],
    [['check', 'all', '--as-job-string', '--format', 'json'], 'cannot use --format json here: expected text'],
    [['replay', 'x', '--threads', ''], 'headgate: cannot use --threads "": expected a whole number of at least 1\n'],
    [['completion', 'csh'], 'cannot use csh as <shell>: expected one of bash, zsh, fish\n'],
    [['replay', '--sampels', '3'], 'Did you mean --samples?'],
    [['suggest', '--gaol', '50 %'], 'Did you mean --goal?'],
    [['replay', 'samples/logs', '--samples', 'x'], 'expected a whole number of at least 0'],
    [
      ['replay', 'samples/logs', '--null', 'maybe'],
      'cannot use --null maybe: expected one of unknown, zero\nsee headgate replay --help\n',
    ],
    [['replay', 'samples/logs', '--format', 'xml'], 'expected one of text, markdown'],
    [['replay', 'samples/logs', '--slack', '1y'], 'expected a duration such as 30m, 1h30m or 1d'],
    [['replay', 'samples/logs', '--since', 'tomorrow'], 'cannot parse --since'],
    [
      ['replay', 'samples/logs', '--since', '2026-11-02', '--until', '2026-11-01'],
      'found an empty range, expected --since before --until',
    ],
    [['replay'], 'found no source'],
    [['replay', '-', '--filter', '-'], 'cannot read standard input twice'],
    [['replay', 'nowhere'], 'expected a folder, a file, - for standard input, s3://<bucket>'],
    [['replay', 'sampels/logs'], 'did you mean "samples/logs"?'],
    [['replay', 'EdgeResponseStatus >= 500'], 'to use the text as a filter, write it after --filter'],
    [['replay', 'samples/logs', '--job', 'samples/jobs/all-request.json'], 'mean "samples/jobs/all-requests.json"?'],
    [['replay', 'samples/logs', '--job', 'samples/jobs'], 'it is a folder; name a file'],
    [['replay', 'samples/logs', '-f', 'samples/filters/errors.json'], 'pass @samples/filters/errors.json'],
    [['check', '@'], 'found @ alone'],
    [['sample', 'package-lock.json', '-n', '2', '--input', 'ndjson', '-q'], 'cannot sample: found no records ('],
    [['replay', 'gs://bucket/logs'], 'gs://'],
    [['replay', 'azure://bucket/logs'], 'azure://'],
    [['replay', 'samples/logs', '--since', '1d', '--since', '2d'], 'found --since twice, expected it once'],
    [['validate', 'samples/logs', '-j', 'a.json', '--job', 'b.json'], 'found --job twice, expected it once'],
    [['fields', 'preview', '-r', 'a.json', '--ruleset', 'b.json', 'c.har'], 'found --ruleset twice, expected it once'],
    [['explain', 'samples/logs'], 'found no filter'],
    [['explain', 'samples/logs', '-f', 'BotScore < 1', '--line', '0'], 'expected a whole number of at least 1'],
  ])('%j', async (args, message) => {
    const run = await runTogether(args);
    expect(run.stderr).toContain(message);
    expect(run.stderr).not.toMatch(/\n\s+at /);
    expect(run).toMatchObject({ code: 2, stdout: '' });
  });
});

it.each([
  [['replay', '--help']],
  [['replya']],
  [['replay', 'nowhere']],
  [['check', 'Nope == 1']],
  [['check', 'BotScore < 3']],
])('runs that share a process say what those alone say: %j', async (args) => {
  expect(await runTogether(args)).toEqual(await runCli(args));
});

describe('HEADGATE_KERNEL', () => {
  const args = ['replay', 'samples/logs/all-requests/20261101', '--counts', '--reproducible', '-q'];

  it.each(['banana', 'OFF', '0'])('%j means nothing', async (value) => {
    const run = await runTogether(args, { env: { HEADGATE_KERNEL: value } });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(`HEADGATE_KERNEL: found "${value}", expected off`);
    expect(run.stderr).not.toMatch(/\n\s+at /);
  });

  it.each(['on', 'off', ''])('%j gives the same bytes', async (value) => {
    expect(await runCli(args, { env: { HEADGATE_KERNEL: value } })).toEqual(await runTogether(args));
  });
});

describe('--out', () => {
  it('writes the result, and nothing beside it stays', async () => {
    const out = join(folder, 'report.json');
    const run = await runTogether([
      'replay',
      'samples/logs/all-requests/20261101',
      '--format',
      'json',
      '--out',
      out,
      '-q',
    ]);
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(JSON.parse(readFileSync(out, 'utf8')).version).toBe(1);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.each([
    ['no/such/folder.json', 'the folder does not exist; choose another folder'],
    ['', 'it is a folder; name a file in it'],
    ['x'.repeat(300), 'the name is too long; choose another name'],
  ])('%j: an unwritable file is reported before anything is read', async (name, reason) => {
    const run = await runTogether(['replay', 'samples/logs', '--out', join(folder, name)]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toBe(`headgate: cannot write --out ${join(folder, name)}: ${reason}\n`);
  });

  it.each([
    [['check', 'BotScore < 30']],
    [['replay', 'samples/logs/all-requests/20261101', '--reproducible', '-q']],
    [['fields', 'preview', '-r', 'samples/ruleset.json', 'samples/traffic/shop.har', '--format', 'lines', '-q']],
  ])('- is standard output: %j', async (args) => {
    const [plain, dash] = [await runTogether(args), await runTogether([...args, '--out', '-'])];
    expect(dash).toEqual(plain);
    expect(existsSync(join(ROOT, '-'))).toBe(false);
  });

  it.each<[string, string[], string]>([
    ['a source', ['replay', 'IN', '--out', 'IN'], 'it is an input file ('],
    ['a source by a link', ['sample', 'IN', '-n', '1', '--out', 'LINK'], 'it is an input file ('],
    ['a job', ['replay', LOGS, '--job', 'IN', '--out', 'IN'], 'it is an input file ('],
    ['a filter', ['replay', LOGS, '-f', '@IN', '--out', 'IN'], 'it is an input file ('],
    ['the first of two filters', ['replay', LOGS, '-f', '@IN', '-f', 'all', '--out', 'IN'], 'it is an input file ('],
    ['a price file', ['replay', LOGS, '--price', '@IN', '--out', 'IN'], 'it is an input file ('],
    ['a plan', ['pools', 'migrate', '--apply', '--approved', 'IN', '--out', 'IN'], 'it is an input file ('],
    [
      'a place among the logs',
      ['replay', LOGS, '--out', `${LOGS}/report.json`],
      'where the next run would read it as logs',
    ],
  ])('never over what is read: %s', async (_, args, found) => {
    const place = mkdtempSync(join(folder, 'in-'));
    const path = join(place, 'one.log');
    writeFileSync(path, '{"RayID":"1"}\n');
    symlinkSync('one.log', join(place, 'link.log'));
    const named = args.map((arg) => arg.replace(/LINK|IN/, (word) => (word === 'IN' ? path : join(place, 'link.log'))));
    const run = await runTogether(named);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(found);
    expect(readFileSync(path, 'utf8')).toBe('{"RayID":"1"}\n');
    expect(readdirSync(place).sort()).toEqual(['link.log', 'one.log']);
  });

  it('- beside --emit - would mix the report with the lines', async () => {
    const run = await runTogether(['replay', LOGS, '-f', 'all', '--emit', '-', '--out', '-']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('found --out - together with --emit -');
  });

  it('an empty name is no file', async () => {
    const run = await runTogether(['check', 'BotScore < 30', '--out', '']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('is a shell variable empty?');
  });

  it('leaves an older file alone when it cannot write', async () => {
    const run = await runTogether(['check', 'BotScore < 30', '--out', join(folder, 'no/such/folder.txt')]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('the folder does not exist');
  });

  it('a full disk is reported', async () => {
    const run = await runTogether(['check', 'BotScore < 30', '--out', '/dev/full']);
    expect(run).toMatchObject({
      code: 2,
      stderr: 'headgate: cannot write --out /dev/full: the disk is full; choose another folder\n',
    });
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
  });

  it('so is one that standard output leads to', async () => {
    const command = `'${process.execPath}' '${programPath('headgate')}' replay samples/logs/errors-and-threats --counts -q > /dev/full`;
    const stderr = 'headgate: cannot write to standard output: the disk is full; write to another place\n';
    expect(await runShell(command)).toMatchObject({ code: 2, stderr });
  });

  it('a write that fails in the middle leaves the older file and no half of the new one', async () => {
    const place = mkdtempSync(join(folder, 'full-'));
    writeFileSync(join(place, 'report.json'), 'older');
    const command = `ulimit -f 1; '${process.execPath}' '${programPath('headgate')}' replay samples/logs/errors-and-threats --format json -q --out '${place}/report.json'`;
    const run = await runShell(command);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('report.json: the file would exceed the size limit');
    expect(readdirSync(place).map((name) => readFileSync(join(place, name), 'utf8'))).toEqual(['older']);
  });

  it('writes through a symbolic link', async () => {
    const place = mkdtempSync(join(folder, 'link-'));
    writeFileSync(join(place, 'real.txt'), '');
    symlinkSync('real.txt', join(place, 'link.txt'));
    await runTogether(['check', 'BotScore < 30', '--out', join(place, 'link.txt')]);
    expect(readFileSync(join(place, 'real.txt'), 'utf8')).toContain('Valid');
    expect(lstatSync(join(place, 'link.txt')).isSymbolicLink()).toBe(true);
  });
});

it.each(['head -c 10', 'true'])('a reader that closes the pipe is no error: %s', async (reader) => {
  const run = await runShell(
    `set -o pipefail; '${process.execPath}' '${programPath('headgate')}' replay samples/logs/errors-and-threats --format json -q | ${reader} > /dev/null`,
  );
  expect(run).toMatchObject({ code: 0, stderr: '' });
});

it('--quiet leaves standard error empty, --no-color and NO_COLOR the output plain', async () => {
  const args = ['replay', 'samples/logs/errors-and-threats/20261101', '--filter', 'EdgeResponseStatus >= 500'];
  const loud = await runTogether(args, { env: { FORCE_COLOR: '1', NO_COLOR: '' } });
  expect(loud.stdout).toContain('\u001b[');
  expect(loud.stderr).toContain('headgate: reading');
  const plain = await runTogether([...args, '-q', '--no-color'], { env: { FORCE_COLOR: '1', NO_COLOR: '' } });
  expect(plain.stderr).toBe('');
  expect(plain.stdout).not.toContain('\u001b');
  expect((await runTogether(args)).stdout).not.toContain('\u001b');
});

it('the place of an error in the code is shown with --debug only', async () => {
  const quiet = await runFromSource(['replay', 'nowhere']);
  expect(quiet.stderr).not.toMatch(/\n\s+at /);
  const loud = await runFromSource(['replay', 'nowhere', '--debug']);
  expect(loud.stderr).toMatch(/\n\s+at .*\.ts:\d+/);
  expect(loud.code).toBe(2);
});

it('so is no room for them', async () => {
  const command = `'${process.execPath}' '${programPath('headgate')}' replay samples/logs/errors-and-threats --counts 2> /dev/full`;
  const run = await runShell(command);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('lines');
});

it('the result is not lost if standard error is closed', async () => {
  const out = join(folder, 'kept.json');
  const command = `'${process.execPath}' '${programPath('headgate')}' replay samples/logs/errors-and-threats --format json --out '${out}' 2>&1 | true; test -s '${out}'`;
  expect(await runShell(command)).toMatchObject({ code: 0 });
});

it('a closed pipe does not hide a negative answer', async () => {
  const file = join(folder, 'malformed.log');
  writeFileSync(file, `{"RayID":\n${'{"RayID":"1"}\n'.repeat(9)}`);
  const run = await runShell(
    `set -o pipefail; '${process.execPath}' '${programPath('headgate')}' replay '${file}' --strict -q | true`,
  );
  expect(run.code).toBe(1);
});

it.each([
  ['', 100],
  ['60', 60],
  ['1', 40],
  ['500', 140],
  ['wide', 100],
])('COLUMNS=%s requests the width of output that is no terminal: %i', async (columns, width) => {
  // Rows of figures do not wrap: those of more lines are wider than 40 columns.
  const filter = `ClientRequestPath in {${Array.from({ length: 30 }, (_, at) => `"/${at}"`).join(' ')}}`;
  const { stdout } = await runTogether(
    ['replay', 'samples/logs/errors-and-threats', '-q', '--counts', '--details', '-f', filter],
    {
      env: { COLUMNS: columns },
    },
  );
  const longest = Math.max(...stdout.split('\n').map((line) => line.length));
  expect(longest).toBeLessThanOrEqual(width);
  expect(longest).toBeGreaterThan(width - 25);
});

it('--no-color holds for rejected filters too', async () => {
  const run = await runTogether(['replay', 'x', '-f', 'Nope == 1', '--no-color'], {
    env: { FORCE_COLOR: '1', NO_COLOR: '' },
  });
  expect(run.stderr).not.toContain('\u001b');
});

it('an endless file is no filter', async () => {
  const run = await runTogether(['check', '@/dev/zero']);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('found more than 16,777,216 bytes');
});

describe('a destination in the wrong place does not show its keys', () => {
  const secret = 'TOPSECRETxyz';
  const conf = `s3://b/x?region=eu-west-1&access-key-id=AKIDxyz&secret-access-key=${secret}`;
  it.each([
    [[conf]],
    [['check', conf]],
    [['check', 'BotScore < 3', conf]],
    [['check', '--filter', conf]],
    [['check', '--job', conf]],
    [['demo', conf]],
    [['sandbox', conf]],
    [['sandbox', '--port', conf]],
    [['replay', 'samples/logs', '--since', conf]],
    [['replay', 'samples/logs', '--slack', conf]],
    [['replay', 'samples/logs', '--format', conf]],
    [['replay', 'samples/logs', '--dataset', conf]],
    [['replay', 'samples/logs', `--bogus=${conf}`]],
    [['replay', 'samples/logs', '--out', conf, '--debug']],
    [['replay', conf.replace('?', ';')]],
    [['replay', conf.replace('?', '%3F').replaceAll('&', '%26')]],
  ])('%j', async (args) => {
    const run = await runTogether(args, { env: { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' } });
    expect(run.code).toBe(2);
    expect(run.stdout + run.stderr).not.toContain(secret);
  });
});
