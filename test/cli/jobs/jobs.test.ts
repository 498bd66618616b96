// headgate jobs as a user runs it: exit codes, output, questions on a terminal. Every output of every run is searched for the secrets used.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { type LiveJobs, openLiveJobs, plainJob, statusFilter } from '../../helpers/api/live-jobs.ts';
import { type CliRun, runCli, runTogether } from '../../helpers/cli/run-cli.ts';
import { HAS_TERMINAL, runInTerminal, type TypedAnswer } from '../../helpers/cli/run-in-terminal.ts';
import { programPath } from '../../helpers/programs.ts';

const LOGS = 'samples/logs/all-requests';

let sandbox: Sandbox;
let live: LiveJobs;
let env: Record<string, string>;
let undoFolder: string;
/** Everything that the program printed. */
const printed: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true, maxJobs: 20 });
  live = await openLiveJobs(sandbox);
  undoFolder = await mkdtemp(join(tmpdir(), 'undo-'));
  env = {
    CLOUDFLARE_BASE_URL: sandbox.baseURL,
    CLOUDFLARE_API_TOKEN: sandbox.token,
    CLOUDFLARE_ZONE_ID: sandbox.zoneId,
    AWS_ENDPOINT_URL: sandbox.bucket.endpoint,
    AWS_ACCESS_KEY_ID: sandbox.bucket.accessKeyId,
    AWS_SECRET_ACCESS_KEY: sandbox.bucket.secretAccessKey,
  };
});
afterAll(async () => {
  await sandbox.stop();
  const { token, apiKey, bucket } = sandbox;
  const undoNames = readdirSync(undoFolder).join(' ');
  for (const secret of [token, apiKey, bucket.secretAccessKey, bucket.accessKeyId, 'header.payload.signature']) {
    expect(`${printed.join('\n')}\n${undoNames}`).not.toContain(secret);
  }
});
beforeEach(() => live.deleteAll());

async function jobs(
  args: readonly string[],
  options: { stdin?: string; env?: Record<string, string> } = {},
): Promise<CliRun> {
  const run = await runTogether(['jobs', ...args], { ...options, env: { ...env, ...options.env } });
  printed.push(run.stdout, run.stderr);
  return run;
}

const undo = (): string[] => ['--undo-dir', undoFolder];

