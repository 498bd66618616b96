// Builds requests for a replay with defaults, and runs replays with --emit.

import type { EmitRequest } from '../../../src/analysis/emit/emit-plan.ts';
import type { Report } from '../../../src/analysis/replay/index.ts';
import { type ReplayRequest, replay } from '../../../src/verbs/replay/replay.ts';

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

/** Replays in one thread. Returns the report without times. */
export async function emitTo(emit: EmitRequest, changes: Partial<ReplayRequest>): Promise<Report> {
  const report = await replay(replayRequest({ bytesPerThread: 0, emit, ...changes }));
  delete report.timing;
  return report;
}
