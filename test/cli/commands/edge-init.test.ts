// `edge init` on the command line: its output, its errors and their exit code.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-edge-init-'));

it('prints what it wrote, and the commands that deploy it', async () => {
  const cwd = mkdtempSync(join(folder, 'text-'));
  const args = ['edge', 'init', 'my edge', '--bucket', 'http-logs'];
  expect(await runTogether(args, { cwd })).toEqual({
    code: 0,
    stderr: '',
    stdout: `✓ Wrote 6 files to my edge
  The Worker headgate-edge will serve no object of the bucket http-logs until you add prefixes or
    object keys to the allow lists. First add the prefix of your logs to ALLOW_LIST_WITH_KEY in
    wrangler.jsonc.

Files             Purpose
  worker.ts       the script
  wrangler.jsonc  its settings: bucket and allow lists
  README.md       how to deploy and use it
  package.json    the tools that deploy it
  tsconfig.json   checks its types
  .gitignore      keeps keys out of a repository

Then deploy it
  cd 'my edge'
  npm install
  npx wrangler login
  npx wrangler r2 bucket create http-logs
  npm run deploy
  npx wrangler secret put AUTH_KEY_SECRET
`,
  });
  expect(readdirSync(join(cwd, 'my edge'))).toHaveLength(6);
  expect(await runTogether(args, { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'headgate: cannot write the edge script to my edge: the folder already has worker.ts, wrangler.jsonc, README.md, package.json, tsconfig.json, .gitignore; nothing was written; choose another folder\n',
  });
});

it('prints what the script serves with --prefix', async () => {
  const cwd = mkdtempSync(join(folder, 'prefix-'));
  const { code, stdout } = await runTogether(['edge', 'init', 'a', '--prefix', 'logs/', '--prefix', 'reports/2026/'], {
    cwd,
  });
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(`
  The Worker headgate-edge will serve logs/ and reports/2026/ of the bucket logs to requests with
    the auth key or the read key.
`),
  ]);
  expect(stdout).toContain('\nTo deploy it\n  cd a\n');
  expect(readFileSync(join(cwd, 'a/wrangler.jsonc'), 'utf8')).toContain(
    '"ALLOW_LIST_WITH_KEY": { "keys": [], "prefixes": ["logs/", "reports/2026/"] }',
  );
});

it('prints a command that enters a folder whose name begins with a dash', async () => {
  const { stdout } = await runTogether(['edge', 'init', '--', '-edge'], { cwd: mkdtempSync(join(folder, 'dash-')) });
  expect(stdout).toContain('\n  cd ./-edge\n');
});

it.each([
  ["it's", "cd 'it'\\''s'"],
  ["nl\n'\\x", "cd $'nl\\012\\'\\\\x'"],
  ['\u202eü', "cd $'\\342\\200\\256ü'"],
])('prints a command that enters the folder %j', async (name, command) => {
  const cwd = mkdtempSync(join(folder, 'odd-'));
  const { stdout } = await runTogether(['edge', 'init', name], { cwd });
  expect(stdout).toContain(`\n  ${command}\n`);
  const { stdout: entered } = await promisify(execFile)('bash', ['-c', `${command} && ls worker.ts`], { cwd });
  expect(entered).toBe('worker.ts\n');
});

it('prints JSON', async () => {
  const place = join(folder, 'json');
  const { code, stdout } = await runTogether(['edge', 'init', place, '--name', 'reader', '--format', 'json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    ...{ version: 1, folder: place, bucket: 'logs', name: 'reader', prefixes: [] },
    files: expect.arrayContaining([{ name: 'worker.ts', purpose: 'the script', bytes: expect.any(Number) }]),
    commands: expect.arrayContaining(['npm install', 'npm run deploy']),
  });
});

it.each<[args: string[], message: string]>([
  [[], "headgate: missing required argument 'dir'\n"],
  [[''], 'headgate: cannot use "" as <dir>: expected a folder; is a shell variable empty?\n'],
  [['a', 'b'], "headgate: too many arguments for 'init'. Expected 1 argument but got 2"],
  [
    ['a', '--bucket', 'My_Logs'],
    'headgate: cannot use --bucket My_Logs: expected 3 to 63 lower-case letters, digits and hyphens, no hyphen at either end\n',
  ],
  [
    ['a', '--name', 'reader.example'],
    'headgate: cannot use --name reader.example: expected 1 to 63 lower-case letters, digits and hyphens, no hyphen at either end\n',
  ],
  [
    ['a', '--prefix', 'logs'],
    'headgate: cannot use --prefix logs: expected a prefix such as http_requests/: letters, digits, _ - . and =, with / at the end and not at the start\n',
  ],
])('%j is a usage error', async (args, message) => {
  const run = await runTogether(['edge', 'init', ...args], { cwd: folder });
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain(message);
  expect(existsSync(join(folder, 'a'))).toBe(false);
});
