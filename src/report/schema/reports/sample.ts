// The shapes of `sample` and `sample --estimate`.
import { z } from 'zod';
import { pushSettings } from '../parts/cost.ts';
import { guardResult, unjudgedGuard } from '../parts/guard.ts';
import { sample } from '../parts/replay.ts';
import { linesTotal, lineTotal, problem } from '../parts/scan.ts';

const sampledSource = z.object({
  objects: z.number(),
  bytes: z.number(),
  objectsInAll: z.number(),
  bytesInAll: z.number().nullable(),
  skipped: z.number(),
  pruned: z.number(),
  damaged: z.number(),
  unreadable: z.number(),
  unconfirmedLines: z.number(),
  lost: z.array(problem),
});

const shareEstimate = z.object({ share: z.number(), low: z.number(), high: z.number() });

const verdictShares = z.object({ lines: shareEstimate, bytes: shareEstimate });

const wholeEstimate = z.object({ estimate: z.number(), atLow: z.number(), atHigh: z.number() });

export const estimateResult = z.object({
  version: z.literal(1),
  partial: z.boolean(),
  dataset: z.string(),
  filter: z.string(),
  file: z.string().exactOptional(),
  push: pushSettings.exactOptional(),
  remarks: z.array(z.string()).exactOptional(),
  seed: z.number(),
  exact: z.boolean(),
  level: z.number().nullable(),
  rounds: z.number(),
  share: shareEstimate,
  bytesShare: shareEstimate,
  shares: z.object({ undecided: verdictShares, kept: verdictShares, dropped: verdictShares }),
  precision: z.object({ wanted: z.number(), reached: z.number() }).nullable(),
  whole: z
    .object({ lines: z.number(), bytes: z.number(), kept: z.object({ lines: wholeEstimate, bytes: wholeEstimate }) })
    .nullable(),
  kept: lineTotal,
  dropped: lineTotal,
  undecided: lineTotal,
  source: sampledSource,
  lines: linesTotal,
  problemCounts: z.record(z.string(), z.number()),
  problems: z.array(problem),
  guards: z.array(guardResult).exactOptional(),
  unjudgedGuards: z.array(unjudgedGuard).exactOptional(),
});

/** Without the lines as the sample stores them: JSON has them as `samples`. */
export const sampleResult = z.object({
  version: z.literal(1),
  partial: z.boolean(),
  dataset: z.string(),
  filter: z.string().nullable(),
  verdict: z.enum(['drop', 'keep', 'undecided']).nullable(),
  seed: z.number(),
  spread: z.enum(['all', 'object', 'time']),
  wanted: z.number(),
  drawnFrom: lineTotal,
  undecided: lineTotal,
  source: sampledSource,
  lines: linesTotal,
  problemCounts: z.record(z.string(), z.number()),
  problems: z.array(problem),
  samples: z.array(sample),
});
