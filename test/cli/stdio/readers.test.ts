// Readers of the program's output: a slow reader loses nothing, and a reader that stops early is not an error.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT, runShell, runTogether } from '../../helpers/cli/run-cli.ts';
import { programPath } from '../../helpers/programs.ts';

/** What a pipe holds on Linux: a reader that takes less for a while makes the writer wait. Bytes. */
const PIPE_BYTES = 64 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'headgate-readers-'));
const MANY = join(folder, 'many');
const VALID = join(folder, 'valid.json');
const INVALID = join(folder, 'invalid.json');
const TRAFFIC = join(folder, 'traffic.ndjson');
const DAMAGED = join(folder, 'damaged.log');
const LOGS = 'samples/logs/errors-and-threats/20261103';
const FILTER = ['-f', 'EdgeResponseStatus >= 400'];
const REPLAY = ['replay', LOGS, ...FILTER, '--reproducible'];
const EXPLAIN = ['explain', LOGS, ...FILTER, '--limit', '400'];
const VALIDATE = ['validate', '-j', 'samples/jobs/all-requests.json', '--reproducible'];
const FIELDS = ['fields', 'preview', '-r', 'samples/ruleset.json', TRAFFIC];

beforeAll(() => {
  mkdirSync(MANY);
  for (let index = 0; index < 1200; index++) {
    writeFileSync(join(MANY, `20261101T000000Z_20261101T000100Z_${String(index).padStart(8, '0')}.log`), '{}\n');
  }
  const jobs = (key: string) =>
    Array.from({ length: 400 }, (_, index) => ({
      name: `job-${index}`,
      filter: JSON.stringify({ where: { key, operator: 'eq', value: `${index}-${'x'.repeat(200)}` } }),
    }));
  writeFileSync(VALID, JSON.stringify(jobs('ClientRequestHost')));
  writeFileSync(INVALID, JSON.stringify(jobs('ClientRequestHots')));
  writeFileSync(TRAFFIC, readFileSync(join(ROOT, 'samples/traffic/shop.ndjson'), 'utf8').repeat(8));
  const line = readFileSync(join(ROOT, 'samples/traffic/shop.ndjson'), 'utf8').split('\n', 1)[0]!;
  writeFileSync(DAMAGED, `{"RayID":\n{"RayID":"1","ClientRequestURI":${JSON.stringify(line.repeat(40))}}\n`.repeat(4));
});

/** Arguments, exit code, the least bytes of output: below that of a pipe only where the command never prints more. */
const ROWS: readonly [name: string, args: string[], code: number, bytes: number][] = [
  ['replay text', [...REPLAY, '-s', '100', '--show', 'all'], 0, PIPE_BYTES],
  ['replay json', [...REPLAY, '-s', '100', '--format', 'json'], 0, PIPE_BYTES],
  [
    'replay json, negative',
    ['replay', DAMAGED, '--strict', '--reproducible', '-s', '9', '--format', 'json', '-f', 'RayID == "1"'],
    1,
    1000,
  ],
  ['replay --list', ['replay', MANY, '--list'], 0, PIPE_BYTES],
  ['replay --emit -', [...REPLAY, '--emit', '-'], 0, PIPE_BYTES],
  ['check text', ['check', '--job', VALID], 0, PIPE_BYTES],
  ['check json', ['check', '--job', VALID, '--format', 'json'], 0, PIPE_BYTES],
  ['check --as-job-string', ['check', '--job', VALID, '--as-job-string'], 0, PIPE_BYTES],
  ['explain json', [...EXPLAIN, '--format', 'json'], 0, PIPE_BYTES],
  ['sample lines', ['sample', LOGS, '-n', '200'], 0, PIPE_BYTES],
  ['sample json', ['sample', LOGS, '-n', '200', '--format', 'json'], 0, PIPE_BYTES],
  ['validate json', [...VALIDATE, LOGS, '--format', 'json'], 1, 1000],
  ['validate --list', [...VALIDATE, MANY, '--list'], 0, PIPE_BYTES],
  ['fields preview json', [...FIELDS, '--limit', '500', '--format', 'json'], 0, PIPE_BYTES],
  ['fields preview lines', [...FIELDS, '--format', 'lines'], 0, PIPE_BYTES],
  ['help', ['replay', '--help'], 0, 1000],
];

/** The program in a shell, its output in a pipe. */
function piped(args: readonly string[], reader: string, redirect = ''): ReturnType<typeof runShell> {
  const words = args.map((arg) => `'${arg}'`).join(' ');
  return runShell(
    `set -o pipefail; '${process.execPath}' '${programPath('headgate')}' ${words} ${redirect} | ${reader}`,
  );
}

/** Takes nothing at first, so that the program comes to its end with all pipes full. */
const SLOWLY = '{ head -c 1; sleep 0.4; cat; }';

describe('a slow reader gets everything', () => {
  it.concurrent.each(ROWS)('%s', async (_, args, code, bytes) => {
    const [slow, fast] = [await piped([...args, '-q'], SLOWLY), await runTogether([...args, '-q'])];
    expect(slow).toEqual(fast);
    expect(slow).toMatchObject({ code, stderr: '' });
    expect(slow.stdout.length).toBeGreaterThan(bytes);
  });

  it.concurrent('of remarks, too', async () => {
    const args = ['check', '--job', INVALID, '--as-job-string'];
    const [slow, fast] = [await piped(args, SLOWLY, '2>&1 > /dev/null'), await runTogether(args)];
    expect(fast.stderr.length).toBeGreaterThan(PIPE_BYTES);
    expect(slow).toEqual({ code: 1, stdout: fast.stderr, stderr: '' });
  });

  it.concurrent('bench json', async () => {
    const args = ['bench', LOGS, ...FILTER, '--seconds', '1', '--rounds', '1', '--format', 'json', '-q'];
    const run = await piped(args, SLOWLY);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toHaveProperty('filters');
  });
});

describe('a reader that has seen enough is no error', () => {
  it.concurrent('unless the report to --out is still to be written', async () => {
    const out = join(folder, 'report.txt');
    const run = await piped([...REPLAY, '--emit', '-', '--out', out, '-q'], 'head -c 1 > /dev/null');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(
      /^headgate: cannot write the report: standard output was closed before the last line.*\n$/,
    );
    expect(existsSync(out)).toBe(false);
    const whole = await piped([...REPLAY, '--emit', '-', '--out', out, '-q'], 'cat > /dev/null');
    expect(whole).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(existsSync(out)).toBe(true);
  });

  // One of each command and way of writing.
  const rows = ROWS.filter(([name]) => !/ json$|--list|check text/.test(name));
  it.concurrent.each(rows)('%s', async (_, args, code) => {
    expect(await piped([...args, '-q'], 'head -c 1 > /dev/null')).toEqual({ code, stdout: '', stderr: '' });
  });
});