describe('list', () => {
  it('prints a job whose name has one character', async () => {
    await live.create({ name: 'j', filter: statusFilter(500) });
    const { code, stdout, stderr } = await jobs(['list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^j$/m);
  });

  it('prints each job with its filter, and the age of its times', async () => {
    const { id } = await live.create({ filter: statusFilter(500) });
    const { code, stdout, stderr } = await jobs(['list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(/ +/g, ' ')).toBe(
      [
        `1 job in zone ${sandbox.zoneId}`,
        '',
        'Jobs ID Dataset State Last push Last error',
        ` errors ${id} http_requests enabled – –`,
        '',
        'errors',
        ' filter EdgeResponseStatus >= 500',
        ' destination s3://sandbox/logs/{DATE}',
        '',
      ].join('\n'),
    );
  });

  it('no jobs is an answer', async () => {
    const { code, stdout } = await jobs(['list', '--account', sandbox.accountId]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `No jobs in account ${sandbox.accountId}\n` });
    expect(JSON.parse((await jobs(['list', '--format', 'json'])).stdout)).toEqual({
      ...{ version: 1, scope: { zone: sandbox.zoneId }, jobs: [] },
    });
  });
});

describe('exit codes of plan', () => {
  const plan = async (content: unknown, args: readonly string[]): Promise<CliRun> =>
    jobs(['plan', '--job', await live.write('job.json', content), ...args]);

  it.each([
    ['changes pending', { name: 'errors', filter: statusFilter(500) }, [], 0],
    ['changes pending', { name: 'errors', filter: statusFilter(500) }, ['--detailed-exitcode'], 3],
    ['nothing to change', { name: 'errors' }, ['--detailed-exitcode'], 0],
    ['a guard that holds', { name: 'errors' }, ['--source', LOGS, '--guard', 'kept >= 1%', '--detailed-exitcode'], 0],
    [
      'a broken guard',
      { name: 'errors', filter: statusFilter(500) },
      ['--source', LOGS, '--guard', 'kept >= 50%', '--detailed-exitcode'],
      1,
    ],
    [
      'a guard that cannot be judged',
      { name: 'errors', filter: statusFilter(500) },
      ['--source', LOGS, '--price', 'cloudflare', '--guard', 'saves >= 90%', '--detailed-exitcode'],
      2,
    ],
    [
      'a guard that cannot be judged, and a broken one',
      { name: 'errors', filter: statusFilter(500) },
      ['--source', LOGS, '--price', 'cloudflare', '--guard', 'saves >= 90%', '--guard', 'kept >= 50%'],
      1,
    ],
    ['a problem', { name: 'errors', enabled: 'yes' }, ['--detailed-exitcode'], 1],
    ['an id that does not exist', { id: 4711 }, [], 1],
    ['an invalid filter', { name: 'errors' }, ['--filter', 'EdgeResponseStatus >= 5xx'], 1],
    ['a guard without a source', { name: 'errors' }, ['--guard', 'kept >= 1%'], 2],
    ['a time range without a source', { name: 'errors' }, ['--since', '24h'], 2],
    ['a source that does not exist', { name: 'errors' }, ['--source', 'no/such/folder'], 2],
    [
      'no line in the range',
      { name: 'errors' },
      ['--source', LOGS, '--since', '2020-01-01', '--until', '2020-01-02', '--never-drop', 'EdgeResponseStatus >= 500'],
      2,
    ],
    ['no access', { name: 'errors' }, ['--api-url', 'http://127.0.0.1:1/client/v4'], 2],
  ])('%s %#', async (_, content, args, expected) => {
    await live.create();
    const { code, stderr } = await plan(content, args);
    expect(stderr).not.toMatch(/unexpected error/);
    expect(code).toBe(expected);
    // The source was read to its end: no request that writes was among the others.
    expect((await live.list()).map(({ filter, name }) => ({ filter, name }))).toEqual([{ name: 'errors' }]);
  });

  it('shows changes, warnings, the effect and the guards', async () => {
    await live.create({ filter: statusFilter(500) });
    const filter = '(EdgeResponseStatus >= 400 and ClientCountry == "de") or EdgeResponseStatus >= 500';
    const { stdout } = await plan({ name: 'errors' }, [
      '--filter',
      filter,
      '--source',
      LOGS,
      '--samples',
      '1',
      '--never-drop',
      'EdgeResponseStatus >= 500',
    ]);
    for (const part of [
      `Plan for zone ${sandbox.zoneId}: 1 to update.\n  warning: errors: the filter tests ClientCountry, which field_names`,
      `
  ~ filter
      or
      + and
        + EdgeResponseStatus >= 400
        + ClientCountry == "de"
        EdgeResponseStatus >= 500

Effect
  19,575 lines, 25.0 MB, from 39 objects`,
      '\n  Newly kept: 50 lines, 63.0 kB\n  Examples of newly kept lines:\n',
      '\n  Newly dropped: no lines\n',
      '\n  Bytes of kept and dropped lines are those in the source',
      '\n  A change takes about 10 to 15 minutes to take effect at the edge.',
    ])
      expect(stdout).toContain(part);
    for (const row of [
      /^~ errors will be updated\n {2}id \d+, http_requests, s3:\/\/sandbox\/logs\/\{DATE\}$/m,
      /^ {2}kept +179 +0\.9 % +241 kB +229 +1\.2 % +303 kB$/m,
      /^ {2}dropped +19,396 +99\.1 % +24\.7 MB +19,346 +98\.8 % +24\.7 MB$/m,
      /^ {2}✓ holds +never drop EdgeResponseStatus >= 500 +drops none of 19,575 lines$/m,
    ])
      expect(stdout).toMatch(row);
  });

  it('guards are not checked on a damaged object: exit code 1', async () => {
    await live.create();
    const whole = gzipSync('{"RayID":"a","EdgeResponseStatus":503}\n'.repeat(1000));
    const folder = await mkdtemp(join(live.folder, 'damaged-'));
    writeFileSync(
      join(folder, '20261101T000000Z_20261101T000100Z_00000001.log.gz'),
      whole.subarray(0, whole.length - 9),
    );
    const args = ['--filter', 'EdgeResponseStatus >= 500', '--source', folder];
    const without = await plan({ name: 'errors' }, args);
    expect(without).toMatchObject({ code: 0, stdout: expect.stringMatching(/1 object could not be read completely/) });
    const guarded = await plan({ name: 'errors' }, [...args, '--guard', 'kept >= 1%']);
    expect(guarded).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/guards were not checked on every object/),
    });
  });

  it('reads the logs of several jobs from standard input', async () => {
    const file = await live.write('both.json', [
      { ...plainJob(live.conf('a')), filter: statusFilter(500) },
      { ...plainJob(live.conf('b')), name: 'b', filter: statusFilter(400) },
    ]);
    const lines = [200, 404, 503].map((EdgeResponseStatus) => JSON.stringify({ EdgeResponseStatus }));
    const args = ['plan', '--job', file, '--source', '-', '--format', 'json', '-q'];
    const { stdout } = await jobs(args, { stdin: `${lines.join('\n')}\n` });
    expect(JSON.parse(stdout)).toMatchObject({
      jobs: [{ effect: { to: { kept: { lines: 1 } } } }, { effect: { to: { kept: { lines: 2 } } } }],
    });
  });

  it('reads the job from standard input', async () => {
    const run = await jobs(['plan', '--job', '-', '--format', 'json'], {
      stdin: JSON.stringify(plainJob(live.conf())),
    });
    expect(JSON.parse(run.stdout)).toMatchObject({
      version: 1,
      isPending: true,
      jobs: [{ action: 'create', name: 'errors' }],
    });
    const twice = await jobs(['plan', '--job', '-', '--filter', '-']);
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringMatching(/cannot read standard input twice/) });
  });
});

