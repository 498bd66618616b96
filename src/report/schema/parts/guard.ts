// Results of guards in reports.
import { z } from 'zod';
import { sample } from './replay.ts';

export const guardSpan = z.object({ since: z.string(), until: z.string(), seconds: z.number() });

export const unjudgedGuard = z.object({ kind: z.enum(['threshold', 'never-drop', 'never-keep']), guard: z.string() });

export const guardResult = z.object({
  kind: z.enum(['threshold', 'never-drop', 'never-keep']),
  guard: z.string(),
  job: z.string(),
  holds: z.boolean(),
  found: z.string(),
  value: z.number().nullable(),
  undecided: z.number().exactOptional(),
  span: guardSpan.exactOptional(),
  lines: z.array(sample).exactOptional(),
  testedFields: z.array(z.string()).exactOptional(),
});
