// --resume on the command line: what a run prints when it goes on, and how it goes on after Ctrl-C.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli, runTogether } from '../helpers/cli/run-cli.ts';
import { SAMPLES, storedObjects } from '../helpers/stored-samples.ts';

const root = mkdtempSync(join(tmpdir(), 'headgate-resume-cli-'));
const LOGS = join(SAMPLES, 'logs/errors-and-threats');
const JOB = join(SAMPLES, 'jobs/errors-and-threats.json');
const FILTER = ['--filter', 'EdgeResponseStatus >= 500'];

it.each([
  ['replay', [LOGS, ...FILTER, '--reproducible']],
  ['compare', [LOGS, '--from', 'all', '--to', 'EdgeResponseStatus >= 500', '--reproducible']],
  ['sample', [LOGS, '--estimate', ...FILTER]],
  ['validate', [LOGS, '--job', JOB, '--reproducible']],
])('%s takes over what was read', async (command, args) => {
  const resume = ['--resume', join(root, `${command}.sqlite`)];
  const first = await runTogether([command, ...args, ...resume]);
  expect(first.stderr).not.toContain('resumed');
  const second = await runTogether([command, ...args, ...resume]);
  expect(second.stderr).toContain('headgate: resumed: 38 of 38 objects were read before\n');
  const undisturbed = await runTogether([command, ...args]);
  for (const run of [first, second]) expect([run.stdout, run.code]).toEqual([undisturbed.stdout, undisturbed.code]);
});

it('says how to go on after an interruption, and goes on', async () => {
  const source = join(root, 'large.log');
  const day = storedObjects('all-requests', '20261101/').map(({ text }) => text);
  writeFileSync(source, Array.from({ length: 5 }, () => day.join('')).join(''));
  const resume = join(root, 'interrupted.sqlite');
  const args = ['replay', source, ...FILTER, '--reproducible', '--resume', resume];
  const interrupted = await runCli(args, {
    // Reads slowly enough to be interrupted.
    env: { HEADGATE_KERNEL: 'off' },
    onStart: (kill, stderr) => {
      stderr.on('data', (text) => {
        if (String(text).includes('reading')) kill('SIGINT');
      });
    },
  });
  expect(interrupted.code).toBe(130);
  expect(interrupted.stderr).toContain(
    `headgate: to go on, run the same command again: ${resume} has the answers over what was read, but for the group of objects that each thread was reading\n`,
  );
  const second = await runCli(args);
  expect(second.stderr).toMatch(/headgate: resumed: \d of 1 object were? read before\n/);
  expect(second.stdout).toBe((await runCli(args.slice(0, -2))).stdout);
});

it.each([
  ['replay', [LOGS, ...FILTER, '--emit', join(root, 'out')], /--resume with --emit/],
  ['replay', ['-', ...FILTER], /--resume with standard input/],
  ['sample', [LOGS, '-n', '5'], /found --resume without --estimate, expected both/],
  ['compare', [LOGS, '--terraform-plan', JOB], /cannot use --resume with --terraform-plan/],
])('%s %j is a usage error', async (command, args, message) => {
  const { code, stderr } = await runTogether([command, ...args, '--resume', join(root, 'none.sqlite')]);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

it('rejects --relist alone', async () => {
  const { code, stderr } = await runTogether(['replay', LOGS, ...FILTER, '--relist']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('found --relist without --resume, expected both')]);
});
