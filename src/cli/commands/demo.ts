// headgate demo: replays two jobs over sample logs in a local bucket, without an account.
import type { Command } from 'commander';
import { printPlural, REPLAY_RENDERERS } from '../../render/index.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { commandTask, runCommand } from '../run-command.ts';

/** Commands to try after the demo, to be run in a checkout. A test runs them. */
export const NEXT_COMMANDS: readonly { command: string; why: string }[] = [
  {
    command: `npm run -s headgate -- replay samples/logs/all-requests --filter 'EdgeResponseStatus >= 500' --samples 2`,
    why: 'your own filter, with sample lines',
  },
  {
    command: 'npm run -s headgate -- replay samples/logs --filter @samples/filters/wrong-case.json',
    why: 'a filter that keeps nothing, and the reason',
  },
  {
    command: `npm run -s headgate -- check '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"in","value":"200,201"}]}}'`,
    why: 'a mistake from the documentation, with its fix',
  },
  {
    command: 'npm run -s headgate -- validate samples/logs/all-requests --job samples/jobs/errors-and-threats.json',
    why: 'lines that do not match their job',
  },
  {
    command: 'npm run -s headgate -- fields preview --ruleset samples/ruleset.json samples/traffic/shop.har',
    why: 'what custom fields would log for a recorded visit, and what is truncated',
  },
  {
    command:
      'npm run -s headgate -- sample samples/logs --estimate --filter @samples/filters/errors.json --precision 2%',
    why: 'the share a filter keeps, estimated from some of the objects',
  },
];

/** Adds the command. */
export function addDemoCommand(program: Command): Command {
  const command = program
    .command('demo')
    .summary('Replay two jobs over sample logs in a local bucket')
    .description(
      'Starts an S3 bucket on this machine, uploads the sample logs, and replays two jobs over them. Needs no account.',
    );
  addOutputFlags(command, REPLAY_RENDERERS);
  return command.action(
    runCommand<OutputFlags>((_, flags) =>
      commandTask(REPLAY_RENDERERS, async ({ notice, startReading }) => {
        const { startDemo } = await import('../../task/demo/demo.ts');
        const { replay } = await import('../../task/replay/replay.ts');
        const { abortable } = await import('../../run/abortable.ts');
        const { printLines } = await import('../stdio/output.ts');
        const { signal, progress } = await startReading();
        notice('starting a local bucket …');
        const demo = await abortable(startDemo(), signal);
        try {
          notice(`${printPlural(demo.objects, 'sample object')} uploaded to ${demo.endpoint}`);
          const report = await replay({
            jobs: demo.jobFiles,
            sources: demo.sources,
            threads: 1,
            signal,
            onListing: progress.start,
            onProgress: progress.update,
          });
          const afterwards = (): void => printLines(TRY_NEXT, flags);
          return { result: report, isPartial: report.partial, isNegative: false, afterwards };
        } finally {
          await demo.stop();
        }
      }),
    ),
  );
}

const TRY_NEXT = ['', 'Try next:', ...NEXT_COMMANDS.map(({ command, why }) => `  # ${why}\n  ${command}`)].join('\n');
