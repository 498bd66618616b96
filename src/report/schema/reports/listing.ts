// The shape of `--list --format json`.
import { z } from 'zod';

export const sourceListing = z.object({
  version: z.literal(1),
  partial: z.literal(true).exactOptional(),
  objects: z.array(z.object({ name: z.string(), bytes: z.number().nullable() })),
  bytes: z.number(),
  listed: z.number(),
  pruned: z.number(),
  prunedFolders: z.number(),
  skipped: z.number(),
});
