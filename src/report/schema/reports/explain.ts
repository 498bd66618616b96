// The shape of `explain --format json`.
import { z } from 'zod';
import { VERDICT_REASONS } from '../../../language/filter/index.ts';
import { PUSH_REASONS } from '../../../language/output/index.ts';
import { pushSettings } from '../parts/cost.ts';
import { hintKind } from '../parts/replay.ts';
import { foreignKeys, otherDatasets, problem } from '../parts/scan.ts';

export const truth = z.enum(['unknown', 'true', 'false']);

const unknownReason = z.enum(['absent', 'null', 'mismatch']);

export const conditionExplanation = z.object({
  kind: z.literal('condition'),
  path: z.string(),
  text: z.string(),
  truth: truth,
  field: z.string(),
  /** Any JSON value; integers and decimals of any size are JSON numbers. */
  found: z.unknown().optional(),
  reason: unknownReason.exactOptional(),
  hint: hintKind.exactOptional(),
  isSoleBlocker: z.boolean(),
  isSoleKeeper: z.boolean(),
});

export const groupExplanation = z.object({
  kind: z.enum(['and', 'or']),
  path: z.string(),
  text: z.string(),
  truth: truth,
  get children(): z.ZodArray<z.ZodUnion<[typeof conditionExplanation, typeof groupExplanation]>> {
    return z.array(z.union([conditionExplanation, groupExplanation]));
  },
});

const verdict = z.enum(['drop', 'keep', 'undecided']);

const lineReason = z.object({
  code: z.enum([...PUSH_REASONS, ...VERDICT_REASONS]),
  path: z.string().exactOptional(),
  text: z.string().exactOptional(),
  field: z.string().exactOptional(),
});

const explainedJob = z.object({
  name: z.string(),
  push: pushSettings.exactOptional(),
  remarks: z.array(z.string()).exactOptional(),
  kept: z.number(),
  dropped: z.number(),
  undecided: z.number(),
  pushed: z.number().exactOptional(),
  reasons: z.array(z.object({ verdict, ...lineReason.shape, lines: z.number() })),
});

const explainSummary = z.object({
  lines: z.number(),
  matching: z.number(),
  where: z.string().nullable(),
  whereUndecided: z.number(),
  ids: z.object({ requested: z.number(), notFound: z.array(z.string()), outside: z.array(z.string()) }).nullable(),
  jobs: z.array(explainedJob),
});

const explainedLine = z.object({
  object: z.string(),
  offset: z.number(),
  line: z.number(),
  ray: z.string().nullable(),
  unwrapped: z.string().exactOptional(),
  jobs: z.array(
    z.object({
      name: z.string(),
      verdict,
      reason: lineReason,
      explanation: z.union([conditionExplanation, groupExplanation]).nullable(),
    }),
  ),
});

export const explainResult = z.object({
  version: z.literal(1),
  dataset: z.string(),
  partial: z.boolean(),
  source: z.object({ objects: z.number(), pruned: z.number() }),
  looked: z.number(),
  kinds: z.object({ read: z.number(), outside: z.number(), malformed: z.number(), blank: z.number() }),
  idField: z.string().nullable(),
  summary: explainSummary,
  lines: z.array(explainedLine),
  otherDatasets: otherDatasets.exactOptional(),
  foreignKeys: foreignKeys.exactOptional(),
  problems: z.array(problem),
  damaged: z.number(),
});
