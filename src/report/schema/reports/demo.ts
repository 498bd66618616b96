// The shape of `demo --format json`.
import { z } from 'zod';

import { replayResult } from './replay-result.ts';
import { validationReport } from './validation.ts';

const jobTotals = z.object({
  id: z.number(),
  name: z.string(),
  batches: z.number(),
  lines: z.number(),
  storedBytes: z.number(),
  lostBatches: z.number(),
  lostLines: z.number(),
  deleted: z.literal(true).exactOptional(),
});

const comparedJob = z.object({ name: z.string(), pushed: z.number(), kept: z.number() });

export const demoReport = z.object({
  version: z.literal(1),
  closed: z.boolean(),
  push: z.object({
    commands: z.array(z.string()),
    seconds: z.number(),
    exchanges: z.number(),
    jobs: z.array(jobTotals),
  }),
  replay: z.object({ commands: z.array(z.string()), jobs: z.array(comparedJob), report: replayResult }),
  validation: z.object({ commands: z.array(z.string()), report: validationReport }),
  wrongFilter: z.object({ commands: z.array(z.string()), report: replayResult }),
});
