// headgate sandbox as a process: what it prints, and how it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { openState } from '../../../src/sandbox/state/state.ts';
import { type CliRun, runCli, runShell, runTogether } from '../../helpers/cli/run-cli.ts';
import { programPath } from '../../helpers/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
const READY = 'Ctrl-C pushes what is held';

/** Runs the sandbox until a text appears on standard error, then sends signals. */
function runUntil(args: readonly string[], after: string, signals: readonly NodeJS.Signals[]): Promise<CliRun> {
  return runCli(['sandbox', ...args], {
    env: { TMPDIR: folder },
    onStart: (kill, stderr) => {
      let printed = '';
      stderr.on('data', (text: string) => {
        const isFirst = !printed.includes(after);
        printed += text;
        if (isFirst && printed.includes(after)) for (const signal of signals) kill(signal);
      });
    },
  });
}

describe('usage errors exit with 2 before anything starts', () => {
  it.each<[string[], string]>([
    [['--rate', '0'], 'cannot use --rate 0: expected a number above 0'],
    [['--rate', '-1'], 'expected a number above 0'],
    [['--rate', '2', '--traffic', 'x.har'], 'found --traffic and --rate, expected one of them'],
    [['--for', '10m'], 'found --for, which applies only to --rate'],
    [['--seed', '3'], 'found --seed, which applies only to --rate'],
    [['--rate', '2', '--for', '10'], 'cannot use --for 10: expected a duration such as 30s, 10m or 1h'],
    [['--rate', '2', '--for', '0s'], 'expected a duration'],
    [['--port', '65535'], 'cannot use --port 65535: expected a port from 0 to 65534'],
    [['--port', 'http'], 'expected a port from 0 to 65534'],
    [['--speed', '0'], 'cannot use --speed 0: expected a number above 0 and up to 1000, or max'],
    [['--speed', '1001'], 'cannot use --speed 1001: expected a number above 0 and up to 1000, or max'],
    [['--speed', 'fast'], 'expected a number above 0 and up to 1000, or max'],
    [['--limits', 'old'], 'expected one of classic, current'],
    [['--rate-limit', '0'], 'expected a whole number of at least 1'],
    [['--max-jobs', 'x'], 'expected a whole number of at least 1'],
    [['--pools', 'no/such.json'], 'cannot read the pools no/such.json: '],
    [['--pools', 'README.md'], 'cannot read the pools: README.md, line 1, column 1: found "#", expected a JSON value'],
    [['--pools', '-', '--traffic', '-'], 'found standard input as traffic and as pools, expected a file for one'],
    [['--pools', ''], 'expected a file; is a shell variable empty?'],
    [['--pools', 'samples/pools.json', '--out', 'samples/pools.json'], 'it is an input file (samples/pools.json)'],
    [['--state', ''], 'expected a file; is a shell variable empty?'],
    [['--traffic', 'no/such.har'], 'cannot read the traffic no/such.har'],
    [['--traffic', 'samples'], 'found a folder, expected a HAR file'],
    [['--traffic', 'package.json'], 'found no exchange ('],
    [['--state', 'package.json'], 'found a file that is not an SQLite database'],
    [
      ['--traffic', 'samples/traffic/shop.har', '--out', 'samples/traffic/shop.har'],
      'it is an input file (samples/traffic/shop.har)',
    ],
    [['--format', 'text'], 'expected one of env, json'],
  ])('%j', async (args, message) => {
    const run = await runTogether(['sandbox', ...args]);
    expect(run.stderr).toContain(message);
    expect(run).toMatchObject({ code: 2, stdout: '' });
  });

  it('a port in use', async () => {
    const other = await startSandbox({ empty: true });
    const port = new URL(other.baseURL).port;
    const run = await runTogether(['sandbox', '--port', port]);
    await other.stop();
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toBe(
      `headgate: cannot start the sandbox: port ${port} is already in use; choose another port, or 0 for any free one\n`,
    );
  });
});

