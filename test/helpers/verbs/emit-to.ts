// Runs a replay with --emit.

import type { EmitRequest } from '../../../src/analysis/emit/emit-plan.ts';
import type { Report } from '../../../src/analysis/replay/index.ts';
import { type ReplayRequest, replay } from '../../../src/verbs/replay/replay.ts';
import { replayRequest } from './replay-request.ts';

/** Replays in one thread. Returns the report without times. */
export async function emitTo(emit: EmitRequest, changes: Partial<ReplayRequest>): Promise<Report> {
  const report = await replay(replayRequest({ bytesPerThread: 0, emit, ...changes }));
  delete report.timing;
  return report;
}
