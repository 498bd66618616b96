// The figures of a replay, which other reports contain, too.
import { z } from 'zod';
import {
  foreignKeys,
  linesTotal,
  lineTotal,
  mixedDatasets,
  otherDatasets,
  problem,
  sourceTotal,
  timing,
} from './scan.ts';

export const sample = z.object({ object: z.string(), offset: z.number(), line: z.string() });

export const fieldCount = z.object({
  name: z.string(),
  lines: z.number(),
  empty: z.number(),
  bytes: z.number(),
  truncated: z.number().exactOptional(),
  rest: z.literal(true).exactOptional(),
});

export const fieldLines = z.object({ name: z.string(), lines: z.number() });

export const emittedTotal = lineTotal.extend({ objects: z.number(), lacking: z.array(fieldLines) });

export const conditionCount = z.object({
  path: z.string(),
  text: z.string(),
  true: z.number(),
  false: z.number(),
  unknown: z.number(),
  soleBlocker: z.number(),
  soleKeeper: z.number(),
});

export const fieldMismatch = z.object({ field: z.string(), lines: z.number() });

export const hintKind = z.enum(['differs-by-case', 'part-of-element']);

export const hint = z.object({ path: z.string(), kind: hintKind, lines: z.number() });

export const filterTotals = z.object({ kept: lineTotal, dropped: lineTotal, undecided: lineTotal });

export const shownLines = lineTotal.extend({ samples: z.array(sample) });

export const conditionSamples = shownLines.extend({
  path: z.string(),
  text: z.string(),
  verdict: z.enum(['drop', 'keep']),
});

export const jobReport = filterTotals.extend({
  name: z.string(),
  dataset: z.string(),
  filter: z.string().nullable(),
  file: z.string().exactOptional(),
  testedFields: z.array(z.string()).exactOptional(),
  fields: z.array(fieldCount).exactOptional(),
  fieldNames: z.array(z.string()).exactOptional(),
  emitted: emittedTotal.exactOptional(),
  samples: z.object({ kept: z.array(sample), dropped: z.array(sample), undecided: z.array(sample) }),
  samplesFor: z.array(conditionSamples).exactOptional(),
  conditions: z.array(conditionCount).exactOptional(),
  missingFields: z.array(fieldLines).exactOptional(),
  nullFields: z.array(fieldLines).exactOptional(),
  mismatches: z.array(fieldMismatch).exactOptional(),
  hints: z.array(hint).exactOptional(),
});

export const overlap = lineTotal.extend({ jobs: z.array(z.number()) });

export const hourTotals = lineTotal.extend({ jobs: z.array(z.object({ kept: lineTotal, undecided: lineTotal })) });

export const hourCount = hourTotals.extend({ hour: z.string() });

export const detail = z.enum(['full', 'no-fields', 'counts']);

export const report = z.object({
  version: z.literal(1),
  partial: z.boolean(),
  source: sourceTotal,
  lines: linesTotal,
  jobs: z.array(jobReport).exactOptional(),
  overlap: z.array(overlap).exactOptional(),
  fields: z.array(fieldCount).exactOptional(),
  hours: z.array(hourCount).exactOptional(),
  otherHours: hourTotals.exactOptional(),
  otherDatasets: otherDatasets.exactOptional(),
  foreignKeys: foreignKeys.exactOptional(),
  mixedDatasets: mixedDatasets.exactOptional(),
  examined: z.number(),
  problemCounts: z.record(z.string(), z.number()),
  problems: z.array(problem),
  timing: timing.exactOptional(),
});