it('stops if its objects were removed, and shows no empty bucket', async () => {
  const temporary = mkdtempSync(join(folder, 'removed-'));
  const script = `
    export TMPDIR='${temporary}'
    '${process.execPath}' '${programPath('headgate')}' sandbox --port 0 --empty > '${temporary}/env' 2> '${temporary}/log' &
    until [ -s '${temporary}/env' ]; do sleep 0.05; done
    . '${temporary}/env'
    rm -rf '${temporary}'/.headgate-sandbox-*
    curl -s -o /dev/null -w '%{http_code}\\n' -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" \
      "$CLOUDFLARE_BASE_URL/accounts/$CLOUDFLARE_ACCOUNT_ID/r2/buckets" --json '{"name":"reports"}'
    wait $!; echo "exit $?"; cat '${temporary}/log' >&2`;
  const { stdout, stderr } = await runShell(script);
  expect(stdout).toBe('500\nexit 1\n');
  expect(stderr).toMatch(
    /^headgate: cannot restart the local bucket: the folder .* with its objects was removed while it ran; start a new sandbox; use --state FILE/m,
  );
});

describe('the lines on standard output', () => {
  it('can be sourced while it runs', async () => {
    const env = join(folder, 'sandbox.env');
    const script = `
      cat samples/pools.json | '${process.execPath}' '${programPath('headgate')}' sandbox --port 0 --rate 50 --for 20s --speed max --pools - > '${env}' 2> '${env}.log' &
      while ! grep -q 'the traffic has ended' '${env}.log'; do sleep 0.05; done
      . '${env}'
      curl -s -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" "$CLOUDFLARE_BASE_URL/accounts/$CLOUDFLARE_ACCOUNT_ID/logpush/jobs"; echo
      curl -s -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" "$CLOUDFLARE_BASE_URL/zones/$CLOUDFLARE_ZONE_ID/logpush/jobs" |
        '${process.execPath}' '${programPath('headgate')}' replay 's3://sandbox/all-requests/{DATE}' --job - --counts --format json -q
      kill -TERM $!; wait $!; echo "exit $?"; cat '${env}.log' >&2`;
    const { stdout, stderr } = await runShell(script);
    const [account, ...rest] = stdout.split('\n');
    expect(JSON.parse(account!)).toMatchObject({ success: true, result: [] });
    expect(rest.at(-2)).toBe('exit 0');
    const { jobs } = JSON.parse(rest.slice(0, -2).join('\n')) as { jobs: { name: string; kept: { lines: number } }[] };
    for (const { name, kept } of jobs) {
      expect(kept.lines).toBeGreaterThan(0);
      expect(stderr).toMatch(new RegExp(`^  ${name} +\\d+ +${kept.lines} `, 'm'));
    }
    expect(stderr).toMatch(/^headgate: pushed all-requests: [\d,]+ lines, .*, all-requests\/\d{8}\/.*\.log\.gz$/m);
    expect(stderr).toMatch(/^1,000 exchanges, 2 jobs$/m);
    // To repeat the traffic.
    expect(stderr).toMatch(
      /the traffic is that of a simulated shop, 50 exchanges per second for 20 seconds, --seed \d+$/m,
    );
    expect(stderr).toContain('headgate: the account has 137 load-balancer pools\n');
    expect(stderr).toContain('run the lines of standard output (". FILE" if that is a file) in another shell');
    expect(stderr).toMatch(/^ {2}.*headgate.* pools migrate$/m);
    const lines = readFileSync(env, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/=.*/, ''))).toEqual([
      ...['BASE_URL', 'API_TOKEN', 'ZONE_ID', 'ACCOUNT_ID'].map((name) => `export CLOUDFLARE_${name}`),
      ...['ENDPOINT_URL', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'REGION'].map((name) => `export AWS_${name}`),
      ...['URL', 'KEY'].map((name) => `export HEADGATE_EDGE_${name}`),
      '# instead of the token: unset CLOUDFLARE_API_TOKEN; export CLOUDFLARE_EMAIL',
    ]);
    for (const name of ['API_TOKEN', 'SECRET_ACCESS_KEY', 'ACCESS_KEY_ID', 'API_KEY', 'EDGE_KEY']) {
      const [, secret] = new RegExp(`${name}=(\\S+)`).exec(lines.join('\n'))!;
      expect(stderr).not.toContain(secret);
    }
  });

  it('do not stop the sandbox if their reader closes the pipe', async () => {
    const child = spawn(process.execPath, [programPath('headgate'), 'sandbox', '--port', '0', '--empty'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let printed = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (!printed.includes(READY) && (printed + text).includes(READY)) child.kill('SIGINT');
      printed += text;
    });
    const [code] = await once(child, 'exit');
    expect([code, printed]).toEqual([0, expect.stringContaining('0 exchanges, 0 jobs')]);
    expect(printed).toContain('there is no traffic; use --rate 20');
  });

  it('are all that --quiet prints', async () => {
    const env = join(folder, 'quiet.env');
    const run = await runCli(['sandbox', '--port', '0', '--quiet', '--out', env], {
      onStart: (kill) => {
        const timer = setInterval(() => {
          if (!readdirSync(folder).includes('quiet.env')) return;
          clearInterval(timer);
          kill('SIGHUP');
        }, 20);
      },
    });
    expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(env, 'utf8')).toMatch(/^export CLOUDFLARE_BASE_URL=/);
    // It contains the token and the keys.
    expect(statSync(env).mode & 0o777).toBe(0o600);
  });
});

