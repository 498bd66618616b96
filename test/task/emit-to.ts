// A replay that writes what is kept, with everything that such tests have in common.
import type { Report } from '../../src/replay/index.ts';
import type { EmitRequest } from '../../src/task/emit-plan.ts';
import { type ReplayRequest, replay } from '../../src/task/replay.ts';

/** Replays without a report of times. */
export async function emitTo(emit: EmitRequest, changes: Partial<ReplayRequest>): Promise<Report> {
  const report = await replay({
    filters: [],
    dataset: undefined,
    sources: [],
    range: {},
    slackMs: undefined,
    nullAs: 'unknown',
    connection: {},
    samples: 0,
    detail: 'full',
    threads: 1,
    bytesPerThread: 0,
    reading: { input: 'auto', records: undefined, columns: undefined },
    stdin: async () => '',
    signal: new AbortController().signal,
    onListing: () => {},
    onProgress: () => {},
    emit,
    ...changes,
  });
  delete report.timing;
  return report;
}
