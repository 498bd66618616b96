// The shape of `compare --format json`.
import { z } from 'zod';
import { costDifference, costReport } from '../parts/cost.ts';
import { guardResult } from '../parts/guard.ts';
import { witness } from '../parts/logic.ts';
import { hourCount, jobReport, sample } from '../parts/replay.ts';
import { linesTotal, lineTotal, problem, sourceTotal, timing } from '../parts/scan.ts';

export const distinguishingValue = z.object({
  field: z.string(),
  value: z.string(),
  share: z.number(),
  shareError: z.number(),
  shareOfAll: z.number(),
  shareOfAllError: z.number(),
});

export const fieldValues = z.object({ field: z.string(), values: z.array(distinguishingValue), rest: z.number() });

export const changedLines = z.object({
  examined: z.number(),
  values: z.array(distinguishingValue),
  by: z.array(fieldValues),
  samples: z.array(sample),
  lines: z.number(),
  bytes: z.number(),
});

export const filterChange = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  fromPath: z.string().nullable(),
  toPath: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  drops: lineTotal,
  keeps: lineTotal,
});

export const sourceCompleteness = z.object({
  writtenBy: z.string(),
  answer: z.enum(['complete', 'lower-bound', 'unknown']),
  witness: witness.exactOptional(),
  conditions: z.array(z.object({ path: z.string(), text: z.string() })),
  reason: z.string().exactOptional(),
});

export const comparison = z.object({
  to: z.string(),
  keptByBoth: lineTotal,
  onlyBefore: changedLines,
  onlyAfter: changedLines,
  neither: lineTotal,
  unclear: lineTotal,
  changes: z.array(filterChange),
  cost: costDifference.nullable(),
  completeness: sourceCompleteness.nullable(),
});

export const compareReport = z.object({
  version: z.literal(1),
  partial: z.boolean(),
  dataset: z.string(),
  source: sourceTotal,
  lines: linesTotal,
  jobs: z.array(jobReport),
  comparisons: z.array(comparison),
  hours: z.array(hourCount).exactOptional(),
  cost: costReport.exactOptional(),
  guards: z.array(guardResult).exactOptional(),
  problemCounts: z.record(z.string(), z.number()),
  problems: z.array(problem),
  timing: timing.exactOptional(),
});