describe('Ctrl-C', () => {
  it.each<[string, string[], string]>([
    ['', [], 'the traffic has ended'],
    [', which --quiet does not hide', ['--quiet'], 'warning: lost'],
  ])('exits with 1 after lines were lost%s', async (_, flags, until) => {
    const file = join(folder, `lost${flags.length}.db`);
    const state = openState({ file });
    // Nothing listens on the port of the protocol "discard".
    const destination_conf =
      's3://b/x?region=auto&endpoint=http://127.0.0.1:9&access-key-id=id&secret-access-key=not-shown';
    const config = {
      dataset: 'http_requests',
      kind: '',
      enabled: true,
      name: 'unreachable',
      destination_conf,
    } as const;
    state.jobs.create('zone', config, 's3://b/x');
    state.close();
    const args = [
      '--state',
      file,
      '--empty',
      '--port',
      '0',
      '--rate',
      '5e1',
      '--for',
      '1s',
      '--speed',
      'max',
      '--format',
      'json',
      ...flags,
    ];
    const run = await runUntil(args, until, ['SIGINT']);
    expect(run.code).toBe(1);
    expect(/^headgate: warning: retry 1 of unreachable: 50 lines/m.test(run.stderr)).toBe(flags.length === 0);
    expect(run.stderr).toMatch(/^headgate: warning: lost 2\S+\.log\.gz: unreachable, 50 lines/m);
    expect(run.stderr.includes('the API is at')).toBe(flags.length === 0);
    expect(run.stderr).toMatch(
      /\n✗ 50 exchanges, 1 job, 50 lost lines\n\nJob [^\n]*Lost batches {2}Lost lines\n {2}unreachable +0 +0 +0 B +1 +50\n$/,
    );
    expect(run.stderr).not.toContain('not-shown');
    expect(JSON.parse(run.stdout)).toMatchObject({
      baseURL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/client\/v4$/),
      bucket: { name: 'sandbox', destinationConf: expect.stringMatching(/^s3:\/\/sandbox\/\{DATE\}\?/) },
    });
  });

  it('exits with 1 after traffic that ends in its middle, and pushes what came before', async () => {
    const file = join(folder, 'cut.har');
    writeFileSync(file, readFileSync('samples/traffic/shop.har', 'utf8').slice(0, -60));
    const run = await runUntil(['--port', '0', '--traffic', file, '--speed', 'max'], 'the service continues', [
      'SIGINT',
    ]);
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(
      /^headgate: error: cannot read the traffic \S+cut\.har to its end: at byte .*\d exchanges before it were pushed/m,
    );
    expect(run.stderr).toMatch(/^ {2}all-requests +1 +[67] /m);
  });

  it('twice exits at once', async () => {
    const run = await runUntil(['--port', '0', '--rate', '50'], READY, ['SIGINT', 'SIGTERM']);
    expect(run.code).toBe(130);
    expect(run.stderr).not.toMatch(/unexpected|\n\s+at /);
  });
});
