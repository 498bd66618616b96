// The shapes of `sandbox`, its buckets and secrets.
import { z } from 'zod';

export const sandboxConnection = z.object({
  baseURL: z.string(),
  token: z.string(),
  email: z.string(),
  apiKey: z.string(),
  zoneId: z.string(),
  accountId: z.string(),
  bucket: z.object({
    endpoint: z.string(),
    name: z.string(),
    region: z.string(),
    accessKeyId: z.string(),
    secretAccessKey: z.string(),
    destinationConf: z.string(),
  }),
  edge: z.object({ url: z.string(), key: z.string() }),
});

const listedBucket = z.object({ name: z.string(), created: z.string().nullable() });

export const bucketList = z.object({ version: z.literal(1), buckets: z.array(listedBucket) });

export const bucketChange = z.object({
  version: z.literal(1),
  change: z.enum(['created', 'deleted']),
  bucket: z.string(),
});

export const secretList = z.object({ version: z.literal(1), script: z.string(), secrets: z.array(z.string()) });

export const secretChange = z.object({
  version: z.literal(1),
  change: z.enum(['deleted', 'stored']),
  script: z.string(),
  secret: z.string(),
});
