// The demo, and the commands that it suggests.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEXT_COMMANDS } from '../../../src/cli/commands/demo.ts';
import { ROOT, runCli, runShell } from '../../helpers/cli/run-cli.ts';

it('replays two jobs from S3 and suggests commands', async () => {
  const run = await runCli(['demo']);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('all-requests');
  expect(run.stdout).toContain('errors-and-threats');
  expect(run.stderr).toMatch(/uploaded to http:\/\/127\.0\.0\.1:\d+/);
  for (const { command } of NEXT_COMMANDS) expect(run.stderr).toContain(command);
});

describe('what to try next works', () => {
  it.each(NEXT_COMMANDS)('$command', async ({ command }) => {
    const env = { PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` };
    const run = await runShell(command, { env });
    expect([0, 1]).toContain(run.code);
    expect(run.stdout.length).toBeGreaterThan(100);
  });
});
