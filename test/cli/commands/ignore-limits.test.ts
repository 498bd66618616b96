// --ignore-limits, as a user runs it: filters that the platform rejects for their size are run, with a warning.
import { expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const CONDITIONS = Array.from({ length: 31 }, (_, at) => `(BotScore == ${at} and ClientCountry != "c${at}")`);
const FILTER = CONDITIONS.join(' or ');
const SOURCE = 'samples/logs/all-requests/20261101/20261101T025600Z_20261101T053700Z_d96a142f.log.gz';
const COMMANDS: [string, string[]][] = [
  ['replay', ['replay', SOURCE, '--counts', '-f', FILTER]],
  ['compare', ['compare', SOURCE, '--no-values', '--samples', '0', '--from', 'BotScore == 1', '--to', FILTER]],
  ['explain', ['explain', SOURCE, '--limit', '1', '-f', FILTER]],
  ['sample', ['sample', SOURCE, '-n', '1', '-f', FILTER]],
  ['test', ['test', 'samples/suites/errors.json', '-f', FILTER]],
  ['test --mine', ['test', '--mine', SOURCE, '-n', '1', '-f', FILTER]],
];

it.each(COMMANDS)('%s', async (_, args) => {
  const rejected = await runTogether(args);
  expect(rejected).toMatchObject({ code: 1, stdout: '' });
  expect(rejected.stderr).toMatch(/error {3}\[too-many-operators\]/);
  const run = await runTogether([...args, '--ignore-limits']);
  expect(run.stdout).not.toBe('');
  expect(run.stderr).toMatch(
    /warning \[too-many-operators\]\s+too many operators: found 62 conditions, expected at most 30/,
  );
  expect(run.stderr).toMatch(/warning \[too-many-bytes\]/);
  expect(run.stderr).toContain('the platform rejects this filter');
});

it('check', async () => {
  expect((await runTogether(['check', FILTER])).code).toBe(1);
  const run = await runTogether(['check', FILTER, '--ignore-limits']);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('✓ Valid for http_requests, 2 warnings.\n  62 of 30 operators');
  expect((await runTogether(['check', FILTER, '--ignore-limits', '--strict'])).code).toBe(1);
});

it('counts the same lines as without the kernel', async () => {
  const args = ['replay', SOURCE, '-q', '--reproducible', '--format', 'json', '-f', FILTER, '--ignore-limits'];
  const kernel = await runTogether(args);
  expect(kernel.code).toBe(0);
  const without = await runTogether(args, { env: { HEADGATE_KERNEL: 'off' } });
  expect(without.stdout).toBe(kernel.stdout);
});

it('accepts no other error, and no deeper nesting', async () => {
  const deep = `${'{"and":['.repeat(65)}{"key":"BotScore","operator":"eq","value":1}${']}'.repeat(65)}`;
  for (const filter of ['BotScor == 1', `{"where":${deep}}`]) {
    expect((await runTogether(['replay', SOURCE, '--counts', '-f', filter, '--ignore-limits'])).code).toBe(1);
  }
});
