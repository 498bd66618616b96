// headgate fields propose as users run it: the ruleset on standard output, the reasons on standard error, bad input, exit codes.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-propose-'));
const HAR = 'samples/traffic/shop.har';
const NDJSON = 'samples/traffic/shop.ndjson';

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function exchange(request: Record<string, string>, response: Record<string, string> = {}): string {
  const headers = Object.entries(request);
  const url = 'https://shop.example.com/';
  return `${JSON.stringify({ request: { method: 'GET', url, headers }, response: { status: 200, headers: Object.entries(response) } })}\n`;
}

const propose = (...args: string[]) => runTogether(['fields', 'propose', ...args], { env: { COLUMNS: '140' } });

describe('the ruleset', () => {
  it.each([[[HAR]], [[NDJSON, '--limits', 'current']], [[HAR, NDJSON, '--max', '3']]])(
    '%j: fields preview accepts it, and finds every field',
    async ([traffic, ...flags]) => {
      const run = await propose(traffic!, ...flags);
      expect(run.code).toBe(0);
      const ruleset = file('ruleset.json', run.stdout);
      const limits = flags.includes('current') ? 'current' : 'classic';
      const preview = await runTogether([
        ...['fields', 'preview', '--ruleset', ruleset, '--limits', limits, HAR, NDJSON, '-q', '--format', 'json'],
        ...['--fail-on', 'missing'],
      ]);
      expect(preview).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(preview.stdout).rulesetWarnings).toEqual([]);
    },
  );

  it('has the most useful fields first in each array', async () => {
    const { stdout } = await propose(HAR, '-q');
    const { rules } = JSON.parse(stdout);
    expect(rules).toEqual([
      {
        action: 'log_custom_field',
        expression: 'true',
        description: 'Headers and cookies of recorded traffic',
        enabled: true,
        action_parameters: {
          request_fields: [
            ...['x-api-version', 'content-type', 'x-search-term', 'accept', 'accept-language', 'accept-encoding'],
          ].map((name) => ({ name })),
          response_fields: ['cache-control', 'x-error', 'x-release'].map((name) => ({ name })),
          cookie_fields: ['currency', 'cartId', 'greeting'].map((name) => ({ name })),
        },
      },
    ]);
  });

  it('does not depend on the order, the form or the compression of the files', async () => {
    const gzip = file('shop.har.gz', gzipSync(readFileSync(HAR)));
    const zstd = file('shop.ndjson.zst', zstdCompressSync(readFileSync(NDJSON)));
    const runs = await Promise.all([propose(HAR, NDJSON), propose(NDJSON, HAR), propose(zstd, gzip)]);
    const reasons = ({ stderr }: { stderr: string }) =>
      stderr.slice(stderr.indexOf('Proposed'), stderr.indexOf('Notes'));
    for (const run of runs) {
      expect(run.stdout).toBe(runs[0]!.stdout);
      expect(reasons(run)).toBe(reasons(runs[0]!));
    }
  });

  it('reads standard input, and writes to a file', async () => {
    const out = join(folder, 'out.json');
    const run = await runTogether(['fields', 'propose', '-', '--out', out], {
      stdin: exchange({ 'accept-language': 'de' }),
    });
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr).toContain('request accept-language');
    expect(JSON.parse(readFileSync(out, 'utf8')).rules).toHaveLength(1);
  });

  it('covers only the requested hosts', async () => {
    const { stdout } = await propose(HAR, '-q', '--host', 'api.shop.example.com');
    expect(stdout).toContain('x-api-version');
    expect((await propose(HAR, '-q', '--host', 'static.example.com')).stdout).not.toContain('x-api-version');
  });
});

