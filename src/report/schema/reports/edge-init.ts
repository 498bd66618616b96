// The shape of `edge init --format json`.
import { z } from 'zod';

export const edgeInit = z.object({
  version: z.literal(1),
  folder: z.string(),
  bucket: z.string(),
  name: z.string(),
  prefixes: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), purpose: z.string(), bytes: z.number() })),
  commands: z.array(z.string()),
});
