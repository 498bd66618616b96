// headgate check, as a user runs it.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const LIST = '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"in","value":"200,201"}]}}';
const REPAIRED = '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"in","value":[200,201]}]}}';
const folder = mkdtempSync(join(tmpdir(), 'headgate-check-'));
const file = (name: string, text: string | Uint8Array) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe('check', () => {
  it.each<[string, string[], number, (string | RegExp)[]]>([
    ['a list as text, and its repair', [LIST], 1, ['where.and[0].value', REPAIRED, '✗ Invalid']],
    [
      'an expression',
      ['EdgeResponseStatus >= 500'],
      0,
      ['✓ Valid', '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":500}}'],
    ],
    [
      'a condition that is never true',
      ['BotScore < 3 and BotScore > 5'],
      0,
      ['✓ Valid for http_requests, 1 warning.\n  2 of'],
    ],
    ['every line', [' all '], 0, ['✓ Valid for http_requests.\n  No filter: keeps every line']],
    ['a job string pasted whole', [JSON.stringify(REPAIRED)], 0, ['✓ Valid', 'EdgeResponseStatus in {200 201}']],
    [
      'a missing where',
      ['{"key":"ClientCountry","operator":"!eq","value":"us"}'],
      1,
      ['{"where":{"key":"ClientCountry","operator":"!eq","value":"us"}}'],
    ],
    ['a field with a slip', ['ClientRequestHots == "a"'], 1, ['ClientRequestHost']],
    ['a field of another dataset', ['ColoCode == "IAD"'], 1, ['dns_logs']],
    ['the right dataset', ['ColoCode == "IAD"', '--dataset', 'gateway_dns'], 0, ['✓ Valid for gateway_dns']],
    [
      'every filter of a job file',
      ['--job', 'samples/jobs/all-requests.json'],
      0,
      ['✓ Valid', 'ClientRequestPath != "/healthz"'],
    ],
    ['a file', ['@samples/filters/login-attack.txt'], 0, ['✓ Valid']],
    [
      'several problems at once',
      ['{"where":{"and":[{"key":"A","operator":"neq","value":1},{"key":"BotScore","operator":"eq","value":"0500"}]}}'],
      1,
      ['where.and[0].key', 'where.and[0].operator', 'where.and[1].value'],
    ],
  ])('%s', async (_, args, code, wanted) => {
    const run = await runTogether(['check', ...args]);
    for (const text of wanted) expect(run.stdout).toMatch(text);
    expect(run).toMatchObject({ code, stderr: '' });
  });

  it('--as-job-string prints the string alone, ready for the job', async () => {
    const run = await runTogether(['check', 'ClientRequestPath contains "a\\"b"', '--as-job-string']);
    expect(run.code).toBe(0);
    expect(JSON.parse(JSON.parse(run.stdout))).toEqual({
      where: { key: 'ClientRequestPath', operator: 'contains', value: 'a"b' },
    });
  });

  it('--as-job-string of an invalid filter keeps standard output empty', async () => {
    const run = await runTogether(['check', LIST, '--as-job-string']);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('where.and[0].value');
  });

  it('--format json prints the same data', async () => {
    const run = await runTogether(['check', LIST, '--format', 'json']);
    const [check] = JSON.parse(run.stdout).checks;
    expect(check).toMatchObject({ valid: false, repaired: { json: REPAIRED } });
    expect(check.problems[0]).toMatchObject({ severity: 'error', path: 'where.and[0].value', code: 'list-expected' });
  });

  it('reads a filter from standard input', async () => {
    const run = await runTogether(['check', '-'], { stdin: 'BotScore < 30\n' });
    expect(run).toMatchObject({ code: 0 });
  });

  it('keeps integers exact', async () => {
    const run = await runTogether(['check', 'ClientASN == 18446744073709551615']);
    expect(run.stdout).toContain('"value":18446744073709551615');
  });
});

describe('check does not run', () => {
  it.each<[string, string[], number, string]>([
    ['without a filter', [], 2, "missing argument 'filter'"],
    ['an unknown dataset', ['BotScore < 1', '--dataset', 'http_request'], 2, 'did you mean http_requests?'],
    ['an unknown flag', ['BotScore < 1', '--datset', 'x'], 2, 'Did you mean --dataset?'],
    [
      'a file that is not there',
      ['@nowhere.json'],
      2,
      'cannot read the filter nowhere.json: the file does not exist; check the path, which is relative to /',
    ],
    ['a folder', ['@samples'], 2, 'it is a folder'],
    ['a file that is no text', [`@${file('bytes.json', Uint8Array.of(0xff, 0xfe, 0))}`], 2, 'found binary data'],
    ['a job that is no JSON', ['--job', file('job.json', '{"filter": }')], 1, 'line 1, column 12'],
    ['standard input twice', ['-', '--job', '-'], 2, 'found - more than once'],
    [
      'jobs of two datasets',
      ['--job', file('jobs.json', '[{"dataset":"dns_logs"},{"dataset":"http_requests"}]')],
      2,
      'found jobs-1 of dns_logs and jobs-2 of http_requests, expected jobs of one dataset',
    ],
  ])('%s', async (_, args, code, message) => {
    const run = await runTogether(['check', ...args]);
    expect(run.stderr).toContain(message);
    expect(run).toMatchObject({ code, stdout: '' });
  });
});

describe('hostile filters are answered at once', () => {
  it.each<[string, string]>([
    [
      'a megabyte of conditions',
      `{"where":{"or":[${Array(12_000).fill('{"key":"ClientRequestHost","operator":"eq","value":"a.example.com"}').join()}]}}`,
    ],
    ['a hundred thousand levels', `{"where":${'{"and":['.repeat(100_000)}`],
    ['an expression of a hundred thousand parentheses', `${'('.repeat(100_000)}BotScore < 1`],
    ['an expression of a hundred thousand nots', `${'not '.repeat(100_001)}(BotScore < 1 and`],
    ['a megabyte in one string', `ClientRequestPath == "${'a'.repeat(1_000_000)}"`],
  ])('%s', async (_, text) => {
    const run = await runTogether(['check', `@${file('hostile.json', text)}`]);
    expect(run.code).toBe(1);
    expect(run.stdout.length).toBeLessThan(100_000);
    expect(run.stderr).toBe('');
  });
});
