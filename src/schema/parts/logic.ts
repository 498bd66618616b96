// Proofs about filters in reports.
import { z } from 'zod';

export const witness = z.object({
  record: z.record(z.string(), z.unknown()),
  from: z.enum(['drop', 'keep', 'undecided']),
  to: z.enum(['drop', 'keep', 'undecided']),
});
