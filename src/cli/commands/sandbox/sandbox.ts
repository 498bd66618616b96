// headgate sandbox: runs the management API, the push and a bucket on loopback, until Ctrl-C.
import { printable, printPlural } from '../../../base/index.ts';
import { PUSH_TOTALS_RENDERERS, SANDBOX_RENDERERS } from '../../../report/index.ts';
import type { Sandbox, SandboxOptions } from '../../../sandbox/index.ts';
import type { SandboxConnection } from '../../../verbs/index.ts';
import { defineCommand } from '../../command.ts';
import type { OutputFlags } from '../../flags/output-flags.ts';
import { PROGRAM } from '../../program-name.ts';
import { commandTask, type Outcome } from '../../run-command.ts';
import { bucketCommand } from './sandbox-bucket.ts';
import { SANDBOX_FLAGS, sandboxOptions } from './sandbox-flags.ts';
import { secretCommand } from './sandbox-secret.ts';

/** Most problems of the traffic that are printed. */
const PROBLEMS_SHOWN = 10;

/** The command, with those for a running sandbox. */
export const sandboxCommand = defineCommand({
  name: 'sandbox',
  summary: 'Run the management API, the push, a bucket and the edge script on this machine',
  description:
    'Runs a local copy of the service: the API for rulesets and Logpush jobs, the push of their logs, an S3 bucket, and the edge script in front of it. Starts with a zone, a ruleset and two jobs. Needs no account.',
  flags: SANDBOX_FLAGS,
  notes: `
Prints on standard output what clients need, as shell lines. Ctrl-C pushes what is held, prints the totals and stops; a second
Ctrl-C stops at once. Nothing is reachable from other machines. With --quiet, lost batches are still printed, and the totals after a
loss.

Examples:
  headgate sandbox --rate 20
  headgate sandbox --state service.db --traffic visit.har > sandbox.env
  headgate sandbox --rate 50 --for 1h --speed max --seed 7 --port 0 --format json
  headgate sandbox --empty --local-buckets   # try the jobs of a Terraform configuration as they are
  headgate sandbox --pools pools.json        # try headgate pools migrate on the pools of your account

In another terminal:
  . ./sandbox.env
  curl -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" $CLOUDFLARE_BASE_URL/zones/$CLOUDFLARE_ZONE_ID/logpush/jobs
  curl -H "X-Custom-Auth-Key: $HEADGATE_EDGE_KEY" "$HEADGATE_EDGE_URL/?list"
  headgate replay 's3://sandbox/all-requests/{DATE}' --filter 'EdgeResponseStatus >= 500'
  headgate replay "$HEADGATE_EDGE_URL/all-requests/{DATE}"
  headgate sandbox bucket create reports
  headgate sandbox secret put AUTH_KEY_SECRET

Exit codes: 0 stopped, 1 stopped after lines were lost, the traffic could not be read to its end, or the objects were
removed, 2 could not start.`,
  commands: [bucketCommand, secretCommand],
  formats: SANDBOX_RENDERERS,
  isOutputOptional: true,
  run: (_, flags) => {
    const options = sandboxOptions(flags);
    return commandTask(SANDBOX_RENDERERS, () => runUntilSignal(options, flags.output));
  },
});

