// --out with interrupts and kills: an earlier result remains, no unfinished file remains, and the next run removes the files of a killed run.
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CliRun, ROOT, runCli, runShell, runTogether } from '../../helpers/cli/run-cli.ts';
import { programPath } from '../../helpers/programs.ts';

const line = (name: string): string => readFileSync(join(ROOT, name), 'utf8').split('\n', 1)[0]!;
const LOG_LINE = '{"RayID":"1","EdgeResponseStatus":500,"EdgeStartTimestamp":"2026-11-01T00:00:00Z"}\n';
const EXCHANGE = `${line('samples/traffic/shop.ndjson')}\n`;
const FIELDS = ['fields', 'preview', '-r', 'samples/ruleset.json', '-'];
const LINES = [...FIELDS, '--format', 'lines'];

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'out-'));
const unfinished = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('.'));

/** Runs a command that reads from standard input, which stays open, and calls when it has begun to. */
function readOn(args: readonly string[], stdin: string, onBegun: (kill: (signal: NodeJS.Signals) => void) => void) {
  return runCli(args, {
    stdin,
    keepStdinOpen: true,
    onStart: (kill, stderr) => {
      let isBegun = false;
      stderr.on('data', (text: string) => {
        if (isBegun || !text.includes('reading')) return;
        isBegun = true;
        onBegun(kill);
      });
    },
  });
}

describe('an interrupted run', () => {
  it.each<[string, string[], string, NodeJS.Signals]>([
    ['replay', ['replay', '-', '--format', 'json'], LOG_LINE, 'SIGINT'],
    ['sample', ['sample', '-', '-n', '3'], LOG_LINE, 'SIGTERM'],
    ['validate', ['validate', '-', '-j', 'samples/jobs/all-requests.json', '--format', 'json'], LOG_LINE, 'SIGHUP'],
    ['fields preview', FIELDS, EXCHANGE, 'SIGINT'],
    ['fields preview lines', LINES, EXCHANGE, 'SIGHUP'],
  ])('keeps the earlier result and writes another one: %s', async (_, args, stdin, signal) => {
    const folder = newFolder();
    const out = join(folder, 'report.json');
    writeFileSync(out, 'earlier');
    const run = await readOn([...args, '--out', out], stdin, (kill) => kill(signal));
    expect(run).toMatchObject({ code: 130, stdout: '' });
    expect(run.stderr).toContain(`the partial result is in ${out}.partial; ${out} is unchanged`);
    expect(readFileSync(out, 'utf8')).toBe('earlier');
    expect(readdirSync(folder).sort()).toEqual(['report.json', 'report.json.partial']);
  });

  it('does not call a file unchanged that never existed', async () => {
    const out = join(newFolder(), 'report.json');
    const run = await readOn(['replay', '-', '--out', out], LOG_LINE, (kill) => kill('SIGINT'));
    expect(run.stderr).toContain(`the partial result is in ${out}.partial; ${out} was not written`);
  });

  it('writes nothing where standard output leads, and says nothing of it', async () => {
    const run = await readOn(['replay', '-', '--out', '-'], LOG_LINE, (kill) => kill('SIGINT'));
    expect(run.code).toBe(130);
    expect(run.stdout).toContain('Interrupted');
    expect(run.stderr).not.toContain('partial result is in');
  });

  it('does not write over what it reads', async () => {
    const input = join(newFolder(), 'logs.partial');
    writeFileSync(input, LOG_LINE);
    const run = await runTogether(['replay', input, '--out', input.replace('.partial', '')]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('it is an input file (');
  });
});

it('a second signal ends it at once, and nothing is left', async () => {
  const folder = newFolder();
  let before: string[] = [];
  const run = await readOn([...LINES, '--out', join(folder, 'lines.ndjson')], EXCHANGE, (kill) => {
    before = unfinished(folder);
    kill('SIGHUP');
    kill('SIGTERM');
  });
  expect(before).toHaveLength(1);
  expect(run.code).toBe(130);
  expect(readdirSync(folder)).toEqual([]);
});

it('what a killed run left is removed by the next one, and nothing of a run that goes on', async () => {
  const folder = newFolder();
  const args = [...LINES, '--out', join(folder, 'lines.ndjson')];
  await readOn(args, EXCHANGE, (kill) => kill('SIGKILL'));
  expect(unfinished(folder)).toHaveLength(1);
  // Neither is of ours.
  for (const name of ['.headgate-out-1-00000000-0123456789abcdef.tmp', 'lines.ndjson.tmp']) {
    writeFileSync(join(folder, name), '');
  }
  let next: CliRun | undefined;
  const run = await readOn([...LINES, '--out', join(folder, 'others.ndjson')], EXCHANGE, async (kill) => {
    next = await runCli(['check', 'BotScore < 30', '--out', join(folder, 'check.txt')]);
    kill('SIGINT');
  });
  expect(next).toMatchObject({ code: 0 });
  expect(run.code).toBe(130);
  expect(readdirSync(folder).sort()).toEqual([
    '.headgate-out-1-00000000-0123456789abcdef.tmp',
    'check.txt',
    'lines.ndjson.tmp',
    'others.ndjson.partial',
  ]);
});

it.skipIf(process.platform === 'win32')(
  'a new file has the mode that umask gives, a replaced one keeps its own',
  async () => {
    const folder = newFolder();
    const older = join(folder, 'older.txt');
    writeFileSync(older, 'older', { mode: 0o600 });
    const check = `'${process.execPath}' '${programPath('headgate')}' check 'BotScore < 30' --out`;
    const run = await runShell(`umask 027; ${check} '${folder}/new.txt' && ${check} '${older}'`);
    expect(run).toMatchObject({ code: 0 });
    const modeOf = (name: string): string => (statSync(join(folder, name)).mode & 0o777).toString(8);
    expect([modeOf('new.txt'), modeOf('older.txt')]).toEqual(['640', '600']);
    expect(readFileSync(older, 'utf8')).toContain('Valid');
  },
);

describe.skipIf(process.platform === 'win32')('a named pipe', () => {
  const command = `'${process.execPath}' '${programPath('headgate')}' replay samples/logs/errors-and-threats --format json --reproducible -q --out`;

  it.each([
    ['gets the whole result, when its reader comes', '{ sleep 0.3; cat; }'],
    ['may be closed by a reader that has seen enough', 'head -c 3'],
  ])('%s', async (_, reader) => {
    const pipe = join(newFolder(), 'pipe');
    const run = await runShell(
      `mkfifo '${pipe}'; ${reader} < '${pipe}' & ${command} '${pipe}'; code=$?; wait; exit $code`,
    );
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await runTogether([
      'replay',
      'samples/logs/errors-and-threats',
      '--format',
      'json',
      '--reproducible',
      '-q',
    ]);
    expect(run.stdout).toBe(reader.startsWith('head') ? stdout.slice(0, 3) : stdout);
  });

  it('without a reader does not keep the second Ctrl-C from ending the run', async () => {
    const pipe = join(newFolder(), 'pipe');
    await runShell(`mkfifo '${pipe}'`);
    const run = await readOn(['replay', '-', '--out', pipe], LOG_LINE, (kill) => {
      kill('SIGINT');
      const again = setInterval(() => kill('SIGINT'), 100);
      again.unref();
    });
    expect(run.code).toBe(130);
  });
});

it('a name as long as the system allows', async () => {
  const out = join(newFolder(), 'x'.repeat(255));
  expect(await runCli(['check', 'BotScore < 30', '--out', out])).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(out)).toBe(true);
});
