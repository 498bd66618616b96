// Converts the flags of commands that read sources to the request of a verb. Asks for the key of the edge script, once for all sources.
import { HeadgateError, parseTimeRange } from '../base/index.ts';
import { resolveForm } from '../verbs/request/logs-request.ts';
import type { FilterArgument } from '../verbs/request/named-filters.ts';
import type { FlagsOf } from './flag-row.ts';
import type { OBJECT_FLAGS, RESUME_FLAGS, SOURCE_FLAGS } from './flags/source-flags.ts';

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
    ...flags
  }: FlagsOf<(typeof SOURCE_FLAGS)[number]> & FlagsOf<(typeof RESUME_FLAGS)[number]>,
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
  };
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