async function runUntilSignal(options: SandboxOptions, flags: OutputFlags): Promise<Outcome<SandboxConnection>> {
  const { runSandbox } = await import('../../../verbs/sandbox/run-sandbox.ts');
  const { connectionOf } = await import('../../../verbs/sandbox/sandbox-connection.ts');
  const { printSkipped } = await import('../../../sandbox/index.ts');
  const { listenForInterrupt } = await import('../../stdio/interrupt.ts');
  const { writeBeforeWork } = await import('../../stdio/optional-output.ts');
  const { printLines, styleOf } = await import('../../stdio/output.ts');
  const { createPushLine } = await import('../../stdio/push-line.ts');
  const render = await SANDBOX_RENDERERS[flags.format]!();
  const renderTotals = await PUSH_TOTALS_RENDERERS.text();
  const line = createPushLine(flags);
  const signal = listenForInterrupt();
  signal.addEventListener('abort', () => {
    line.end();
    line.notice('stopping: pushing what is held; Ctrl-C again stops at once');
  });
  let isDamaged = false;
  let problems = 0;
  const onProblem = (message: string): void => {
    problems += 1;
    if (problems <= PROBLEMS_SHOWN) line.notice(`warning: ${message}`);
    if (problems === PROBLEMS_SHOWN) line.notice('warning: further problems of the traffic are not shown');
  };
  let result!: SandboxConnection;
  const totals = await runSandbox({
    options: { ...options, onEvent: line.event, onProblem },
    signal,
    onReady: async (sandbox) => {
      result = connectionOf(sandbox);
      await writeBeforeWork(render(result, styleOf(flags)), flags.out);
      printLines(startText(sandbox, options, flags), flags);
      line.start(sandbox.totals);
    },
    onTrafficEnd: ({ exchanges, skipped }) => {
      const rest = printSkipped(skipped);
      line.notice(`the traffic has ended after ${printPlural(exchanges, 'exchange')}${rest === '' ? '' : `; ${rest}`}`);
    },
    onTrafficFailure: ({ message }) => {
      isDamaged = true;
      line.alwaysNotice(`error: ${message}; the service continues`);
    },
  }).finally(line.end);
  const isLossy = totals.jobs.some(({ lostBatches }) => lostBatches > 0);
  return {
    ...{ result, skipsResult: true, isPartial: false },
    isNegative: isLossy || isDamaged,
    afterwards: () => {
      const text = [...renderTotals(totals, styleOf({ color: flags.color }, process.stderr))].join('').trimEnd();
      printLines(text, isLossy ? {} : flags);
    },
  };
}

/** Describes what runs, and what to try. Contains no secret. */
function startText(
  { baseURL, bucket, edge, poolCount }: Sandbox,
  { state, traffic, empty, localBuckets }: SandboxOptions,
  flags: OutputFlags,
): string {
  const place =
    state === undefined
      ? 'nothing is kept after the end; use --state FILE to keep it'
      : `the state is in ${printable(state)}`;
  const lines = process.stdout.isTTY
    ? 'run the lines above'
    : 'run the lines of standard output (". FILE" if that is a file)';
  const source = flags.out === undefined ? lines : `run ". ${printable(flags.out)}"`;
  const examples = [
    `headgate: to use it, ${source} in another shell, then for example:`,
    '  curl -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" "$CLOUDFLARE_BASE_URL/zones/$CLOUDFLARE_ZONE_ID/logpush/jobs"',
    '  curl -H "X-Custom-Auth-Key: $HEADGATE_EDGE_KEY" "$HEADGATE_EDGE_URL/?list"',
    ...(empty === true
      ? []
      : [
          `  ${PROGRAM} replay 's3://${bucket.name}/all-requests/{DATE}' --filter 'EdgeResponseStatus >= 500'`,
          `  ${PROGRAM} replay "$HEADGATE_EDGE_URL/all-requests/{DATE}"`,
        ]),
    ...(poolCount === 0 ? [] : [`  ${PROGRAM} pools events`, `  ${PROGRAM} pools migrate`]),
  ];
  return [
    `headgate: the API is at ${baseURL}, the bucket and its edge script at ${edge.url}`,
    `headgate: ${place}`,
    `headgate: ${describeTraffic(traffic)}`,
    ...(localBuckets
      ? ['headgate: every s3:// and r2:// destination without an endpoint is a bucket of the sandbox']
      : []),
    ...(poolCount === 0 ? [] : [`headgate: the account has ${printPlural(poolCount, 'load-balancer pool')}`]),
    // JSON is for programs.
    ...(flags.format === 'env' ? examples : []),
    'headgate: Ctrl-C pushes what is held, and stops',
  ].join('\n');
}

function describeTraffic(traffic: SandboxOptions['traffic']): string {
  if (traffic === undefined)
    return 'there is no traffic; use --rate 20 for that of a simulated shop, or --traffic FILE for your own';
  if ('file' in traffic)
    return `the traffic is that of ${traffic.file === '-' ? 'standard input' : printable(traffic.file)}`;
  const { rate, seconds, seed } = traffic;
  const length = seconds === undefined ? '' : ` for ${printPlural(seconds, 'second')}`;
  return `the traffic is that of a simulated shop, ${rate} exchanges per second${length}, --seed ${seed}`;
}
