// The demo, and the commands that it suggests.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEXT_COMMANDS } from '../../../src/cli/commands/demo.ts';
import type { DemoReport } from '../../../src/task/index.ts';
import { ROOT, runCli, runShell, runTogether } from '../../helpers/cli/run-cli.ts';

it('closes the loop: a replay keeps what was pushed, which is valid; a wrong filter keeps nothing', async () => {
  const run = await runTogether(['demo', '--format', 'json']);
  expect(run.code).toBe(0);
  const report = JSON.parse(run.stdout) as DemoReport;
  expect(report).toMatchObject({ version: 1, closed: true, push: { seconds: 600, exchanges: 6000 } });
  expect(report.replay.jobs).toEqual([
    { name: 'all-requests', pushed: 5708, kept: 5708 },
    { name: 'errors-and-threats', pushed: 176, kept: 176 },
  ]);
  expect(report.push.jobs).toMatchObject([{ batches: 20 }, { lostLines: 0 }]);
  expect(report.validation.report.jobs).toMatchObject([
    { valid: true, lines: { clean: 5708 } },
    { valid: true, lines: { clean: 176 } },
  ]);
  const [wrong] = report.wrongFilter.report.jobs!;
  expect(wrong).toMatchObject({ kept: { lines: 0 }, hints: [{ kind: 'differs-by-case' }] });
  expect(run.stdout).not.toContain('secret');
});

it('prints each step on 80 columns with the command that does the same, and what to try next', async () => {
  const run = await runCli(['demo']);
  expect(run.code).toBe(0);
  for (const command of ['headgate sandbox', 'headgate replay', 'headgate validate']) {
    expect(run.stdout).toContain(`  $ ${command} `);
  }
  expect(run.stdout.trimEnd().split('\n').at(-1)).toBe('✓ the service pushed exactly what the replay says');
  for (const { command } of NEXT_COMMANDS) expect(run.stderr).toContain(command);
});

describe('what to try next works', () => {
  it.each(NEXT_COMMANDS)('$command', async ({ command }) => {
    const env = { PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` };
    // The sandbox runs until Ctrl-C, and its usual port may be in use here.
    const isSandbox = command.includes(' sandbox ');
    const run = await runShell(isSandbox ? `exec node src/cli/main.ts ${command.split(' -- ')[1]} --port 0` : command, {
      env,
      onStart: (kill, stderr) => {
        if (isSandbox) stderr.on('data', (text: string) => text.includes('Ctrl-C pushes') && kill('SIGINT'));
      },
    });
    expect([0, 1]).toContain(run.code);
    expect(run.stdout.length).toBeGreaterThan(100);
  });
});
