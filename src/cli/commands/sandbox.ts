// headgate sandbox: runs the management API, the push and a bucket on loopback, until Ctrl-C.
import type { Command } from 'commander';
import { renderPushTotals, SANDBOX_RENDERERS } from '../../render/index.ts';
import type { PushTotals, SandboxOptions } from '../../sandbox/index.ts';
import type { SandboxConnection } from '../../task/index.ts';
import { addHelpNotes } from '../add-help-notes.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { addSandboxFlags, type SandboxFlags, sandboxOptions } from '../flags/sandbox-flags.ts';
import { commandTask, runCommand } from '../run-command.ts';

interface RunSandboxFlags extends SandboxFlags, OutputFlags {}

const EXAMPLES = `
Prints on standard output what clients need, as shell lines. Ctrl-C pushes what is held, prints the totals and stops; a second
Ctrl-C stops at once. Nothing is reachable from other machines.

Examples:
  headgate sandbox --rate 20
  headgate sandbox --state service.db --traffic visit.har > sandbox.env
  headgate sandbox --rate 50 --for 1h --speed max --seed 7 --port 0 --format json

In another terminal:
  . ./sandbox.env
  curl -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" $CLOUDFLARE_BASE_URL/zones/$CLOUDFLARE_ZONE_ID/logpush/jobs
  headgate replay 's3://sandbox/all-requests/{DATE}' --filter 'EdgeResponseStatus >= 500'

Exit codes: 0 stopped, 1 stopped after lines were lost, 2 could not start.`;

/** Adds the command. */
export function addSandboxCommand(program: Command): Command {
  const command = program
    .command('sandbox')
    .summary('Run the management API, the push and a bucket on this machine')
    .description(
      'Runs a local copy of the service: the API for rulesets and Logpush jobs, the push of their logs, and an S3 bucket. Starts with a zone, a ruleset and two jobs. Needs no account.',
    );
  addSandboxFlags(command);
  addHelpNotes(command, EXAMPLES);
  addOutputFlags(command, SANDBOX_RENDERERS);
  return command.action(
    runCommand<RunSandboxFlags>(
      (_, flags) => {
        const options = sandboxOptions(flags);
        return commandTask(SANDBOX_RENDERERS, (context) => runUntilSignal(options, flags, context));
      },
      { needsOutput: false },
    ),
  );
}

type Totals = Pick<PushTotals, 'jobs'>;

async function runUntilSignal(
  options: SandboxOptions,
  flags: RunSandboxFlags,
): Promise<Outcome<SandboxConnection | undefined>> {
  const { runSandbox } = await import('../../task/sandbox/run-sandbox.ts');
  const { connectionOf } = await import('../../task/sandbox/sandbox-connection.ts');
  const { listenForInterrupt } = await import('../stdio/interrupt.ts');
  const { writeBeforeWork } = await import('../stdio/optional-output.ts');
  const { printLines, styleOf } = await import('../stdio/output.ts');
  const { createPushLine } = await import('../stdio/push-line.ts');
  const render = await SANDBOX_RENDERERS[flags.format as keyof typeof SANDBOX_RENDERERS]();
  const line = createPushLine(flags);
  const signal = listenForInterrupt();
  signal.addEventListener('abort', () => {
    line.end();
    line.notice('stopping: pushing what is held; Ctrl-C again stops at once');
  });
  const totals = await runSandbox({
    options: { ...options, onEvent: line.event },
    signal,
    onReady: async (sandbox) => {
      await writeBeforeWork(render(connectionOf(sandbox), styleOf(flags)), flags.out);
      printLines(startText(sandbox, options), flags);
      line.start(sandbox.totals);
    },
    onTrafficEnd: ({ exchanges }) => line.notice(`the traffic has ended after ${printPlural(exchanges, 'exchange')}`),
  }).finally(line.end);
  return {
    result: undefined,
    skipsResult: true,
    isPartial: false,
    isNegative: totals.jobs.some(({ lostBatches }) => lostBatches > 0),
    afterwards: () => printLines(renderPushTotals(totals, styleOf(flags, process.stderr)).trimEnd(), flags),
  };
}
