// Proofs about filters in reports.
import { z } from 'zod';

export const witness = z.object({
  record: z.record(z.string(), z.unknown()),
  from: z.enum(['drop', 'keep', 'undecided']),
  to: z.enum(['drop', 'keep', 'undecided']),
});

export const sourceCompleteness = z.object({
  writtenBy: z.string(),
  sampleRate: z.number().nullable(),
  answer: z.enum(['complete', 'lower-bound', 'unknown']),
  witness: witness.exactOptional(),
  conditions: z.array(z.object({ path: z.string(), text: z.string() })),
  missingFields: z.array(z.string()),
  reason: z.string().exactOptional(),
  contradiction: z.object({ falseLines: z.number(), lines: z.number(), fields: z.array(z.string()) }).exactOptional(),
  isWriterDisabled: z.literal(true).exactOptional(),
});
