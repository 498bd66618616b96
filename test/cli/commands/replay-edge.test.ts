// headgate replay through the edge script: the key from the environment or the terminal, never in any output.
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';
import { HAS_TERMINAL, runInTerminal } from '../../helpers/cli/run-in-terminal.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { startHttpServer } from '../../helpers/http-server.ts';
import { programPath } from '../../helpers/programs.ts';

const LINES = Buffer.from('{"EdgeResponseStatus":500}\n{"EdgeResponseStatus":200}\n');
const bucket = useLocalBucket(async ({ put }) => {
  await put('logs/one.log', LINES);
  await put('public/one.log', LINES);
});

const ARGS = ['-f', 'EdgeResponseStatus >= 500', '--counts', '-q'];

function replay(sources: string[], key: string, ...args: string[]) {
  return runTogether(['replay', ...sources, ...ARGS, ...args], { env: { HEADGATE_EDGE_KEY: key } });
}

const url = (path: string) => `${bucket().edge.url}/${path}`;

it.each([
  ['a report', []],
  ['threads', ['--threads', '2']],
  ['a listing', ['--list']],
  ['--debug', ['--debug']],
])('reads with the key, and does not print it: %s', async (_, args) => {
  for (const format of ['text', 'json']) {
    const { code, stdout, stderr } = await replay([url('logs/')], bucket().edge.key, '--format', format, ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toBe('');
    expect(stdout).not.toContain(bucket().edge.key);
  }
});

describe('without the right key', () => {
  it.each([
    { name: 'another key', key: 'other-key-of-the-test', says: /127\S+ rejects the key \(HTTP 403\)/ },
    {
      name: 'no key',
      key: '',
      says: /127\S+ does not list without a key \(HTTP 403\); set HEADGATE_EDGE_KEY .*, or name a single public object/,
    },
    { name: 'two words', key: 'other-key of-the-test', says: /unexpected character in HEADGATE_EDGE_KEY, expected/ },
  ])('$name', async ({ key, says }) => {
    const { code, stdout, stderr } = await replay([url('logs/')], key, '--debug');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/other-key|of-the-test/);
  });

  it('a public object can be read', async () => {
    expect(await replay([url('public/one.log')], '')).toMatchObject({ code: 0, stderr: '' });
  });
});

it('reports once that the script serves none of the listed objects', async () => {
  const objects = ['a', 'b', 'c'].map((name) => ({ key: `logs/${name}.log`, size: 3, etag: 'e' }));
  const page = JSON.stringify({ objects, prefixes: [], truncated: false });
  const server = await startHttpServer(({ path }) =>
    path === '/' ? { body: page } : { status: 403, body: 'Forbidden' },
  );
  try {
    const sources = [`${server.origin}/logs/`];
    const { code, stdout, stderr } = await runTogether(['replay', ...sources, '-f', 'EdgeResponseStatus >= 500'], {
      env: { HEADGATE_EDGE_KEY: 'key-of-the-test' },
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(
      `headgate: cannot replay: none of 3 objects can be read, the first is ${server.origin}/logs/a.log: the script does not serve this object (HTTP 403), because neither ALLOW_LIST nor ALLOW_LIST_WITH_KEY contains it; add its prefix`,
    );
    expect(stderr.match(/does not serve/g)).toHaveLength(1);
  } finally {
    await server.stop();
  }
});

it('rejects one key for two hosts before any request', async () => {
  const { code, stderr } = await replay([url('logs/'), 'https://no-such-host.invalid/logs'], bucket().edge.key);
  expect(code).toBe(2);
  expect(stderr).toContain('found one key for two hosts, expected one host for each key');
  expect(stderr).not.toContain(bucket().edge.key);
});

it('does not take the https:// destination of a job for the edge script', async () => {
  const job = { name: 'j', dataset: 'http_requests', destination_conf: `https://logs.example/push?header_Key=SECRET` };
  const run = await runTogether(['replay', '--job', '-', '-q'], {
    stdin: JSON.stringify(job),
    env: { HEADGATE_EDGE_KEY: bucket().edge.key },
  });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('cannot read https://logs.example/…: found an HTTP address, expected s3://, r2://');
});

describe.skipIf(!HAS_TERMINAL)('on a terminal', () => {
  const run = (sources: string, type: string) =>
    runInTerminal(
      `'${process.execPath}' '${programPath('headgate')}' replay ${sources} -f 'EdgeResponseStatus >= 500' --counts`,
      [{ after: 'Key for 127.0.0.1:', type }],
      { HEADGATE_EDGE_KEY: '' },
    );

  it('asks once for the key of all sources, and does not show it', async () => {
    const { code, screen } = await run(`${url('logs/')} ${url('public/')}`, `${bucket().edge.key}\r`);
    expect(code).toBe(0);
    expect(screen).not.toContain(bucket().edge.key);
    // A second question would wait for a second answer.
    expect(screen.match(/✔ Key for 127\S+ \(Enter: none\)/g)).toHaveLength(1);
    expect(screen).toContain('kept');
  });

  it('Enter alone reads a public object', async () => {
    const { code, screen } = await run(url('public/one.log'), '\r');
    expect(code).toBe(0);
    expect(screen).toContain('kept');
  });

  it('Ctrl-C ends the run', async () => {
    const { code, screen } = await run(url('logs/'), '\u0003');
    expect(code).toBe(130);
    expect(screen).toContain('interrupted: the question was not answered, nothing was read');
    expect(screen).not.toContain('kept');
  });
});
