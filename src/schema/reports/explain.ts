// The shape of `explain --format json`.
import { z } from 'zod';
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

const explainedLine = z.object({
  object: z.string(),
  offset: z.number(),
  line: z.number(),
  ray: z.string().nullable(),
  unwrapped: z.string().exactOptional(),
  jobs: z.array(
    z.object({
      name: z.string(),
      verdict: z.enum(['drop', 'keep', 'undecided']),
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
  lines: z.array(explainedLine),
  otherDatasets: otherDatasets.exactOptional(),
  foreignKeys: foreignKeys.exactOptional(),
  problems: z.array(problem),
  damaged: z.number(),
});