describe('the reasons', () => {
  it('are on standard error beside the ruleset, and on standard output with --format text', async () => {
    const [json, text, quiet] = await Promise.all([
      propose(HAR),
      propose(HAR, '-q', '--format', 'text'),
      propose(HAR, '-q'),
    ]);
    expect(json.stderr).toContain(text.stdout.trimEnd());
    expect(text.stderr).toBe('');
    expect(quiet).toMatchObject({ stderr: '', stdout: json.stdout });
    expect(text.stdout).toMatch(/Proposed \(12\) +(?:In )?exchanges +Values/);
    expect(text.stdout).toMatch(/response cache-control +100\.0 % +3 .* its value varies/);
    expect(text.stdout).toMatch(/request accept-language .* always the same value in this traffic: ranked last/);
    expect(text.stdout).toMatch(/request user-agent .* the field ClientRequestUserAgent contains it/);
    expect(text.stdout).toMatch(/cookie session_id .* named like a credential/);
    expect(text.stdout).toMatch(/cookie prefs .* with it, 28\.6 % of the lines would exceed 7,372 bytes/);
    expect(text.stdout).toContain('the job must list RequestHeaders, ResponseHeaders, Cookies in its field_names');
  });

  it('explain missing cookies, and keep terminals safe', async () => {
    const run = await propose(file('escape.ndjson', exchange({ 'accept-language': 'de', 'x\u001b[31m': 'a' })));
    expect(run.stderr).toContain('no request has a Cookie header');
    expect(run.stderr).toContain('x\\u001b[31m');
    expect(run.stderr).not.toContain('\u001b');
  });

  it('no output contains a value', async () => {
    const secret = 'hunter2hunter2';
    const path = file(
      'secret.ndjson',
      exchange({ 'x-a': secret, cookie: `b=${secret}; ${secret}` }, { 'x-b': secret }),
    );
    const runs = await Promise.all([
      propose(path),
      propose(path, '--include-credentials'),
      propose(path, '--format', 'text'),
    ]);
    for (const { code, stdout, stderr } of runs) {
      expect(code).toBe(0);
      expect(stdout + stderr).not.toContain(secret);
    }
    expect(runs[1]!.stderr).toContain('cookie b');
  });
});

describe('no ruleset', () => {
  it('nothing worth a field: exit 1, no output, the reasons', async () => {
    const out = join(folder, 'never.json');
    const path = file('nothing.ndjson', exchange({ 'user-agent': 'x', authorization: 'Bearer x' }));
    const run = await propose(path, '--out', out);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('found 2 names in 1 exchange, none to log, expected at least one header or cookie');
    expect(run.stderr).toMatch(/request authorization .* named like a credential/);
    expect(existsSync(out)).toBe(false);
    const text = await propose(path, '--format', 'text');
    expect(text.code).toBe(1);
    expect(text.stdout).toContain('Left out (2)');
  });

  it.each([
    ['an empty file', '', 'found no exchange (no entry in 1 file), expected a HAR file'],
    ['broken entries', '{"request":{}}\n', 'found no exchange (1 entry broken in 1 file'],
    ['another file', '# Notes\n', 'the first problem is in FILE at byte 0: line 1: '],
    ['log lines', '{"RayID":"1","ClientIP":"198.51.100.7"}\n', 'cannot propose custom fields: found log lines in'],
  ])('%s: exit 2', async (_, content, message) => {
    for (const format of ['json', 'text']) {
      const run = await propose(file('bad.ndjson', content), '--format', format);
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr.replaceAll(/\S+bad\.ndjson/g, 'FILE')).toContain(message);
    }
  });

  it.each([
    [['a.har', '--max', '0'], /--max/],
    [['-', '-'], /cannot read standard input twice/],
    [['a.har', '--limits', 'none'], /expected one of classic, current/],
    [['no-such.har'], /no-such\.har/],
  ])('%j: exit 2', async (args, message) => {
    const run = await propose(...args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(message);
  });
});

it('a broken entry beside good ones is reported; with --strict the exit code is 1', async () => {
  const path = file('broken.ndjson', `${exchange({ 'accept-language': 'de' })}{"request":{}}\n`);
  const run = await propose(path);
  expect(run.code).toBe(0);
  expect(run.stderr).toContain('broken-entry');
  const strict = await propose(path, '--strict');
  expect(strict).toMatchObject({ code: 1, stdout: run.stdout });
});

it('a damaged file: the ruleset covers the rest, exit 1', async () => {
  const bytes = gzipSync(exchange({ 'accept-language': 'de' }).repeat(500) + readFileSync(NDJSON, 'utf8'));
  const run = await propose(file('cut.ndjson.gz', bytes.subarray(0, bytes.length - 200)));
  expect(run.code).toBe(1);
  expect(run.stdout).toContain('accept-language');
});