describe('apply', () => {
  it('applies with --yes, then has nothing to do, and the printed command undoes it', async () => {
    const before = await live.create({ filter: statusFilter(500) });
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(400) });
    const first = await jobs(['apply', '--job', file, '--yes', ...undo()]);
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(
      /~ errors will be updated[\s\S]*✓ Applied: every change took effect\.\n[\s\S]*✓ updated +errors +\d+\n\nTo undo\n/,
    );
    const [, command] = /^ {2}headgate jobs (apply .*)$/m.exec(first.stdout)!;
    expect(statSync(command!.split(' ').at(-1)!).mode & 0o777).toBe(0o600);
    const second = await jobs(['apply', '--job', file, '--yes', ...undo()]);
    expect(second).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Nothing to change: every job is as in its file\.\n$/),
    });
    expect((await jobs([...command!.split(' '), '--yes', ...undo()])).code).toBe(0);
    expect(await live.list()).toEqual([before]);
  });

  it.each([
    [
      'a broken guard',
      ['--yes', '--source', LOGS, '--never-drop', 'EdgeResponseStatus == 404'],
      1,
      /Cannot be applied: a guard is broken/,
    ],
    [
      'a guard that cannot be judged',
      ['--yes', '--source', LOGS, '--price', 'cloudflare', '--guard', 'saves >= 90%'],
      2,
      /\? Cannot be applied: a guard was not judged[\s\S]*cannot judge --guard 'saves >= 90%'/,
    ],
    ['no terminal to ask on', [], 2, /use --yes to apply without a question/],
  ])('%s changes nothing', async (_, args, expected, message) => {
    const before = await live.create();
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(500) });
    const { code, stdout, stderr } = await jobs(['apply', '--job', file, ...args, ...undo()]);
    expect(code).toBe(expected);
    expect(`${stdout}${stderr}`).toMatch(message);
    // Without a question, the plan is the result; else it is where the question would be.
    expect(args.includes('--yes') ? stdout : stderr).toMatch(/~ errors will be updated/);
    expect(await live.list()).toEqual([before]);
  });

  it('applies only what was approved', async () => {
    await live.create();
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(500) });
    const plan = join(live.folder, 'plan.json');
    expect((await jobs(['plan', '--job', file, '--format', 'json', '--out', plan])).code).toBe(0);
    const args = ['apply', '--job', file, '--plan', plan, '--yes', ...undo()];
    const other = await jobs([...args, '--filter', 'EdgeResponseStatus >= 400']);
    expect(other).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/found other changes now than in the plan for errors/),
    });
    expect((await jobs(args)).code).toBe(0);
    expect((await jobs(args)).code).toBe(0);
    const invalid = await jobs(['apply', '--job', file, '--plan', file, '--yes']);
    expect(invalid).toMatchObject({ code: 2, stderr: expect.stringMatching(/found another document/) });
  });

  it('prints one JSON document on standard output, and the plan for people on standard error', async () => {
    const file = await live.write('job.json', {
      ...plainJob(live.conf()),
      ownership_challenge: 'header.payload.signature',
    });
    const { code, stdout, stderr } = await jobs(['apply', '--job', file, '--yes', '--format', 'json', ...undo()]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'applied',
      plan: { isPending: true },
      jobs: [{ outcome: 'applied' }],
    });
    expect(stderr).toMatch(/\+ errors will be created/);
    expect(readFileSync(JSON.parse(stdout).jobs[0].undoFile, 'utf8')).toContain('"enabled": false');
  });

  it('proves ownership with the token in the bucket', async () => {
    const file = await live.write('job.json', plainJob('s3://sandbox/owned/{DATE}?region=auto'));
    const { code, stderr } = await jobs(['apply', '--job', file, '--yes', ...undo()]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/errors: proving the ownership of the destination/),
    });
  });
});

