// The shapes of `jobs list`, `jobs plan` and `jobs apply`.
import { z } from 'zod';
import { costDifference, costReport, pushedLines, pushSettings } from '../parts/cost.ts';
import { guardResult } from '../parts/guard.ts';
import { filterTotals, shownLines } from '../parts/replay.ts';
import { linesTotal, lineTotal, sourceTotal } from '../parts/scan.ts';

export const scope = z.union([z.object({ zone: z.string() }), z.object({ account: z.string() })]);

const listedJob = z.object({
  id: z.number(),
  name: z.string().nullable(),
  dataset: z.string(),
  enabled: z.boolean(),
  filter: z.string().nullable(),
  filterProblem: z.string().exactOptional(),
  destination: z.string(),
  sampleRate: z.number().exactOptional(),
  outputType: z.string().exactOptional(),
  lastComplete: z.string().nullable(),
  lastError: z.string().nullable(),
  errorMessage: z.string().nullable(),
});

export const jobList = z.object({ version: z.literal(1), scope: scope, jobs: z.array(listedJob) });

const filterEffect = z.object({
  job: z.string(),
  source: sourceTotal,
  lines: linesTotal,
  from: filterTotals.nullable(),
  to: filterTotals,
  pushed: z.object({ from: pushedLines.nullable(), to: pushedLines }),
  newlyKept: shownLines.nullable(),
  newlyDropped: shownLines.nullable(),
  undecided: lineTotal,
  missingFields: z.array(z.object({ name: z.string(), lines: z.number() })),
  guards: z.array(guardResult),
  cost: costReport.exactOptional(),
  costDifference: costDifference.exactOptional(),
});

const valueChange = z.object({
  path: z.string(),
  kind: z.enum(['add', 'remove', 'change']),
  from: z.string().exactOptional(),
  to: z.string().exactOptional(),
});

const listChange = z.object({
  path: z.string(),
  kind: z.literal('list'),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  isReordered: z.boolean(),
});

const filterNodeChange = z.object({
  kind: z.enum(['add', 'remove', 'change', 'same']),
  path: z.string(),
  text: z.string(),
  from: z.string().exactOptional(),
  get children(): z.ZodExactOptional<z.ZodArray<typeof filterNodeChange>> {
    return z.array(filterNodeChange).exactOptional();
  },
});

const filterTreeChange = z.object({
  path: z.literal('filter'),
  kind: z.literal('filter'),
  from: z.string().nullable(),
  to: z.string().nullable(),
  tree: filterNodeChange.exactOptional(),
});

const jobChange = z.union([valueChange, listChange, filterTreeChange]);

const jobOfPlan = z.object({
  warnings: z.array(z.string()),
  destination: z.string(),
  liveName: z.string().exactOptional(),
  push: pushSettings,
  remarks: z.array(z.string()),
  effect: filterEffect.exactOptional(),
  testedFields: z.array(z.string()).exactOptional(),
  isOwnSource: z.literal(true).exactOptional(),
  problems: z.array(z.string()),
  action: z.enum(['none', 'create', 'update']),
  name: z.string(),
  id: z.number().optional(),
  dataset: z.string(),
  changes: z.array(jobChange),
  equalFilter: z.object({ from: z.string(), to: z.string() }).exactOptional(),
  needsOwnership: z.boolean(),
});

export const jobsPlan = z.object({
  version: z.literal(1),
  scope: scope,
  jobs: z.array(jobOfPlan),
  isPending: z.boolean(),
  isApplicable: z.boolean(),
  isMeasured: z.boolean(),
  takesEffectAfterMinutes: z.object({ least: z.number(), most: z.number() }),
  partial: z.boolean(),
});

const appliedJob = z.object({
  name: z.string(),
  id: z.number().optional(),
  action: z.enum(['none', 'create', 'update']),
  outcome: z.enum(['unknown', 'none', 'applied', 'incomplete', 'unchanged']),
  reason: z.string().exactOptional(),
  changedByOthers: z.array(jobChange).exactOptional(),
  remaining: z.array(jobChange).exactOptional(),
  undoFile: z.string().exactOptional(),
  undoHasParameters: z.literal(true).exactOptional(),
  advice: z.enum(['list', 'retry', 'correct', 'plan']).exactOptional(),
});

export const jobsApplied = z.object({
  version: z.literal(1),
  plan: jobsPlan,
  outcome: z.enum(['failed', 'applied', 'nothing', 'refused', 'declined', 'interrupted']),
  jobs: z.array(appliedJob),
});
