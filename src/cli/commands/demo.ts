// headgate demo: pushes simulated traffic through a sandbox, replays and validates it, and finds a wrong filter. Needs no account.
import { DEMO_RENDERERS } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { IS_CHECKOUT, PROGRAM } from '../program-name.ts';
import { commandTask } from '../run-command.ts';

interface NextCommand {
  command: string;
  why: string;
}

const WITH_SAMPLES: readonly NextCommand[] = [
  {
    command: `${PROGRAM} replay samples/logs/all-requests --filter 'EdgeResponseStatus >= 500' --samples 2`,
    why: 'your own filter over three days of sample logs, with sample lines',
  },
  {
    command: `${PROGRAM} compare samples/logs/all-requests --from 'EdgeResponseStatus >= 400' --to 'EdgeResponseStatus >= 500'`,
    why: 'what a stricter filter would newly drop, and which values these lines have',
  },
  {
    command: `${PROGRAM} test --mine samples/logs/all-requests --filter 'EdgeResponseStatus >= 500'`,
    why: 'a test of the filter from real lines; save it with --out, then run it with headgate test',
  },
  {
    command: `${PROGRAM} fields preview --ruleset samples/ruleset.json samples/traffic/shop.har`,
    why: 'what custom fields would log for a recorded visit, and what is truncated',
  },
];

/** Commands to try after the demo. A test runs them. */
export const NEXT_COMMANDS: readonly NextCommand[] = [
  ...(IS_CHECKOUT ? WITH_SAMPLES : []),
  {
    command: `${PROGRAM} check '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"in","value":"200,201"}]}}'`,
    why: 'a mistake from the documentation, with its fix',
  },
  {
    command: `${PROGRAM} sandbox --rate 20`,
    why: 'the same service, to try your own filters, jobs and clients',
  },
];

/** The command. */
export const demoCommand = defineCommand({
  name: 'demo',
  summary: 'Push simulated traffic through two jobs, then replay and validate it',
  description: 'Shows headgate on a local copy of the service: push, replay, validation, and a wrong filter.',
  notes: `
Starts a sandbox in memory, pushes ten minutes of simulated traffic through its two jobs, and reads the objects with replay and
validate, over S3. Uses no network and no account, and leaves no files.

Exit codes: 0 the service pushed what a replay predicts, 1 it did not, 2 nothing was pushed.`,
  formats: DEMO_RENDERERS,
  run: (_, { output }) =>
    commandTask(DEMO_RENDERERS, async ({ notice, startReading }) => {
      const { runDemo } = await import('../../verbs/demo/demo.ts');
      const { printLines } = await import('../stdio/output.ts');
      const { signal } = await startReading();
      const report = await runDemo({ signal, onStep: notice });
      const afterwards = (): void => printLines(TRY_NEXT, output);
      return { result: report, isPartial: false, isNegative: !report.closed, afterwards };
    }),
});

const TRY_NEXT = ['', 'Try next:', ...NEXT_COMMANDS.map(({ command, why }) => `  # ${why}\n  ${command}`)].join('\n');