it('a reader that closes standard output before it has the plan stops the apply', async () => {
  const before = await live.create();
  const file = await live.write('job.json', { name: 'errors', filter: statusFilter(500) });
  const apply = `'${process.execPath}' '${programPath('headgate')}' jobs apply --job '${file}' --yes --quiet --undo-dir '${undoFolder}'`;
  const command = `{ ${apply}; echo "exit code $?" >&2; } | true`;
  const { stderr } = await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, ...env } });
  expect(stderr).toBe(
    'headgate: standard output was closed before the plan was printed: nothing was changed\nexit code 1\n',
  );
  expect(await live.list()).toEqual([before]);
});

describe.skipIf(!HAS_TERMINAL)('on a terminal', () => {
  const CTRL_C = '\u0003';

  async function applyInTerminal(
    content: unknown,
    answers: readonly TypedAnswer[],
    { more = {}, end = '' }: { more?: Record<string, string>; end?: string } = {},
  ) {
    const file = await live.write('job.json', content);
    const command = `'${process.execPath}' '${programPath('headgate')}' jobs apply --job '${file}' --undo-dir '${undoFolder}'`;
    const run = await runInTerminal(`${command} ${end}`, answers, { ...env, ...more });
    printed.push(run.screen);
    return run;
  }

  it.each([
    ['y\r', 0, statusFilter(400)],
    ['n\r', 1, statusFilter(500)],
    [CTRL_C, 130, statusFilter(500)],
  ])('the question is answered with %j', async (type, expected, filter) => {
    await live.create({ filter: statusFilter(500) });
    const run = await applyInTerminal({ name: 'errors', filter: statusFilter(400) }, [
      { after: 'Apply these changes to the job "errors"?', type },
    ]);
    expect(run.screen).toMatch(/errors will be updated[\s\S]*Apply these changes to the job "errors"\?/);
    expect(run.code).toBe(expected);
    expect(await live.list()).toMatchObject([{ filter }]);
  });

  it.each([
    ['text', '', /^Plan for zone[\s\S]*\n~ errors will be updated[\s\S]*Applied: every change took effect/],
    ['JSON', '--format json --quiet', /"outcome": "applied"/],
  ])('shows the plan before the question if standard output gets %s in a file', async (_, flags, result) => {
    await live.create({ filter: statusFilter(500) });
    const out = join(live.folder, 'result');
    const { code, screen } = await applyInTerminal(
      { name: 'errors', filter: statusFilter(400) },
      [{ after: 'Apply these changes to the job "errors"?', type: 'y\r' }],
      { end: `${flags} > '${out}'` },
    );
    expect({ code, screen }).toEqual({
      code: 0,
      screen: expect.stringMatching(/~ errors will be updated[\s\S]*Apply these changes to the job "errors"\?/),
    });
    expect(readFileSync(out, 'utf8')).toMatch(result);
  });

  it('asks for the token of a destination that it cannot read, and does not show it', async () => {
    const answers = [
      { after: 'Apply these changes', type: 'y\r' },
      { after: 'Content of this file', type: 'header.payload.signature\r' },
    ];
    const denied = { AWS_ACCESS_KEY_ID: 'nobody', AWS_SECRET_ACCESS_KEY: 'nothing' };
    const run = await applyInTerminal(plainJob('s3://sandbox/asked/{DATE}?region=auto'), answers, {
      more: denied,
    });
    expect(run.code).toBe(1);
    expect(run.screen).toMatch(/incorrect ownership challenge/);
    expect(run.screen).toMatch(/\nownership file asked\/\d{8}\/[\w-]+\.txt\r?\nin s3:\/\/sandbox\/asked\/\S*\r?\n/);
    expect(await live.list()).toEqual([]);
  });
});

it('Ctrl-C during the write ends the run after the job was read back', async () => {
  const jobsFile = await live.write('jobs.json', [
    { ...plainJob(live.conf('a')), name: 'a' },
    { ...plainJob(live.conf('b')), name: 'b' },
  ]);
  const run = await runCli(['jobs', 'apply', '--job', jobsFile, '--yes', ...undo()], {
    env,
    onStart: (kill, stderr) => {
      stderr.on('data', (text: string) => {
        if (text.includes('a: writing')) kill('SIGINT');
      });
    },
  });
  printed.push(run.stdout, run.stderr);
  expect(run.code).toBe(130);
  expect(run.stdout).toMatch(/✓ created +a +\d+\n {2}✗ not changed +b /);
  expect((await live.list()).map(({ name }) => name)).toEqual(['a']);
});
