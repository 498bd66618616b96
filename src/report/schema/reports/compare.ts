// The shape of `compare --format json`, and of `compare --terraform-plan`.
import { z } from 'zod';
import { costDifference, costReport, pushReport } from '../parts/cost.ts';
import { guardResult, unjudgedGuard } from '../parts/guard.ts';
import { sourceCompleteness } from '../parts/logic.ts';
import { hourCount, jobReport, shownLines } from '../parts/replay.ts';
import { linesTotal, lineTotal, problem, sourceTotal, timing } from '../parts/scan.ts';
import { distinguishingValue, fieldValues } from '../parts/values.ts';

const changedLines = shownLines.extend({
  examined: z.number(),
  values: z.array(distinguishingValue),
  by: z.array(fieldValues),
});

const filterChange = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  fromPath: z.string().nullable(),
  toPath: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  values: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }).nullable(),
  drops: lineTotal,
  keeps: lineTotal,
});

export const comparison = z.object({
  to: z.string(),
  keptByBoth: lineTotal,
  onlyBefore: changedLines,
  onlyAfter: changedLines,
  neither: lineTotal,
  undecided: lineTotal,
  changes: z.array(filterChange),
  equality: z.enum(['any', 'complete']).nullable(),
  sampleRateChange: z.enum(['lower', 'higher']).nullable(),
  switched: z.enum(['off', 'on', 'stays-off']).nullable(),
  remarks: z.array(z.string()),
  cost: costDifference.nullable(),
  completeness: sourceCompleteness.nullable(),
});

export const comparedJob = jobReport.extend({ named: z.boolean(), ...pushReport });

export const compareReport = z.object({
  version: z.literal(1),
  partial: z.boolean(),
  dataset: z.string(),
  source: sourceTotal,
  lines: linesTotal,
  jobs: z.array(comparedJob),
  comparisons: z.array(comparison),
  hours: z.array(hourCount).exactOptional(),
  cost: costReport.exactOptional(),
  guards: z.array(guardResult).exactOptional(),
  unjudgedGuards: z.array(unjudgedGuard).exactOptional(),
  problemCounts: z.record(z.string(), z.number()),
  problems: z.array(problem),
  timing: timing.exactOptional(),
});

export const planCompareReport = z.object({
  version: z.literal(1),
  partial: z.boolean(),
  jobs: z.array(
    z.object({
      address: z.string(),
      action: z.enum(['create', 'update', 'delete', 'replace']),
      name: z.string(),
      report: compareReport.nullable(),
      reason: z.string().nullable(),
      isUnchanged: z.boolean(),
      remarks: z.array(z.string()),
      sampleRateChange: z.enum(['lower', 'higher']).nullable(),
      isUnjudged: z.boolean(),
    }),
  ),
});
