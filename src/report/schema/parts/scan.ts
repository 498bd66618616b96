// What was read: objects, lines, problems. Most reports contain it.
import { z } from 'zod';

export const problem = z.object({ code: z.string(), object: z.string(), offset: z.number(), message: z.string() });

export const sourceTotal = z.object({
  objects: z.number(),
  bytes: z.number(),
  skipped: z.number(),
  pruned: z.number(),
  prunedFolders: z.number(),
  listed: z.number(),
  damaged: z.number(),
  unreadable: z.number(),
  unconfirmedLines: z.number(),
  lost: z.array(problem),
});

export const linesTotal = z.object({
  read: z.number(),
  outside: z.number(),
  untimed: z.number(),
  malformed: z.number(),
  blank: z.number(),
  bytes: z.number(),
  unwrapped: z
    .array(z.object({ path: z.string(), lines: z.number(), rest: z.literal(true).exactOptional() }))
    .exactOptional(),
});

export const lineTotal = z.object({ lines: z.number(), bytes: z.number() });

export const mixedDatasets = z.array(z.object({ name: z.string(), lines: z.number() }));

export const otherDatasets = z.object({ names: z.array(z.string()), fields: z.array(z.string()) });

export const foreignKeys = z.object({
  otherCase: z.array(z.object({ key: z.string(), field: z.string() })),
  unknown: z.array(z.string()),
});

export const timing = z.object({ started: z.string(), seconds: z.number() });

export const loggedKey = z.enum(['RequestHeaders', 'ResponseHeaders', 'Cookies']);

export const scope = z.enum(['zone', 'account']);
