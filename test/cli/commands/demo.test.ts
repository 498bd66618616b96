// The demo, and the commands that it suggests.
import { beforeAll, describe, expect, it } from 'vitest';
import { NEXT_COMMANDS } from '../../../src/cli/commands/demo.ts';
import { demoPage } from '../../../src/report/page/demo-page.ts';
import { renderText } from '../../../src/report/text/render-text.ts';
import { type DemoReport, demoReport } from '../../../src/verbs/demo/demo.ts';
import { type CliRun, runCli } from '../../helpers/cli/run-cli.ts';
import { runExample } from '../../helpers/cli/run-example.ts';

const linesOf = (report: DemoReport): string[] =>
  [...renderText(demoPage(report), { color: false, width: 80 })].join('').trimEnd().split('\n');

describe('the demo', () => {
  let run: CliRun;
  let report: DemoReport;
  beforeAll(async () => {
    run = await runCli(['demo', '--format', 'json']);
    report = JSON.parse(run.stdout) as DemoReport;
  });

  it('closes the loop: a replay keeps what was pushed, which is valid; a wrong filter keeps nothing', () => {
    expect(run.code).toBe(0);
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

  it('is printed on 80 columns, each step with the command that does the same', () => {
    const lines = linesOf(report);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    for (const verb of ['sandbox', 'replay', 'validate']) expect(lines.join('\n')).toContain(`  $ headgate ${verb} `);
    expect(lines).toContain('  all-requests pushes lines with ClientRequestPath != "/healthz"');
    expect(lines.filter((line) => /^ {2,4}remark: /.test(line))).toHaveLength(1);
    expect(lines.at(0)).toBe('✓ The service pushed exactly what the replay states.');
    expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain('only letter case differs');
  });

  it('is negative if the figures differ', () => {
    const { push, replay, validation, wrongFilter } = report;
    const jobs = push.jobs.map((job) => ({ ...job, lines: job.lines + 1 }));
    const differing = demoReport({ push: { ...push, jobs }, replay, validation, wrongFilter });
    expect(differing.closed).toBe(false);
    const lines = linesOf(differing);
    expect(lines[0]).toMatch(/^✗ The service did not push/);
    expect(lines.filter((line) => /^ {2}✗ {2}all-requests /.test(line))).toHaveLength(1);
  });

  it('suggests commands', () => {
    for (const { command } of NEXT_COMMANDS) expect(run.stderr).toContain(command);
  });
});

/** Runs a sandbox until it is ready, since it runs until Ctrl-C. Its usual port may be in use here. */
function interrupted(args: string): Promise<CliRun> {
  return runCli([...args.split(' '), '--port', '0'], {
    onStart: (kill, stderr) => {
      stderr.on('data', (text: string) => text.includes('Ctrl-C pushes') && kill('SIGINT'));
    },
  });
}

describe('what to try next works', () => {
  it.each(NEXT_COMMANDS)('$command', async ({ command }) => {
    const run = await (command.includes(' sandbox ') ? interrupted(command.split(' -- ')[1]!) : runExample(command));
    expect([0, 1]).toContain(run.code);
    expect(run.stdout.length).toBeGreaterThan(100);
  });
});
