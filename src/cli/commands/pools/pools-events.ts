// headgate pools events: plays health events in a running sandbox, and shows who is notified how.
import { HeadgateError, printCount } from '../../../base/index.ts';
import { POOL_EVENTS_RENDERERS } from '../../../report/index.ts';
import type { PoolEvents } from '../../../verbs/index.ts';
import { defineCommand } from '../../command.ts';
import { commandTask } from '../../run-command.ts';
import { SANDBOX_NOTES, sandboxAccess } from '../sandbox/sandbox-task.ts';

/** Largest file of an earlier run: 20,000 events with 20 recipients each have about 100 MB. */
const EARLIER_RUN_LIMIT = { bytes: 256 * 1024 * 1024, expected: 'a run of fewer pools; use --pool' };

/** Interval between notices about a run that takes long, because webhooks do. Milliseconds. */
const NOTICE_INTERVAL_MS = 5000;

/** The command. */
export const poolsEventsCommand = defineCommand({
  name: 'events',
  summary: 'Play health events in a sandbox, and show who is notified',
  description:
    'Turns pools and origins of a running sandbox unhealthy and healthy, and shows who is notified how: by legacy e-mail, by the e-mail of a notification policy, or by a webhook. Compares two runs, such as before and after a migration.',
  flags: [
    {
      flag: '--pool <id|name>',
      sets: 'pools',
      kind: 'text',
      repeatable: true,
      default: [],
      defaultText: 'every pool',
      help: 'Play only the events of this pool (repeatable)',
    },
    {
      flag: '--source <source>',
      sets: 'source',
      kind: 'choice',
      choices: ['pool', 'origin'],
      help: 'Play only the events of this source (default: both)',
    },
    {
      flag: '--health <health>',
      sets: 'health',
      kind: 'choice',
      choices: ['Unhealthy', 'Healthy'],
      help: 'Play only changes to this health (default: both)',
    },
    { flag: '--compare <file>', sets: 'file', kind: 'text', help: 'Compare with an earlier run, from --format json' },
  ],
  notes: `${SANDBOX_NOTES}
Each event is a change of health. The sandbox puts e-mails into its outbox and sends none; POSTs to webhooks on this machine are real.

Examples:
  headgate pools events
  headgate pools events --pool api --pool checkout --health Unhealthy
  headgate pools events --format json --out before.json
  headgate pools events --compare before.json    # after a migration: are the same recipients notified?

Exit codes: 0 played, and with --compare the same recipients were notified of the same events; 1 with --compare a recipient was notified
of an event no longer, newly, or more often, or a POST to a webhook failed; 2 no answer (no sandbox, no access, no pools, no recipient notified).`,
  formats: POOL_EVENTS_RENDERERS,
  run: (_, { output: __, file, ...request }) =>
    commandTask(POOL_EVENTS_RENDERERS, async ({ notice }) => {
      const { playPoolEvents } = await import('../../../verbs/pools/play-events.ts');
      const { listenForInterrupt } = await import('../../stdio/interrupt.ts');
      const signal = listenForInterrupt();
      const compare = file === undefined ? undefined : await readEarlierRun(file);
      const access = await sandboxAccess(signal);
      let shownAt = Date.now();
      const result = await playPoolEvents({
        ...{ ...request, ...access, compare, signal, onRetry: notice },
        onProgress: (played, total) => {
          if (played === total || Date.now() - shownAt < NOTICE_INTERVAL_MS) return;
          shownAt = Date.now();
          notice(`played ${printCount(played)} of ${printCount(total)} events`);
        },
      });
      return {
        result,
        isPartial: false,
        isNegative: result.comparison?.isSame === false || hasFailedPost(result),
        noAnswer: () => withoutNotices(result),
      };
    }),
});

async function readEarlierRun(path: string): Promise<PoolEvents> {
  const { readArgumentFile } = await import('../../../verbs/request/argument-text.ts');
  const { parsePoolEvents } = await import('../../../verbs/pools/parse-pool-events.ts');
  return parsePoolEvents(await readArgumentFile(path, 'earlier run', EARLIER_RUN_LIMIT), path);
}

function hasFailedPost({ events }: PoolEvents): boolean {
  return events.some(({ notices }) => notices.some((notice) => 'outcome' in notice && notice.outcome === 'failed'));
}

/** No recipient was notified in either run by the compared events: a comparison without recipients proves nothing. */
function withoutNotices({ events, comparison }: PoolEvents): HeadgateError | undefined {
  if (comparison?.isSame === false || events.some(({ notices }) => notices.length > 0)) return undefined;
  return new HeadgateError(
    'no-notices',
    'cannot show who is notified: found no recipient of any event, expected pools with recipients (headgate sandbox --pools FILE), or notification policies for them',
  );
}
