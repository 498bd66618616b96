// Builds requests for a replay with defaults.
import type { ReplayRequest } from '../../../src/verbs/replay/replay.ts';

/** A request for a full report of all lines, in one thread, without stored sizes, which take as long as the report. */
export function replayRequest(changes: Partial<ReplayRequest>): ReplayRequest {
  return {
    filters: [],
    dataset: undefined,
    sources: [],
    range: {},
    slackMs: undefined,
    nullAs: 'unknown',
    connection: {},
    samples: 0,
    detail: 'full',
    stored: false,
    threads: 1,
    reading: { input: 'auto', records: undefined, columns: undefined },
    stdin: async () => '',
    signal: new AbortController().signal,
    onListing: () => {},
    onProgress: () => {},
    ...changes,
  };
}
