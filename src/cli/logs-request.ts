// Converts the flags of commands that read sources to the request of a verb. Asks for the key of the edge script, once for all sources.
import { setFlagsFromString } from 'node:v8';
import { HeadgateError, parseTimeRange, printInstant, type TimeRange } from '../base/index.ts';
import type { SourceListing } from '../input/sources/index.ts';
import type { PlannedListing, ShardPlanRequest } from '../verbs/index.ts';
import { resolveForm } from '../verbs/request/logs-request.ts';
import type { FilterArgument } from '../verbs/request/named-filters.ts';
import type { PriceRequest } from '../verbs/request/read-prices.ts';
import type { FlagsOf } from './flag-row.ts';
import type { OBJECT_FLAGS, RESUME_FLAGS, SOURCE_FLAGS } from './flags/source-flags.ts';

type WorkersFlags = FlagsOf<(typeof RESUME_FLAGS)[number]>;

/**
 * Converts flags.
 * @param others values of flags that `-` reads from standard input
 * @throws HeadgateError for invalid times, and `stdin-twice` for a second `-`
 */
export function logsRequest(
  sources: readonly string[],
  {
    nullAs,
    reading,
    resume,
    workers,
    list: isList = false,
    ...flags
  }: FlagsOf<(typeof SOURCE_FLAGS)[number]> & Partial<WorkersFlags & { list: boolean }>,
  others: readonly (FilterArgument | string | undefined)[] = [],
) {
  const values = others.map((one) => (typeof one === 'object' ? one.value : one));
  if (sources.includes('-') && values.includes('-')) {
    throw new HeadgateError(
      'stdin-twice',
      'cannot read standard input twice: found - as a source and as the value of another flag, expected one of them in a file',
    );
  }
  const request = objectsRequest(sources, flags);
  return {
    ...request,
    // The file of --resume has the time that relative times refer to.
    range: resume === undefined ? request.range : flags.range,
    nullAs,
    reading: resolveForm({ ...reading.form, unwrap: reading.unwrap }),
    workers: workersRequest(workers, request.range, isList),
  };
}

/**
 * Adds to the listing of --list what workers need, with --workers or --shard-size.
 * @param flags with those of the cost of requests
 * @param request how the objects are read
 * @throws as `planShards`
 */
export async function withPlan(
  listing: SourceListing,
  { workers, price }: Pick<WorkersFlags, 'workers'> & PriceRequest,
  { reading }: Pick<ShardPlanRequest, 'reading'>,
  signal: AbortSignal,
): Promise<PlannedListing> {
  if (!isPlanned(workers)) return listing;
  const { planShards } = await import('../verbs/worker/plan-shards.ts');
  return { ...listing, plan: await planShards(listing, { shardBytes: workers.shardBytes, price, reading, signal }) };
}

/** Whether --list shows what workers need. */
export function isPlanned({ url, shardBytes }: WorkersFlags['workers']): boolean {
  return url !== undefined || shardBytes !== undefined;
}

/** Flags of --workers that do not belong to the run. */
const WITH_VALUE = ['--workers', '--since', '--until'];

/**
 * Keeps V8's memory for new objects as small as it is when sources are read by others. What waits for Redis outlives the collections of that memory, so that
 * it would grow to 128 MB with 30 MB in use: 290 MB of the process for 30,000 shards, 180 MB with this flag, in the same processor time.
 */
const KEEP_NEW_SPACE = '--semi-space-growth-factor=1';

/** Converts the flags of --workers. @throws HeadgateError `usage` for those that need it */
function workersRequest(flags: WorkersFlags['workers'] | undefined, range: TimeRange, isList: boolean) {
  const { url, ...settings } = flags ?? {};
  if (url !== undefined) {
    setFlagsFromString(KEEP_NEW_SPACE);
    return { ...settings, url, commandLine: commandLineOf(process.argv.slice(2), range) };
  }
  const [found] = Object.keys(settings);
  if (found === undefined || isList) return undefined;
  const flag = { shardBytes: '--shard-size', partials: '--partials', cancelsOnExit: '--cancel-on-exit' }[found];
  throw new HeadgateError('usage', `cannot use ${flag}: found no --workers, expected --workers redis://HOST:PORT`);
}

/** The arguments that ask for the same later: with the instants that durations mean now. */
function commandLineOf(args: readonly string[], { since, until }: TimeRange): string[] {
  const kept = args.filter((text, index) => {
    const isValue = WITH_VALUE.includes(args[index - 1] ?? '');
    return (
      !isValue &&
      !WITH_VALUE.some((flag) => text === flag || text.startsWith(`${flag}=`)) &&
      text !== '--cancel-on-exit'
    );
  });
  return [
    ...kept,
    ...(since === undefined ? [] : ['--since', printInstant(since)]),
    ...(until === undefined ? [] : ['--until', printInstant(until)]),
  ];
}

/** Converts the flags of a command that takes objects in any form. @throws HeadgateError for invalid times */
export function objectsRequest(
  sources: readonly string[],
  { range, connection, slackMs }: FlagsOf<(typeof OBJECT_FLAGS)[number]>,
) {
  return {
    ...{ sources, slackMs },
    range: parseTimeRange(range.since, range.until, Date.now()),
    connection: { ...connection, askEdgeKey: createEdgeKeyQuestion() },
  };
}

/**
 * Creates the question for the key of the edge script, which is asked on the first call: a key is for one host. The environment is read
 * before: src/input/destination.
 * @returns a function that resolves to the key; to empty text for Enter alone, and without a terminal: public objects need no key
 */
export function createEdgeKeyQuestion(): (host: string) => Promise<string> {
  let answer: Promise<string> | undefined;
  return (host) => {
    answer ??= ask(host);
    return answer;
  };
}

async function ask(host: string): Promise<string> {
  // Loaded for the question only: most commands never ask.
  const { askSecret, canAsk } = await import('./stdio/ask.ts');
  if (!canAsk()) return '';
  return await askSecret(`Key for ${host} (Enter: none)`, { unanswered: 'nothing was read' });
}
